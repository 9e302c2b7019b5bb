//! Conditions on the parameters of a move, tested as early as they can be.
//!
//! In: a family, and the parts of its guard. Out: for each parameter what can be tested as soon as it has its value. A condition on one parameter
//! alone, such as `prime(p)`, is tested once for each number, not again at every position. A condition such as `s^2 <= n`, which stays false once it is
//! false, ends the range.
//!
//! Only conditions that are defined everywhere are moved, and only across ranges that are defined everywhere. A position at which the rules are not
//! defined is therefore the same error with this module as without it.

use std::sync::atomic::{AtomicU8, Ordering};

use dashu_int::IBig;

use super::compile::{Condition, Env, FUEL, condition};
use crate::contract::num::Num;
use crate::contract::reason::asks;
use crate::contract::stop::Result;
use grundy_rules::rules::bounds::{Naturals, interval};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Node, Range, Tree, may_fail};
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
        for (place, part) in guard.into_iter().enumerate() {
            // What stands behind a condition that may be undefined is not tested before it, and that condition itself only where it is the first of all
            // tests.
            defined &= is_defined(&part);
            let kind = |at: usize| (at, kind(&part, &family.params[at], at));
            let is_first = |(at, kind): &(usize, usize)| place == 0 && at + 1 == family.params.len() && *kind == OWN;
            match level(family, &part).map(kind).filter(|place| defined || is_first(place)) {
                Some((at, kind)) => found[at][kind].push(part),
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
    let later = family.params[at + 1..].iter().all(|range| range.lo.total() && range.hi.total());
    let in_order = family.params.iter().enumerate().all(|(k, range)| range.var == k);
    (in_order && later && !asks(part)).then_some(at)
}

/// Is a condition defined everywhere? As [`Tree::total`], but a power with a small constant exponent is taken to be defined: what it is the power of is
/// enumerated or a coordinate, and no such number is too long.
fn is_defined(part: &C) -> bool {
    let is_small_power = |node: Node<'_>| match node {
        Node::Number(e) => match &**e {
            Expr::Pow(base, power, _) => {
                matches!(**base, Expr::Var(_) | Expr::Coord(_))
                    && power.as_i64().is_some_and(|power| (0..=SMALL_POWER).contains(&power))
            }
            _ => false,
        },
        Node::Condition(_) => false,
    };
    !part.any(&mut |node| may_fail(node) && !is_small_power(node))
}

/// The greatest exponent of such a power.
const SMALL_POWER: i64 = 8;

/// Conditions that stay false once they are false, that depend on the parameter alone, and all others.
const LASTS: usize = 0;
const OWN: usize = 1;
const TEST: usize = 2;

/// The place of a condition on a parameter among the tests.
fn kind(part: &C, range: &Range, at: usize) -> usize {
    let alone = part.coords().is_empty() && (0..at).all(|other| !part.uses(other));
    if stays_false(part, range) {
        LASTS
    } else if alone {
        OWN
    } else {
        TEST
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

#[cfg(test)]
mod tests {
    use grundy::{Evaluator, Options, Session};

    /// May a number be taken from a heap?
    type May<'a> = &'a dyn Fn(usize, usize) -> bool;

    /// The values of a game that takes some numbers.
    fn taking(last: usize, may: May<'_>) -> Vec<u32> {
        let mut values: Vec<u32> = vec![];
        for n in 0..=last {
            let options: Vec<u32> = (1..=n).filter(|k| may(n, *k)).map(|k| values[n - k]).collect();
            values.push((0..).find(|value| !options.contains(value)).expect("a finite list leaves a number out"));
        }
        values
    }

    fn prime(n: usize) -> bool {
        n > 1 && (2..n).all(|d| !n.is_multiple_of(d))
    }

    /// Each by a table, and by the search alone.
    #[test]
    fn guards_say_what_they_say() {
        let is_square = |k: usize| k.isqrt().pow(2) == k;
        let cases: [(&str, May<'_>); 5] = [
            ("move n - p for p in 2..n if p > 1 and all d in 2..isqrt(p): not d divides p", &|_, k| prime(k)),
            ("move n - s^2 for s in 1..n if s^2 <= n", &|_, k| is_square(k)),
            ("move n - k for k in 1..n if k != 2 and 3*k <= n", &|n, k| k != 2 && 3 * k <= n),
            ("move n - s*s for s in 1..n if 2 divides n + s and s*s <= n", &|n, k| {
                is_square(k) && (n + k.isqrt()).is_multiple_of(2)
            }),
            ("move n - a - b for a in 1..n, b in a..n if prime(a) and a + b <= 9 and a + b <= n", &|n, k| {
                k <= n.min(9) && (1..=k / 2).any(prime)
            }),
        ];
        for (moves, may) in cases {
            let rules = format!("def prime(p) = p > 1 and all d in 2..p - 1: not d divides p\ngame g(n) {{ {moves} }}");
            let mut session = Session::new();
            session.load("g.game", &rules).expect("the rules are of the language");
            let game = session.game("g", None).expect("a game");
            let expected = taking(150, may);
            let table = Evaluator::new(&game.rules, Options::default()).table(&[150]).expect("a table");
            let mut search = Evaluator::new(&game.rules, Options { plain: true, ..Options::default() });
            for (n, value) in (0u64..).zip(&expected) {
                assert_eq!(table.get(&[n]), Some(*value), "{moves} at {n}");
                assert_eq!(search.value(&[n.into()]).expect("a value").value, (*value).into(), "{moves} at {n}");
            }
        }
    }
}
