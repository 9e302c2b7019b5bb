//! The kernel for two coordinates, by several threads.
//!
//! In: a plane of cells with rows, columns and perhaps diagonals as lines. Out: the cells. With T threads, each thread takes every T-th tile of
//! rows and fills it by blocks of columns, from left to right. A block needs from the tile above only the sets of its columns. These sets are sent
//! from thread to thread through channels, in the order of the blocks, so that a tile follows the tile above at a distance of one block. The sets
//! of rows stay in their thread. No memory is shared, and no value depends on the number of threads or the size of blocks.
//!
//! Sets of diagonals are sent, too, in groups of ROWS. In a tile, the diagonal through row r and column c has the number c + ROWS - 1 - r; in the
//! tile below, the same diagonal has this number plus ROWS. So a group of ROWS diagonals is the next group in the tile below. A block from
//! column s to e, both multiples of ROWS, uses the diagonals from s to e + ROWS - 2. Its first group stays from the block before, or is new at
//! the left end. When the block is done, all groups but the last have passed the tile. These are exactly the groups that the same block of the
//! tile below uses besides its own first group.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::plane::{Part, ROWS, Sets, mex};
use grundy_core::contract::join::together;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::progress::Tally;
use grundy_core::contract::stop::Result;
use grundy_core::store::cells::Cell;
use grundy_core::store::tiles::Filled;

/// The columns of a block: their sets, some kilobytes each, stream through the second-level cache.
pub(super) const BLOCK: usize = 256;
/// The cells whose pages are mapped before it is asked whether the work goes on.
const TOUCHED: usize = 1 << 22;

/// The work of the threads.
pub(super) struct Pipeline<'a> {
    /// The cells of a row.
    pub(super) width: usize,
    /// The words of a set.
    each: usize,
    block: usize,
    threads: usize,
    part: Part,
    diagonal: bool,
    limits: &'a Limits,
    /// The sets that the blocks of the next tile start with, and the next row.
    blocks: Vec<Packet>,
    row: usize,
}

/// What a block receives from the tile above.
struct Packet {
    columns: Sets,
    /// Groups of diagonals.
    diagonals: Vec<Sets>,
}

impl<'a> Pipeline<'a> {
    /// A pipeline of `threads` threads with sets of `each` words.
    pub(super) fn new(
        width: usize,
        each: usize,
        block: usize,
        threads: usize,
        (part, diagonal): (Part, bool),
        limits: &'a Limits,
    ) -> Pipeline<'a> {
        let block = if diagonal { block.next_multiple_of(ROWS) } else { block };
        let packet = |start: usize| {
            let end = width.min(start + block);
            let groups = if diagonal { last_group(end) - start / ROWS } else { 0 };
            Packet {
                columns: Sets::new(end - start, each),
                diagonals: (0..groups).map(|_| Sets::new(ROWS, each)).collect(),
            }
        };
        let blocks = (0..width).step_by(block).map(packet).collect();
        Pipeline { width, each, block, threads, part, diagonal, limits, blocks, row: 0 }
    }

    /// Fills the cells from where it stopped. They hold 0 where a position exists, and are wide enough for every value.
    ///
    /// # Errors
    /// The interruption.
    pub(super) fn fill<T: Cell>(&mut self, cells: &mut [T], base: usize, to: usize) -> Result<Filled> {
        let cells = &mut cells[self.row * self.width - base..to - base];
        touch(cells, self.limits)?;
        let tiles = cells.len().div_ceil(ROWS * self.width);
        let threads = self.threads.min(tiles).max(1);
        let mut shares: Vec<Vec<Tile<T>>> = (0..threads).map(|_| vec![]).collect();
        for (number, cells) in cells.chunks_mut(ROWS * self.width).enumerate() {
            shares[number % threads].push(Tile { cells, first: self.row + number * ROWS });
        }
        let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel::<Packet>()).unzip();
        let (end, ended) = channel::<Packet>();
        for packet in self.blocks.drain(..) {
            let _ = senders[0].send(packet);
        }
        // Thread k sends to thread k + 1, the last one to the first; the last tile's sets come back here.
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
        self.blocks = ended.iter().collect();
        self.row = to.div_ceil(self.width);
        Ok(Filled::All)
    }

    /// Fills the tiles of one thread; `end` receives the sets of the last tile of all. The thread ends early if the thread before has.
    fn work<T: Cell>(
        &self,
        share: Vec<Tile<T>>,
        sender: &Sender<Packet>,
        receiver: &Receiver<Packet>,
        end: Option<&Sender<Packet>>,
    ) {
        let mut rows = Sets::new(ROWS, self.each);
        let mut diagonals = vec![];
        let mut told = Tally::new(&self.limits.progress);
        let count = share.len();
        for (number, mut tile) in share.into_iter().enumerate() {
            (0..ROWS).for_each(|row| rows.clear(row));
            if self.diagonal {
                diagonals = vec![Sets::new(ROWS, self.each)];
            }
            let next = if number + 1 == count { end.unwrap_or(sender) } else { sender };
            for start in (0..self.width).step_by(self.block) {
                let Ok(Packet { mut columns, diagonals: mut new }) = receiver.recv() else { return };
                diagonals.append(&mut new);
                if self.limits.interrupted().is_err() {
                    return;
                }
                let sets = (&mut rows, &mut columns, &mut diagonals[..]);
                match (self.part, self.diagonal) {
                    (Part::Whole, false) => self.block::<T, false, false>(&mut tile, sets, start),
                    (Part::Whole, true) => self.block::<T, true, false>(&mut tile, sets, start),
                    (Part::Upper, false) => self.block::<T, false, true>(&mut tile, sets, start),
                    (Part::Upper, true) => self.block::<T, true, true>(&mut tile, sets, start),
                }
                let passed = diagonals.drain(..diagonals.len().saturating_sub(1)).collect();
                let _ = next.send(Packet { columns, diagonals: passed });
                told.add(tile.cells.len() / self.width * self.block.min(self.width - start));
            }
        }
    }

    /// Puts the values of whole tiles into the sets of columns.
    pub(super) fn replay<T: Cell>(&mut self, cells: &[T], base: usize, to: usize) -> Result<Filled> {
        for tile in cells[self.row * self.width - base..to - base].chunks(ROWS * self.width) {
            let mut groups: Vec<Sets> = vec![];
            if self.diagonal {
                groups.push(Sets::new(ROWS, self.each));
                self.blocks.iter_mut().for_each(|block| groups.append(&mut block.diagonals));
            }
            for (number, row) in tile.chunks(self.width).enumerate() {
                self.limits.interrupted()?;
                self.replay_row(number, row, &mut groups);
            }
            let (mut groups, width) = (groups.into_iter(), self.width);
            for (start, block) in (0..width).step_by(self.block).zip(&mut self.blocks) {
                let end = width.min(start + self.block);
                block.diagonals.extend(groups.by_ref().take(last_group(end) - start / ROWS));
            }
        }
        self.row = to.div_ceil(self.width);
        Ok(Filled::All)
    }

    /// Puts the values of a row into the sets of columns, and of the diagonals of its tile.
    fn replay_row<T: Cell>(&mut self, number: usize, row: &[T], diagonals: &mut [Sets]) {
        // In the upper part, the sets of columns to the left of the diagonal are never read again, so their contents do not matter.
        for (k, (cells, block)) in row.chunks(self.block).zip(&mut self.blocks).enumerate() {
            for (column, cell) in cells.iter().enumerate().filter(|(_, c)| **c != T::NONE) {
                let value = cell.get() as usize;
                block.columns.put(column, value / 64, 1 << (value % 64));
                let diagonal = k * self.block + column + ROWS - 1 - number;
                if let Some(group) = diagonals.get_mut(diagonal / ROWS) {
                    group.put(diagonal % ROWS, value / 64, 1 << (value % 64));
                }
            }
        }
    }

    /// Fills one block of a tile, along its anti-diagonals.
    fn block<T: Cell, const D: bool, const UPPER: bool>(
        &self,
        tile: &mut Tile<T>,
        (rows, columns, diagonals): (&mut Sets, &mut Sets, &mut [Sets]),
        start: usize,
    ) {
        let (height, end) = (tile.cells.len() / self.width, self.width.min(start + self.block));
        // The first column, and how far it lies to the right of the tile's first cell on the diagonal.
        let left = if UPPER { start.max(tile.first) } else { start };
        let beyond = if UPPER { left - tile.first } else { 0 };
        if left >= end {
            return;
        }
        let (width, mut none) = (end - left, Sets::new(0, 0));
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
                let number = column - start + ROWS - 1 - row;
                let group = if D { &mut diagonals[number / ROWS] } else { &mut none };
                let (w, k) = mex::<D>(rows, columns, group, (row, column - start, number % ROWS));
                *cell = T::of((64 * w) as u32 + k).expect("the width holds every value");
                rows.put(row, w, 1 << k);
                columns.put(column - start, w, 1 << k);
                if D {
                    group.put(number % ROWS, w, 1 << k);
                }
            }
        }
    }
}

/// The last group of diagonals that a block up to column `end` uses.
fn last_group(end: usize) -> usize {
    (end + ROWS - 2) / ROWS
}

/// A tile of rows, which one thread fills.
struct Tile<'a, T> {
    cells: &'a mut [T],
    /// The number of the first row.
    first: usize,
}

/// Makes the system map all pages of the cells now. Threads that fault on pages at the same time wait for each other: two threads took
/// as long as one (measured at 16000 x 16000 cells). Gigabytes take seconds, so the work may be stopped meanwhile.
///
/// # Errors
/// The interruption.
pub(super) fn touch<T: Cell>(cells: &mut [T], limits: &Limits) -> Result<()> {
    for part in cells.chunks_mut(TOUCHED) {
        limits.interrupted()?;
        for page in part.chunks_mut(4096 / size_of::<T>()) {
            page[0] = std::hint::black_box(page[0]);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::Evaluator;
    use grundy_core::contract::options::{EngineName, Options};

    #[test]
    fn pages_are_mapped_only_while_the_work_goes_on() {
        let limits = Limits::default();
        let mut cells = vec![0u8; 3 * TOUCHED];
        assert!(touch(&mut cells, &limits).is_ok());
        limits.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(touch(&mut cells, &limits).is_err());
    }

    #[test]
    fn threads_and_blocks_do_not_change_a_value() {
        let limits = Limits { threads: 1, ..Limits::default() };
        for (text, diagonal) in [("star_nim[2]", false), ("wythoff", true)] {
            let game = grundy_rules::session::Session::new().game(text, None).expect("a game");
            let table = |hi: &[u64]| {
                let options =
                    Options { limits: limits.clone(), engine: Some(EngineName::Enumeration), ..Options::default() };
                Evaluator::new(&game.rules, options).table(hi).expect("a table")
            };
            for (part, hi) in [(Part::Whole, [130, 301]), (Part::Whole, [140, 140]), (Part::Upper, [203, 203])] {
                pieces_agree(&table(&hi), (part, diagonal), hi);
            }
        }
    }

    /// A plane filled in pieces, of which the first ones may be replayed, by several threads.
    fn pieces_agree(one: &grundy::Values, (part, diagonal): (Part, bool), hi: [u64; 2]) {
        let width = hi[1] as usize + 1;
        for (threads, block, replayed) in
            [(1, 7, 0), (2, 64, 0), (3, 1, 0), (5, 300, 0), (2, 400, 0), (2, 33, 0), (2, 32, 16), (3, 48, 48)]
        {
            let mut cells = vec![0u16; (hi[0] as usize + 1) * width];
            cells[0] = if one.get(&[0, 0]).is_none() { u16::NONE } else { 0 };
            let each = 2 * (hi[0] + hi[1]) as usize / 64 + 1;
            let limits = Limits::default();
            let mut pipeline = Pipeline::new(width, each, block, threads, (part, diagonal), &limits);
            for (index, cell) in cells[..replayed * width].iter_mut().enumerate() {
                let value = one.get(&[(index / width) as u64, (index % width) as u64]);
                *cell = value.map_or(u16::NONE, |v| v as u16);
            }
            assert!(matches!(pipeline.replay(&cells, 0, replayed * width), Ok(Filled::All)));
            for rows in [16, 48, 128, hi[0] as usize + 1].into_iter().filter(|rows| *rows > replayed) {
                assert!(matches!(pipeline.fill(&mut cells, 0, rows * width), Ok(Filled::All)));
            }
            for (index, cell) in cells.iter().enumerate() {
                let at = [(index / width) as u64, (index % width) as u64];
                if part == Part::Upper && at[0] > at[1] {
                    continue;
                }
                let value = (*cell != u16::NONE).then_some(u32::from(*cell));
                assert_eq!(
                    value,
                    one.get(&at),
                    "{at:?}, {part:?}, {threads} threads, blocks of {block}, {replayed} replayed"
                );
            }
        }
    }
}
