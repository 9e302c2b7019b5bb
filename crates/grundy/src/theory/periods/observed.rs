//! The period that finitely many terms show: an observation, never a proof.

use super::Period;
use grundy_core::contract::tail::{Tail, tail_by, tail_with_holes};
use grundy_core::store::values::Values;

/// The least period that more than half of the terms show, over more than two periods. Where no position exists, there is none a period later, and
/// terms before the first position do not count.
///
/// ```
/// # use grundy::theory::periods::observed_period;
/// let terms = [7, 9, 0, 1, 0, 1, 0, 1].map(Some);
/// assert_eq!(observed_period(&terms).map(|p| p.to_string()), Some("preperiod 2 period 2 saltus 0".to_string()));
/// let terms = [Some(0), None, Some(1), None, Some(2), None];
/// assert_eq!(observed_period(&terms).map(|p| p.to_string()), Some("preperiod 0 period 2 saltus 1".to_string()));
/// ```
#[must_use]
pub fn observed_period(terms: &[Option<u64>]) -> Option<Period> {
    observed_by(terms.len(), !terms.contains(&None), |n| terms[n])
}

/// The same of values of a table; [`Values::NOWHERE`] stands where no position exists.
#[must_use]
pub fn observed_values(values: &[u32]) -> Option<Period> {
    let term = |n: usize| (values[n] != Values::NOWHERE).then_some(u64::from(values[n]));
    observed_by(values.len(), !values.contains(&Values::NOWHERE), term)
}

/// The same of so many terms, which are asked for by number; `whole` if positions exist everywhere.
fn observed_by(count: usize, whole: bool, term: impl Fn(usize) -> Option<u64>) -> Option<Period> {
    let term = |n: usize| term(n).map(i128::from);
    let tail = if whole { tail_by(count, |n| term(n).unwrap_or_default()) } else { tail_with_holes(count, term) };
    let Tail { preperiod, period, saltus } = tail?;
    Some(Period { preperiod: preperiod as u64, period: period as u64, saltus: i64::try_from(saltus).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(terms: &[u64]) -> Option<(u64, u64, i64)> {
        let terms: Vec<Option<u64>> = terms.iter().copied().map(Some).collect();
        observed_period(&terms).map(|o| (o.preperiod, o.period, o.saltus))
    }

    #[test]
    fn periods_are_seen() {
        assert_eq!(of(&[0, 1, 2, 0, 1, 2, 0, 1, 2]), Some((0, 3, 0)));
        assert_eq!(of(&[0, 1, 2, 3, 4, 5]), Some((0, 1, 1)));
        assert_eq!(of(&[7, 9, 0, 1, 0, 1, 0, 1]), Some((2, 2, 0)));
        assert_eq!(of(&[5, 0, 1, 3, 4, 6, 7, 9, 10]), Some((1, 2, 3)));
        assert_eq!(of(&[4, 4, 4]), Some((0, 1, 0)));
    }

    #[test]
    fn too_little_is_nothing() {
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[1]), None);
        assert_eq!(of(&[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]), None);
        assert_eq!(observed_period(&[Some(0), None, Some(0)]), None);
        assert_eq!(observed_period(&[None; 9]), None);
        // Positions that end are no period.
        assert_eq!(observed_period(&[[Some(0); 5], [None; 5]].concat()), None);
    }

    /// The definition, tested for every period and preperiod. Terms before the first position count only towards the preperiod.
    fn by_definition(terms: &[Option<u64>]) -> Option<(u64, u64, i64)> {
        let (n, begin) = (terms.len(), terms.iter().position(Option::is_some)?);
        for period in 1..n {
            for preperiod in 0..n - period {
                let step = |i: usize| terms[i + period].zip(terms[i]).map(|(far, near)| far as i64 - near as i64);
                let Some(saltus) = (preperiod..n - period).rev().find_map(step) else { continue };
                let holds = |i: usize| step(i) == Some(saltus) || (terms[i], terms[i + period]) == (None, None);
                let seen = n - preperiod.max(begin);
                if (preperiod..n - period).all(holds) && seen > (2 * period).max((n - begin) / 2) {
                    return Some((preperiod as u64, period as u64, saltus));
                }
            }
        }
        None
    }

    #[test]
    fn all_short_texts_are_read_as_defined() {
        for length in 2..9 {
            for code in 0..4u32.pow(length) {
                let term = |i| u64::from(code / 4u32.pow(i) % 4);
                let terms: Vec<Option<u64>> = (0..length).map(|i| term(i).checked_sub(1)).collect();
                let found = observed_period(&terms).map(|o| (o.preperiod, o.period, o.saltus));
                assert_eq!(found, by_definition(&terms), "{terms:?}");
            }
        }
    }
}
