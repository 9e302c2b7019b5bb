//! The kernel for two coordinates in several threads.
//!
//! In: a plane of cells with rows and columns as lines. Out: the cells. A thread takes every so-manieth tile of rows and goes through it block by
//! block of columns. What a block needs from the tile above is the sets of its columns: they travel from thread to thread through
//! channels, in the order of the blocks, so that a tile follows the one above at a distance of a block. Rows keep their sets in their
//! thread. Nothing is shared, and no value depends on the number of threads or the size of blocks.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::plane::{Part, ROWS, Sets, hole};
use grundy_core::contract::join::together;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::progress::Tally;
use grundy_core::contract::stop::Result;
use grundy_core::store::cells::Cell;
use grundy_core::store::tiles::Filled;

/// Columns of a block: their sets, some kilobytes each, pass through the second cache.
pub(super) const BLOCK: usize = 256;

/// What the threads work on.
pub(super) struct Pipeline<'a> {
    /// Cells of a row.
    pub(super) width: usize,
    /// Words of a set.
    each: usize,
    block: usize,
    threads: usize,
    part: Part,
    limits: &'a Limits,
    /// The sets of the columns, block by block, and the next row.
    columns: Vec<Sets>,
    row: usize,
}

impl<'a> Pipeline<'a> {
    /// With sets of so many words, for so many threads.
    pub(super) fn new(
        width: usize,
        each: usize,
        block: usize,
        threads: usize,
        part: Part,
        limits: &'a Limits,
    ) -> Pipeline<'a> {
        let columns = (0..width).step_by(block).map(|start| Sets::new(block.min(width - start), each)).collect();
        Pipeline { width, each, block, threads, part, limits, columns, row: 0 }
    }

    /// Fills the cells from where it stopped, which hold 0 where a position exists; their width holds every value.
    ///
    /// # Errors
    /// The interruption.
    pub(super) fn fill<T: Cell>(&mut self, cells: &mut [T], base: usize, to: usize) -> Result<Filled> {
        let cells = &mut cells[self.row * self.width - base..to - base];
        touch(cells);
        let tiles = cells.len().div_ceil(ROWS * self.width);
        let threads = self.threads.min(tiles).max(1);
        let mut shares: Vec<Vec<Tile<T>>> = (0..threads).map(|_| vec![]).collect();
        for (number, cells) in cells.chunks_mut(ROWS * self.width).enumerate() {
            shares[number % threads].push(Tile { cells, first: self.row + number * ROWS });
        }
        let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel::<Sets>()).unzip();
        let (end, ended) = channel::<Sets>();
        for columns in self.columns.drain(..) {
            let _ = senders[0].send(columns);
        }
        // Thread k sends to thread k + 1, the last one to the first; the last tile's sets come back.
        senders.rotate_left(1);
        let this = &*self;
        together(|crew| {
            for (k, ((share, sender), receiver)) in shares.into_iter().zip(senders).zip(receivers).enumerate() {
                let end = ((tiles - 1) % threads == k).then(|| end.clone());
                crew.spawn(move || this.work(share, &sender, &receiver, end.as_ref()));
            }
        });
        drop(end);
        self.limits.interrupted()?;
        self.columns = ended.iter().collect();
        self.row = to.div_ceil(self.width);
        Ok(Filled::All)
    }

    /// The tiles of one thread, the last of which may be the last of all. It ends early where the thread before has.
    fn work<T: Cell>(
        &self,
        share: Vec<Tile<T>>,
        sender: &Sender<Sets>,
        receiver: &Receiver<Sets>,
        end: Option<&Sender<Sets>>,
    ) {
        let mut rows = Sets::new(ROWS, self.each);
        let mut told = Tally::new(&self.limits.progress);
        let count = share.len();
        for (number, mut tile) in share.into_iter().enumerate() {
            (0..ROWS).for_each(|row| rows.clear(row));
            let next = if number + 1 == count { end.unwrap_or(sender) } else { sender };
            for start in (0..self.width).step_by(self.block) {
                let Ok(mut columns) = receiver.recv() else { return };
                if self.limits.interrupted().is_err() {
                    return;
                }
                match self.part {
                    Part::Whole => self.block::<T, false>(&mut tile, &mut rows, &mut columns, start),
                    Part::Upper => self.block::<T, true>(&mut tile, &mut rows, &mut columns, start),
                }
                let _ = next.send(columns);
                told.add(tile.cells.len() / self.width * self.block.min(self.width - start));
            }
        }
    }

    /// Puts the values of whole tiles into the sets of columns.
    pub(super) fn replay<T: Cell>(&mut self, cells: &[T], base: usize, to: usize) -> Result<Filled> {
        for row in cells[self.row * self.width - base..to - base].chunks(self.width) {
            self.limits.interrupted()?;
            // In the upper part, columns to the left of the diagonal are not asked again; nor does it matter what they have.
            for (cells, columns) in row.chunks(self.block).zip(&mut self.columns) {
                for (column, cell) in cells.iter().enumerate().filter(|(_, c)| **c != T::NONE) {
                    let value = cell.get() as usize;
                    columns.put(column, value / 64, 1 << (value % 64));
                }
            }
        }
        self.row = to.div_ceil(self.width);
        Ok(Filled::All)
    }

    /// One block of a tile, along its anti-diagonals.
    fn block<T: Cell, const UPPER: bool>(&self, tile: &mut Tile<T>, rows: &mut Sets, columns: &mut Sets, start: usize) {
        let (height, end) = (tile.cells.len() / self.width, self.width.min(start + self.block));
        // The first column, and how far it lies to the right of the tile's place on the diagonal.
        let left = if UPPER { start.max(tile.first) } else { start };
        let beyond = if UPPER { left - tile.first } else { 0 };
        if left >= end {
            return;
        }
        let (width, none) = (end - left, Sets::new(0, 0));
        for step in 0..width + height - 1 {
            let last = if UPPER { (step + beyond) / 2 } else { step }.min(step);
            for row in (step + 1).saturating_sub(width)..height.min(last + 1) {
                let column = left + step - row;
                if UPPER && column == tile.first + row {
                    rows.copy(row, columns, column - start);
                }
                let cell = &mut tile.cells[row * self.width + column];
                if *cell == T::NONE {
                    continue;
                }
                let (w, k) = hole::<false>(rows, columns, &none, (row, column - start, 0));
                *cell = T::of((64 * w) as u32 + k).expect("the width holds every value");
                rows.put(row, w, 1 << k);
                columns.put(column - start, w, 1 << k);
            }
        }
    }
}

/// Rows that one thread fills.
struct Tile<'a, T> {
    cells: &'a mut [T],
    /// The number of the first row.
    first: usize,
}

/// Makes the system give all pages of the cells now: threads that ask for pages at the same time wait for each other, so that two took
/// as long as one (measured at 16000 x 16000 cells).
pub(super) fn touch<T: Cell>(cells: &mut [T]) {
    for page in cells.chunks_mut(4096 / size_of::<T>()) {
        page[0] = std::hint::black_box(page[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::Evaluator;
    use grundy_core::contract::options::{EngineName, Options};

    #[test]
    fn threads_and_blocks_do_not_change_a_value() {
        let game = grundy_rules::session::Session::new().game("star_nim[2]", None).expect("a game");
        let limits = Limits { threads: 1, ..Limits::default() };
        let table = |hi: &[u64]| {
            let options =
                Options { limits: limits.clone(), engine: Some(EngineName::Enumeration), ..Options::default() };
            Evaluator::new(&game.rules, options).table(hi).expect("a table")
        };
        let cases = [(1, 7), (2, 64), (3, 1), (5, 300), (2, 400), (2, 33)];
        for (part, hi) in [(Part::Whole, [130, 301]), (Part::Whole, [140, 140]), (Part::Upper, [203, 203])] {
            let (one, width) = (table(&hi), hi[1] as usize + 1);
            for (threads, block) in cases {
                let mut cells = vec![0u16; (hi[0] as usize + 1) * width];
                cells[0] = u16::NONE;
                let each = (hi[0] + hi[1]) as usize / 64 + 1;
                let limits = Limits::default();
                let mut pipeline = Pipeline::new(width, each, block, threads, part, &limits);
                for rows in [16, 48, 128, hi[0] as usize + 1] {
                    assert!(matches!(pipeline.fill(&mut cells, 0, rows * width), Ok(Filled::All)));
                }
                for (index, cell) in cells.iter().enumerate() {
                    let at = [(index / width) as u64, (index % width) as u64];
                    if part == Part::Upper && at[0] > at[1] {
                        continue;
                    }
                    let value = (*cell != u16::NONE).then_some(u32::from(*cell));
                    assert_eq!(value, one.get(&at), "{at:?}, {part:?}, {threads} threads, blocks of {block}");
                }
            }
        }
    }
}
