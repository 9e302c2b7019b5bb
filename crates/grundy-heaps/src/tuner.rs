//! How many rare heaps are marked, and how many helpers there are.
//!
//! In: what blocks cost, counted, and how often all pairs of a heap were looked at. Out: the two numbers, changed a little after every few blocks. Costs are
//! modelled in tenths of a nanosecond of one processor (measured once: a mark of a heap in w words 0.6 + 0.4 w, a test of four codes 0.2 a byte), not timed,
//! so that work is the same in every run. Values do not depend on them. The same model says when all pairs of each heap cost less.

use crate::kernel::Kernel;
use crate::rules::Rules;

/// Blocks between two changes.
const BLOCKS: u32 = 128;
/// What a heap costs besides pairs.
const HEAP: f64 = 300.0;
/// So many heaps show what they cost.
const SHOWN: usize = 1 << 10;
/// Blocks of this many words or less are marked with shifts.
const BY_SHIFTS: usize = 4;

/// What the loops of a kernel cost.
#[derive(Clone, Copy, Debug)]
struct Costs {
    /// A mark in many words.
    wide: f64,
    /// To look for a pair that there is.
    found: f64,
    /// A pair where a heap has no pair that is looked for.
    scanned: f64,
    /// A pair where all pairs of a heap are looked at.
    dense: f64,
}

impl Costs {
    fn of(kernel: Kernel) -> Costs {
        match kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(_) => Costs { wide: 3.0, found: 150.0, scanned: 0.1, dense: 1.2 },
            _ => Costs { wide: 4.0, found: 500.0, scanned: 0.4, dense: 3.2 },
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Tuner {
    costs: Costs,
    /// Moves that split, at least 1.
    splits: f64,
    pub(crate) marked: f64,
    pub(crate) helpers: f64,
    /// `marked` is multiplied by this while the cost falls.
    factor: f64,
    cost: f64,
    last: Option<f64>,
    blocks: u32,
    scans: u32,
    /// What the heaps since the lists were made have cost, and their number.
    spent: f64,
    heaps: usize,
}

impl Tuner {
    pub(crate) fn new(kernel: Kernel, rules: &Rules) -> Tuner {
        Tuner {
            costs: Costs::of(kernel),
            splits: rules.splits.len().max(1) as f64,
            marked: 0.0,
            helpers: 64.0,
            factor: 1.25,
            cost: 0.0,
            last: None,
            blocks: 0,
            scans: 0,
            spent: 0.0,
            heaps: 0,
        }
    }

    /// So many codes are in use: with about m ln m pairs each of m codes is likely to be met. That is where the search for the best number begins, with half of all `rare`
    /// heaps at most. Where sets are wide, it begins with half as many pairs of helpers: with few of them, hundreds of values a heap would be looked for (0.567 took 0.82 s to
    /// 65 536 heaps in place of 0.53).
    pub(crate) fn begin(&mut self, codes: u32, wide: bool, rare: usize) {
        (self.spent, self.heaps) = (0.0, 0);
        let codes = f64::from(codes);
        let start = (codes * (codes.ln() + 1.0)).min(rare as f64 / 2.0);
        if wide || self.marked == 0.0 {
            self.marked = self.marked.max(start);
        }
        if wide {
            self.helpers = self.helpers.max(codes * codes.ln() / (2.0 * self.splits));
        }
    }

    pub(crate) fn marks(&mut self, pairs: usize, words: usize) {
        self.spend(pairs as f64 * if words <= BY_SHIFTS { 0.6 + 0.4 * words as f64 } else { self.costs.wide });
    }

    pub(crate) fn tests(&mut self, pairs: usize, bytes: usize) {
        self.spend(pairs as f64 * 0.2 * bytes as f64);
    }

    pub(crate) fn tests_one(&mut self, pairs: usize) {
        self.spend(pairs as f64 * 4.0);
    }

    fn spend(&mut self, cost: f64) {
        self.cost += cost;
        self.spent += cost;
    }

    /// All of so many pairs were looked at for one, or some until it was found.
    pub(crate) fn scans(&mut self, pairs: usize, found: bool) {
        self.scans += 1;
        self.spent += if found { self.costs.found } else { self.costs.scanned * pairs as f64 };
    }

    /// Would all pairs of a heap, of which so many would be looked at, cost less than heaps have cost since the lists were made?
    pub(crate) fn is_dear(&self, pairs: usize) -> bool {
        self.heaps >= SHOWN && self.spent > self.heaps as f64 * self.costs.dense * pairs as f64
    }

    /// A block of so many heaps is done, some of whose pairs were tested or not. Are the numbers to be used anew? `least` pairs at least are marked.
    pub(crate) fn block(&mut self, heaps: usize, tested: bool, least: f64) -> bool {
        self.blocks += 1;
        self.heaps += heaps;
        self.spent += HEAP * heaps as f64;
        if self.blocks < BLOCKS {
            return false;
        }
        let scans = f64::from(self.scans) / (f64::from(self.blocks) * heaps as f64);
        let old = (self.marked, self.helpers);
        if self.last.is_some_and(|last| self.cost > last) {
            self.factor = 1.0 / self.factor;
        }
        if tested {
            self.marked = (self.marked * self.factor).max(least);
        }
        if scans > 2.0 && self.helpers < 3000.0 {
            self.helpers = self.helpers * 1.25 + 8.0;
        } else if scans < 0.5 && self.helpers > 16.0 {
            self.helpers *= 0.9;
        }
        (self.last, self.cost, self.blocks, self.scans) = (Some(self.cost), 0.0, 0, 0);
        old != (self.marked, self.helpers)
    }
}
