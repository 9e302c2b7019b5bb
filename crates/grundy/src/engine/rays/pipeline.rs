//! The kernel for two coordinates in several threads.
//!
//! In: a plane of cells with rows and columns as lines. Out: the cells. A thread takes every so-manieth tile of rows and goes through it block by
//! block of columns. What a block needs from the tile above is the sets of its columns: they travel from thread to thread through
//! channels, in the order of the blocks, so that a tile follows the one above at a distance of a block. Rows keep their sets in their
//! thread. Nothing is shared, and no value depends on the number of threads or the size of blocks.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::super::compile::Result;
use super::super::limits::Limits;
use super::super::table::Cell;
use super::plane::{ROWS, Sets, hole};

/// Columns of a block: their sets, some kilobytes each, pass through the second cache.
pub(super) const BLOCK: usize = 256;

/// What the threads work on.
pub(super) struct Pipeline<'a> {
    /// Cells of a row.
    pub(super) width: usize,
    /// Words of a set.
    pub(super) each: usize,
    pub(super) block: usize,
    pub(super) limits: &'a Limits,
}

impl Pipeline<'_> {
    /// Fills all cells, which hold 0 where a position exists; the width of cells holds every value.
    ///
    /// # Errors
    /// The interruption.
    pub(super) fn fill<T: Cell + Send>(&self, cells: &mut [T], threads: usize) -> Result<()> {
        let mut shares: Vec<Vec<&mut [T]>> = (0..threads).map(|_| vec![]).collect();
        for (tile, rows) in cells.chunks_mut(ROWS * self.width).enumerate() {
            shares[tile % threads].push(rows);
        }
        let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel::<Sets>()).unzip();
        for start in (0..self.width).step_by(self.block) {
            let columns = self.block.min(self.width - start);
            let _ = senders[0].send(Sets::new(columns, self.each));
        }
        // Thread k sends to thread k + 1, the last one to the first.
        senders.rotate_left(1);
        std::thread::scope(|scope| {
            for ((share, sender), receiver) in shares.into_iter().zip(senders).zip(receivers) {
                scope.spawn(move || self.work(share, &sender, &receiver));
            }
        });
        self.limits.interrupted()
    }

    /// The tiles of one thread. It ends early where the thread before has.
    fn work<T: Cell>(&self, share: Vec<&mut [T]>, sender: &Sender<Sets>, receiver: &Receiver<Sets>) {
        let mut rows = Sets::new(ROWS, self.each);
        for tile in share {
            (0..ROWS).for_each(|row| rows.clear(row));
            for start in (0..self.width).step_by(self.block) {
                let Ok(mut columns) = receiver.recv() else { return };
                if self.limits.interrupted().is_err() {
                    return;
                }
                self.block(tile, &mut rows, &mut columns, start);
                // After the last tile nobody may be there to take them.
                let _ = sender.send(columns);
            }
        }
    }

    /// One block of a tile, along its anti-diagonals.
    fn block<T: Cell>(&self, tile: &mut [T], rows: &mut Sets, columns: &mut Sets, start: usize) {
        let (height, width) = (tile.len() / self.width, self.block.min(self.width - start));
        let none = Sets::new(0, 0);
        for step in 0..width + height - 1 {
            for row in (step + 1).saturating_sub(width)..height.min(step + 1) {
                let column = step - row;
                let cell = &mut tile[row * self.width + start + column];
                if *cell == T::NONE {
                    continue;
                }
                let (w, k) = hole::<false>(rows, columns, &none, (row, column, 0));
                *cell = T::of((64 * w) as u32 + k).expect("the width holds every value");
                rows.put(row, w, 1 << k);
                columns.put(column, w, 1 << k);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Evaluator, Options};

    #[test]
    fn threads_and_blocks_do_not_change_a_value() {
        let game = crate::Session::new().game("star_nim[2]", None).expect("a game");
        let hi = [130u64, 301];
        let limits = Limits { threads: 1, ..Limits::default() };
        let one = Evaluator::new(&game.rules, Options { limits, ..Options::default() }).table(&hi).expect("a table");
        let width = hi[1] as usize + 1;
        for (threads, block) in [(1, 7), (2, 64), (3, 1), (5, 300), (2, 400)] {
            let mut cells = vec![0u16; (hi[0] as usize + 1) * width];
            cells[0] = u16::NONE;
            let each = (hi[0] + hi[1]) as usize / 64 + 1;
            let pipeline = Pipeline { width, each, block, limits: &Limits::default() };
            assert_eq!(pipeline.fill(&mut cells, threads), Ok(()));
            for (index, cell) in cells.iter().enumerate() {
                let at = [(index / width) as u64, (index % width) as u64];
                let value = (*cell != u16::NONE).then_some(u32::from(*cell));
                assert_eq!(value, one.get(&at), "{at:?}, {threads} threads, blocks of {block}");
            }
        }
    }
}
