//! Where the cells of a table are.

use super::disk::DiskCells;
use crate::store::cells::Cells;

/// Where a table's cells are.
#[derive(Debug)]
pub enum Kept {
    /// In memory.
    Memory(Cells),
    /// As tiles on disk that are read on demand.
    Disk(Box<DiskCells>),
}

impl From<DiskCells> for Kept {
    fn from(cells: DiskCells) -> Kept {
        Kept::Disk(Box::new(cells))
    }
}

impl From<Cells> for Kept {
    fn from(cells: Cells) -> Kept {
        Kept::Memory(cells)
    }
}
