//! A table: the values of a box in cells, in memory or on disk.
//!
//! In: cells, in some order of the coordinates. Out: values by position, or a line at a time.

use super::cells::{Cell, each_width};
use super::dense::Dense;
use super::reading::{ValueSource, View};
use super::stored::Stored;
use super::tiles::{CellStorage, Run};
use crate::contract::limits::{Held, Limits};
use crate::contract::options::EngineName;
use grundy_rules::lang::Diagnostic;

/// All values of a box.
#[derive(Debug)]
pub struct Table {
    /// For each coordinate, the distance between neighbouring cells.
    strides: Vec<usize>,
    cells: CellStorage,
    how: EngineName,
    _held: Held,
}

impl Table {
    /// A table of these cells, whose memory it holds in the account of `limits`.
    #[must_use]
    pub fn new(strides: Vec<usize>, cells: impl Into<CellStorage>, how: EngineName, limits: &Limits) -> Table {
        let cells = cells.into();
        let held = limits.held(match &cells {
            CellStorage::Memory(cells) => cells.memory(),
            CellStorage::Disk(_) => 0,
        });
        Table { strides, cells, how, _held: held }
    }

    /// The engine that computed the table.
    #[must_use]
    pub fn how(&self) -> EngineName {
        self.how
    }

    /// The size of the table, in words.
    #[must_use]
    pub fn size(&self) -> String {
        match &self.cells {
            CellStorage::Memory(cells) => {
                let bytes = if cells.width() == 1 { "byte" } else { "bytes" };
                format!("{} cells of {} {bytes}", cells.count(), cells.width())
            }
            CellStorage::Disk(cells) => format!("{} cells on disk", cells.count()),
        }
    }
}

impl Stored for Table {
    fn get(&self, position: &[u64]) -> Option<u32> {
        let index = position.iter().zip(&self.strides).map(|(x, s)| *x as usize * s).sum();
        fn read<T: Cell>(cells: &[T], index: usize) -> Option<u32> {
            Some(cells[index]).filter(|c| *c != T::NONE).map(Cell::get)
        }
        match &self.cells {
            CellStorage::Memory(cells) => each_width!(cells, cells => read(cells, index)),
            CellStorage::Disk(cells) => cells.get(index),
        }
    }

    fn add_line(&self, position: &[u64], coord: usize, line: &mut [u32]) {
        let start: usize = position.iter().zip(&self.strides).map(|(x, s)| *x as usize * s).sum();
        let stride = self.strides[coord];
        fn add<T: Cell>(cells: &[T], start: usize, stride: usize, line: &mut [u32]) {
            for (sum, cell) in line.iter_mut().zip(cells[start..].iter().step_by(stride)) {
                let there = *cell != T::NONE && *sum != u32::MAX;
                *sum = if there { *sum ^ cell.get() } else { u32::MAX };
            }
        }
        match &self.cells {
            CellStorage::Memory(cells) => each_width!(cells, cells => add(cells, start, stride, line)),
            CellStorage::Disk(cells) => {
                let mut sums = line.iter_mut();
                let run = Run { start, stride, len: sums.len() };
                cells.each(run, |value| {
                    if let Some(sum) = sums.next().filter(|sum| **sum != u32::MAX) {
                        *sum = value.map_or(u32::MAX, |v| *sum ^ v);
                    }
                });
            }
        }
    }

    fn into_cells(self: Box<Self>) -> std::result::Result<Dense, Box<dyn Stored>> {
        match self.cells {
            CellStorage::Memory(cells) => Ok(Dense { cells, strides: self.strides }),
            CellStorage::Disk(_) => Err(self),
        }
    }

    fn view(&self, coords: &[usize]) -> View<'_> {
        let face = match &self.cells {
            CellStorage::Memory(cells) => ValueSource::Cells(cells),
            CellStorage::Disk(cells) => ValueSource::Disk(cells),
        };
        View::new(coords, &self.strides, face)
    }

    fn failure(&self) -> Option<&Diagnostic> {
        match &self.cells {
            CellStorage::Memory(_) => None,
            CellStorage::Disk(cells) => cells.failure(),
        }
    }

    fn bytes(&self) -> u64 {
        match &self.cells {
            CellStorage::Memory(cells) => cells.memory(),
            CellStorage::Disk(_) => 0,
        }
    }

    fn explain(&self) -> (&'static str, String) {
        (self.how.name(), self.size())
    }
}
