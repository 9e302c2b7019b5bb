//! The least period of a sequence that is known to repeat.
//!
//! In: a stream of terms, and an index from which on they repeat for ever after a known number of terms. Out: that a given preperiod and period are
//! least, or why not.
//!
//! From the index on the sequence repeats. So the least preperiod is not beyond it, and the least period divides the number of terms; a
//! claimed period that does not divide it is refused at once. t(n + p) = t(n) is checked from the preperiod to the end of the first round,
//! and therefore holds for ever. It must fail for the index before the preperiod. For every prime q that divides p, t(n + p / q) = t(n)
//! must fail for some n from the preperiod on. All periods are multiples of the least one, so p is the least.

use super::line::Halt;
use super::numbers::primes;
use crate::spent::Stop;

/// A stream of terms.
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

/// The known repetition: from term `at` on, terms repeat after `after` terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    pub(crate) at: u64,
    pub(crate) after: u64,
}

/// Checks that a preperiod and a period are least.
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
        // The part that repeats has no such terms.
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

/// Are the next `terms` terms of both streams the same?
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
                let verdict = least(&digits, digits.2, claim, &mut |_| false);
                assert_eq!(verdict.is_ok(), claim == known, "{:?} {claim:?}", digits.0);
            }
        }
    }
}
