//! The period that finitely many terms show: an observation, never a proof.

use super::Period;
use grundy_core::contract::tail::tail_by;
use grundy_core::store::values::Values;

/// The least period that more than half of the terms show, over more than two periods.
///
/// ```
/// # use grundy::theory::periods::observed_period;
/// let terms = [7, 9, 0, 1, 0, 1, 0, 1].map(Some);
/// assert_eq!(observed_period(&terms).map(|p| p.to_string()), Some("preperiod 2 period 2 saltus 0".to_string()));
/// ```
#[must_use]
pub fn observed_period(terms: &[Option<u64>]) -> Option<Period> {
    if terms.contains(&None) {
        return None;
    }
    observed_by(terms.len(), |n| terms[n].unwrap_or_default())
}

/// The same of values of a table; [`Values::NOWHERE`] stands where no position exists.
#[must_use]
pub fn observed_values(values: &[u32]) -> Option<Period> {
    if values.contains(&Values::NOWHERE) {
        return None;
    }
    observed_by(values.len(), |n| values[n].into())
}

/// The same of so many terms, which are asked for by number.
pub(super) fn observed_by(count: usize, term: impl Fn(usize) -> u64) -> Option<Period> {
    let tail = tail_by(count, |n| i128::from(term(n)))?;
    let (preperiod, period) = (tail.preperiod as u64, tail.period as u64);
    Some(Period { preperiod, period, saltus: i64::try_from(tail.saltus).ok()? })
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
    }

    /// The definition, tested for every period and preperiod.
    fn by_definition(terms: &[u64]) -> Option<(u64, u64, i64)> {
        let n = terms.len();
        for period in 1..n {
            for preperiod in 0..n - period {
                let step = |i: usize| terms[i + period] as i64 - terms[i] as i64;
                let holds = (preperiod..n - period).all(|i| step(i) == step(n - 1 - period));
                if holds && n - preperiod > (2 * period).max(n / 2) {
                    return Some((preperiod as u64, period as u64, step(n - 1 - period)));
                }
            }
        }
        None
    }

    #[test]
    fn all_short_texts_are_read_as_defined() {
        for length in 2..9 {
            for code in 0..3u32.pow(length) {
                let terms: Vec<u64> = (0..length).map(|i| u64::from(code / 3u32.pow(i) % 3)).collect();
                assert_eq!(of(&terms), by_definition(&terms), "{terms:?}");
            }
        }
    }
}
