//! Tallies: what is said of all piles, as how many there are of each kind.
//!
//! In: a condition or a number in which names run through all piles ([`PilesOf`](super::each_pile::PilesOf)). Out: the same about tallies; or why it tells piles apart.

use std::cell::RefCell;

use dashu_int::IBig;

use super::each_pile::{GONE, MARKS, OUTCOME, OWN, PILES, VALUE};
use crate::rules::bounds;
use crate::rules::build;
use crate::rules::change::{Change, Changed, rebuilt, rebuilt_condition, substitute};
use crate::rules::expr::{C, Cond, E, Expr as Form, FoldOp, Node, Over, Quantifier, Range, Tree};
use crate::rules::piles::{SIZE, TAKEN, Tallied, Tally};

/// What cannot be said is told in words.
pub(super) type Expressed<T> = Result<T, String>;
/// A nim-sum of numbers below 2^DIGITS is one of counts.
const DIGITS: u32 = 6;

/// Makes tallies of what is folded over all piles.
pub(super) struct Collect {
    parameters: usize,
    nonempty: bool,
    of: RefCell<Vec<Tally>>,
    /// Why something is not said.
    why: RefCell<Option<String>>,
}

/// A condition or a number about all piles, as one about tallies, which are the coordinates behind so many parameters.
///
/// # Errors
/// It speaks of something else: in words.
pub(super) fn tallied<B: Tree>(
    parameters: usize,
    nonempty: bool,
    e: &B,
    go: fn(&Collect, &B) -> B,
) -> Expressed<Tallied<B>> {
    let collect = Collect { parameters, nonempty, of: RefCell::default(), why: RefCell::default() };
    let body = go(&collect, e);
    let marks = body.any(&mut |node| matches!(node, Node::Number(e) if matches!(**e, Form::Coord(i) if i >= MARKS && ![VALUE, OUTCOME].contains(&i))));
    let why = collect.why.into_inner().or_else(|| marks.then(|| "it speaks of something else than how many piles there are of a kind, such as the least pile or their order".to_string()));
    match why {
        Some(why) => Err(why),
        None => Ok(Tallied { of: collect.of.into_inner(), body }),
    }
}

/// What speaks of one pile, and of nothing else.
pub(super) fn of_one<B: Tree + Changed>(e: &B) -> Expressed<B> {
    let other = e.any(&mut |node| {
        matches!(node, Node::Number(e) if matches!(**e, Form::Coord(i) if i != OWN && i != GONE) || matches!(**e, Form::Var(_)))
    });
    if other {
        return Err("the size of a pile is compared with a parameter, or with another pile".into());
    }
    Ok(substitute(e, &|leaf| match leaf {
        Form::Coord(OWN) => Some(build::coord(SIZE)),
        Form::Coord(GONE) => Some(build::coord(TAKEN)),
        _ => None,
    }))
}

impl Collect {
    /// A condition or a number under a range of piles, as one about one pile; the range's condition, too.
    fn body<B: Tree + Changed>(&self, range: &Range, e: &B) -> Option<B> {
        let marked = substitute(e, &|leaf| match leaf {
            Form::Var(v) if *v == range.var => Some(build::coord(OWN)),
            Form::Var(v) if *v == range.var + 1 => Some(build::coord(GONE)),
            _ => None,
        });
        of_one(&marked).map_err(|why| self.why.replace(Some(why))).ok()
    }

    fn tally(&self, tally: Tally) -> E {
        let mut of = self.of.borrow_mut();
        let known = of.iter().position(|own| *own == tally);
        let number = known.unwrap_or(of.len());
        if known.is_none() {
            of.push(tally);
        }
        build::coord(self.parameters + number)
    }

    /// How many piles meet the condition of a form over all piles, and another one.
    fn count(&self, range: &Range, filter: &C, holds: &C) -> Option<E> {
        let (filter, holds) = (self.body(range, filter)?, self.body(range, holds)?);
        Some(self.tally(Tally::Count(build::and(vec![filter, holds]))))
    }

    fn sum(&self, over: &Over<E>, modulus: Option<&E>) -> Option<E> {
        let range = piles_of(over)?;
        let (filter, body) = (self.body(range, &over.filter)?, self.body(range, &over.body)?);
        let body = build::choose(&filter, &body, &build::int(0));
        let body = modulus.map_or(body.clone(), |modulus| build::modulo(&body, modulus, over.place));
        Some(self.tally(Tally::Sum(body)))
    }

    /// A number of which only the remainder counts.
    fn remaining(&self, e: &E, modulus: &E) -> E {
        let (constant, terms) = build::linear(e);
        let term = |(term, factor): (E, IBig)| {
            let sum = match &*term {
                Form::Fold(FoldOp::Sum, over) => self.sum(over, Some(modulus)),
                _ => None,
            };
            (sum.unwrap_or_else(|| self.number(&term)), factor)
        };
        let terms: Vec<(E, IBig)> = terms.into_iter().map(term).collect();
        build::add(&build::int(constant), &build::sum(&terms))
    }

    /// The nim-sum of a small number over all piles: for each binary digit, whether an odd number of piles has it.
    fn nim_sum(&self, over: &Over<E>) -> Option<E> {
        let range = piles_of(over)?;
        let (filter, body) = (self.body(range, &over.filter)?, self.body(range, &over.body)?);
        let bounds::Interval { lo, hi } = bounds::interval(&body, &bounds::Naturals);
        let most = hi.filter(|hi| lo.is_some_and(|lo| lo >= IBig::ZERO) && *hi < IBig::from(1 << DIGITS))?;
        let places = (0..DIGITS).take_while(|place| most >= IBig::from(1 << place));
        let digit = |place: u32| {
            let bit = build::eq(&build::bit(&body, &build::int(place), over.place), &build::int(1));
            let odd = self.tally(Tally::Count(build::and(vec![filter.clone(), bit])));
            (build::modulo(&odd, &build::int(2), over.place), IBig::from(1 << place))
        };
        Some(build::sum(&places.map(digit).collect::<Vec<_>>()))
    }

    /// `e <= 0`, where e is the least or the greatest number of all piles, and a constant: a condition on all piles, or on one.
    fn extreme(&self, e: &E) -> Option<C> {
        let (constant, terms) = build::linear(e);
        let [(term, factor)] = &terms[..] else { return None };
        let Form::Fold(op @ (FoldOp::Min | FoldOp::Max), over) = &**term else { return None };
        let range = piles_of(over).filter(|_| over.filter.as_bool() == Some(true))?;
        if !self.nonempty {
            self.why
                .replace(Some("there may be no pile, and then there is none that is the least or the greatest".into()));
            return None;
        }
        let own = build::non_pos(&build::add(&build::int(constant), &build::scale(&over.body, factor)));
        let all = (*op == FoldOp::Max) == (*factor > IBig::ZERO);
        let counted = if all { build::not(&own) } else { own };
        let none = build::zero(&self.count(range, &over.filter, &counted)?);
        Some(if all { none } else { build::not(&none) })
    }
}

/// The range of a form over all piles.
fn piles_of<B>(over: &Over<B>) -> Option<&Range> {
    match &over.ranges[..] {
        [range] if matches!(*range.lo, Form::Coord(PILES)) => Some(range),
        _ => None,
    }
}

impl Change for Collect {
    fn number(&self, e: &E) -> E {
        let found = match &**e {
            Form::Count(over) => piles_of(over).and_then(|range| self.count(range, &over.filter, &over.body)),
            Form::Fold(FoldOp::Sum, over) => self.sum(over, None),
            Form::Fold(FoldOp::Xor, over) => self.nim_sum(over),
            Form::Mod(a, m, place) if m.as_int().is_some() => Some(build::modulo(&self.remaining(a, m), m, *place)),
            Form::Bit(a, i, place) if i.as_i64() == Some(0) => {
                let two = build::int(2);
                Some(build::modulo(&self.remaining(a, &two), &two, *place))
            }
            _ => None,
        };
        found.unwrap_or_else(|| rebuilt(e, self))
    }

    fn condition(&self, c: &C) -> C {
        let found = match &**c {
            Cond::Quantified(quantifier, over) => piles_of(over).and_then(|range| {
                let all = *quantifier == Quantifier::All;
                let counted = if all { build::not(&over.body) } else { over.body.clone() };
                let none = build::zero(&self.count(range, &over.filter, &counted)?);
                Some(if all { none } else { build::not(&none) })
            }),
            Cond::Divides(m, a) if m.as_int().is_some() => Some(build::divides(m, &self.remaining(a, m))),
            Cond::NonPos(e) => self.extreme(e),
            Cond::Zero(e) => {
                self.extreme(e).zip(self.extreme(&build::scale(e, &-IBig::ONE))).map(|(a, b)| build::and(vec![a, b]))
            }
            _ => None,
        };
        found.unwrap_or_else(|| rebuilt_condition(c, self))
    }
}
