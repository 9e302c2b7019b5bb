//! The least preperiod and the least period of terms that are known to repeat.
//!
//! In: a stream of terms, and an index below which an equation must be looked at, since beyond it a theorem says that it holds. Out: that a stated preperiod and period are
//! least, or why not.
//!
//! t(n + p) = t(n) + s is checked from the preperiod to the index, and therefore holds for ever. It must fail for the index before the preperiod. For every prime q that divides p and s,
//! t(n + p / q) = t(n) + s / q must fail for some n from the preperiod on. All periods are multiples of the least one, so p is the least.

use crate::form::numbers::{index, primes};
use crate::form::spent::Stop;
use crate::recurrence::windows::Halt;

/// Stands for a place without a term, such as the value of a position that does not exist.
pub(crate) const NONE: u64 = u64::MAX;

/// A stream of terms; [`NONE`] stands for a place without one.
pub(crate) trait Terms: Clone {
    /// The next term.
    fn next(&mut self, stop: Stop) -> Result<u64, Halt>;

    /// The stream without the first terms.
    fn after(&self, terms: u64, stop: Stop) -> Result<Self, Halt> {
        let mut later = self.clone();
        for _ in 0..terms {
            later.next(stop)?;
        }
        Ok(later)
    }
}

/// Stands for a term that never belongs to the part that repeats.
pub(crate) const OTHER: u64 = u64::MAX - 1;

/// Terms that are known, from one on.
#[derive(Clone)]
pub(crate) struct Known<'a> {
    pub(crate) at: &'a dyn Fn(u64) -> Option<u64>,
    pub(crate) from: u64,
}

impl Terms for Known<'_> {
    fn next(&mut self, _: Stop) -> Result<u64, Halt> {
        self.from += 1;
        Ok((self.at)(self.from - 1).unwrap_or(NONE))
    }

    fn after(&self, terms: u64, _: Stop) -> Result<Self, Halt> {
        Ok(Known { from: self.from + terms, ..*self })
    }
}

/// How many terms are kept to refute smaller periods.
const HEAD: usize = 1 << 12;

/// How terms are said to repeat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Equation {
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
    pub(crate) saltus: u64,
}

impl Equation {
    /// The number of terms that tell all others, if it is `most` at most.
    pub(crate) fn first(&self, most: u64) -> Option<u64> {
        self.preperiod.checked_add(self.period).filter(|first| *first <= most)
    }
}

/// A term plus a number; where there is no term, none.
fn raised(term: u64, by: u64) -> u64 {
    if term == NONE { NONE } else { term + by }
}

/// Compares a term with the one that a certificate states, if it states this one.
pub(crate) fn must_be(n: u64, stated: &[Option<u64>], term: u64) -> Result<(), Halt> {
    if stated.get(index(n)).is_none_or(|stated| stated.unwrap_or(NONE) == term) {
        return Ok(());
    }
    let found = if term == NONE { "no position".to_string() } else { term.to_string() };
    Err(format!("the value {n} of the certificate is not right: there is {found}").into())
}

/// Checks that the first terms are those stated, that an equation holds for the indices below `limit`, and that its preperiod and period are least.
pub(crate) fn least(
    terms: &impl Terms,
    stated: &[Option<u64>],
    limit: u64,
    equation: Equation,
    stop: Stop,
) -> Result<(), Halt> {
    let Equation { preperiod, period, saltus } = equation;
    if period == 0 {
        return Err("a period is at least 1".to_string().into());
    }
    let grown = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
    let before = preperiod.saturating_sub(1);
    let mut here = terms.clone();
    for n in 0..before {
        must_be(n, stated, here.next(stop)?)?;
    }
    let mut there = here.after(period, stop)?;
    let mut first = here.clone();
    // The first terms from the preperiod on refute most of the smaller periods on the way.
    let mut open: Vec<u64> = primes(period).into_iter().filter(|q| saltus.is_multiple_of(*q)).collect();
    let mut head = vec![];
    for n in before..limit.max(preperiod) {
        if n == preperiod {
            first = here.clone();
        }
        let (a, b) = (here.next(stop)?, there.next(stop)?);
        must_be(n, stated, a)?;
        if n >= preperiod && head.len() < HEAD {
            head.push(a);
        }
        open.retain(|q| {
            let earlier = n.checked_sub(preperiod + period / q).and_then(|k| head.get(index(k)));
            earlier.is_none_or(|earlier| raised(*earlier, saltus / q) == a)
        });
        // The part that repeats has no such terms.
        let holds = raised(a, saltus) == b && a != OTHER;
        if holds && n < preperiod {
            return Err(format!("G(n + {period}) = G(n){grown} for n = {n}, too, before the preperiod").into());
        }
        if !holds && n >= preperiod {
            return Err(format!("G(n + {period}) is not G(n){grown} for n = {n}").into());
        }
    }
    if limit <= preperiod {
        first = here.clone();
    }
    for n in limit.max(preperiod)..stated.len() as u64 {
        must_be(n, stated, here.next(stop)?)?;
    }
    if saltus > 0 && is_same(&first, &first, (period, 0, true), stop)? {
        return Err(format!("nothing from {preperiod} on is a position, so that there is no saltus").into());
    }
    for q in open {
        let there = first.after(period / q, stop)?;
        if is_same(&first, &there, (period, saltus / q, false), stop)? {
            return Err(format!("{} is a period, too, less than {period}", period / q).into());
        }
    }
    Ok(())
}

/// Are the next terms of one stream those of another, less a number; or is there none, where this is asked for?
fn is_same<T: Terms>(here: &T, there: &T, (terms, by, none): (u64, u64, bool), stop: Stop) -> Result<bool, Halt> {
    let (mut here, mut there) = (here.clone(), there.clone());
    for _ in 0..terms {
        let (a, b) = (here.next(stop)?, there.next(stop)?);
        if raised(a, by) != b || none && a != NONE {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From term `at` on, terms repeat after `after` terms.
    #[derive(Clone, Copy)]
    struct Round {
        at: u64,
        after: u64,
    }

    /// A sequence of digits whose end repeats.
    #[derive(Clone)]
    struct Digits(Vec<u64>, usize, Round);

    impl Terms for Digits {
        fn next(&mut self, _: Stop) -> Result<u64, Halt> {
            let (n, Round { at, after }) = (self.1 as u64, self.2);
            self.1 += 1;
            Ok(self.0[if n < at { n } else { at + (n - at) % after } as usize])
        }
    }

    /// The least preperiod and period by the definition.
    fn by_definition(digits: &Digits) -> (u64, u64) {
        let Round { at, after } = digits.2;
        let all: Vec<u64> = {
            let mut digits = digits.clone();
            (0..at + 3 * after).map(|_| digits.next(&mut |_| false).ok().expect("a digit")).collect()
        };
        let holds = |n0: u64, p: u64| (n0..at + after).all(|n| all[n as usize] == all[(n + p) as usize]);
        let p = (1..=after).find(|p| holds(at, *p)).expect("it repeats");
        ((0..=at).find(|n0| holds(*n0, p)).expect("it repeats"), p)
    }

    #[test]
    fn just_the_least_ones_are_accepted() {
        for code in 0..3u64.pow(8) {
            let list: Vec<u64> = (0..8).map(|k| code / 3u64.pow(k) % 3).collect();
            let digits = Digits(list, 0, Round { at: 4 - code % 3, after: 4 });
            let known = by_definition(&digits);
            for claim in (0..6).flat_map(|n0| (0..6).map(move |p| (n0, p))) {
                let equation = Equation { preperiod: claim.0, period: claim.1, saltus: 0 };
                let limit = digits.2.at.max(claim.0) + digits.2.after;
                let verdict = least(&digits, &[], limit, equation, &mut |_| false);
                assert_eq!(verdict.is_ok(), claim == known, "{:?} {claim:?}", digits.0);
            }
        }
    }
}
