//! The values of heaps, in runs of equal values.
//!
//! In: windows, each from n - R to n - L. Out: the runs, one after the other.
//!
//! The set of values in a window changes only where a run begins to enter it, at L heaps behind the start of the run, and where a run has left it, at
//! R heaps behind the start of the next one. Between two such heaps the mex stays the same.

use grundy_core::contract::multiset::Multiset;

/// Runs of heaps of equal values.
pub(super) struct Runs {
    /// R and L of each window.
    windows: Vec<(u64, u64)>,
    /// How many runs have begun to enter each window, and how many have left it.
    passed: Vec<(usize, usize)>,
    inside: Multiset,
    /// The first heap of each run, and the value of its heaps. The last run may go on.
    pub(super) starts: Vec<u64>,
    pub(super) values: Vec<u32>,
}

impl Runs {
    /// `terminal` is the value of a heap without options. There is at least one window.
    pub(super) fn new(windows: Vec<(u64, u64)>, terminal: u32) -> Runs {
        let passed = vec![(0, 0); windows.len()];
        Runs { windows, passed, inside: Multiset::default(), starts: vec![0], values: vec![terminal] }
    }

    /// The greatest R.
    pub(super) fn reach(&self) -> u64 {
        self.windows.iter().map(|(far, _)| *far).max().unwrap_or(0)
    }

    /// The number of runs that have ended.
    pub(super) fn ended(&self) -> usize {
        self.starts.len() - 1
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        12 * self.starts.capacity() as u64 + self.inside.bytes()
    }

    /// Goes on to the next heap at which the set of values changes; `None` if it is no number of 64 bits.
    pub(super) fn step(&mut self) -> Option<u64> {
        let start = |run: usize| self.starts.get(run).copied().unwrap_or(u64::MAX);
        let enters = |k: usize, entered: usize| start(entered).saturating_add(self.windows[k].1);
        let leaves = |k: usize, left: usize| start(left + 1).saturating_add(self.windows[k].0);
        let next = |(k, passed): (usize, &(usize, usize))| enters(k, passed.0).min(leaves(k, passed.1));
        let at = self.passed.iter().enumerate().map(next).min().filter(|at| *at < u64::MAX)?;
        let (mut coming, mut going) = (vec![], vec![]);
        for k in 0..self.windows.len() {
            let (entered, left) = self.passed[k];
            coming.extend((enters(k, entered) == at).then_some((k, entered)));
            going.extend((leaves(k, left) == at).then_some((k, left)));
        }
        for (k, run) in coming {
            self.inside.add(self.values[run]);
            self.passed[k].0 += 1;
        }
        for (k, run) in going {
            self.inside.remove(self.values[run]);
            self.passed[k].1 += 1;
        }
        let value = self.inside.mex();
        if self.values.last() != Some(&value) {
            self.starts.push(at);
            self.values.push(value);
        }
        Some(at)
    }

    /// The value of a heap below the next change.
    pub(super) fn value(&self, heap: u64) -> u32 {
        self.values[self.starts.partition_point(|start| *start <= heap) - 1]
    }
}
