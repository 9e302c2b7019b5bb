//! A table that stands on disk alone.
//!
//! In: a shelf with all its tiles. Out: the tile with a cell or a row; of tables of cells, values by cell. The tiles looked at last are kept in
//! memory, so that reading in the table's order, or along a few lines of it, reads each tile once. A tile that has become unreadable since
//! it was written is told by [`DiskTiles::failure`]: what it held has no value.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::shelf::{Shelf, Tile};
use crate::engine::table::number;
use crate::lang::Diagnostic;

/// Tiles of cells kept in memory.
pub(in crate::engine) const KEPT: usize = 4;

/// The tiles of a table on disk.
#[derive(Debug)]
pub(in crate::engine) struct DiskTiles {
    shelf: Shelf,
    /// So many are kept in memory.
    most: usize,
    recent: Mutex<Vec<Tile>>,
    failure: OnceLock<Diagnostic>,
}

impl DiskTiles {
    /// The tiles of a shelf, of which so many are kept in memory.
    pub(in crate::engine) fn new(shelf: Shelf, most: usize) -> DiskTiles {
        DiskTiles { shelf, most: most.max(1), recent: Mutex::new(vec![]), failure: OnceLock::new() }
    }

    /// Reads tiles, one after the other.
    pub(in crate::engine) fn reader(&self) -> Reader<'_> {
        Reader { tiles: self, recent: self.recent.lock().unwrap_or_else(PoisonError::into_inner) }
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

/// The tiles in one reader's hands.
pub(in crate::engine) struct Reader<'a> {
    tiles: &'a DiskTiles,
    recent: MutexGuard<'a, Vec<Tile>>,
}

impl Reader<'_> {
    /// The tile with a cell or a row.
    pub(in crate::engine) fn tile(&mut self, index: usize) -> Option<&Tile> {
        let (tiles, recent) = (self.tiles, &mut *self.recent);
        let place = match recent.iter().position(|t| (t.from..t.to).contains(&index)) {
            Some(place) => place,
            None => {
                recent.truncate(tiles.most - 1);
                let Some(tile) = tiles.shelf.around(index) else {
                    tiles.failure.get_or_init(|| tiles.lost());
                    return None;
                };
                recent.push(tile);
                recent.len() - 1
            }
        };
        // The tile looked at last stands first.
        recent.swap(0, place);
        recent.first()
    }

    /// The value of a cell; `None` where no position exists.
    fn cell(&mut self, index: usize) -> Option<u32> {
        let tile = self.tile(index)?;
        let width = tile.unit as usize;
        tile.bytes.get((index - tile.from) * width..).and_then(|rest| rest.get(..width)).and_then(number)
    }
}

/// The cells of a table on disk.
#[derive(Debug)]
pub(in crate::engine) struct DiskCells {
    tiles: DiskTiles,
    cells: usize,
}

impl DiskCells {
    pub(super) fn new(shelf: Shelf, cells: usize) -> DiskCells {
        DiskCells { tiles: DiskTiles::new(shelf, KEPT), cells }
    }

    /// The number of cells.
    pub(in crate::engine) fn len(&self) -> usize {
        self.cells
    }

    /// The value of a cell; `None` where no position exists.
    pub(in crate::engine) fn get(&self, index: usize) -> Option<u32> {
        self.tiles.reader().cell(index)
    }

    /// Visits the values of cells, each so far from the one before.
    pub(in crate::engine) fn each(&self, cells: impl Iterator<Item = usize>, mut visit: impl FnMut(Option<u32>)) {
        let mut reader = self.tiles.reader();
        for index in cells {
            visit(reader.cell(index));
        }
    }

    /// What has become unreadable.
    pub(in crate::engine) fn failure(&self) -> Option<&Diagnostic> {
        self.tiles.failure()
    }
}
