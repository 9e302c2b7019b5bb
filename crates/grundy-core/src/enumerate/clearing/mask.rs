//! Sets of cells as words of bits.

/// A set of fewer than 64 `W` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Mask<const W: usize>([u64; W]);

impl<const W: usize> Mask<W> {
    pub(super) const EMPTY: Mask<W> = Mask([0; W]);
    /// How many cells there may be.
    pub(super) const CELLS: usize = 64 * W;

    pub(super) fn of(cells: impl IntoIterator<Item = usize>) -> Mask<W> {
        let mut mask = Mask::EMPTY;
        cells.into_iter().for_each(|cell| mask.0[cell / 64] |= 1 << (cell % 64));
        mask
    }

    pub(super) fn one(cell: usize) -> Mask<W> {
        Mask::of([cell])
    }

    pub(super) fn and(self, other: Mask<W>) -> Mask<W> {
        Mask(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub(super) fn or(self, other: Mask<W>) -> Mask<W> {
        Mask(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    pub(super) fn without(self, other: Mask<W>) -> Mask<W> {
        Mask(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == [0; W]
    }

    pub(super) fn has(self, other: Mask<W>) -> bool {
        other.without(self).is_empty()
    }

    pub(super) fn meets(self, other: Mask<W>) -> bool {
        !self.and(other).is_empty()
    }

    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The first cell.
    pub(super) fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// The set without its first cell.
    pub(super) fn rest(mut self) -> Mask<W> {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    /// The cells, each `by` places lower; those below the first are lost.
    pub(super) fn lowered(self, by: usize) -> Mask<W> {
        let (words, bits) = (by / 64, by % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Mask(std::array::from_fn(|i| match bits {
            0 => word(i + words),
            _ => word(i + words) >> bits | word(i + words + 1) << (64 - bits),
        }))
    }

    /// The groups of four bits, in order.
    pub(super) fn nibbles(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().flat_map(|word| (0..16).map(move |k| (word >> (4 * k) & 15) as usize))
    }

    /// The cells, in order.
    pub(super) fn cells(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while word < W && rest[word] == 0 {
                word += 1;
            }
            let bits = rest.get_mut(word)?;
            let cell = 64 * word + bits.trailing_zeros() as usize;
            *bits &= *bits - 1;
            Some(cell)
        })
    }
}
