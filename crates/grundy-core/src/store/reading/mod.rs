//! Readers of finished tables: blocks of values, counts and surveys.
//!
//! In: the values of a box, from any engine, and a box inside it. Out: the values of the inner box in row-major order, some thousand cells at a
//! time and in the width of the table ([`Blocks`]); how many positions have a value, and the greatest value (`count`; of sums `sums`). A table of cells lends
//! its own memory if its order is that of the box; otherwise it is copied by squares (`gather`). Planes of bits are expanded by whole
//! words. For a sum, the tables of the components are joined block by block (`view`).

mod block;
pub(super) mod count;
mod gather;
pub(super) mod sums;
mod view;

pub use self::block::{CellBlock, Survey};
pub(super) use self::view::row_major;
use self::view::{Buffers, add};
pub use self::view::{Expanded, Region, ValueSource, View};

/// The most cells of a block.
const CELLS: usize = 1 << 16;

/// The values of a box in row-major order, block by block; see [`Values::blocks`](super::values::Values::blocks).
pub struct Blocks<'a> {
    views: Vec<View<'a>>,
    lo: Vec<u64>,
    hi: Vec<u64>,
    /// A block covers the whole range of the coordinates after `split`, and at most `most` values of the coordinate `split`.
    split: usize,
    most: usize,
    /// The first position of the current block, and the size of the block along each coordinate.
    at: Vec<u64>,
    sizes: Vec<usize>,
    state: State,
    buffers: Buffers,
    sums: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Before,
    Within,
    After,
}

impl<'a> Blocks<'a> {
    /// The box from `lo` to `hi` (both included), which lies inside the box of the tables.
    pub(super) fn new(views: Vec<View<'a>>, lo: &[u64], hi: &[u64]) -> Blocks<'a> {
        let empty = lo.iter().zip(hi).any(|(lo, hi)| lo > hi);
        let blocks = Blocks {
            views,
            lo: lo.to_vec(),
            hi: hi.to_vec(),
            split: 0,
            most: 1,
            at: lo.to_vec(),
            sizes: vec![1; hi.len()],
            state: if empty { State::After } else { State::Before },
            buffers: Buffers::default(),
            sums: vec![],
        };
        blocks.of_at_most(CELLS)
    }

    /// The same box from its beginning, in blocks of at most `cells` cells, and at least one.
    #[must_use]
    pub fn of_at_most(mut self, cells: usize) -> Blocks<'a> {
        if self.lo.iter().zip(&self.hi).any(|(lo, hi)| lo > hi) {
            return self;
        }
        let len = |coord: usize| (self.hi[coord] - self.lo[coord]) as usize + 1;
        let (mut split, mut inner) = (self.hi.len().saturating_sub(1), 1);
        while split > 0 && inner * len(split) <= cells {
            inner *= len(split);
            split -= 1;
        }
        self.sizes = (0..self.hi.len()).map(|coord| if coord > split { len(coord) } else { 1 }).collect();
        (self.split, self.most) = (split, (cells / inner).max(1));
        (self.at, self.state) = (self.lo.clone(), State::Before);
        self
    }

    /// The next block; `None` after the last.
    #[expect(clippy::should_implement_trait, reason = "a block lives only until the next one")]
    pub fn next(&mut self) -> Option<CellBlock<'_>> {
        self.advance().then(|| self.block())
    }

    /// Advances to the next block; `false` after the last.
    fn advance(&mut self) -> bool {
        let more = match self.state {
            State::Before => true,
            State::Within => self.step(),
            State::After => false,
        };
        self.state = if more { State::Within } else { State::After };
        if !more {
            return false;
        }
        if let Some(size) = self.sizes.get_mut(self.split) {
            *size = ((self.hi[self.split] - self.at[self.split]) as usize).saturating_add(1).min(self.most);
        }
        true
    }

    /// Advances the first position; `false` after the last block.
    fn step(&mut self) -> bool {
        for coord in (0..=self.split.min(self.at.len().wrapping_sub(1))).rev() {
            let Some(size) = self.sizes.get(coord).map(|size| *size as u64) else { return false };
            if self.hi[coord] - self.at[coord] >= size {
                self.at[coord] += size;
                return true;
            }
            self.at[coord] = self.lo[coord];
        }
        false
    }

    fn block(&mut self) -> CellBlock<'_> {
        let piece = (&self.at[..], &self.sizes[..]);
        if let [view] = &self.views[..] {
            return view.read(piece, &mut self.buffers);
        }
        self.sums.clear();
        self.sums.resize(self.sizes.iter().product(), 0);
        for view in &self.views {
            add(view.read(piece, &mut self.buffers), &mut self.sums);
        }
        CellBlock::Four(&self.sums)
    }

    /// The position of a cell of the current block.
    pub fn position(&self, cell: usize, position: &mut Vec<u64>) {
        position.clear();
        let mut inner: usize = self.sizes.iter().product();
        let mut rest = cell;
        for (first, size) in self.at.iter().zip(&self.sizes) {
            inner /= size;
            position.push(first + (rest / inner) as u64);
            rest %= inner;
        }
    }
}
