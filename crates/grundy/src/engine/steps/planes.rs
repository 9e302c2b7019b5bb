//! Values as planes of bits.
//!
//! In: batches of rows, each once. Out: values. A row has for each value a plane of bits, one a cell; exactly one plane has the bit of a cell. The
//! words of all planes for the same 64 cells lie together. A batch has as many planes as its values need, so that nothing is copied when
//! later values are greater.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::layout::{Layout, Spot};
use super::piece::{Piece, spread};
use super::read::Plan;
use super::row::planes_for;
use super::rows::Rows;
use crate::engine::values::box_cells;

/// The values of a box.
#[derive(Debug)]
pub(in crate::engine) struct Planes {
    pub(super) layout: Arc<Layout>,
    /// The coordinate along which rows lie, and how many others there are.
    along: usize,
    outer: usize,
    /// The batches that have been made. Threads wait for those they need.
    batches: Vec<OnceLock<Piece>>,
    /// The cells of the whole box.
    size: u64,
}

impl Planes {
    /// Room for the rows of a box.
    pub(super) fn new(layout: &Arc<Layout>, plan: &Plan, hi: &[u64]) -> Planes {
        let batches = (0..layout.batches()).map(|_| OnceLock::new()).collect();
        let (along, outer) = (plan.along, plan.outer.len());
        Planes { layout: layout.clone(), along, outer, batches, size: box_cells(hi) }
    }

    /// A batch, if it has been made.
    pub(super) fn batch(&self, batch: usize) -> Option<&Piece> {
        self.batches[batch].get()
    }

    /// Keeps a batch, unless it was there before: then it is the same. Says how many words that took.
    pub(super) fn keep(&self, number: usize, batch: Piece) -> usize {
        let values = batch.values();
        let planes = planes_for(values).unwrap_or(values);
        let batch = if planes == batch.planes { batch } else { batch.with_planes(planes) };
        let words = batch.words.len();
        self.batches[number].set(batch).map_or(0, |()| words)
    }

    /// The first batch from this one on that has not been made.
    pub(super) fn made(&self, from: usize) -> usize {
        (from..self.batches.len()).find(|batch| self.batch(*batch).is_none()).unwrap_or(self.batches.len())
    }

    /// The words of rows in batches that have been made.
    pub(super) fn piece(&self, rows: Range<usize>) -> Option<Piece> {
        let mut parts = vec![];
        let mut row = rows.start;
        while row < rows.end {
            let number = self.layout.batch_of(row);
            let (own, batch) = (self.layout.rows_of(number), self.batch(number)?);
            let (end, each) = (own.end.min(rows.end), batch.planes * self.layout.words);
            parts.push((batch.planes, &batch.words[(row - own.start) * each..(end - own.start) * each]));
            row = end;
        }
        let planes = parts.iter().map(|part| part.0).max().unwrap_or(1);
        let mut words = Vec::with_capacity(rows.len() * planes * self.layout.words);
        parts.iter().for_each(|(own, part)| spread(part, *own, planes, &mut words));
        Some(Piece { planes, words })
    }

    /// The value at a position inside the box.
    pub(in crate::engine) fn get(&self, position: &[u64]) -> u32 {
        let (planes, row) = self.row(position, self.along);
        let cell = position[self.along] as usize;
        let of_cell = &row[cell / 64 * planes..][..planes];
        let plane = of_cell.iter().position(|plane| plane >> (cell % 64) & 1 == 1);
        plane.expect("every cell has a value") as u32
    }

    /// The row of a position along a coordinate, and its planes; with symmetry any coordinate may lie along a row.
    fn row(&self, position: &[u64], along: usize) -> (usize, &[u64]) {
        let mut room = [0u32; 16];
        let mut long;
        let outer = match room.get_mut(..self.outer) {
            Some(outer) => outer,
            None => {
                long = vec![0; self.outer];
                &mut long
            }
        };
        let others = position.iter().enumerate().filter(|(c, _)| *c != along);
        outer.iter_mut().zip(others).for_each(|(o, (_, x))| *o = *x as u32);
        let Spot { batch, row } = self.layout.spot(outer);
        let batch = self.batch(batch).expect("every batch has been made");
        (batch.planes, batch.row(row, self.layout.words))
    }

    /// Nim-adds the values of a run of cells, one coordinate growing by 1, to `line`; `u32::MAX` stands for no position.
    pub(in crate::engine) fn add_line(&self, position: &[u64], coord: usize, line: &mut [u32]) {
        if coord != self.along && !matches!(self.layout.rows, Rows::Sorted { .. }) {
            let mut at = position.to_vec();
            for sum in line {
                *sum = if *sum == u32::MAX { *sum } else { *sum ^ self.get(&at) };
                at[coord] += 1;
            }
            return;
        }
        let start = position[coord] as usize;
        let (planes, row) = self.row(position, coord);
        for (w, word) in row.chunks_exact(planes).enumerate() {
            for (v, plane) in word.iter().enumerate() {
                let mut left = *plane;
                while left != 0 {
                    let cell = 64 * w + left.trailing_zeros() as usize;
                    left &= left - 1;
                    if let Some(sum) = cell.checked_sub(start).and_then(|k| line.get_mut(k)).filter(|s| **s != u32::MAX)
                    {
                        *sum ^= v as u32;
                    }
                }
            }
        }
    }

    /// The number of cells.
    pub(in crate::engine) fn size(&self) -> u64 {
        self.size
    }

    /// The bytes they take.
    pub(in crate::engine) fn bytes(&self) -> u64 {
        self.batches.iter().filter_map(OnceLock::get).map(|batch| batch.words.len() as u64 * 8).sum()
    }
}
