//! The kernel for any number of coordinates, row by row and cell by cell.
//!
//! In: the sets of used values, and the moves other than rays. Out: the cells. The value of a cell is the least value that is neither in the union
//! of its lines' sets nor a value of its steps. The search starts at the greatest hint of the sets (the mex of a union is no less than
//! the mex of any part). Then the value is added to the sets of the cell's lines.

use std::ops::Range;

use super::grid::Grid;
use super::lines::{Cursor, Lines};
use super::moves::{Moves, RayMove, Undecided};
use super::sets::{Bits, LocalBits, Open, Set};
use super::sorted::Group;
use grundy_core::contract::stop::Result;
use grundy_core::contract::{limits::Limits, options::Play};
use grundy_core::enumerate::compile::{Env, FUEL};
use grundy_core::store::cells::Cell;
use grundy_core::store::slots::Slots;
use grundy_core::store::tiles::Filled;

/// Fills some cells of a row.
pub(super) type Kernel<'a, S, B> = fn(&mut Walk<'a>, &mut S, &mut Open<B>, (usize, usize)) -> Row;

/// The number of cells between two checks for an interruption.
const PATIENCE: usize = 1 << 14;

/// The work of one thread. It can stop at any cell and go on with wider cells.
pub(super) struct Space<'a> {
    walk: Walk<'a>,
    words: Vec<u64>,
    hints: Vec<u32>,
    limits: &'a Limits,
}

impl<'a> Space<'a> {
    pub(super) fn new(walk: Walk<'a>, limits: &'a Limits) -> Space<'a> {
        let (words, hints) = walk.lines.room();
        Space { walk, words: vec![0; words], hints: vec![0; hints], limits }
    }

    /// Skips the layer where the outermost coordinate is 0, whose cells have their values.
    pub(super) fn skip_first(&mut self) {
        self.walk.go_to(self.walk.grid.strides[0]);
    }

    /// How far back steps and passes read; `None` if there are shadows, which may lie anywhere.
    pub(super) fn reach(&self) -> Option<usize> {
        self.walk.reach()
    }

    /// Fills the rows from where it stopped. Cells hold 0 where a position exists.
    pub(super) fn fill<T: Cell>(&mut self, cells: &mut [T], base: usize, to: usize) -> Result<Filled> {
        match self.walk.rays() {
            1 => self.rows::<T, 1>(cells, base, to),
            2 => self.rows::<T, 2>(cells, base, to),
            3 => self.rows::<T, 3>(cells, base, to),
            4 => self.rows::<T, 4>(cells, base, to),
            5 => self.rows::<T, 5>(cells, base, to),
            6 => self.rows::<T, 6>(cells, base, to),
            _ => Ok(Filled::GivesUp),
        }
    }

    fn rows<T: Cell, const R: usize>(&mut self, cells: &mut [T], base: usize, to: usize) -> Result<Filled> {
        let Space { walk, words, hints, limits } = self;
        let mut sets = Open { bits: LocalBits { words, hints }, each: walk.lines.each() };
        let row = walk.grid.sizes[walk.grid.sizes.len() - 1];
        let kernel = walk.kernel::<_, _, R>();
        let (mut patience, mut told) = (PATIENCE, walk.start);
        while walk.start < to {
            let end = row.min(walk.next + PATIENCE);
            match walk.part::<_, _, R>(kernel, (cells, base), &mut sets, end) {
                Row::Misfit => return Ok(Filled::To),
                Row::GivesUp => return Ok(Filled::GivesUp),
                Row::Done => {}
            }
            patience = patience.saturating_sub(row);
            if patience == 0 {
                limits.interrupted()?;
                limits.progress.add(walk.start - told);
                told = walk.start;
                patience = PATIENCE;
            }
        }
        Ok(Filled::All)
    }

    /// Puts the values of finished rows into the sets of the lines that continue after them.
    pub(super) fn replay<T: Cell>(&mut self, cells: &[T], base: usize, to: usize) -> Result<Filled> {
        let Space { walk, words, hints, limits } = self;
        let mut sets = Open { bits: LocalBits { words, hints }, each: walk.lines.each() };
        while walk.start < to {
            limits.interrupted()?;
            if !walk.replay(cells, base, &mut sets) {
                return Ok(Filled::GivesUp);
            }
        }
        Ok(Filled::All)
    }
}

/// How a row ended.
pub(super) enum Row {
    Done,
    Misfit,
    GivesUp,
}

/// The walk of one thread through its cells.
pub(super) struct Walk<'a> {
    grid: &'a Grid,
    lines: Lines,
    moves: Moves,
    env: Env<i64>,
    play: Play,
    cursors: Vec<Cursor>,
    pub(super) at: Vec<usize>,
    /// The number of the row's first cell.
    pub(super) start: usize,
    /// The next cell of the row, and whether the row has begun.
    pub(super) next: usize,
    pub(super) begun: bool,
    /// The least and the greatest value of the row.
    used: (usize, usize),
    /// The axes along which only sorted cells are computed.
    group: Option<Group>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(grid: &'a Grid, lines: Lines, moves: Moves, env: Env<i64>, play: Play) -> Walk<'a> {
        let cursors = vec![Cursor::default(); moves.rays.len()];
        let at = vec![0; grid.sizes.len()];
        // The set along the row is empty.
        Walk { grid, lines, moves, env, play, cursors, at, start: 0, next: 0, begun: false, used: (1, 0), group: None }
    }

    /// A walk through the sorted cells only.
    pub(super) fn sorted(self, group: Option<Group>) -> Walk<'a> {
        Walk { lines: self.lines.sorted(group), group, ..self }
    }

    /// The first cell of the row that is computed.
    fn first(&self) -> usize {
        if self.group.is_some() { self.at[self.at.len() - 2] } else { 0 }
    }

    /// The number of rays.
    pub(super) fn rays(&self) -> usize {
        self.moves.rays.len()
    }

    /// The places of the sets.
    pub(super) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// How far back steps and passes read; `None` if there are shadows, which may lie anywhere.
    pub(super) fn reach(&self) -> Option<usize> {
        self.moves.reach()
    }

    /// Moves to the row that begins with a cell.
    pub(super) fn go_to(&mut self, start: usize) {
        self.start = start;
        for (i, x) in self.at.iter_mut().enumerate() {
            *x = start / self.grid.strides[i] % self.grid.sizes[i];
        }
    }

    /// Fills the next cells of the row, up to cell number `end` of the row; `cells` begins with cell number `base`.
    #[inline(always)]
    pub(super) fn part<S: Slots + ?Sized, B: Bits, const R: usize>(
        &mut self,
        kernel: Kernel<'a, S, B>,
        (cells, base): (&mut S, usize),
        sets: &mut Open<B>,
        end: usize,
    ) -> Row {
        if !self.begun {
            self.go_to_row(sets);
            (self.next, self.begun, self.used) = (self.first(), true, (usize::MAX, 0));
        }
        let row = kernel(self, cells, sets, (self.start - base, end));
        let last = self.grid.sizes.len() - 1;
        if self.next == self.grid.sizes[last] {
            self.begun = false;
            self.advance(last);
        }
        row
    }

    fn go_to_row<B: Bits>(&mut self, sets: &mut Open<B>) {
        self.lines.row(&mut sets.bits, self.grid, (&self.at, self.start), self.used, &mut self.cursors);
        self.moves.row(self.grid, &self.at);
        self.at.iter().zip(&self.grid.order).for_each(|(x, c)| self.env.coords[*c] = *x as i64);
    }

    /// Puts the values of a finished row into the sets of the lines that continue after it; `false` if a shadow cannot be evaluated.
    pub(super) fn replay<S: Slots + ?Sized, B: Bits>(&mut self, cells: &S, base: usize, sets: &mut Open<B>) -> bool {
        let last = self.grid.sizes.len() - 1;
        let inner = self.grid.order[last];
        self.go_to_row(sets);
        for z in self.first()..self.grid.sizes[last] {
            let index = self.start - base + z;
            self.env.coords[inner] = z as i64;
            self.env.fuel = FUEL;
            let value = value_of(cells.read(index));
            for (k, (cursor, ray)) in self.cursors.iter().zip(&self.moves.rays).enumerate() {
                if self.lines.is_inner(k) {
                    continue;
                }
                match shadow(ray, self.grid, cells, &mut self.env, index, value) {
                    Ok(Some(v)) => sets.put(cursor.set_of(z), v),
                    Ok(None) => {}
                    Err(Undecided) => return false,
                }
            }
        }
        // The set along the row has stayed empty.
        self.used = (1, 0);
        self.advance(last);
        true
    }

    /// The function that fills the cells of a row, the fastest one that handles these moves.
    pub(super) fn kernel<S: Slots + ?Sized, B: Bits, const R: usize>(&self) -> Kernel<'a, S, B> {
        let moves = &self.moves;
        let inner = self.lines.one_inner();
        match (moves.asks || self.play.is_misere() || !moves.steps.is_empty(), &moves.passes[..]) {
            (false, []) if inner => Self::quick::<S, B, R, true, false>,
            (false, []) if self.lines.no_inner() => Self::quick::<S, B, R, false, false>,
            (false, [pass]) if inner && pass.only_lowers() => Self::quick::<S, B, R, true, true>,
            _ if moves.asks => Self::row::<S, B, R, true>,
            _ => Self::row::<S, B, R, false>,
        }
    }

    /// Fills a row in normal play, if no ray has a condition or a shadow, at most the last ray is along the innermost axis, and there is no other
    /// move except perhaps one pass.
    fn quick<S: Slots + ?Sized, B: Bits, const R: usize, const INNER: bool, const PASS: bool>(
        &mut self,
        cells: &mut S,
        sets: &mut Open<B>,
        (start, end): (usize, usize),
    ) -> Row {
        let (from, back) = if PASS { self.moves.passes[0].reach() } else { (usize::MAX, 0) };
        let mut z = self.next;
        // A stretch ends where the sets of a diagonal wrap around.
        while z < end {
            let own: [Set; R] = std::array::from_fn(|k| self.cursors[k].set_of(z));
            let wraps = self.cursors.iter().filter(|c| c.sets > 1).map(|c| c.sets - (c.turn + z) % c.sets);
            let stretch = wraps.fold(end - z, usize::min);
            let mut open = sets.reborrow();
            for k in 0..stretch {
                let index = start + z + k;
                if cells.read(index) == S::Cell::NONE {
                    continue;
                }
                let passed = if PASS && z + k >= from { cells.read(index - back) } else { S::Cell::NONE };
                let passed = if passed == S::Cell::NONE { usize::MAX } else { passed.get() as usize };
                let (mut found, mut offset) = open.mex::<R, INNER>(&own, k, passed);
                if PASS && found <= 1 && passed != usize::MAX && !open.any_used::<R, INNER>(&own, k) {
                    (found, offset) = (0, k);
                }
                let Some(cell) = S::Cell::of(found as u32) else {
                    self.next = z + k;
                    self.note_used(cells, start..start + z + k);
                    return Row::Misfit;
                };
                cells.write(index, cell);
                open.put_all::<R, INNER>(&own, k, found, offset);
            }
            z += stretch;
        }
        self.next = end;
        self.note_used(cells, start..start + end);
        Row::Done
    }

    /// Notes the least and the greatest value that the row has added to its set so far.
    fn note_used<S: Slots + ?Sized>(&mut self, cells: &S, row: Range<usize>) {
        // Emptying a whole set of few words is cheaper than a pass over the row.
        if self.lines.each() <= row.len() {
            self.used = (0, 64 * self.lines.each() - 1);
            return;
        }
        let values = row.filter_map(|index| value_of(cells.read(index)));
        self.used = values.fold((usize::MAX, 0), |(least, greatest), v| (least.min(v), greatest.max(v)));
    }

    /// Moves to the next row; after the last, the outermost coordinate exceeds its bound.
    fn advance(&mut self, last: usize) {
        self.start += self.grid.sizes[last];
        if last == 0 {
            self.at[0] = self.grid.sizes[0];
            return;
        }
        for i in (0..last).rev() {
            self.at[i] += 1;
            if self.at[i] < self.grid.sizes[i] || i == 0 {
                if let Some(group) = self.group {
                    (i + 1..last).filter(|j| group.follows(*j)).for_each(|j| self.at[j] = self.at[j - 1]);
                    self.start = self.at[..last].iter().zip(&self.grid.strides).map(|(x, s)| x * s).sum();
                }
                return;
            }
            self.at[i] = 0;
        }
    }

    fn row<S: Slots + ?Sized, B: Bits, const R: usize, const ASK: bool>(
        &mut self,
        cells: &mut S,
        open: &mut Open<B>,
        (start, end): (usize, usize),
    ) -> Row {
        let mut open = open.reborrow();
        let inner = self.grid.order[self.grid.order.len() - 1];
        let cursors: [Cursor; R] = std::array::from_fn(|k| self.cursors[k]);
        let mut sets: [Set; R] = std::array::from_fn(|k| cursors[k].set_of(self.next));
        for z in self.next..end {
            let index = start + z;
            let mut value = None;
            if ASK {
                self.env.coords[inner] = z as i64;
                self.env.fuel = FUEL;
            }
            if cells.read(index) != S::Cell::NONE {
                let found = self.value::<S, _, R, ASK>(cells, &open, (index, z), sets);
                let Ok(found) = found else { return Row::GivesUp };
                let Some(cell) = S::Cell::of(found as u32) else {
                    self.next = z;
                    return Row::Misfit;
                };
                cells.write(index, cell);
                value = Some(found);
            }
            for (set, ray) in sets.iter().zip(&self.moves.rays) {
                let added = if ASK { shadow(ray, self.grid, cells, &mut self.env, index, value) } else { Ok(value) };
                let Ok(added) = added else { return Row::GivesUp };
                if let Some(v) = added {
                    self.used = (self.used.0.min(v), self.used.1.max(v));
                    open.put(*set, v);
                }
            }
            for (set, cursor) in sets.iter_mut().zip(&cursors) {
                *set = cursor.after(*set);
            }
        }
        self.next = end;
        Row::Done
    }

    /// The value of a cell with conditions, steps or passes, or in misère play.
    #[inline(always)]
    fn value<S: Slots + ?Sized, B: Bits, const R: usize, const ASK: bool>(
        &mut self,
        cells: &S,
        open: &Open<B>,
        (index, z): (usize, usize),
        mut sets: [Set; R],
    ) -> std::result::Result<usize, Undecided> {
        if ASK {
            for (set, ray) in sets.iter_mut().zip(&self.moves.rays) {
                if let Some(when) = &ray.when
                    && !when(&mut self.env).map_err(|_| Undecided)?
                {
                    *set = Set::default();
                }
            }
        }
        let extras = &mut self.moves.extras;
        extras.clear();
        for step in &self.moves.steps {
            extras.extend(step.value(cells, index, z, &mut self.env)?);
        }
        let mut found = open.mex_besides(&sets, 0, extras);
        if self.moves.passes.is_empty() && self.play == Play::Normal {
            return Ok(found);
        }
        if found == 0 && extras.is_empty() && !open.used(&sets) {
            return Ok(usize::from(self.play.is_misere()));
        }
        let steps = extras.len();
        for pass in &self.moves.passes {
            extras.extend(pass.value(cells, index, z, &mut self.env)?);
        }
        if extras[steps..].contains(&found) {
            found = open.mex_besides(&sets, found, extras);
        }
        Ok(found)
    }
}

/// The value that a cell adds to its line for a ray: the value of its shadow.
fn shadow<S: Slots + ?Sized>(
    ray: &RayMove,
    grid: &Grid,
    cells: &S,
    env: &mut Env<i64>,
    index: usize,
    value: Option<usize>,
) -> std::result::Result<Option<usize>, Undecided> {
    if ray.shadow.is_empty() && value.is_none() {
        return Ok(None);
    }
    if let Some(only) = &ray.only
        && !only(env).map_err(|_| Undecided)?
    {
        return Ok(None);
    }
    let mut to = index as i64;
    for entry in &ray.shadow {
        let x = (entry.to)(env).map_err(|_| Undecided)?;
        if x < 0 {
            return Ok(None);
        }
        if x as usize >= grid.sizes[entry.axis] {
            return Err(Undecided);
        }
        to += (x - env.coords[entry.coord]) * grid.strides[entry.axis] as i64;
    }
    if to == index as i64 {
        return Ok(value);
    }
    if to > index as i64 {
        return Err(Undecided);
    }
    Ok(value_of(cells.earlier(to as usize)))
}

/// The value of a cell, if there is a position.
pub(super) fn value_of<T: Cell>(cell: T) -> Option<usize> {
    (cell != T::NONE).then(|| cell.get() as usize)
}
