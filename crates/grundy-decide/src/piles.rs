//! Proofs about any number of piles.
//!
//! In: rules on piles that no rule tells apart, and what a claim says of their values in terms of tallies. Out: whether the claim is true for every number of piles, of any sizes.
//!
//! There are a threshold T and a modulus m such that each tally of the claim depends on the *kind* of each pile alone: on its size below T, and on its size modulo m from T on. A move
//! takes at most S tokens from a pile. Before a move piles are told apart up to T + S, so that the kind of a pile after the move follows from its kind before it, and from what is
//! taken. A position is given by the number of piles of each kind, a move by how many piles of each kind lose how many tokens. The two steps of an induction along the moves (no move
//! keeps the value; every smaller value is reached) are formulas of the arithmetic of addition over these numbers, and automata decide them.

use dashu_int::IBig;
use grundy_automata::Budget;
use grundy_rules::rules::build;
use grundy_rules::rules::change::{Changed, substitute};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Node, Over, Place, Quantifier, Range, Tree};
use grundy_rules::rules::piles::{PileMove, Piles, SIZE, TAKEN, Tallied, Tally};

use super::NotExpressible;
use super::state::{Decided, Statement, decide};

/// The greatest threshold and the greatest modulus that are tried.
const THRESHOLD: i64 = 32;
const MODULUS: i64 = 64;

const NO_KINDS: &str = "what is said of a pile does not depend on its size below some number, and on its remainder";

/// What is said of every position.
#[derive(Clone, Debug)]
pub enum OfPiles {
    /// It is a P-position just where this holds.
    P(Tallied<C>),
    /// This is its value.
    Value(Tallied<E>),
}

/// A claim about any number of piles.
#[derive(Debug)]
pub struct PilesClaim<'c> {
    /// The rules.
    pub piles: &'c Piles,
    /// The positions that are meant, with the condition on the parameters. No move leaves them.
    pub among: &'c Tallied<C>,
    /// What is claimed.
    pub says: &'c OfPiles,
    /// In misère play?
    pub misere: bool,
}

/// The kinds of piles by which a claim is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PileKinds {
    /// Sizes below this are told apart.
    pub threshold: i64,
    /// Other sizes are known up to a multiple of this.
    pub modulus: i64,
    /// The states of the largest automaton of the proof.
    pub states: usize,
}

/// Why a claim about any number of piles is not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProof {
    /// In words.
    Words(String),
    /// A step is not said, or not decided.
    Open(NotExpressible),
}

/// Proves a claim about any number of piles.
///
/// # Errors
/// Why it is not proved.
pub fn prove_piles(claim: &PilesClaim<'_>, budget: &Budget<'_>) -> Result<PileKinds, NoProof> {
    let kinds = Kinds::of(claim).ok_or_else(|| NoProof::Words(NO_KINDS.into()))?;
    let steps = Steps { claim, kinds: &kinds };
    let mut states = 0;
    for (body, what) in steps.all() {
        states = states.max(steps.holds(&body, what, budget)?);
    }
    Ok(PileKinds { threshold: kinds.threshold, modulus: kinds.modulus, states })
}

/// The numbers start, start + step, start + 2*step, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    start: i64,
    step: i64,
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
struct Pile {
    size: Line,
    taken: i64,
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
    fn adds(self, tally: &Tally) -> Option<i64> {
        match tally {
            Tally::Count(holds) => self.holds(holds).map(i64::from),
            Tally::Sum(number) => self.number(number).filter(|line| line.step == 0).map(|line| line.start),
        }
    }
}

/// Which piles are told apart.
struct Kinds {
    threshold: i64,
    modulus: i64,
    /// The sizes of each kind before a move.
    before: Vec<Line>,
}

impl Kinds {
    /// The least modulus, and then the least threshold, such that the tallies of a claim depend on the kinds of piles.
    fn of(claim: &PilesClaim<'_>) -> Option<Kinds> {
        let most = claim.piles.moves.iter().map(|one| one.most).max().unwrap_or(0);
        let most = i64::try_from(most).ok()?;
        let base = multiple(claim)?;
        // A remainder of a quotient has a multiple of both divisors.
        let moduli = (1..=MODULUS).filter(|modulus| 4 * base % modulus == 0);
        let mut kinds =
            moduli.flat_map(|modulus| (0..=THRESHOLD).map(move |threshold| Kinds::new(threshold, modulus, most)));
        kinds.find(|kinds| kinds.decide(claim))
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
    fn kind(&self, size: Line) -> Line {
        let Kinds { threshold, modulus, .. } = *self;
        match size {
            Line { start, step: 0 } if start < threshold => size,
            Line { start, .. } => Line { start: threshold + (start - threshold).rem_euclid(modulus), step: modulus },
        }
    }

    /// Do the kinds decide the tallies of a claim and of its moves?
    fn decide(&self, claim: &PilesClaim<'_>) -> bool {
        let mut said = claim.among.of.iter().chain(of(claim.says));
        let says = said.all(|tally| self.after().all(|size| Pile { size, taken: 0 }.adds(tally).is_some()));
        let guards = claim.piles.moves.iter().all(|one| {
            let mut losses = self.losses(one);
            losses.all(|(_, pile)| one.guard.of.iter().all(|tally| pile.adds(tally).is_some()))
        });
        says && guards
    }

    /// How piles take part in a move: the number of the kind, and the pile.
    fn losses(&self, one: &PileMove) -> impl Iterator<Item = (usize, Pile)> {
        let most = i64::try_from(one.most).unwrap_or(i64::MAX);
        let of_kind = move |(kind, size): (usize, &Line)| {
            let size = *size;
            (0..=most.min(size.start)).map(move |taken| (kind, Pile { size, taken }))
        };
        self.before.iter().enumerate().flat_map(of_kind)
    }
}

/// The tallies of what is claimed.
fn of(says: &OfPiles) -> &[Tally] {
    match says {
        OfPiles::P(says) => &says.of,
        OfPiles::Value(says) => &says.of,
    }
}

/// A common multiple of the numbers by which sizes are divided.
fn multiple(claim: &PilesClaim<'_>) -> Option<i64> {
    let guards = claim.piles.moves.iter().flat_map(|one| &one.guard.of);
    let mut multiple = 1_i64;
    for tally in claim.among.of.iter().chain(of(claim.says)).chain(guards) {
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

/// What is said of piles after a move.
type After<'k> = dyn Fn(&[(Pile, E)]) -> C + 'k;

/// The steps of the induction.
struct Steps<'s> {
    claim: &'s PilesClaim<'s>,
    kinds: &'s Kinds,
}

/// A way to move: how many piles lose how much.
struct Way {
    /// The numbers that vary.
    ranges: Vec<Range>,
    /// There are so many piles.
    there: C,
    /// The number of piles for each of the losses; those that lose nothing, too.
    losses: Vec<(Pile, E)>,
}

impl Steps<'_> {
    fn parameters(&self) -> usize {
        self.claim.piles.parameters
    }

    /// How many piles there are of a kind.
    fn count(&self, kind: usize) -> E {
        build::coord(self.parameters() + kind)
    }

    /// The ways to move by a clause, with variables from `first` on. Where exactly one pile loses something, there is one for each loss.
    fn ways(&self, one: &PileMove, first: usize) -> Vec<Way> {
        let taken = || self.kinds.losses(one).filter(|(_, pile)| pile.taken > 0);
        if self.takes_from_one(one) {
            return taken().map(|loss| self.way(vec![(loss, build::int(1))], vec![])).collect();
        }
        let mut left: Vec<E> = (0..self.kinds.before.len()).map(|kind| self.count(kind)).collect();
        let (mut ranges, mut losses) = (vec![], vec![]);
        for (kind, pile) in taken() {
            let var = first + ranges.len();
            ranges.push(Range { var, lo: build::int(0), hi: left[kind].clone() });
            left[kind] = build::sub(&left[kind], &build::var(var));
            losses.push(((kind, pile), build::var(var)));
        }
        // A clause that takes nothing has no way.
        if ranges.is_empty() { vec![] } else { vec![self.way(losses, ranges)] }
    }

    fn way(&self, losses: Vec<((usize, Pile), E)>, ranges: Vec<Range>) -> Way {
        let mut left: Vec<E> = (0..self.kinds.before.len()).map(|kind| self.count(kind)).collect();
        let (mut all, mut there) = (vec![], vec![]);
        for ((kind, pile), number) in losses {
            left[kind] = build::sub(&left[kind], &number);
            if ranges.is_empty() {
                there.push(build::le(&build::int(0), &left[kind]));
            }
            all.push((pile, number));
        }
        let stay = self.kinds.before.iter().zip(left).map(|(size, left)| (Pile { size: *size, taken: 0 }, left));
        all.extend(stay);
        Way { ranges, there: build::and(there), losses: all }
    }

    /// Does the condition of a clause say that exactly one pile loses something?
    fn takes_from_one(&self, one: &PileMove) -> bool {
        let counts =
            |tally: &Tally| self.kinds.losses(one).all(|(_, pile)| pile.adds(tally) == Some(i64::from(pile.taken > 0)));
        build::conjuncts(&one.guard.body).iter().any(|part| {
            let Cond::Zero(e) = &**part else { return false };
            let (constant, terms) = build::linear(e);
            match &terms[..] {
                [(term, factor)] if *factor == IBig::ONE && constant == -IBig::ONE => match **term {
                    Expr::Coord(i) => i.checked_sub(self.parameters()).is_some_and(|i| counts(&one.guard.of[i])),
                    _ => false,
                },
                _ => false,
            }
        })
    }

    /// What is said of tallies, where so many piles take part.
    fn at<B: Changed>(&self, tallied: &Tallied<B>, piles: &[(Pile, E)]) -> B {
        let tally = |i: usize| {
            let terms =
                piles.iter().map(|(pile, number)| (number.clone(), pile.adds(&tallied.of[i]).unwrap_or(0).into()));
            build::sum(&terms.collect::<Vec<(E, IBig)>>())
        };
        substitute(&tallied.body, &|leaf| match leaf {
            Expr::Coord(i) if *i >= self.parameters() => Some(tally(i - self.parameters())),
            _ => None,
        })
    }

    /// The piles before a move, of the kinds that the claim tells apart.
    fn before(&self) -> Vec<(Pile, E)> {
        let pile = |(kind, size): (usize, &Line)| (Pile { size: self.kinds.kind(*size), taken: 0 }, self.count(kind));
        self.kinds.before.iter().enumerate().map(pile).collect()
    }

    /// The piles after a move.
    fn after(&self, way: &Way) -> Vec<(Pile, E)> {
        let left = |pile: &Pile| Line { start: pile.size.start - pile.taken, ..pile.size };
        let pile = |(pile, number): &(Pile, E)| (Pile { size: self.kinds.kind(left(pile)), taken: 0 }, number.clone());
        way.losses.iter().map(pile).collect()
    }

    /// Is there a move after which something holds; or does it hold after all moves?
    fn moves(&self, quantifier: Quantifier, first: usize, holds: &After<'_>) -> C {
        let mut found = vec![];
        for one in &self.claim.piles.moves {
            for way in self.ways(one, first) {
                let body = holds(&self.after(&way));
                let filter = build::and(vec![way.there.clone(), self.at(&one.guard, &way.losses)]);
                found.push(match (way.ranges.is_empty(), quantifier) {
                    (true, Quantifier::All) => implies(&filter, body),
                    (true, Quantifier::Any) => build::and(vec![filter, body]),
                    _ => {
                        let place = Place::default();
                        build::quantified(quantifier, Over { ranges: way.ranges, filter, body, place })
                    }
                });
            }
        }
        if quantifier == Quantifier::All { build::and(found) } else { build::or(found) }
    }

    /// Each move takes something: where nothing is taken, the condition of a clause does not hold.
    fn falls(&self) -> C {
        let stay: Vec<(Pile, E)> = {
            let kinds = self.kinds.before.iter().enumerate();
            kinds.map(|(kind, size)| (Pile { size: *size, taken: 0 }, self.count(kind))).collect()
        };
        build::and(self.claim.piles.moves.iter().map(|one| build::not(&self.at(&one.guard, &stay))).collect())
    }

    /// The steps, each with what is so otherwise.
    fn all(&self) -> Vec<(C, &'static str)> {
        let before = self.before();
        let ends = || build::not(&self.moves(Quantifier::Any, 0, &|_| build::boolean(true)));
        let misere = self.claim.misere;
        let stays = self.moves(Quantifier::All, 0, &|after| self.at(self.claim.among, after));
        let mut steps =
            vec![(self.falls(), "a move may take nothing"), (stays, "a move leaves the positions of `where`")];
        match self.claim.says {
            OfPiles::P(says) => {
                let own = self.at(says, &before);
                let left = self.moves(Quantifier::All, 0, &|after| build::not(&self.at(says, after)));
                let stays = if misere { build::and(vec![build::not(&ends()), left]) } else { left };
                steps.push((implies(&own, stays), "a move leads from one of these positions to another one"));
                let reached = self.moves(Quantifier::Any, 0, &|after| self.at(says, after));
                let reached = if misere { build::or(vec![ends(), reached]) } else { reached };
                steps.push((build::or(vec![own, reached]), "no move leads from another position to one of these"));
            }
            OfPiles::Value(says) => {
                let own = self.at(says, &before);
                let differs =
                    self.moves(Quantifier::All, 1, &|after| build::not(&build::eq(&self.at(says, after), &own)));
                steps.push((build::le(&build::int(0), &own), "a value is below 0"));
                steps.push((differs, "a move keeps the value"));
                let lower = build::var(0);
                let range = Range { var: 0, lo: build::int(0), hi: build::sub(&own, &build::int(1)) };
                let reached = self.moves(Quantifier::Any, 1, &|after| build::eq(&self.at(says, after), &lower));
                let all =
                    Over { ranges: vec![range], filter: build::boolean(true), body: reached, place: Place::default() };
                let all = build::quantified(Quantifier::All, all);
                let one = build::eq(&own, &build::int(1));
                let reached = if misere { build::choose_condition(&ends(), &one, &all) } else { all };
                steps.push((reached, "no move leads to some smaller value"));
            }
        }
        steps
    }

    /// Decides one step; the states of its largest automaton.
    fn holds(&self, body: &C, otherwise: &str, budget: &Budget<'_>) -> Result<usize, NoProof> {
        let piles: Vec<(E, IBig)> = (0..self.kinds.before.len()).map(|kind| (self.count(kind), IBig::ONE)).collect();
        let all = build::eq(&build::sum(&piles), &self.claim.piles.length);
        let filter = build::and(vec![self.at(self.claim.among, &self.before()), all]);
        let statement = Statement {
            variables: self.parameters() + piles.len(),
            position: None,
            ascend: false,
            filter: &filter,
            running: &[],
            inner: &build::boolean(true),
            body,
            questions: &[],
        };
        match decide(&statement, budget) {
            Decided::True { states } => Ok(states),
            Decided::False { variables, .. } => Err(NoProof::Words(format!("{otherwise}: {}", self.told(&variables)))),
            Decided::Open(why) => Err(NoProof::Open(why)),
        }
    }

    /// The position of these numbers of piles, with the least piles of each kind.
    fn told(&self, variables: &[IBig]) -> String {
        let numbers = variables.iter().skip(self.parameters()).zip(&self.kinds.before);
        let some = numbers.filter(|(number, _)| **number > IBig::ZERO);
        let text: Vec<String> = some.map(|(number, size)| format!("{number} of size {}", size.start)).collect();
        if text.is_empty() { "no pile".into() } else { text.join(", ") }
    }
}

fn implies(a: &C, b: C) -> C {
    build::or(vec![build::not(a), b])
}
