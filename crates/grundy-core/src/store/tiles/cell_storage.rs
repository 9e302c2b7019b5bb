//! Where the cells of a table are.

use super::disk::DiskCells;
use crate::store::cells::Cells;

/// Where a table's cells are.
#[derive(Debug)]
pub enum CellStorage {
    /// In memory.
    Memory(Cells),
    /// As tiles on disk that are read on demand.
    Disk(Box<DiskCells>),
}

impl From<DiskCells> for CellStorage {
    fn from(cells: DiskCells) -> CellStorage {
        CellStorage::Disk(Box::new(cells))
    }
}

impl From<Cells> for CellStorage {
    fn from(cells: Cells) -> CellStorage {
        CellStorage::Memory(cells)
    }
}
