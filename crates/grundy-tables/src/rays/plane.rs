//! The kernel for two coordinates: tiles of rows, each filled along its anti-diagonals.
//!
//! In: sets of used values, one for each row, one for each column, and perhaps one for each diagonal. Out: the cells.
//!
//! The values of a line soon fill long stretches of its set, so each set has a summary of which of its words are full. Nearly
//! every word that is full in the union is full in one of the sets alone, and the summaries skip it.
//! Cells of one anti-diagonal share no line, so the processor can work on several of them at once. The sets of a tile's rows
//! stay in the first-level cache; the sets of columns and diagonals, stored word by word, stream through it. A tile needs from
//! the tile before only the sets of columns and diagonals.
//!
//! Measured against a hand-written kernel that stores each set contiguously and goes column by column: Star Nim on two strips
//! reaches 0.9 of its speed to 2000 and 0.95 to 8000, Wythoff's game 1.0 and 1.1.

use std::ops::Range;

use super::grid::Grid;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::piece::Used;
use grundy_core::contract::stop::Result;
use grundy_core::store::cells::Cell;
use grundy_core::store::tiles::Filled;

/// The rows of a tile.
pub(super) const ROWS: usize = 16;

/// Which cells of a plane are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All cells.
    Whole,
    /// The cells on and above the diagonal of a square plane whose coordinates may be exchanged. At the diagonal, the set of a row starts as a
    /// copy of the set of the column with its number, which holds the values of the cells to the left of the diagonal.
    Upper,
}

/// Sets whose words with one number share a line of the cache; they are read and written together.
const LINE: usize = 8;

/// Bitsets with summaries of their full words.
pub(super) struct Sets {
    words: Vec<u64>,
    full: Vec<u64>,
    /// The number of sets. Word 0 of all sets comes first, then word 1, …
    sets: usize,
}

impl Sets {
    /// `sets` empty sets of `each` words.
    pub(super) fn new(sets: usize, each: usize) -> Sets {
        Sets { words: vec![0; sets * each], full: vec![0; sets * each.div_ceil(64)], sets }
    }

    #[inline(always)]
    fn full(&self, set: usize, s: usize) -> u64 {
        self.full[set + s * self.sets]
    }

    #[inline(always)]
    fn word(&self, set: usize, w: usize) -> u64 {
        self.words[set + w * self.sets]
    }

    /// Sets a bit in a word of a set.
    #[inline(always)]
    pub(super) fn put(&mut self, set: usize, w: usize, bit: u64) {
        let word = &mut self.words[set + w * self.sets];
        *word |= bit;
        if *word == u64::MAX {
            self.full[set + w / 64 * self.sets] |= 1 << (w % 64);
        }
    }

    /// Has a set any value?
    #[cold]
    pub(super) fn is_used(&self, set: usize) -> bool {
        self.words[set..].iter().step_by(self.sets).any(|word| *word != 0)
    }

    /// Puts used values into empty sets, from set `first` on.
    pub(super) fn load<'a>(&mut self, first: usize, used: impl IntoIterator<Item = &'a Used>) {
        let all: Vec<&Used> = used.into_iter().collect();
        for (block, own) in all.chunks(LINE).enumerate() {
            let words = own.iter().map(|used| used.full + used.words.len()).max().unwrap_or(0);
            for w in 0..words {
                for (k, used) in own.iter().enumerate() {
                    let set = first + block * LINE + k;
                    let word = used.word(w);
                    self.words[set + w * self.sets] = word;
                    if word == u64::MAX {
                        self.full[set + w / 64 * self.sets] |= 1 << (w % 64);
                    }
                }
            }
        }
    }

    /// The used values of some sets.
    pub(super) fn take(&self, sets: Range<usize>) -> Vec<Used> {
        let each = self.words.len() / self.sets.max(1);
        let mut words = vec![0; LINE * each];
        let mut all = Vec::with_capacity(sets.len());
        for first in sets.clone().step_by(LINE) {
            let count = LINE.min(sets.end - first);
            for w in 0..each {
                for k in 0..count {
                    words[k * each + w] = self.words[first + k + w * self.sets];
                }
            }
            all.extend(words.chunks(each).take(count).map(|words| Used::of(words.iter().copied())));
        }
        all
    }

    /// Replaces a set by a set of `others`.
    pub(super) fn copy(&mut self, set: usize, others: &Sets, other: usize) {
        let words = others.words[other..].iter().step_by(others.sets);
        self.words[set..].iter_mut().step_by(self.sets).zip(words).for_each(|(w, o)| *w = *o);
        let full = others.full[other..].iter().step_by(others.sets);
        self.full[set..].iter_mut().step_by(self.sets).zip(full).for_each(|(w, o)| *w = *o);
    }

    /// Empties a set.
    pub(super) fn clear(&mut self, set: usize) {
        self.words[set..].iter_mut().step_by(self.sets).for_each(|w| *w = 0);
        self.full[set..].iter_mut().step_by(self.sets).for_each(|w| *w = 0);
    }
}

/// The work on a plane. It can stop at any cell and go on with wider cells.
pub(super) struct Plane<'a> {
    grid: &'a Grid,
    limits: &'a Limits,
    part: Part,
    rows: Sets,
    columns: Sets,
    diagonals: Option<Sets>,
    /// The first row of the tile, the anti-diagonal in the tile, the row on the anti-diagonal.
    tile: usize,
    step: usize,
    row: usize,
}

impl<'a> Plane<'a> {
    /// Is a row long enough to pay for emptying its set?
    pub(super) fn pays(grid: &Grid, each: usize) -> bool {
        grid.sizes[1] >= each / 2
    }

    /// The bytes of the sets.
    pub(super) fn bytes(grid: &Grid, diagonal: bool, each: usize) -> u64 {
        let sets = ROWS + grid.sizes[1] + if diagonal { grid.sizes[1] + ROWS } else { 0 };
        sets as u64 * 8 * (each + each.div_ceil(64)) as u64
    }

    pub(super) fn new(grid: &'a Grid, part: Part, diagonal: bool, each: usize, limits: &'a Limits) -> Plane<'a> {
        let columns = grid.sizes[1];
        Plane {
            grid,
            limits,
            part,
            rows: Sets::new(ROWS, each),
            columns: Sets::new(columns, each),
            diagonals: diagonal.then(|| Sets::new(columns + ROWS, each)),
            tile: 0,
            step: 0,
            row: 0,
        }
    }

    /// Fills the tiles from where it stopped. Cells hold 0 where a position exists.
    pub(super) fn fill<T: Cell>(&mut self, cells: &mut [T], base: usize, to: usize) -> Result<Filled> {
        let width = self.grid.sizes[1];
        while self.tile * width < to {
            self.limits.interrupted()?;
            let own = &mut cells[self.tile * width - base..];
            let fits = match self.diagonals.take() {
                Some(mut sets) => {
                    let fits = match self.part {
                        Part::Whole => self.tile::<T, true, false>(own, &mut sets),
                        Part::Upper => self.tile::<T, true, true>(own, &mut sets),
                    };
                    self.diagonals = Some(sets);
                    fits
                }
                None => match self.part {
                    Part::Whole => self.tile::<T, false, false>(own, &mut Sets::new(0, 0)),
                    Part::Upper => self.tile::<T, false, true>(own, &mut Sets::new(0, 0)),
                },
            };
            if !fits {
                return Ok(Filled::To);
            }
            self.limits.progress.add(ROWS.min(self.grid.sizes[0] - self.tile) * width);
            (self.tile, self.step, self.row) = (self.tile + ROWS, 0, 0);
        }
        Ok(Filled::All)
    }

    /// Puts the values of whole tiles into the sets of columns and diagonals.
    pub(super) fn replay<T: Cell>(&mut self, cells: &[T], base: usize, to: usize) -> Result<Filled> {
        let width = self.grid.sizes[1];
        let turns = width + ROWS;
        while self.tile * width < to {
            self.limits.interrupted()?;
            for row in self.tile..(self.tile + ROWS).min(self.grid.sizes[0]) {
                let mut turn = (turns - row % turns) % turns;
                let mut first = 0;
                match self.part {
                    Part::Whole => _ = self.diagonals.as_mut().map(|diagonals| diagonals.clear(turn)),
                    Part::Upper => (first, turn) = (row, 0),
                }
                for (column, cell) in cells[row * width - base..][..width].iter().enumerate().skip(first) {
                    if *cell != T::NONE {
                        let value = cell.get() as usize;
                        self.columns.put(column, value / 64, 1 << (value % 64));
                        if let Some(diagonals) = &mut self.diagonals {
                            diagonals.put(turn, value / 64, 1 << (value % 64));
                        }
                    }
                    turn = if turn + 1 == turns { 0 } else { turn + 1 };
                }
            }
            self.tile += ROWS;
        }
        Ok(Filled::All)
    }

    /// Fills a tile; `false` if a value does not fit.
    fn tile<T: Cell, const D: bool, const UPPER: bool>(&mut self, cells: &mut [T], diagonals: &mut Sets) -> bool {
        let (height, width) = (ROWS.min(self.grid.sizes[0] - self.tile), self.grid.sizes[1]);
        let left = if UPPER { self.tile } else { 0 };
        // A diagonal is identified by column minus row, modulo a number so large that no two diagonals of a tile share a set.
        let turns = width + ROWS;
        let offsets: [usize; ROWS] = std::array::from_fn(|row| turns - (self.tile + row) % turns);
        for step in self.step..width - left + height - 1 {
            let first = (step + 1).saturating_sub(width - left);
            // On and above the diagonal, a cell's column in the tile is no less than its row.
            let end = if UPPER { step / 2 + 1 } else { step + 1 };
            let start = if step == self.step { self.row.max(first) } else { first };
            for (row, offset) in offsets.iter().enumerate().take(height.min(end)).skip(start) {
                let column = left + step - row;
                let turn = column + offset;
                let turn = if turn >= turns { turn - turns } else { turn };
                if UPPER {
                    if column == left + row {
                        self.rows.copy(row, &self.columns, column);
                    }
                } else if column == 0 {
                    self.rows.clear(row);
                    if D {
                        diagonals.clear(turn);
                    }
                }
                let cell = &mut cells[row * width + column];
                if *cell == T::NONE {
                    continue;
                }
                let (w, k) = mex::<D>(&self.rows, &self.columns, diagonals, (row, column, turn));
                let Some(value) = T::of((64 * w) as u32 + k) else {
                    (self.step, self.row) = (step, row);
                    return false;
                };
                *cell = value;
                let bit = 1 << k;
                self.rows.put(row, w, bit);
                self.columns.put(column, w, bit);
                if D {
                    diagonals.put(turn, w, bit);
                }
            }
        }
        true
    }
}

/// The mex of the union of a cell's sets: its word, and its bit in the word.
#[inline(always)]
pub(super) fn mex<const D: bool>(
    rows: &Sets,
    columns: &Sets,
    diagonals: &Sets,
    (row, column, turn): (usize, usize, usize),
) -> (usize, u32) {
    let mut s = 0;
    loop {
        let mut open = !(rows.full(row, s) | columns.full(column, s) | if D { diagonals.full(turn, s) } else { 0 });
        while open != 0 {
            let w = 64 * s + open.trailing_zeros() as usize;
            let union = rows.word(row, w) | columns.word(column, w) | if D { diagonals.word(turn, w) } else { 0 };
            if union != u64::MAX {
                return (w, union.trailing_ones());
            }
            open &= open - 1;
        }
        s += 1;
    }
}
