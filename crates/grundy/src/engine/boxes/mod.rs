//! The table by boxes: all values of a box of positions whose moves take any amounts from sets of coordinates.
//!
//! In: the rules of a component whose families take any number, at least 1, from each coordinate of a set S, unconditionally ([`read`]): Moore's and
//! exact Nim, Exco-Nim, hypergraph Nim. Out: the same table as by enumeration, or nothing where the rules are not such, or the sets do not
//! fit the memory.
//!
//! The options by S of a cell p are the cells q with q_i < p_i for i in S and q_i = p_i elsewhere. With C_S(p) the set of values of the
//! cells q with q_i <= p_i for i in S, they have the values C_S(p - 1_S), and C_S(p) is the union of its neighbours C_S(p - 1_i), i in S, and
//! of the cell's own value. So a few words' unions replace a product of ranges. A move lowers the sum of the coordinates, so no value is
//! greater than the sum of the bounds.

mod read;
mod unions;

use std::sync::Arc;

use self::read::supports;
use self::unions::Unions;
use super::compile::Result;
use super::existence::Existence;
use super::limits::Limits;
use super::mirror::Mirror;
use super::options::EngineName;
use super::reason::{Made, Reason};
use super::table::{Cell, Cells, MOST_CELLS, Table, strides};
use super::tables::Wish;
use super::tiles::{self, Fill, Filled, Layout, Need, window_bytes};
use super::values::box_cells;
use crate::rules::Ruleset;

/// Computes the table to `hi` (included), if boxes can; with a folder it is kept there, and may be larger than the memory.
///
/// # Errors
/// An interruption, a folder that cannot be used.
pub(super) fn build_by_boxes(rules: &Arc<Ruleset>, hi: &[u64], wish: &Wish) -> Made<Table> {
    let Wish { misere, limits, folder, .. } = *wish;
    let supports = match supports(rules) {
        Ok(supports) => supports,
        Err(reason) => return Ok(Err(reason)),
    };
    let (cells, most) = (box_cells(hi), hi.iter().fold(1u64, |n, h| n.saturating_add(*h)));
    if most >= u16::MAX.into() {
        return Ok(Err(Reason::gives_up("the bounds add up to more than 2^16 - 2, and so might the values")));
    }
    if cells >= MOST_CELLS {
        return Ok(Err(Reason::memory(None, limits)));
    }
    let strides = strides(hi);
    let axes: Vec<(usize, usize)> = hi.iter().map(|h| *h as usize + 1).enumerate().collect();
    let width = Cells::width_for(most).unwrap_or(4);
    let layout = Layout { cells: cells as usize, width, axes: &axes };
    let need = Need {
        cells: cells.saturating_mul(width.into()),
        sets: Unions::bytes(&supports, &strides, most).unwrap_or(u64::MAX),
        window: window_bytes(&layout, 1, 0, limits),
    };
    let disk = match need.on_disk(limits, folder.is_some()) {
        Ok(disk) => disk,
        Err(reason) => return Ok(Err(reason)),
    };
    let unions = Unions::new(&supports, &strides, most);
    let existence = (!rules.requires.is_empty()).then(|| Existence::new(rules));
    // Cells on disk are not at hand to be copied.
    let mirror = if disk { Mirror::default() } else { Mirror::of(rules, hi, &strides) };
    let mut work = Work { existence, mirror, unions, misere, hi, limits, next: 0, at: vec![0; hi.len()] };
    let shelf = folder.map(|f| f.shelf(rules, misere, EngineName::Boxes, &layout)).transpose()?;
    let kept = tiles::fill(&mut work, &layout, shelf, disk, limits)?;
    let table = kept.map(|cells| Table::new(strides, cells, EngineName::Boxes));
    Ok(table.ok_or_else(|| Reason::gives_up("a `require` is not defined at some cell")))
}

/// The work at a cell.
struct Work<'a> {
    existence: Option<Existence<i64>>,
    mirror: Mirror,
    unions: Unions,
    misere: bool,
    hi: &'a [u64],
    limits: &'a Limits,
    /// The next cell, and its coordinates.
    next: usize,
    at: Vec<i64>,
}

impl Work<'_> {
    /// To the next cell.
    fn step(&mut self) {
        self.next += 1;
        for (x, h) in self.at.iter_mut().zip(self.hi).rev() {
            if (*x as u64) < *h {
                *x += 1;
                return;
            }
            *x = 0;
        }
    }

    /// The value of the next cell from the sets, if a position exists there.
    fn value(&mut self) -> Result<Option<u32>> {
        let there = match &mut self.existence {
            Some(existence) => existence.holds(&self.at)?,
            None => true,
        };
        Ok(there.then(|| {
            let (mex, any) = self.unions.mex(self.next, &self.at);
            if any { mex } else { u32::from(self.misere) }
        }))
    }

    fn patience(&self) -> Result<()> {
        if self.next.is_multiple_of(4096) { self.limits.interrupted() } else { Ok(()) }
    }
}

impl Fill for Work<'_> {
    fn grain(&self) -> usize {
        1
    }

    fn reach(&self) -> Option<usize> {
        Some(0)
    }

    /// Gives up where a `require` is not defined, which the plain table says better.
    fn fill<T: Cell>(&mut self, cells: &mut Vec<T>, base: usize, to: usize) -> Result<Filled> {
        while self.next < to {
            self.patience()?;
            let value = match self.mirror.earlier(&self.at, self.next) {
                Some(earlier) => Some(cells[earlier - base]).filter(|c| *c != T::NONE).map(T::get),
                None => match self.value() {
                    Ok(value) => value,
                    Err(_) => return Ok(Filled::GivesUp),
                },
            };
            self.unions.add(self.next, &self.at, value);
            cells[self.next - base] = match value {
                Some(value) => T::of(value).expect("no value is greater than the sum of the bounds"),
                None => T::NONE,
            };
            self.step();
        }
        Ok(Filled::All)
    }

    fn replay<T: Cell>(&mut self, cells: &[T], base: usize, to: usize) -> Result<Filled> {
        while self.next < to {
            self.patience()?;
            let cell = cells[self.next - base];
            let value = (cell != T::NONE).then(|| cell.get());
            self.unions.add(self.next, &self.at, value);
            self.step();
        }
        Ok(Filled::All)
    }
}
