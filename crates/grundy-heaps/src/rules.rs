//! The moves of a heap, as this crate reads them.
//!
//! In: what callers know of a game. Out: [`Rules`], which say what can be left of every heap from some size on.

/// Moves from a heap of n tokens, for all n from some size on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// A move leaves one heap, of n - k tokens, for each k here; none is 0.
    pub takes: Vec<usize>,
    /// A move leaves a position of each of these values.
    pub fixed: Vec<u32>,
    /// Moves leave two heaps.
    pub splits: Vec<Split>,
}

/// Moves that leave two heaps of n - `take` tokens together, neither of them empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The number of tokens taken.
    pub take: usize,
    /// Each of the two heaps has so many tokens at least; at least 1.
    pub least: usize,
    /// Must the two heaps be unequal?
    pub unequal: bool,
}

impl Split {
    /// The sizes of the smaller of two heaps that are `whole` tokens together.
    pub(crate) fn smaller(&self, whole: usize) -> std::ops::Range<usize> {
        let end = if self.unequal { whole.div_ceil(2) } else { whole / 2 + 1 };
        self.least..end.max(self.least)
    }
}

impl Rules {
    /// From heaps of this size on no move takes more than there is.
    pub(crate) fn reach(&self) -> usize {
        let takes = self.takes.iter().copied();
        takes.chain(self.splits.iter().map(|split| split.take + 1)).max().unwrap_or(0)
    }

    /// How many pairs of heaps moves leave of n.
    pub(crate) fn pairs(&self, n: usize) -> usize {
        self.splits.iter().map(|split| split.smaller(n - split.take).len()).sum()
    }

    /// How many of them are of wholes that no move leaves of a smaller heap.
    pub(crate) fn new_pairs(&self, n: usize) -> usize {
        let before = |split: &Split| {
            self.splits.iter().any(|other| Split { take: split.take, ..*other } == *split && other.take < split.take)
        };
        self.splits.iter().filter(|split| !before(split)).map(|split| split.smaller(n - split.take).len()).sum()
    }

    /// The parity of all numbers taken where heaps are split, if it is one: `Some(true)` if they are odd.
    pub(crate) fn odd(&self) -> Option<bool> {
        let mut parities = self.splits.iter().map(|split| split.take % 2 == 1);
        let first = parities.next()?;
        parities.all(|parity| parity == first).then_some(first)
    }
}
