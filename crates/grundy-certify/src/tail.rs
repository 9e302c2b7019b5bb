//! The least period of a sequence that is known to repeat.
//!
//! In: terms one after the other, and an index from which on they repeat after a number of terms, for ever. Out: that a preperiod and a period are the
//! least ones, or what speaks against it.
//!
//! From the index on the sequence repeats, so that the least preperiod is not beyond it and the least period divides the number of
//! terms; one that is stated and does not is false at once. t(n + p) = t(n) is looked at from the preperiod to the end of the first
//! round, and so holds for ever; it is to fail of the index before the preperiod, and for every prime q that divides p,
//! t(n + p / q) = t(n) is to fail of some n from the preperiod on. All periods are multiples of the least one, so that this is it.

use super::line::{Halt, Stop};
use super::numbers::primes;

/// Terms, from one on.
pub(crate) trait Terms: Clone {
    /// The next one.
    fn next(&mut self, stop: Stop) -> Result<u64, Halt>;

    /// Without the first ones.
    fn after(&self, terms: u64, stop: Stop) -> Result<Self, Halt> {
        let mut later = self.clone();
        for _ in 0..terms {
            later.next(stop)?;
        }
        Ok(later)
    }
}

/// Stands for a term that is none of those that repeat.
pub(crate) const OTHER: u64 = u64::MAX - 1;

/// What is known: terms from one on repeat, after how many terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    pub(crate) at: u64,
    pub(crate) after: u64,
}

/// Are a preperiod and a period the least ones?
pub(crate) fn least(terms: &impl Terms, round: Round, (preperiod, period): (u64, u64), stop: Stop) -> Result<(), Halt> {
    if period == 0 || !round.after.is_multiple_of(period) {
        let text = format!("{period} is not the least period: that divides {}, after which terms repeat", round.after);
        return Err(text.into());
    }
    if preperiod > round.at {
        let text = format!("{preperiod} is not the least preperiod: from {} on terms repeat", round.at);
        return Err(text.into());
    }
    let before = preperiod.saturating_sub(1);
    let mut here = terms.after(before, stop)?;
    let mut there = here.after(period, stop)?;
    for n in before..round.at + round.after {
        let (a, b) = (here.next(stop)?, there.next(stop)?);
        // What repeats is none of the other terms.
        let holds = a == b && a != OTHER;
        if holds && n < preperiod {
            return Err(format!("the terms {n} and {} are equal, before the preperiod", n + period).into());
        }
        if !holds && n >= preperiod {
            return Err(format!("the terms {n} and {} differ", n + period).into());
        }
    }
    for shorter in primes(period).into_iter().map(|q| period / q) {
        let mut here = terms.after(preperiod, stop)?;
        let mut there = here.after(shorter, stop)?;
        if is_same(&mut here, &mut there, period, stop)? {
            return Err(format!("{shorter} is a period, too, less than {period}").into());
        }
    }
    Ok(())
}

/// Are so many terms the same?
fn is_same<T: Terms>(here: &mut T, there: &mut T, terms: u64, stop: Stop) -> Result<bool, Halt> {
    for _ in 0..terms {
        if here.next(stop)? != there.next(stop)? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Digits, the last ones of which repeat.
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
                let verdict = least(&digits, digits.2, claim, &mut |_| false);
                assert_eq!(verdict.is_ok(), claim == known, "{:?} {claim:?}", digits.0);
            }
        }
    }
}
