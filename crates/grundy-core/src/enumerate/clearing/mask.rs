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

    /// The images of the cells.
    pub(super) fn image(self, to: &[usize]) -> Mask<W> {
        Mask::of(self.cells().map(|cell| to[cell]))
    }
}
