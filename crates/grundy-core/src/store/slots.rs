//! Cells that are read and written by one thread, or by several.
//!
//! In: cells. Out: [`Slots`], which is a slice where one thread works, and numbers that are loaded and stored without any order where
//! several do. Those see each other's values because of the order in which they take their work, not because of the cells. A
//! vector becomes the one or the other where it stands: no memory is asked for.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

use crate::store::cells::Cell;

/// A cell that several threads can share.
pub trait Share: Copy {
    /// Shared.
    type Shared: Send + Sync;
    /// For several threads.
    fn share(self) -> Self::Shared;
    /// For one thread again.
    fn own(shared: Self::Shared) -> Self;
    /// What it holds.
    fn load(shared: &Self::Shared) -> Self;
    /// Makes it hold this.
    fn store(self, shared: &Self::Shared);
}

macro_rules! share {
    ($($t:ty, $shared:ty);*) => {$(
        impl Share for $t {
            type Shared = $shared;
            fn share(self) -> $shared {
                self.into()
            }
            fn own(shared: $shared) -> $t {
                shared.into_inner()
            }
            fn load(shared: &$shared) -> $t {
                shared.load(Ordering::Relaxed)
            }
            fn store(self, shared: &$shared) {
                shared.store(self, Ordering::Relaxed);
            }
        }
    )*};
}
share!(u8, AtomicU8; u16, AtomicU16; u32, AtomicU32);

/// The cells of a table as one piece of work sees them.
pub trait Slots {
    /// A cell.
    type Cell: Cell;
    /// What a cell holds.
    fn read(&self, index: usize) -> Self::Cell;
    /// Makes it hold this.
    fn write(&mut self, index: usize, cell: Self::Cell);
    /// A cell that may lie anywhere before the one that is worked on.
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

/// The last cells of a table, of which the first one at hand has a number.
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

/// Cells that other threads work on, too, and the number of the first one.
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
