//! The values of a box as one array in memory, for programs that read arrays.
//!
//! In: finished values, from any engine. Out: cells of 1, 2 or 4 bytes, and for each coordinate the distance between neighbouring cells. A table whose
//! cells are in memory gives them away as they are; others (sums of components, planes of bits, tables on disk) are copied, slab by slab.

use super::cells::Cells;

/// The values of a box, one cell for each position. The greatest number of the cells' width means that no position exists.
#[derive(Debug)]
pub struct Dense {
    /// The cells.
    pub cells: Cells,
    /// For each coordinate, the distance between neighbouring cells: the products of a row-major order, in some order of the coordinates.
    pub strides: Vec<usize>,
}

impl Dense {
    /// Do these cells fill the box to `hi` without gaps, in a row-major order of some order of the coordinates?
    pub(super) fn fills(&self, hi: &[u64]) -> bool {
        let mut order: Vec<usize> = (0..hi.len()).filter(|c| hi[*c] > 0).collect();
        order.sort_by_key(|c| self.strides[*c]);
        let end =
            order.into_iter().try_fold(1, |next, c| (self.strides[c] == next).then(|| next * (hi[c] as usize + 1)));
        end == Some(self.cells.count())
    }
}
