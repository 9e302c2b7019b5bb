//! Values of consecutive cells, in the width of the table.
//!
//! In: cells of 1, 2 or 4 bytes. Out: their values one by one, or facts about all of them at once: how often a value occurs, where it
//! occurs, the greatest value.

use crate::store::cells::Cell;

/// Values of consecutive cells. The greatest number of a width means that no position exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellBlock<'a> {
    /// Cells of one byte.
    One(&'a [u8]),
    /// Cells of two bytes.
    Two(&'a [u16]),
    /// Cells of four bytes.
    Four(&'a [u32]),
}

/// Evaluates the same expression for cells of any width.
macro_rules! of_any_width {
    ($block:expr, $cells:ident => $body:expr) => {
        match $block {
            CellBlock::One($cells) => $body,
            CellBlock::Two($cells) => $body,
            CellBlock::Four($cells) => $body,
        }
    };
}
pub(super) use of_any_width;

/// A summary of the values of some cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The greatest value; `None` if there is no position at all.
    pub greatest: Option<u32>,
    /// Does a position exist at every cell?
    pub complete: bool,
}

impl Survey {
    /// The survey of no cells.
    pub(super) const EMPTY: Survey = Survey { greatest: None, complete: true };

    /// The survey of two sets of cells together.
    pub(super) fn and(self, other: Survey) -> Survey {
        Survey { greatest: self.greatest.max(other.greatest), complete: self.complete && other.complete }
    }
}

/// Cells compared at once.
const TOGETHER: usize = 256;

impl CellBlock<'_> {
    /// The number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        of_any_width!(self, cells => cells.len())
    }

    /// Are there no cells?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a cell; `None` where no position exists, and beyond the last cell.
    #[must_use]
    pub fn get(&self, cell: usize) -> Option<u32> {
        fn value<T: Cell>(cells: &[T], cell: usize) -> Option<u32> {
            cells.get(cell).filter(|c| **c != T::NONE).map(|c| c.get())
        }
        of_any_width!(self, cells => value(cells, cell))
    }

    /// Writes the values into cells of any width that holds them.
    pub(in crate::store) fn copy_to<T: Cell>(&self, to: &mut [T]) {
        fn copy<A: Cell, B: Cell>(from: &[A], to: &mut [B]) {
            for (to, from) in to.iter_mut().zip(from) {
                *to = if *from == A::NONE { B::NONE } else { B::of(from.get()).unwrap_or(B::NONE) };
            }
        }
        of_any_width!(self, cells => copy(cells, to));
    }

    /// How many cells have a value.
    #[must_use]
    pub fn count(&self, value: u32) -> u64 {
        fn count<T: Cell>(cells: &[T], value: u32) -> u64 {
            let Some(wanted) = T::of(value) else { return 0 };
            let own = |cells: &[T]| cells.iter().fold(0u8, |n, c| n + u8::from(*c == wanted));
            // The count of at most 255 cells fits a byte, the width of most cells.
            cells.chunks(u8::MAX.into()).map(|cells| u64::from(own(cells))).sum()
        }
        of_any_width!(self, cells => count(cells, value))
    }

    /// Calls `found` with the number of every cell that has a value, in order.
    pub fn find(&self, value: u32, mut found: impl FnMut(usize)) {
        fn find<T: Cell>(cells: &[T], value: u32, found: &mut dyn FnMut(usize)) {
            let Some(wanted) = T::of(value) else { return };
            for (k, cells) in cells.chunks(TOGETHER).enumerate() {
                if cells.iter().fold(false, |any, c| any | (*c == wanted)) {
                    let own = cells.iter().enumerate().filter(|(_, c)| **c == wanted);
                    own.for_each(|(i, _)| found(k * TOGETHER + i));
                }
            }
        }
        of_any_width!(self, cells => find(cells, value, &mut found))
    }

    /// The greatest value, and whether positions exist everywhere.
    #[must_use]
    pub fn survey(&self) -> Survey {
        // After adding 1, a cell without a position is 0 and any other cell is its value plus 1.
        macro_rules! survey {
            ($cells:expr, $t:ty) => {{
                let ends =
                    |(least, most): ($t, $t), c: &$t| (least.min(c.wrapping_add(1)), most.max(c.wrapping_add(1)));
                let (least, most) = $cells.iter().fold((<$t>::MAX, 0), ends);
                let greatest = most.checked_sub(1).map(u32::from);
                Survey { greatest, complete: $cells.is_empty() || least > 0 }
            }};
        }
        match self {
            CellBlock::One(cells) => survey!(cells, u8),
            CellBlock::Two(cells) => survey!(cells, u16),
            CellBlock::Four(cells) => survey!(cells, u32),
        }
    }
}
