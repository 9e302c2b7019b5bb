//! A component's table as readers see it: some coordinates of the whole game, and cells in some order.
//!
//! In: the table of a component, or one value for each cell. Out: the values of a box, the last coordinate fastest. They are borrowed if the table
//! holds them in that order, and copied otherwise.

use crate::contract::position::next;
use crate::store::cells::{Cell, Cells};
use crate::store::tiles::{DiskCells, Run};

use super::block::{CellBlock, of_any_width};
use super::gather::{Axis, gather, joined};

/// Where the values of a table are.
#[derive(Clone, Copy)]
pub enum ValueSource<'a> {
    /// In cells in memory.
    Cells(&'a Cells),
    /// As 32-bit numbers; the greatest one where no position exists.
    Wide(&'a [u32]),
    /// In cells on disk.
    Disk(&'a DiskCells),
    /// Not stored as cells: values are expanded on demand.
    Expanded(&'a dyn Expanded),
}

/// Values that are not stored as cells, all less than the greatest byte.
pub trait Expanded {
    /// Writes the values of a box of its own coordinates as bytes, the last coordinate fastest; the greatest byte where values were lost.
    fn read(&self, piece: Region, to: &mut [u8]);
    /// Are all values in memory?
    fn at_hand(&self) -> bool;
    /// The greatest value. All values must be in memory; a position exists at every cell.
    fn greatest(&self) -> Option<u32>;
    /// How many positions have a value. All values must be in memory.
    fn count(&self, value: u32) -> u128;
    /// How many positions with x1 <= x2 <= … have a value; `None` if other positions are stored, too, or the values are on disk.
    fn count_sorted(&self, value: u32) -> Option<u128>;
}

/// The table of some coordinates.
pub struct View<'a> {
    /// The numbers of its coordinates in the whole game, in order.
    pub(super) coords: Vec<usize>,
    /// The stride of each of these coordinates; empty if there are no cells.
    strides: Vec<usize>,
    pub(super) source: ValueSource<'a>,
}

/// A box of cells: its first position, and the number of cells along each coordinate.
pub type Region<'a> = (&'a [u64], &'a [usize]);

/// Buffers for the values of a box.
#[derive(Default)]
pub(super) struct Buffers {
    one: Vec<u8>,
    two: Vec<u16>,
    four: Vec<u32>,
    /// Buffers for values that are then reordered.
    own: Own,
}

#[derive(Default)]
struct Own {
    one: Vec<u8>,
    four: Vec<u32>,
}

impl<'a> View<'a> {
    /// A table from its coordinates and, if it has cells, the stride of each.
    #[must_use]
    pub fn new(coords: &[usize], strides: &[usize], source: ValueSource<'a>) -> View<'a> {
        View { coords: coords.to_vec(), strides: strides.to_vec(), source }
    }

    /// A table with one 32-bit value for each cell of a box.
    #[must_use]
    pub fn wide(hi: &[u64], values: &'a [u32]) -> View<'a> {
        let sizes: Vec<usize> = hi.iter().map(|h| *h as usize + 1).collect();
        View { coords: (0..hi.len()).collect(), strides: row_major(&sizes), source: ValueSource::Wide(values) }
    }

    /// The same table as a whole game.
    pub(super) fn alone(&self) -> View<'a> {
        View { coords: (0..self.coords.len()).collect(), strides: self.strides.clone(), source: self.source }
    }

    /// All values at once in the order of the table, if they are cells in memory.
    pub(super) fn all(&self) -> Option<CellBlock<'a>> {
        match self.source {
            ValueSource::Cells(Cells::One(cells)) => Some(CellBlock::One(cells)),
            ValueSource::Cells(Cells::Two(cells)) => Some(CellBlock::Two(cells)),
            ValueSource::Cells(Cells::Four(cells)) => Some(CellBlock::Four(cells)),
            ValueSource::Wide(cells) => Some(CellBlock::Four(cells)),
            ValueSource::Disk(_) | ValueSource::Expanded(_) => None,
        }
    }

    /// The values over a box of the whole game.
    pub(super) fn read<'r>(&self, piece: Region, buffers: &'r mut Buffers) -> CellBlock<'r>
    where
        'a: 'r,
    {
        let own_at: Vec<u64> = self.coords.iter().map(|c| piece.0[*c]).collect();
        let own_sizes: Vec<usize> = self.coords.iter().map(|c| piece.1[*c]).collect();
        let count = piece.1.iter().product();
        let Buffers { one, two, four, own } = buffers;
        if let Some(cells) = self.all() {
            let from = own_at.iter().zip(&self.strides).map(|(x, s)| *x as usize * s).sum();
            let axes = self.axes(piece.1, &self.strides);
            return match cells {
                CellBlock::One(cells) => CellBlock::One(taken(cells, from, &axes, count, one)),
                CellBlock::Two(cells) => CellBlock::Two(taken(cells, from, &axes, count, two)),
                CellBlock::Four(cells) => CellBlock::Four(taken(cells, from, &axes, count, four)),
            };
        }
        let own_count = own_sizes.iter().product();
        let axes = self.axes(piece.1, &row_major(&own_sizes));
        if let ValueSource::Expanded(values) = self.source {
            own.one.resize(own_count, 0);
            values.read((&own_at, &own_sizes), &mut own.one);
            CellBlock::One(taken(&own.one, 0, &axes, count, one))
        } else {
            own.four.resize(own_count, 0);
            self.read_disk((&own_at, &own_sizes), &mut own.four);
            CellBlock::Four(taken(&own.four, 0, &axes, count, four))
        }
    }

    /// The axes of a box of the whole game in cells with the given strides.
    fn axes(&self, sizes: &[usize], strides: &[usize]) -> Vec<Axis> {
        let stride = |coord: usize| self.coords.iter().position(|c| *c == coord).map_or(0, |k| strides[k]);
        joined(sizes.iter().enumerate().map(|(coord, size)| (*size, stride(coord))))
    }

    /// Reads a box of the table's own coordinates from disk, a line at a time.
    fn read_disk(&self, (at, sizes): Region, to: &mut [u32]) {
        let ValueSource::Disk(cells) = self.source else { return };
        let from: usize = at.iter().zip(&self.strides).map(|(x, s)| *x as usize * s).sum();
        let axes = joined(sizes.iter().copied().zip(self.strides.iter().copied()));
        let (outer, (len, stride)) = match axes.split_last() {
            Some((last, outer)) => (outer, *last),
            None => (&[][..], (1, 1)),
        };
        let mut line = vec![0u64; outer.len()];
        let last: Vec<u64> = outer.iter().map(|(len, _)| *len as u64 - 1).collect();
        for to in to.chunks_exact_mut(len) {
            let start = from + line.iter().zip(outer).map(|(x, (_, s))| *x as usize * s).sum::<usize>();
            cells.read(Run { start, stride, len }, to);
            next(&mut line, &last);
        }
    }
}

/// The cells of a box: borrowed, or copied to `buffer`.
fn taken<'r, T: Copy + Default>(
    cells: &'r [T],
    from: usize,
    axes: &[Axis],
    count: usize,
    buffer: &'r mut Vec<T>,
) -> &'r [T] {
    if let [] | [(_, 1)] = axes {
        let len = axes.first().map_or(1, |axis| axis.0);
        if len == count {
            return &cells[from..from + len];
        }
    }
    buffer.resize(count, T::default());
    gather(cells, from, axes, buffer);
    buffer
}

/// The strides of a box in row-major order.
pub(in crate::store) fn row_major(sizes: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; sizes.len()];
    for i in (1..sizes.len()).rev() {
        strides[i - 1] = strides[i] * sizes[i];
    }
    strides
}

/// Nim-adds values to sums; where a value does not exist, neither does the sum.
pub(super) fn add(block: CellBlock, sums: &mut [u32]) {
    fn add<T: Cell>(cells: &[T], sums: &mut [u32]) {
        for (sum, cell) in sums.iter_mut().zip(cells) {
            let there = *cell != T::NONE && *sum != u32::MAX;
            *sum = if there { *sum ^ cell.get() } else { u32::MAX };
        }
    }
    of_any_width!(block, cells => add(cells, sums));
}
