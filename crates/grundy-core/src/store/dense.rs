//! The values of a box as one array in memory, for programs that read arrays.
//!
//! In: finished values, from any engine. Out: cells of 1, 2 or 4 bytes, and for each coordinate the distance between neighbouring cells. A table whose
//! cells are in memory gives them away as they are; others (sums of components, planes of bits, tables on disk) are copied, slab by slab.

use std::sync::Mutex;

use super::cells::{Cell, Cells, each_width};
use super::reading::{Blocks, row_major};
use super::values::Values;
use crate::contract::join::each;
use crate::contract::limits::Limits;
use crate::contract::stop::diagnostic;
use grundy_rules::lang::Diagnostic;

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

    /// A copy of the values, in row-major order, in the narrowest cells.
    ///
    /// # Errors
    /// Too little memory; an interruption; values on disk that can no longer be read.
    pub(super) fn copied(values: &Values, limits: &Limits) -> Result<Dense, Diagnostic> {
        let hi = values.hi();
        let lo = vec![0; hi.len()];
        let greatest = values.survey(&lo, hi).and_then(|survey| survey.greatest).unwrap_or(0);
        let width = Cells::width_for(greatest.into()).unwrap_or(4);
        let count = hi.iter().try_fold(1u64, |n, h| n.checked_mul(h + 1)).unwrap_or(u64::MAX);
        limits.check(count.saturating_mul(width.into()), "an array of these values").map_err(diagnostic)?;
        let mut cells = Cells::zeros(width, count as usize);
        each_width!(&mut cells, cells => fill(values, hi, cells, limits));
        limits.interrupted().map_err(diagnostic)?;
        values.failure().map_or(Ok(()), |error| Err(error.clone()))?;
        let sizes: Vec<usize> = hi.iter().map(|h| *h as usize + 1).collect();
        Ok(Dense { cells, strides: row_major(&sizes) })
    }
}

/// Slabs of the first coordinate are copied by several threads.
fn fill<T: Cell>(values: &Values, hi: &[u64], cells: &mut [T], limits: &Limits) {
    let rows = hi.first().map_or(1, |h| h + 1);
    let each_row = cells.len() / rows as usize;
    let threads = if cells.len() < limits.alone(1 << 20) { 1 } else { limits.threads() };
    let thick = rows.div_ceil(4 * threads as u64).max(1);
    let slabs = Mutex::new(cells.chunks_mut((thick as usize * each_row).max(1)).enumerate());
    each(threads, || {
        while let Some((index, slab)) = next(&slabs) {
            let (mut lo, mut top) = (vec![0; hi.len()], hi.to_vec());
            if let (Some(lo), Some(top)) = (lo.first_mut(), top.first_mut()) {
                *lo = index as u64 * thick;
                *top = (*lo + thick - 1).min(*top);
            }
            let Some(blocks) = values.blocks(&lo, &top).filter(|_| limits.interrupted().is_ok()) else { return };
            copy(blocks, slab);
        }
    });
}

/// The next slab that no thread has taken.
fn next<'a, T>(slabs: &Mutex<impl Iterator<Item = (usize, &'a mut [T])>>) -> Option<(usize, &'a mut [T])> {
    slabs.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next()
}

fn copy<T: Cell>(mut blocks: Blocks, slab: &mut [T]) {
    let mut done = 0;
    while let Some(block) = blocks.next() {
        block.copy_to(&mut slab[done..]);
        done += block.len();
    }
}
