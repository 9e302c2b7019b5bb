//! A table stored on disk alone.
//!
//! In: a shelf with all its tiles. Out: the tile that holds a given cell or row; for tables of cells, also values by cell and by line. The most
//! recent tiles are kept in memory, so that reading in the table's order, or along a few lines of it, reads each tile once. A line across the
//! table's order visits many tiles. If such lines are read in sequence, a [`Band`] of the following lines is read ahead. A tile that has become
//! unreadable since it was written is reported by [`DiskTiles::failure`]: its cells have no value.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::shelf::{Shelf, Tile};
use crate::store::cells::number;
use grundy_rules::lang::{Code, Diagnostic};

/// The number of tiles of cells kept in memory.
pub const KEPT: usize = 4;
/// The most cells of a band, eight bytes each: together no more than a tile.
const BAND: usize = 1 << 19;

/// The tiles of a table on disk.
#[derive(Debug)]
pub struct DiskTiles {
    shelf: Shelf,
    /// The most tiles kept in memory.
    most: usize,
    recent: Mutex<Vec<Tile>>,
    failure: OnceLock<Diagnostic>,
}

impl DiskTiles {
    /// The tiles of a shelf, of which at most `most` are kept in memory.
    pub fn new(shelf: Shelf, most: usize) -> DiskTiles {
        DiskTiles { shelf, most: most.max(1), recent: Mutex::new(vec![]), failure: OnceLock::new() }
    }

    /// A reader, which has the tiles to itself while it lives.
    pub fn reader(&self) -> Reader<'_> {
        Reader { tiles: self, recent: self.recent.lock().unwrap_or_else(PoisonError::into_inner) }
    }

    fn lost(&self) -> Diagnostic {
        let message = format!("a finished tile in `{}` can no longer be read", self.shelf.folder().display());
        Diagnostic::limit(Code::Disk, message).help("run the same command again: it computes what is damaged or gone")
    }

    /// The error, if a tile has become unreadable.
    pub fn failure(&self) -> Option<&Diagnostic> {
        self.failure.get()
    }
}

/// Exclusive access to the tiles.
pub struct Reader<'a> {
    tiles: &'a DiskTiles,
    recent: MutexGuard<'a, Vec<Tile>>,
}

impl Reader<'_> {
    /// The tile that holds a cell or a row.
    pub fn tile(&mut self, index: usize) -> Option<&Tile> {
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
        // The most recent tile comes first.
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

/// A line of cells across the table's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The number of the first cell.
    pub start: usize,
    /// The distance between neighbouring cells of the run.
    pub stride: usize,
    /// The number of its cells.
    pub len: usize,
}

/// Lines that begin at equal distances. `last` is the line asked for last.
#[derive(Debug)]
struct Band {
    last: Run,
    first: usize,
    delta: usize,
    lines: usize,
    /// The values, line by line.
    values: Vec<Option<u32>>,
}

impl Band {
    /// The values of a line, if the band holds it.
    fn line(&self, run: Run) -> Option<&[Option<u32>]> {
        let alike = (run.stride, run.len) == (self.last.stride, self.last.len);
        let past = run.start.checked_sub(self.first).filter(|past| alike && past.is_multiple_of(self.delta))?;
        let k = past / self.delta;
        if k < self.lines { self.values.get(k * run.len..(k + 1) * run.len) } else { None }
    }

    /// Reads the band that begins with a line. If the distance from the line before suggests a sequence, the following lines are included.
    fn read(reader: &mut Reader, run: Run, before: Option<Run>, cells: usize) -> Band {
        let alike = before.filter(|before| (run.stride, run.len) == (before.stride, before.len));
        let delta = alike.and_then(|before| run.start.checked_sub(before.start)).filter(|delta| *delta > 0);
        let room = cells.saturating_sub(run.start + (run.len - 1) * run.stride + 1);
        let lines = delta.map_or(1, |delta| (BAND / run.len).clamp(1, 1 + room / delta));
        let delta = delta.unwrap_or(1);
        let mut values = vec![None; lines * run.len];
        let mut read = |line: usize, k: usize| {
            values[line * run.len + k] = reader.cell(run.start + line * delta + k * run.stride);
        };
        // The larger distance is the outer loop, so that cells are read nearly in the order of the tiles.
        if run.stride > delta {
            (0..run.len).for_each(|k| (0..lines).for_each(|line| read(line, k)));
        } else {
            (0..lines).for_each(|line| (0..run.len).for_each(|k| read(line, k)));
        }
        Band { last: run, first: run.start, delta, lines, values }
    }
}

/// The cells of a table on disk.
#[derive(Debug)]
pub struct DiskCells {
    tiles: DiskTiles,
    cells: usize,
    band: Mutex<Option<Band>>,
}

impl DiskCells {
    /// From the tiles of a whole table.
    pub fn new(shelf: Shelf, cells: usize) -> DiskCells {
        DiskCells { tiles: DiskTiles::new(shelf, KEPT), cells, band: Mutex::new(None) }
    }

    /// The number of cells.
    pub fn count(&self) -> usize {
        self.cells
    }

    /// The value of a cell; `None` where no position exists.
    pub fn get(&self, index: usize) -> Option<u32> {
        self.tiles.reader().cell(index)
    }

    /// Visits the values of a line of cells.
    pub fn each(&self, run: Run, mut visit: impl FnMut(Option<u32>)) {
        if run.stride == 1 || run.len == 0 {
            let mut reader = self.tiles.reader();
            (run.start..run.start + run.len).for_each(|index| visit(reader.cell(index)));
            return;
        }
        let mut band = self.band.lock().unwrap_or_else(PoisonError::into_inner);
        if band.as_ref().and_then(|band| band.line(run)).is_none() {
            let before = band.as_ref().map(|band| band.last);
            *band = Some(Band::read(&mut self.tiles.reader(), run, before, self.cells));
        }
        let Some(band) = band.as_mut() else { return };
        band.line(run).into_iter().flatten().for_each(|value| visit(*value));
        band.last = run;
    }

    /// The values of a line of cells, `u32::MAX` where no position exists.
    pub fn read(&self, run: Run, to: &mut [u32]) {
        if run.stride != 1 {
            let mut places = to.iter_mut();
            self.each(run, |value| {
                if let Some(place) = places.next() {
                    *place = value.unwrap_or(u32::MAX);
                }
            });
            return;
        }
        let mut reader = self.tiles.reader();
        let (mut index, mut to) = (run.start, to);
        while !to.is_empty() {
            let Some(tile) = reader.tile(index) else { return to.fill(u32::MAX) };
            let (own, rest) = to.split_at_mut(to.len().min(tile.to - index));
            tile.cells(index, own);
            index += own.len();
            to = rest;
        }
    }

    /// The error, if a tile has become unreadable.
    pub fn failure(&self) -> Option<&Diagnostic> {
        self.tiles.failure()
    }
}
