//! Conditions on the parameters of a move, tested as early as they can be.
//!
//! In: a family, and the parts of its guard. Out: for each parameter what can be tested as soon as it has its value. A condition on one parameter
//! alone, such as `prime(p)`, is tested once for each number, not again at every position. A condition such as `s^2 <= n`, which stays false once it is
//! false, ends the range.
//!
//! Only conditions that are defined everywhere are moved, and only across ranges that are: a position at which the rules are not defined is an error
//! with and without this module, unless no move needs what is not defined.

use std::sync::atomic::{AtomicU8, Ordering};

use dashu_int::IBig;

use super::compile::{Condition, Env, FUEL, condition};
use crate::contract::num::Num;
use crate::contract::stop::Result;
use grundy_rules::rules::bounds::{Naturals, interval};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Node, Range, Tree};
use grundy_rules::rules::{Family, build};

/// Numbers below this are tested once.
const TESTED_ONCE: usize = 1 << 16;

/// The tests of a family's parameters, and the conditions that are left for the end.
pub(crate) struct Sieve<N> {
    levels: Vec<Level<N>>,
    /// The conditions that are tested when all parameters have values, in their order.
    pub(crate) rest: Vec<C>,
}

/// The tests of one parameter.
struct Level<N> {
    /// Once this is false, it is false for all greater values.
    lasts: Option<Condition<N>>,
    own: Option<Own<N>>,
    test: Option<Condition<N>>,
}

/// A condition on one number.
struct Own<N> {
    test: Condition<N>,
    /// For each number: not tested yet, false, true.
    known: Box<[AtomicU8]>,
}

/// What follows for a value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sieved {
    /// The value may lead to moves.
    In,
    /// The value leads to no move.
    Out,
    /// Neither this value nor a greater one leads to a move.
    End,
}

impl<N: Num> Sieve<N> {
    /// The tests for a family; `guard` are the parts of its guard that ask nothing of the target.
    pub(crate) fn of(family: &Family, guard: Vec<C>) -> Sieve<N> {
        let mut found: Vec<[Vec<C>; 3]> = family.params.iter().map(|_| Default::default()).collect();
        let mut rest = vec![];
        let mut defined = true;
        for part in guard {
            // What stands behind a condition that may be undefined is not tested before it.
            defined &= part.total();
            match level(family, &part).filter(|_| defined) {
                Some(at) => found[at][kind(&part, &family.params[at], at)].push(part),
                None => rest.push(part),
            }
        }
        let levels = found.into_iter().map(|[lasts, own, test]| Level {
            lasts: joined(lasts),
            own: joined(own).map(Own::of),
            test: joined(test),
        });
        Sieve { levels: levels.collect(), rest }
    }

    /// Is nothing tested before all parameters from this one on have values?
    pub(crate) fn is_idle(&self, depth: usize) -> bool {
        self.levels[depth..].iter().all(|level| level.lasts.is_none() && level.own.is_none() && level.test.is_none())
    }

    /// What follows for the value that the parameter of this number has just been given.
    ///
    /// # Errors
    /// A number that does not fit.
    pub(crate) fn look(&self, depth: usize, env: &mut Env<N>) -> Result<Sieved> {
        let level = &self.levels[depth];
        if let Some(own) = &level.own
            && !own.holds(depth, env)?
        {
            return Ok(Sieved::Out);
        }
        if let Some(lasts) = &level.lasts
            && !lasts(env)?
        {
            return Ok(Sieved::End);
        }
        match &level.test {
            Some(test) if !test(env)? => Ok(Sieved::Out),
            _ => Ok(Sieved::In),
        }
    }
}

impl<N: Num> Own<N> {
    fn of(test: Condition<N>) -> Own<N> {
        Own { test, known: (0..TESTED_ONCE).map(|_| AtomicU8::new(0)).collect() }
    }

    fn holds(&self, depth: usize, env: &mut Env<N>) -> Result<bool> {
        let place = env.vars[depth].to_i64().and_then(|n| usize::try_from(n).ok()).and_then(|n| self.known.get(n));
        // Threads that test the same number at the same time find the same.
        match place.map(|place| place.load(Ordering::Relaxed)) {
            Some(known @ 1..) => Ok(known == 2),
            _ => {
                // The work of a test does not count for the position, which may come before or after others that need the same test.
                let fuel = std::mem::replace(&mut env.fuel, FUEL);
                let holds = (self.test)(env);
                env.fuel = fuel;
                let holds = holds?;
                if let Some(place) = place {
                    place.store(if holds { 2 } else { 1 }, Ordering::Relaxed);
                }
                Ok(holds)
            }
        }
    }
}

fn joined<N: Num>(list: Vec<C>) -> Option<Condition<N>> {
    (!list.is_empty()).then(|| condition(&build::and(list)))
}

/// The last parameter that a condition depends on, if the condition can be tested as soon as this parameter has its value.
fn level(family: &Family, part: &C) -> Option<usize> {
    let at = (0..family.params.len()).rev().find(|at| part.uses(family.params[*at].var))?;
    let asks = |node: Node<'_>| match node {
        Node::Number(e) => matches!(**e, Expr::Ask(..)),
        Node::Condition(c) => matches!(**c, Cond::Terminal(_) | Cond::TargetP(_)),
    };
    let later = family.params[at + 1..].iter().all(|range| range.lo.total() && range.hi.total());
    let in_order = family.params.iter().enumerate().all(|(k, range)| range.var == k);
    (in_order && later && part.total() && !part.any(&mut |node| asks(node))).then_some(at)
}

/// The place of a condition on a parameter among the tests: 0 if it stays false once it is false, 1 if it depends on nothing else, 2 otherwise.
fn kind(part: &C, range: &Range, at: usize) -> usize {
    let alone = part.coords().is_empty() && (0..at).all(|other| !part.uses(other));
    if stays_false(part, range) {
        0
    } else if alone {
        1
    } else {
        2
    }
}

/// `e <= 0` where e never falls when the parameter grows: other terms do not have the parameter, and its own are products and powers of naturals with
/// positive factors.
fn stays_false(part: &C, range: &Range) -> bool {
    let Cond::NonPos(e) = &**part else { return false };
    if interval(&range.lo, &Naturals).lo.is_none_or(|lo| lo < IBig::ZERO) {
        return false;
    }
    let natural = |e: &E| matches!(**e, Expr::Coord(_)) || **e == Expr::Var(range.var);
    let grows = |e: &E| match &**e {
        Expr::Product(list) => list.iter().all(natural),
        Expr::Pow(base, power, _) => natural(base) && power.as_i64().is_some_and(|power| power >= 0),
        _ => natural(e),
    };
    build::linear(e).1.iter().all(|(term, factor)| !term.uses(range.var) || (*factor > IBig::ZERO && grows(term)))
}
