//! Where a value occurs in a sequence that is periodic in its middle.
//!
//! In: the values of a sequence by index, and between which indices G(k + period) = G(k) + saltus. Out: the indices with a value, as arithmetic
//! progressions, since there may be more than can be listed.

use std::collections::BinaryHeap;

use dashu_int::IBig;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::Result;

/// After so many indices the work looks whether it must end.
const LOOK: usize = 1 << 12;

/// An arithmetic progression of indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) first: IBig,
    pub(super) step: IBig,
    /// At least 1.
    pub(super) count: IBig,
}

impl Run {
    fn last(&self) -> IBig {
        &self.first + (&self.count - IBig::ONE) * &self.step
    }
}

/// Where a sequence is periodic.
pub(super) struct Periodic {
    /// The first index of the periodic part.
    pub(super) from: IBig,
    /// The last; `None` if there is no last.
    pub(super) to: Option<IBig>,
    pub(super) period: IBig,
    pub(super) saltus: IBig,
}

/// The value at an index; `None` where no position exists.
pub(super) type ValueAt<'a> = Box<dyn FnMut(&IBig) -> Result<Option<IBig>> + 'a>;

/// Looks for one value.
pub(super) struct Search<'a> {
    pub(super) periodic: Periodic,
    pub(super) value: ValueAt<'a>,
    pub(super) wanted: &'a IBig,
    pub(super) limits: &'a Limits,
}

impl Search<'_> {
    /// The indices with the value in disjoint spans, both ends of which belong to them.
    pub(super) fn within(mut self, spans: &[(IBig, IBig)]) -> Result<Vec<Run>> {
        let mut runs = vec![];
        for (lo, hi) in spans {
            let from = lo.max(&self.periodic.from).clone();
            let to = self.periodic.to.as_ref().map_or(hi, |to| to.min(hi)).clone();
            if from > to {
                self.each(lo, hi, &mut runs)?;
                continue;
            }
            self.each(lo, &(&from - IBig::ONE), &mut runs)?;
            self.periods(&from, &to, &mut runs)?;
            self.each(&(to + IBig::ONE), hi, &mut runs)?;
        }
        Ok(runs)
    }

    /// Visits every index.
    fn each(&mut self, lo: &IBig, hi: &IBig, runs: &mut Vec<Run>) -> Result<()> {
        let (mut k, mut seen) = (lo.clone(), 0);
        while k <= *hi {
            if (self.value)(&k)?.as_ref() == Some(self.wanted) {
                runs.push(Run { first: k.clone(), step: IBig::ONE, count: IBig::ONE });
            }
            self.look(&mut seen, runs)?;
            k += IBig::ONE;
        }
        Ok(())
    }

    /// Visits one period of the periodic part.
    fn periods(&mut self, from: &IBig, to: &IBig, runs: &mut Vec<Run>) -> Result<()> {
        let Periodic { period, saltus, .. } = &self.periodic;
        let (period, saltus) = (period.clone(), saltus.clone());
        let end = to.min(&(from + &period - IBig::ONE)).clone();
        let (mut k, mut seen) = (from.clone(), 0);
        while k <= end {
            if let Some(value) = (self.value)(&k)? {
                let missing = self.wanted - value;
                if saltus == IBig::ZERO {
                    if missing == IBig::ZERO {
                        let count = (to - &k) / &period + IBig::ONE;
                        runs.push(Run { first: k.clone(), step: period.clone(), count });
                    }
                } else if missing >= IBig::ZERO && (&missing % &saltus) == IBig::ZERO {
                    let first = &k + missing / &saltus * &period;
                    if first <= *to {
                        runs.push(Run { first, step: IBig::ONE, count: IBig::ONE });
                    }
                }
            }
            self.look(&mut seen, runs)?;
            k += IBig::ONE;
        }
        Ok(())
    }

    fn look(&self, seen: &mut usize, runs: &[Run]) -> Result<()> {
        *seen += 1;
        if seen.is_multiple_of(LOOK) {
            self.limits.check(std::mem::size_of_val(runs) as u64, "the list of winning moves")?;
        }
        Ok(())
    }
}

/// How many indices disjoint progressions have together.
pub(super) fn total(runs: &[Run]) -> IBig {
    runs.iter().map(|run| &run.count).sum()
}

/// The greatest indices of disjoint progressions in decreasing order, at most so many.
pub(super) fn last(runs: &[Run], most: usize) -> Vec<IBig> {
    let mut heap: BinaryHeap<(IBig, usize)> = runs.iter().enumerate().map(|(r, run)| (run.last(), r)).collect();
    let mut found = vec![];
    while found.len() < most
        && let Some((k, r)) = heap.pop()
    {
        if k > runs[r].first {
            heap.push((&k - &runs[r].step, r));
        }
        found.push(k);
    }
    found
}
