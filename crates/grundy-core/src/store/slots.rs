//! Cells that are read and written by one thread, or by several.
//!
//! In: cells. Out: [`Slots`]: a slice for one thread, and atomic numbers with relaxed ordering for several threads. Several threads see each
//! other's values because the hand-over of work synchronises them, not because of the cells. A
//! vector is converted in place between the two forms: no memory is allocated.

use super::cells::Cell;

/// Access to the cells of a table.
pub trait Slots {
    /// The type of a cell.
    type Cell: Cell;
    /// Reads a cell.
    fn read(&self, index: usize) -> Self::Cell;
    /// Writes the cell.
    fn write(&mut self, index: usize, cell: Self::Cell);
    /// Reads a cell that may lie anywhere before the one being computed.
    fn earlier(&self, index: usize) -> Self::Cell {
        self.read(index)
    }
}

impl<T: Cell> Slots for [T] {
    type Cell = T;
    fn read(&self, index: usize) -> T {
        self[index]
    }
    fn write(&mut self, index: usize, cell: T) {
        self[index] = cell;
    }
}

/// The last cells of a table, with the number of the first one in memory.
pub struct Window<'a, T: Cell> {
    /// The cells of the piece.
    pub cells: &'a mut [T],
    /// The number of the first of them.
    pub base: usize,
}

impl<T: Cell> Slots for Window<'_, T> {
    type Cell = T;
    fn read(&self, index: usize) -> T {
        self.cells[index - self.base]
    }
    fn write(&mut self, index: usize, cell: T) {
        self.cells[index - self.base] = cell;
    }
}

/// Cells that several threads work on, and the number of the first one.
pub struct Shared<'a, T: Cell> {
    /// The cells of the piece.
    pub cells: &'a [T::Shared],
    /// The number of the first of them.
    pub base: usize,
}

impl<T: Cell> Slots for Shared<'_, T> {
    type Cell = T;
    fn read(&self, index: usize) -> T {
        T::load(&self.cells[index - self.base])
    }
    fn write(&mut self, index: usize, cell: T) {
        cell.store(&self.cells[index - self.base]);
    }
}
