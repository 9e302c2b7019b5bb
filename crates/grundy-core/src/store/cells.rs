//! The cells of a table in memory.
//!
//! In: numbers, one a cell. Out: the numbers of cells, and their little-endian bytes for a tile. Cells have 1, 2 or 4 bytes, and are widened when a value does not fit.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

use crate::contract::limits::{Held, Limits};
use crate::contract::stop::{Result, Stop};
use grundy_rules::lang::{Code, Diagnostic};

/// A cell that several threads can share.
pub trait Share: Copy {
    /// The form that several threads share.
    type Shared: Send + Sync;
    /// Converts to the shared form.
    fn share(self) -> Self::Shared;
    /// Converts back from the shared form.
    fn own(shared: Self::Shared) -> Self;
    /// Reads a shared cell.
    fn load(shared: &Self::Shared) -> Self;
    /// Writes the cell.
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

/// A cell of a table. The greatest number of its width means that no position exists.
pub trait Cell: Copy + Eq + Send + Sync + Share {
    /// No position.
    const NONE: Self;
    /// Has the cell at most two bytes?
    const NARROW: bool;
    /// The value, if it fits.
    fn of(value: u32) -> Option<Self>;
    /// As a number.
    fn get(self) -> u32;
    /// The lowest bytes of a number. The greatest number of a wider cell becomes that of this one: no position exists.
    fn lowest(value: u32) -> Self;
    /// The bytes of cells of this width, the lowest first, from cells whose values fit.
    fn bytes_of<A: Cell>(cells: &[A]) -> Vec<u8>;
    /// The cells of this width that have these bytes.
    fn each(bytes: &[u8]) -> impl Iterator<Item = Self>;
}

macro_rules! cell {
    ($($t:ty),*) => {$(
        impl Cell for $t {
            const NONE: Self = <$t>::MAX;
            const NARROW: bool = size_of::<$t>() <= 2;
            fn of(value: u32) -> Option<Self> {
                <$t>::try_from(value).ok().filter(|v| *v != Self::NONE)
            }
            fn get(self) -> u32 {
                self as u32
            }
            fn lowest(value: u32) -> Self {
                value as $t
            }
            fn bytes_of<A: Cell>(cells: &[A]) -> Vec<u8> {
                let mut bytes = vec![0; size_of::<$t>() * cells.len()];
                let (own, _) = bytes.as_chunks_mut::<{ size_of::<$t>() }>();
                own.iter_mut().zip(cells).for_each(|(own, cell)| *own = Self::lowest(cell.get()).to_le_bytes());
                bytes
            }
            fn each(bytes: &[u8]) -> impl Iterator<Item = Self> {
                bytes.as_chunks::<{ size_of::<$t>() }>().0.iter().map(|bytes| <$t>::from_le_bytes(*bytes))
            }
        }
    )*};
}
cell!(u8, u16, u32);

/// The cells, as wide as needed.
#[derive(Debug)]
pub enum Cells {
    /// Of one byte.
    One(Vec<u8>),
    /// Of two bytes.
    Two(Vec<u16>),
    /// Of four bytes.
    Four(Vec<u32>),
}

/// Evaluates the same expression for cells of any width.
#[macro_export]
macro_rules! each_width {
    ($cells:expr, $name:ident => $body:expr) => {
        match $cells {
            $crate::store::cells::Cells::One($name) => $body,
            $crate::store::cells::Cells::Two($name) => $body,
            $crate::store::cells::Cells::Four($name) => $body,
        }
    };
}
pub use crate::each_width;

/// The greatest value.
fn greatest<T: Cell>(cells: &[T]) -> u64 {
    cells.iter().fold(0, |most: u32, c| most.max(if *c == T::NONE { 0 } else { c.get() })).into()
}

/// The value in the bytes of a cell, if a position exists there.
pub fn number(bytes: &[u8]) -> Option<u32> {
    let none = bytes.iter().all(|b| *b == u8::MAX);
    (!none).then(|| bytes.iter().rev().fold(0, |n, b| n << 8 | u32::from(*b)))
}

impl Cells {
    /// The least width, in bytes, of cells that hold values up to this one, if there is one.
    pub fn width_for(most: u64) -> Option<u32> {
        let fits = |none: u64| most < none;
        match most {
            _ if fits(u8::NONE.into()) => Some(1),
            _ if fits(u16::NONE.into()) => Some(2),
            _ if fits(u32::NONE.into()) => Some(4),
            _ => None,
        }
    }

    /// The greatest value.
    pub fn greatest(&self) -> u64 {
        each_width!(self, cells => greatest(cells))
    }

    /// Cells that all hold 0.
    pub fn zeros(width: u32, count: usize) -> Cells {
        match width {
            1 => Cells::One(vec![0; count]),
            2 => Cells::Two(vec![0; count]),
            _ => Cells::Four(vec![0; count]),
        }
    }

    /// The memory of the cells in bytes.
    pub fn memory(&self) -> u64 {
        self.count() as u64 * u64::from(self.width())
    }

    /// The number of cells.
    pub fn count(&self) -> usize {
        each_width!(self, cells => cells.len())
    }

    /// The bytes of the cells from `from` to `to`, without the last.
    pub fn bytes(&self, from: usize, to: usize) -> Vec<u8> {
        match self {
            Cells::One(cells) => u8::bytes_of(&cells[from..to]),
            Cells::Two(cells) => u16::bytes_of(&cells[from..to]),
            Cells::Four(cells) => u32::bytes_of(&cells[from..to]),
        }
    }

    /// The cells from `from` to `to`, without the last, in the narrowest width that holds them: the width, and the bytes.
    pub fn narrow(&self, from: usize, to: usize) -> (u32, Vec<u8>) {
        let most = each_width!(self, cells => greatest(&cells[from..to]));
        match Cells::width_for(most).unwrap_or(4) {
            width if width >= self.width() => (self.width(), self.bytes(from, to)),
            1 => (1, each_width!(self, cells => u8::bytes_of(&cells[from..to]))),
            _ => (2, each_width!(self, cells => u16::bytes_of(&cells[from..to]))),
        }
    }

    /// Stores cells given as bytes, of a width no greater than this one, from cell `start` on.
    pub fn put_bytes(&mut self, start: usize, width: u32, bytes: &[u8]) {
        fn put<A: Cell, T: Cell>(cells: &mut [T], bytes: &[u8]) {
            let wider = |own: A| if own == A::NONE { T::NONE } else { T::lowest(own.get()) };
            cells.iter_mut().zip(A::each(bytes)).for_each(|(cell, own)| *cell = wider(own));
        }
        each_width!(self, cells => match width {
            1 => put::<u8, _>(&mut cells[start..], bytes),
            2 => put::<u16, _>(&mut cells[start..], bytes),
            _ => put::<u32, _>(&mut cells[start..], bytes),
        });
    }

    /// Moves the cells from `from` to `to` to the start and sets all later cells to 0.
    pub fn slide(&mut self, from: usize, to: usize) {
        each_width!(self, cells => {
            cells.copy_within(from..to, 0);
            cells[to - from..].fill(0);
        });
    }

    /// The bytes of a cell.
    pub fn width(&self) -> u32 {
        match self {
            Cells::One(_) => 1,
            Cells::Two(_) => 2,
            Cells::Four(_) => 4,
        }
    }

    /// The same values in wider cells. Both copies are in memory for a moment.
    ///
    /// # Errors
    /// Too little free memory; values of more than four bytes.
    pub fn wider(self, held: &mut Held, limits: &Limits) -> Result<Cells> {
        let (own, count) = (self.memory(), self.count() as u64);
        let mut check =
            |each: u64| held.grow(own + count * each, limits, "this table, whose values have outgrown narrower cells,");
        let wider = match self {
            Cells::One(cells) => {
                check(2)?;
                Cells::Two(widen(&cells))
            }
            Cells::Two(cells) => {
                check(4)?;
                Cells::Four(widen(&cells))
            }
            Cells::Four(_) => {
                return Err(Stop::from(Diagnostic::limit(Code::Value, "a value needs more than four bytes")));
            }
        };
        held.set(wider.memory());
        Ok(wider)
    }
}

fn widen<A: Cell, B: Cell>(cells: &[A]) -> Vec<B> {
    let wider = |c: &A| if *c == A::NONE { B::NONE } else { B::of(c.get()).expect("a wider cell holds it") };
    cells.iter().map(wider).collect()
}
