//! A table that stands on disk alone.
//!
//! In: a shelf with all its tiles. Out: values by cell. The tiles looked at last are kept in memory, so that reading in the table's order, or
//! along a few lines of it, reads each tile once. A tile that has become unreadable since it was written is told by [`DiskCells::failure`]: its
//! cells have no value.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::shelf::{Shelf, Tile};
use crate::engine::table::number;
use crate::lang::Diagnostic;

/// Tiles kept in memory.
pub(super) const KEPT: usize = 4;

/// The cells of a table on disk.
#[derive(Debug)]
pub(in crate::engine) struct DiskCells {
    shelf: Shelf,
    cells: usize,
    recent: Mutex<Vec<Tile>>,
    failure: OnceLock<Diagnostic>,
}

impl DiskCells {
    pub(super) fn new(shelf: Shelf, cells: usize) -> DiskCells {
        DiskCells { shelf, cells, recent: Mutex::new(vec![]), failure: OnceLock::new() }
    }

    /// The number of cells.
    pub(in crate::engine) fn len(&self) -> usize {
        self.cells
    }

    /// The value of a cell; `None` where no position exists.
    pub(in crate::engine) fn get(&self, index: usize) -> Option<u32> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        self.look(&mut recent, index)
    }

    /// Visits the values of cells, each so far from the one before.
    pub(in crate::engine) fn each(&self, cells: impl Iterator<Item = usize>, mut visit: impl FnMut(Option<u32>)) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        for index in cells {
            visit(self.look(&mut recent, index));
        }
    }

    fn look(&self, recent: &mut Vec<Tile>, index: usize) -> Option<u32> {
        let place = match recent.iter().position(|t| (t.from..t.to).contains(&index)) {
            Some(place) => place,
            None => {
                let Some(tile) = self.shelf.around(index) else {
                    self.failure.get_or_init(|| self.lost());
                    return None;
                };
                recent.truncate(KEPT - 1);
                recent.push(tile);
                recent.len() - 1
            }
        };
        // The tile looked at last stands first.
        recent.swap(0, place);
        let tile = &recent[0];
        let width = tile.unit as usize;
        tile.bytes.get((index - tile.from) * width..).and_then(|rest| rest.get(..width)).and_then(number)
    }

    fn lost(&self) -> Diagnostic {
        let message = format!("a finished tile in `{}` can no longer be read", self.shelf.folder().display());
        Diagnostic::limit("disk", message).help("run the same command again: it computes what is damaged or gone")
    }

    /// What has become unreadable.
    pub(in crate::engine) fn failure(&self) -> Option<&Diagnostic> {
        self.failure.get()
    }
}
