//! Which piles are told apart.
//!
//! In: tallies. Out: a threshold and a modulus such that each tally is the same for all piles of one kind: of one size below the threshold, or of one remainder above it. An expression
//! about one pile is evaluated at all sizes of a kind at once, which are the numbers of a line.

use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, Cond, E, Expr, Node, Tree};
use grundy_rules::rules::piles::{PileMove, Piles, SIZE, TAKEN, Tally};

/// The greatest threshold and the greatest modulus that are tried.
const THRESHOLD: i64 = 32;
const MODULUS: i64 = 64;

/// The numbers start, start + step, start + 2*step, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) start: i64,
    pub(super) step: i64,
}

impl Line {
    fn constant(start: i64) -> Line {
        Line { start, step: 0 }
    }

    /// At the k-th number of two lines: the sum.
    fn plus(self, other: Line) -> Option<Line> {
        Some(Line { start: self.start.checked_add(other.start)?, step: self.step.checked_add(other.step)? })
    }

    fn times(self, k: i64) -> Option<Line> {
        Some(Line { start: self.start.checked_mul(k)?, step: self.step.checked_mul(k)? })
    }

    fn divided(self, d: i64) -> Option<Line> {
        (d > 0 && self.step % d == 0).then(|| Line { start: self.start.div_euclid(d), step: self.step / d })
    }

    fn remainder(self, d: i64) -> Option<Line> {
        (d > 0 && self.step % d == 0).then(|| Line::constant(self.start.rem_euclid(d)))
    }

    fn is_at_most(self, other: Line) -> Option<bool> {
        self.plus(other.times(-1)?)?.is_non_positive()
    }

    fn is_non_positive(self) -> Option<bool> {
        match (self.start <= 0, self.step) {
            (true, ..=0) => Some(true),
            (false, 0..) => Some(false),
            _ => None,
        }
    }

    fn is_zero(self) -> Option<bool> {
        match (self.start, self.step) {
            (0, 0) => Some(true),
            (_, 0) => Some(false),
            (start, step) if start != 0 && (start > 0) == (step > 0) || start % step != 0 => Some(false),
            _ => None,
        }
    }
}

/// One pile: its size, which may be any number of a line, and the tokens taken from it.
#[derive(Clone, Copy)]
pub(super) struct Pile {
    pub(super) size: Line,
    pub(super) taken: i64,
}

impl Pile {
    fn number(self, e: &E) -> Option<Line> {
        Some(match &**e {
            Expr::Coord(SIZE) => self.size,
            Expr::Coord(TAKEN) => Line::constant(self.taken),
            Expr::Int(_) => Line::constant(e.as_i64()?),
            Expr::Sum(constant, terms) => {
                let mut sum = Line::constant(i64::try_from(constant).ok()?);
                for (term, factor) in terms {
                    sum = sum.plus(self.number(term)?.times(i64::try_from(factor).ok()?)?)?;
                }
                sum
            }
            Expr::Div(a, d, _) => self.number(a)?.divided(d.as_i64()?)?,
            Expr::Mod(a, d, _) => self.number(a)?.remainder(d.as_i64()?)?,
            Expr::Bit(a, i, _) => {
                let place = u32::try_from(i.as_i64()?).ok()?;
                self.number(a)?.divided(1_i64.checked_shl(place).filter(|p| *p <= MODULUS)?)?.remainder(2)?
            }
            Expr::Min(list) => self.first_of(list, |a, b| a.is_at_most(b))?,
            Expr::Max(list) => self.first_of(list, |a, b| b.is_at_most(a))?,
            Expr::If(c, a, b) => self.number(if self.holds(c)? { a } else { b })?,
            _ => return None,
        })
    }

    fn first_of(self, list: &[E], before: impl Fn(Line, Line) -> Option<bool>) -> Option<Line> {
        let mut numbers = list.iter().map(|e| self.number(e));
        let first = numbers.next()??;
        numbers.try_fold(first, |best, number| Some(if before(best, number?)? { best } else { number? }))
    }

    fn holds(self, c: &C) -> Option<bool> {
        Some(match &**c {
            Cond::Bool(truth) => *truth,
            Cond::Zero(e) => self.number(e)?.is_zero()?,
            Cond::NonPos(e) => self.number(e)?.is_non_positive()?,
            Cond::Divides(d, e) => self.number(e)?.remainder(d.as_i64()?)?.is_zero()?,
            Cond::Not(inner) => !self.holds(inner)?,
            Cond::And(list) => list.iter().map(|c| self.holds(c)).try_fold(true, |all, c| Some(all & c?))?,
            Cond::Or(list) => list.iter().map(|c| self.holds(c)).try_fold(false, |any, c| Some(any | c?))?,
            Cond::Same(a, b) => self.holds(a)? == self.holds(b)?,
            Cond::If(c, a, b) => self.holds(if self.holds(c)? { a } else { b })?,
            _ => return None,
        })
    }

    /// What the pile adds to a tally.
    pub(super) fn adds(self, tally: &Tally) -> Option<i64> {
        match tally {
            Tally::Count(holds) => self.holds(holds).map(i64::from),
            Tally::Sum(number) => self.number(number).filter(|line| line.step == 0).map(|line| line.start),
        }
    }
}

/// Which piles are told apart.
pub(super) struct Kinds {
    pub(super) threshold: i64,
    pub(super) modulus: i64,
    /// The sizes of each kind before a move.
    pub(super) before: Vec<Line>,
}

impl Kinds {
    /// The least modulus, and then the least threshold, such that some tallies, and those of the rules, depend on the kinds of piles.
    pub(super) fn first(piles: &Piles, said: &[&Tally]) -> Option<Kinds> {
        let base = multiple(piles, said)?;
        // A remainder of a quotient has a multiple of both divisors.
        let moduli = (1..=MODULUS).filter(|modulus| 4 * base % modulus == 0);
        let mut kinds = moduli.flat_map(|modulus| (0..=THRESHOLD).map(move |threshold| (threshold, modulus)));
        kinds.find_map(|(threshold, modulus)| Kinds::deciding(threshold, modulus, piles, said))
    }

    /// The kinds with a threshold and a modulus, if tallies depend on them.
    pub(super) fn deciding(threshold: i64, modulus: i64, piles: &Piles, said: &[&Tally]) -> Option<Kinds> {
        let most = piles.moves.iter().map(|one| one.most).max().unwrap_or(0);
        let kinds = Kinds::new(threshold, modulus, i64::try_from(most).ok()?);
        kinds.decide(piles, said).then_some(kinds)
    }

    fn new(threshold: i64, modulus: i64, most: i64) -> Kinds {
        let first = threshold + most;
        let small = (0..first).map(Line::constant);
        let large = (first..first + modulus).map(|start| Line { start, step: modulus });
        Kinds { threshold, modulus, before: small.chain(large).collect() }
    }

    /// The kinds after a move: all sizes of each.
    fn after(&self) -> impl Iterator<Item = Line> {
        Kinds::new(self.threshold, self.modulus, 0).before.into_iter()
    }

    /// The kind after a move of a pile with a size of a line, all of whose numbers have the same.
    pub(super) fn kind(&self, size: Line) -> Line {
        let Kinds { threshold, modulus, .. } = *self;
        match size {
            Line { start, step: 0 } if start < threshold => size,
            Line { start, .. } => Line { start: threshold + (start - threshold).rem_euclid(modulus), step: modulus },
        }
    }

    /// Do the kinds decide some tallies, and those of the moves?
    fn decide(&self, piles: &Piles, said: &[&Tally]) -> bool {
        let says = said.iter().all(|tally| self.after().all(|size| Pile { size, taken: 0 }.adds(tally).is_some()));
        let guards = piles.moves.iter().all(|one| {
            let mut losses = self.losses(one);
            losses.all(|(_, pile)| one.guard.of.iter().all(|tally| pile.adds(tally).is_some()))
        });
        says && guards
    }

    /// How piles take part in a move: the number of the kind, and the pile.
    pub(super) fn losses(&self, one: &PileMove) -> impl Iterator<Item = (usize, Pile)> {
        let most = i64::try_from(one.most).unwrap_or(i64::MAX);
        let of_kind = move |(kind, size): (usize, &Line)| {
            let size = *size;
            (0..=most.min(size.start)).map(move |taken| (kind, Pile { size, taken }))
        };
        self.before.iter().enumerate().flat_map(of_kind)
    }
}

/// A common multiple of the numbers by which sizes are divided.
fn multiple(piles: &Piles, said: &[&Tally]) -> Option<i64> {
    let guards = piles.moves.iter().flat_map(|one| &one.guard.of);
    let mut multiple = 1_i64;
    for tally in said.iter().copied().chain(guards) {
        let mut see = |node: Node<'_>| {
            let divisor = match node {
                Node::Number(e) => match &**e {
                    Expr::Div(_, d, _) | Expr::Mod(_, d, _) => d.as_i64(),
                    Expr::Bit(_, i, _) => i.as_i64().and_then(|i| 2_i64.checked_shl(u32::try_from(i).ok()?)),
                    _ => None,
                },
                Node::Condition(c) => {
                    if let Cond::Divides(d, _) = &**c {
                        d.as_i64()
                    } else {
                        None
                    }
                }
            };
            if let Some(divisor) = divisor.filter(|d| (1..=MODULUS).contains(d)) {
                let both = build::gcd_of(&multiple.into(), &divisor.into());
                multiple *= divisor / i64::try_from(both).unwrap_or(1);
            }
            multiple > MODULUS
        };
        let too_large = match tally {
            Tally::Count(holds) => holds.any(&mut see),
            Tally::Sum(number) => number.any(&mut see),
        };
        if too_large {
            return None;
        }
    }
    Some(multiple)
}
