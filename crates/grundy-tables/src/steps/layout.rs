//! The division of a table by steps into slabs and batches of rows.
//!
//! In: the bounds, and the numbering of rows ([`Rows`]). Out: for outer coordinates, the batch of their row and its place in the batch. A batch is
//! a run of rows with consecutive numbers, made and stored together. A slab is the set of rows that share their leading outer coordinates; for
//! sorted coordinates the leading one is the last, the greatest. No batch has rows of two slabs.
//!
//! A row's options lie in rows with smaller numbers, so batches depend on earlier batches only. Moreover, these rows lie in the same slab or
//! an earlier one, and their number *inside the slab* is no greater. Proof: a step lowers coordinates or leaves them. The number inside a slab is a
//! sum of terms, one for each coordinate, none of which decreases as its coordinate grows. If the coordinates are sorted again after the step,
//! still no entry has grown, because the i-th smallest of smaller numbers is no greater. So a thread can follow the thread of the slab
//! before at the distance of one batch, whatever the steps are.

use std::ops::Range;

use super::rows::Rows;

/// The most words of a batch for one plane; with four planes this is 16 KiB.
const BATCH: usize = 512;
/// The number of batches in a slab that has enough rows, so that a thread can follow another closely. For 300 x 400 rows of
/// 700 cells, 64 batches took a third less time, in one thread, than 16 batches: rows are still in the
/// cache when they are read again.
const CUTS: usize = 64;
/// The number of leading coordinates grows until there are this many slabs.
pub(super) const SLABS: u64 = 16;

/// The slabs and batches of a table.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) rows: Rows,
    /// The words of a row in one plane.
    pub(super) words: usize,
    /// The cells of a row.
    pub(super) cells: u64,
    /// The number of leading outer coordinates.
    leading: usize,
    /// The first row and the first batch of every slab, and the numbers of all rows and all batches.
    slabs: Vec<(usize, usize)>,
    /// The binary logarithm of the number of rows in a batch.
    shift: u32,
    /// The cells of the box divided by the number of rows. A sorted row stands for several rows of the box.
    pub(super) box_cells_per_row: usize,
}

/// The place of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) batch: usize,
    /// The number of the row inside the batch.
    pub(super) row: usize,
}

impl Layout {
    /// The layout for rows of `cells` cells.
    pub(super) fn new(rows: Rows, cells: u64) -> Layout {
        let words = cells.div_ceil(64) as usize;
        let (leading, firsts) = rows.slabs(SLABS);
        let largest = firsts.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(1);
        let shift = (BATCH / words).min(largest / CUTS).max(1).ilog2();
        let mut batch = 0;
        let mut slabs = vec![];
        for (k, first) in firsts.iter().enumerate() {
            slabs.push((*first, batch));
            batch += firsts.get(k + 1).map_or(0, |next| (next - first).div_ceil(1 << shift));
        }
        let box_cells_per_row = rows.of_box().saturating_mul(cells as usize) / rows.count().max(1);
        Layout { rows, words, cells, leading, slabs, shift, box_cells_per_row }
    }

    /// The place of the row with these outer coordinates; sorts them if only sorted coordinates have rows.
    pub(super) fn spot(&self, at: &mut [u32]) -> Spot {
        let (slab, inside) = self.rows.number(at, self.leading);
        self.spot_in(slab, inside)
    }

    /// The place of the row with a given number inside a slab.
    pub(super) fn spot_in(&self, slab: usize, inside: usize) -> Spot {
        Spot { batch: self.slabs[slab].1 + (inside >> self.shift), row: inside & ((1 << self.shift) - 1) }
    }

    /// The number of batches.
    pub(super) fn batches(&self) -> usize {
        self.slabs.last().map_or(0, |slab| slab.1)
    }

    /// The batches of a slab.
    pub(super) fn of_slab(&self, slab: usize) -> Range<usize> {
        self.slabs[slab].1..self.slabs[slab + 1].1
    }

    /// The slab of a batch.
    pub(super) fn slab_of(&self, batch: usize) -> usize {
        self.slabs.partition_point(|slab| slab.1 <= batch) - 1
    }

    /// The numbers of the rows of a batch.
    pub(super) fn rows_of(&self, batch: usize) -> Range<usize> {
        let slab = self.slab_of(batch);
        let first = self.slabs[slab].0 + ((batch - self.slabs[slab].1) << self.shift);
        first..(first + (1 << self.shift)).min(self.slabs[slab + 1].0)
    }

    /// The first row of a batch; for the batch after the last, the number of rows.
    pub(super) fn first_of(&self, batch: usize) -> usize {
        if batch == self.batches() { self.rows.count() } else { self.rows_of(batch).start }
    }

    /// The batch of a row.
    pub(super) fn batch_of(&self, row: usize) -> usize {
        let slab = self.slabs.partition_point(|slab| slab.0 <= row) - 1;
        self.slabs[slab].1 + ((row - self.slabs[slab].0) >> self.shift)
    }

    /// The most rows of a batch.
    pub(super) fn batch_rows(&self) -> usize {
        1 << self.shift
    }

    /// The number of leading outer coordinates.
    pub(super) fn leading(&self) -> usize {
        self.leading
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_spot() {
        for rows in [Rows::sorted(3, 20), Rows::sorted(1, 7), Rows::sorted(2, 90), Rows::all(&[2, 3, 1, 40, 3])] {
            let layout = Layout::new(rows, 130);
            let mut row = 0;
            for slab in 0..layout.slabs.len() - 1 {
                for batch in layout.of_slab(slab) {
                    let range = layout.rows_of(batch);
                    assert_eq!((range.start, layout.slab_of(batch)), (row, slab));
                    for own in range.clone() {
                        let mut at = layout.rows.at(own);
                        assert_eq!(layout.spot(&mut at), Spot { batch, row: own - range.start }, "{at:?}");
                        assert_eq!(layout.batch_of(own), batch);
                    }
                    row = range.end;
                }
            }
            assert_eq!((row, layout.of_slab(layout.slabs.len() - 2).end), (layout.rows.count(), layout.batches()));
        }
    }

    /// The statement of the module, for all pairs of rows of which one lies below the other.
    #[test]
    fn what_lies_below_lies_in_no_later_slab_and_no_deeper() {
        for rows in [Rows::sorted(3, 5), Rows::all(&[2, 3, 3]), Rows::all(&[17, 2, 2])] {
            let layout = Layout::new(rows, 64);
            let all: Vec<Vec<u32>> = (0..layout.rows.count()).map(|row| layout.rows.at(row)).collect();
            for from in &all {
                let (slab, inside) = layout.rows.number(&mut from.clone(), layout.leading());
                for to in all.iter().filter(|to| *to != from && to.iter().zip(from).all(|(t, f)| t <= f)) {
                    // Any order of the entries: number() sorts them where it must.
                    let mut other: Vec<u32> = to.clone();
                    if matches!(layout.rows, Rows::Sorted { .. }) {
                        other.reverse();
                    }
                    let below = layout.rows.number(&mut other, layout.leading());
                    assert!(below.0 <= slab && below.1 <= inside && below != (slab, inside), "{from:?} -> {to:?}");
                }
            }
        }
    }
}
