//! Values as planes of bits.
//!
//! In: rows, one after the other. Out: values. A row has for each value a plane of bits, one a cell; exactly one plane has the bit of a cell. The planes of a
//! row lie together. When a value outgrows the planes, all rows are copied into more of them.

use super::read::Plan;
use super::rows::Rows;
use super::work::Piece;
use crate::engine::compile::{Result, Stop};
use crate::engine::limits::{Limits, bytes};
use crate::engine::values::box_cells;
use crate::lang::Diagnostic;

/// The planes at the start.
const PLANES: usize = 4;
/// Planes that are worked on at once: no row has more.
pub(super) const MOST: usize = 64;

/// The bits of word `w` of a plane that stand for cells, where a row has so many.
pub(super) fn inside(cells: u64, w: usize) -> u64 {
    let left = cells - 64 * w as u64;
    if left >= 64 { u64::MAX } else { (1 << left) - 1 }
}

/// The values of a box.
#[derive(Debug)]
pub(in crate::engine) struct Planes {
    pub(super) rows: Rows,
    /// The coordinate along which rows lie, and the others.
    along: usize,
    outer: Vec<usize>,
    /// Words a plane.
    pub(super) words: usize,
    /// Planes a row.
    pub(super) planes: usize,
    /// Cells a row.
    pub(super) cells: u64,
    pub(super) bits: Vec<u64>,
    /// The cells of the whole box.
    size: u64,
}

impl Planes {
    /// Room for the rows of a box.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn new(plan: &Plan, hi: &[u64], limits: &Limits) -> Result<Planes> {
        let outer: Vec<u64> = plan.outer.iter().map(|c| hi[*c]).collect();
        let rows = if plan.symmetric { Rows::sorted(outer.len(), hi[0]) } else { Rows::all(&outer) };
        let words = (hi[plan.along] / 64 + 1) as usize;
        let size = box_cells(hi);
        let (along, cells) = (plan.along, hi[plan.along] + 1);
        let mut planes =
            Planes { rows, along, outer: plan.outer.clone(), words, planes: PLANES, cells, bits: vec![], size };
        planes.check(PLANES, limits)?;
        planes.bits = vec![0; planes.rows.count() * words * PLANES];
        Ok(planes)
    }

    fn check(&self, planes: usize, limits: &Limits) -> Result<()> {
        let need = [self.words, planes, 8].iter().fold(self.rows.count(), |n, k| n.saturating_mul(*k)) as u64;
        if need <= limits.memory {
            return Ok(());
        }
        let message = format!("this table needs {}; {} are allowed", bytes(need), bytes(limits.memory));
        Err(Stop::from(Diagnostic::limit("memory", message).help("allow more with `--memory`, or lower the bounds")))
    }

    /// Copies all rows into twice as many planes.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn widen(&mut self, limits: &Limits) -> Result<()> {
        let (old, new) = (self.planes * self.words, 2 * self.planes * self.words);
        self.check(3 * self.planes, limits)?;
        let mut bits = vec![0; self.rows.count() * new];
        for (to, from) in bits.chunks_exact_mut(new).zip(self.bits.chunks_exact(old)) {
            to[..old].copy_from_slice(from);
        }
        self.bits = bits;
        self.planes *= 2;
        Ok(())
    }

    /// Can these be the words of so many rows: has every cell one value?
    pub(super) fn are_rows(&self, rows: usize, piece: &Piece) -> bool {
        let each = piece.planes.saturating_mul(self.words);
        if !(1..=MOST).contains(&piece.planes) || Some(piece.words.len()) != rows.checked_mul(each) {
            return false;
        }
        piece.words.chunks_exact(each).all(|row| {
            (0..self.words).all(|w| {
                let planes = row.iter().skip(w).step_by(self.words);
                let (any, twice) = planes.fold((0, 0), |(any, twice), p| (any | p, twice | (any & p)));
                (any, twice) == (inside(self.cells, w), 0)
            })
        })
    }

    /// The value at a position inside the box.
    pub(in crate::engine) fn get(&self, position: &[u64]) -> u32 {
        let planes = self.row(position, self.along);
        let cell = position[self.along] as usize;
        let (word, bit) = (cell / 64, cell % 64);
        let plane = planes.chunks_exact(self.words).position(|plane| plane[word] >> bit & 1 == 1);
        plane.expect("every cell has a value") as u32
    }

    /// The planes of the row of a position along a coordinate; with symmetry any coordinate may lie along a row.
    fn row(&self, position: &[u64], along: usize) -> &[u64] {
        let mut room = [0u32; 16];
        let mut long;
        let n = self.outer.len();
        let outer = match room.get_mut(..n) {
            Some(outer) => outer,
            None => {
                long = vec![0; n];
                &mut long
            }
        };
        let others = position.iter().enumerate().filter(|(c, _)| *c != along);
        outer.iter_mut().zip(others).for_each(|(o, (_, x))| *o = *x as u32);
        let first = self.rows.number(outer) * self.planes * self.words;
        &self.bits[first..first + self.planes * self.words]
    }

    /// Nim-adds the values of a run of cells, one coordinate growing by 1, to `line`; `u32::MAX` stands for no position.
    pub(in crate::engine) fn add_line(&self, position: &[u64], coord: usize, line: &mut [u32]) {
        if coord != self.along && !matches!(self.rows, Rows::Sorted { .. }) {
            let mut at = position.to_vec();
            for sum in line {
                *sum = if *sum == u32::MAX { *sum } else { *sum ^ self.get(&at) };
                at[coord] += 1;
            }
            return;
        }
        let start = position[coord] as usize;
        for (v, plane) in self.row(position, coord).chunks_exact(self.words).enumerate() {
            for (w, word) in plane.iter().enumerate() {
                let mut left = *word;
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
        self.bits.len() as u64 * 8
    }
}
