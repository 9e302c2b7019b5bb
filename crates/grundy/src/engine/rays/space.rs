//! The kernel for any number of coordinates: row by row, one cell after the other.
//!
//! In: the sets of used values, the moves that are no rays. Out: the cells. The value of a cell is the first hole in the union of its
//! lines' sets, looked for from the greatest of their hints (the mex of a union is no less than that of any part), and not
//! among the values of its steps. Then the value goes into the sets of its lines.

use super::super::compile::{Env, FUEL, Result};
use super::super::limits::Limits;
use super::super::table::Cell;
use super::grid::Grid;
use super::lines::{Cursor, Lines};
use super::moves::{Gone, Moves, RayMove};

/// What became of the work.
pub(super) enum Filled {
    All,
    /// The next value does not fit.
    To,
    /// The rules do something here that only the plain table decides.
    GivesUp,
}

/// Cells between two looks at the interruption.
const PATIENCE: usize = 1 << 14;

/// The work, which can stop at a cell and go on with wider cells.
pub(super) struct Space<'a> {
    pub(super) grid: &'a Grid,
    pub(super) lines: Lines,
    pub(super) moves: Moves,
    pub(super) env: Env<i64>,
    pub(super) misere: bool,
    pub(super) limits: &'a Limits,
    cursors: Vec<Cursor>,
    at: Vec<usize>,
    /// The next cell of the row, and whether the row has begun.
    next: usize,
    begun: bool,
    /// The least and the greatest value of the row.
    used: (usize, usize),
}

/// How a row ended.
enum Row {
    Done,
    Misfit,
    GivesUp,
}

impl<'a> Space<'a> {
    pub(super) fn new(
        grid: &'a Grid,
        lines: Lines,
        moves: Moves,
        env: Env<i64>,
        misere: bool,
        limits: &'a Limits,
    ) -> Space<'a> {
        let cursors = vec![Cursor::default(); moves.rays.len()];
        let at = vec![0; grid.sizes.len()];
        Space { grid, lines, moves, env, misere, limits, cursors, at, next: 0, begun: false, used: (1, 0) }
    }

    /// Fills the cells from where it stopped. Cells hold 0 where a position exists.
    pub(super) fn fill<T: Cell>(&mut self, cells: &mut [T]) -> Result<Filled> {
        match self.moves.rays.len() {
            1 => self.rows::<T, 1>(cells),
            2 => self.rows::<T, 2>(cells),
            3 => self.rows::<T, 3>(cells),
            4 => self.rows::<T, 4>(cells),
            5 => self.rows::<T, 5>(cells),
            6 => self.rows::<T, 6>(cells),
            _ => Ok(Filled::GivesUp),
        }
    }

    fn rows<T: Cell, const R: usize>(&mut self, cells: &mut [T]) -> Result<Filled> {
        let last = self.grid.sizes.len() - 1;
        let mut patience = PATIENCE;
        while self.at[0] < self.grid.sizes[0] {
            if !self.begun {
                self.lines.row(self.grid, &self.at, self.used, &mut self.cursors);
                self.moves.row(self.grid, &self.at);
                self.at.iter().zip(&self.grid.order).for_each(|(x, c)| self.env.coords[*c] = *x as i64);
                (self.next, self.begun, self.used) = (0, true, (usize::MAX, 0));
            }
            let start: usize = self.at[..last].iter().zip(&self.grid.strides).map(|(x, s)| x * s).sum();
            let row = self.row::<T, R>(cells, start, self.grid.sizes[last].min(self.next + PATIENCE));
            match row {
                Row::Misfit => return Ok(Filled::To),
                Row::GivesUp => return Ok(Filled::GivesUp),
                Row::Done => {}
            }
            patience = patience.saturating_sub(self.grid.sizes[last]);
            if patience == 0 {
                self.limits.interrupted()?;
                patience = PATIENCE;
            }
            if self.next == self.grid.sizes[last] {
                self.begun = false;
                self.advance(last);
            }
        }
        Ok(Filled::All)
    }

    /// To the next row; past the last, the outermost coordinate is too large.
    fn advance(&mut self, last: usize) {
        if last == 0 {
            self.at[0] = self.grid.sizes[0];
            return;
        }
        for i in (0..last).rev() {
            self.at[i] += 1;
            if self.at[i] < self.grid.sizes[i] || i == 0 {
                return;
            }
            self.at[i] = 0;
        }
    }

    fn row<T: Cell, const R: usize>(&mut self, cells: &mut [T], start: usize, end: usize) -> Row {
        let inner = self.grid.order[self.grid.order.len() - 1];
        let strides: [usize; R] = std::array::from_fn(|k| self.cursors[k].stride);
        let simple = self.moves.simple && !self.misere;
        for z in self.next..end {
            let sets: [(usize, usize); R] = std::array::from_fn(|k| self.cursors[k].set(z));
            let index = start + z;
            let mut value = None;
            if !self.moves.simple {
                self.env.coords[inner] = z as i64;
                self.env.fuel = FUEL;
            }
            if cells[index] != T::NONE {
                let found = if simple {
                    hole(&self.lines, &sets, &strides, 0)
                } else {
                    match self.value::<T, R>(cells, index, z, &sets, &strides) {
                        Ok(found) => found,
                        Err(Gone) => return Row::GivesUp,
                    }
                };
                let Some(cell) = T::of(found as u32) else {
                    self.next = z;
                    return Row::Misfit;
                };
                cells[index] = cell;
                value = Some(found);
            }
            for k in 0..R {
                let added = if self.moves.plain_rays {
                    value
                } else {
                    match shadow(&self.moves.rays[k], self.grid, cells, &mut self.env, index, value) {
                        Ok(added) => added,
                        Err(Gone) => return Row::GivesUp,
                    }
                };
                if let Some(v) = added {
                    self.used = (self.used.0.min(v), self.used.1.max(v));
                    add(&mut self.lines, sets[k], strides[k], v);
                }
            }
        }
        self.next = end;
        Row::Done
    }

    /// The value of a cell with conditions, steps or passes, or in misère play.
    fn value<T: Cell, const R: usize>(
        &mut self,
        cells: &[T],
        index: usize,
        z: usize,
        sets: &[(usize, usize); R],
        strides: &[usize; R],
    ) -> std::result::Result<usize, Gone> {
        let (mut sets, mut strides) = (*sets, *strides);
        for (k, ray) in self.moves.rays.iter().enumerate() {
            if let Some(when) = &ray.when
                && !when(&mut self.env).map_err(|_| Gone)?
            {
                (sets[k], strides[k]) = ((0, 0), 0);
            }
        }
        self.moves.extras.clear();
        for step in &self.moves.steps {
            self.moves.extras.extend(step.value(cells, index, z, &mut self.env)?);
        }
        let extras = &mut self.moves.extras;
        let mut found = hole_besides(&self.lines, &sets, &strides, 0, extras);
        if self.moves.passes.is_empty() && !self.misere {
            return Ok(found);
        }
        let any = found > 0 || !extras.is_empty() || used(&self.lines, &sets, &strides);
        if !any {
            return Ok(usize::from(self.misere));
        }
        for pass in &self.moves.passes {
            extras.extend(pass.value(cells, index, z, &mut self.env)?);
        }
        if extras.contains(&found) {
            found = hole_besides(&self.lines, &sets, &strides, found, extras);
        }
        Ok(found)
    }
}

/// The first hole in the union of the sets, from `from` on.
#[inline(always)]
fn hole<const R: usize>(lines: &Lines, sets: &[(usize, usize); R], strides: &[usize; R], from: usize) -> usize {
    let hint = sets.iter().map(|s| lines.hints[s.1]).max().unwrap_or(0) as usize;
    let (mut w, mut below) = (hint, 0);
    if from / 64 >= hint {
        (w, below) = (from / 64, (1u64 << (from % 64)) - 1);
    }
    loop {
        let union = (0..R).fold(below, |u, k| u | lines.words[sets[k].0 + w * strides[k]]);
        if union != u64::MAX {
            return 64 * w + union.trailing_ones() as usize;
        }
        (w, below) = (w + 1, 0);
    }
}

fn hole_besides<const R: usize>(
    lines: &Lines,
    sets: &[(usize, usize); R],
    strides: &[usize; R],
    from: usize,
    extras: &[usize],
) -> usize {
    let mut found = hole(lines, sets, strides, from);
    while extras.contains(&found) {
        found = hole(lines, sets, strides, found + 1);
    }
    found
}

/// Is any set not empty?
#[cold]
fn used<const R: usize>(lines: &Lines, sets: &[(usize, usize); R], strides: &[usize; R]) -> bool {
    (0..R).any(|k| match strides[k] {
        0 => false,
        stride => (0..lines.each()).any(|w| lines.words[sets[k].0 + w * stride] != 0),
    })
}

/// Puts a value into a set; the hint moves on only when its word is full.
#[inline(always)]
fn add(lines: &mut Lines, set: (usize, usize), stride: usize, value: usize) {
    let w = value / 64;
    let word = &mut lines.words[set.0 + w * stride];
    *word |= 1 << (value % 64);
    if *word == u64::MAX && lines.hints[set.1] as usize == w {
        lines.pass_full(set, stride);
    }
}

/// What a cell adds to a line of the ray: the value of its shadow.
fn shadow<T: Cell>(
    ray: &RayMove,
    grid: &Grid,
    cells: &[T],
    env: &mut Env<i64>,
    index: usize,
    value: Option<usize>,
) -> std::result::Result<Option<usize>, Gone> {
    if ray.shadow.is_empty() && value.is_none() {
        return Ok(None);
    }
    if let Some(only) = &ray.only
        && !only(env).map_err(|_| Gone)?
    {
        return Ok(None);
    }
    let mut to = index as i64;
    for entry in &ray.shadow {
        let x = (entry.to)(env).map_err(|_| Gone)?;
        if x < 0 {
            return Ok(None);
        }
        if x as usize >= grid.sizes[entry.axis] {
            return Err(Gone);
        }
        to += (x - env.coords[entry.coord]) * grid.strides[entry.axis] as i64;
    }
    if to == index as i64 {
        return Ok(value);
    }
    if to > index as i64 {
        return Err(Gone);
    }
    let cell = cells[to as usize];
    Ok((cell != T::NONE).then(|| cell.get() as usize))
}
