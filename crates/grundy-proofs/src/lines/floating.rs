//! Rows whose values are counted from the least unused one. This serves values that do not grow with the column, as in all-but-subtraction games, or
//! that several families use up together, as in Moore's Nim.
//!
//! In: a [`Program`] without slots and the state before a column ([`Start`]). Out: the period of the target row, proved ([`Recurring`]).
//!
//! The *floor* is the least number for which some row and residue class of columns has it in none of the sets that its cells look at. Sets only grow,
//! so the floor never falls, and no value of a later column lies below it. All later values less the floor are determined by the contents of the sets
//! from the floor on, by the last values less the floor, and by the residue of the column. When these recur after P columns, with the floor raised by
//! s, then G(b + P) = G(b) + s for every later b, for ever. (The rows have to rise together. A row that does not keeps the floor down, and the values
//! of the others leave the windows.) Cells that are no positions have no part in all this.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::program::Program;
use super::recur::BLOCK;
use super::start::Start;
use crate::exact::{index, signed};
use crate::recurring::Recurring;
use crate::window::{Window, gap, join, lower, put};
use grundy_core::contract::proof::Known;
use grundy_core::contract::stop::Result;
use grundy_core::contract::{limits::Limits, options::Play};

/// The options of the cells of a row in a residue class of columns.
struct Class {
    /// Are the cells positions?
    exists: bool,
    /// The windows of sets and of fixed positions, by number.
    windows: Vec<usize>,
    /// Rows of single options, and the number of columns back.
    steps: Vec<(usize, u64)>,
    /// Is the cell terminal in misère play?
    terminal: bool,
}

/// The values that enter a window: those `back` columns back, of a row given by the class of their column.
struct Feed {
    back: u64,
    rows: Vec<Option<usize>>,
}

/// The part of the state that does not change.
struct Plan {
    modulus: u64,
    target: usize,
    /// By row and residue.
    classes: Vec<Vec<Class>>,
    /// Feeds of the first windows. The other windows do not change.
    feeds: Vec<Feed>,
    /// The number of last values stored for each row.
    kept: u64,
}

/// The state before a column.
#[derive(Clone)]
struct Floating<const W: usize> {
    plan: Arc<Plan>,
    column: u64,
    floor: u64,
    windows: Vec<Window<W>>,
    /// The last values, by row, and by column modulo their number.
    recent: Vec<u64>,
}

impl Plan {
    fn of(program: &Program, start: &Start, play: Play) -> Plan {
        let modulus = index(program.modulus);
        let class = |row: usize, residue: usize| {
            let cell = &program.cells[row][residue];
            // The values at a cell's fixed positions have a separate window.
            let fixed = program.sets.len() + row * modulus + residue;
            Class {
                exists: cell.exists,
                windows: cell.sets.iter().copied().chain([fixed]).collect(),
                steps: cell.steps.clone(),
                terminal: play.is_misere()
                    && cell.sets.iter().all(|set| program.sets[*set].is_idle(&start.sets[*set]))
                    && cell.steps.is_empty()
                    && cell.fixed.is_empty(),
            }
        };
        let classes = (0..program.rows.len()).map(|row| (0..modulus).map(|r| class(row, r)).collect()).collect();
        let feed = |set: &super::program::Set| Feed { back: set.line.back, rows: set.feeds.clone() };
        let feeds = program.sets.iter().map(feed).collect();
        Plan { modulus: program.modulus, target: program.target, classes, feeds, kept: program.back.max(1) + 1 }
    }

    /// Is a number used up for all rows, if `holds` says which windows contain it?
    fn is_used(&self, holds: impl Fn(usize) -> bool) -> bool {
        let mut positions = self.classes.iter().flatten().filter(|class| class.exists);
        positions.all(|class| class.windows.iter().any(|w| holds(*w)))
    }
}

impl<const W: usize> Floating<W> {
    /// The state before a column; `None` if it does not fit the windows.
    fn new(program: &Program, start: &Start, play: Play) -> Option<Floating<W>> {
        let plan = Plan::of(program, start, play);
        let fixed = start.fixed.iter().flatten().map(|values| values.iter().copied().collect());
        let held: Vec<BTreeSet<u64>> = start.sets.iter().cloned().chain(fixed).collect();
        let floor = (0..).find(|v| !plan.is_used(|w| held[w].contains(v)))?;
        let fits = |value: u64| value < floor + 64 * W as u64;
        let recent = start.recent.iter().flat_map(|row| row.iter().take(index(plan.kept) - 1));
        if !held.iter().flatten().chain(recent).all(|value| fits(*value)) {
            return None;
        }
        let mut windows = vec![[0; W]; held.len()];
        for (window, values) in windows.iter_mut().zip(&held) {
            values.iter().for_each(|value| put(window, signed(*value) - signed(floor)));
        }
        let mut line = Floating { column: start.column, floor, windows, recent: vec![], plan: Arc::new(plan) };
        line.recent = vec![0; index(line.plan.kept) * start.recent.len()];
        for (row, values) in start.recent.iter().enumerate() {
            for (back, value) in (1..line.plan.kept).zip(values) {
                let at = line.at(row, line.column - back);
                line.recent[at] = *value;
            }
        }
        Some(line)
    }

    /// The index in `recent` of the value of a row in a column.
    fn at(&self, row: usize, column: u64) -> usize {
        row * index(self.plan.kept) + index(column % self.plan.kept)
    }

    fn place(&self, value: u64) -> i64 {
        signed(value) - signed(self.floor)
    }

    /// Computes the next column; returns the value of the target row, if it is a position there, and `None` if windows are too narrow.
    fn next(&mut self) -> Option<Option<u64>> {
        let plan = self.plan.clone();
        let residue = index(self.column % plan.modulus);
        let mut told = None;
        for (row, classes) in plan.classes.iter().enumerate() {
            let class = &classes[residue];
            if !class.exists {
                continue;
            }
            let mut used = [0; W];
            class.windows.iter().for_each(|w| join(&mut used, &self.windows[*w]));
            for (from, back) in &class.steps {
                put(&mut used, self.place(self.recent[self.at(*from, self.column - back)]));
            }
            let place = gap(&used)?;
            let value = if class.terminal { 1 } else { self.floor + place as u64 };
            let at = self.at(row, self.column);
            self.recent[at] = value;
            if row == plan.target {
                told = Some(value);
            }
        }
        self.column += 1;
        for (k, feed) in plan.feeds.iter().enumerate() {
            let from = self.column - feed.back;
            if let Some(row) = feed.rows[index(from % plan.modulus)] {
                let place = self.place(self.recent[self.at(row, from)]);
                put(&mut self.windows[k], place);
            }
        }
        while plan.is_used(|w| self.windows[w][0] & 1 == 1) {
            self.windows.iter_mut().for_each(|w| *w = lower(w));
            self.floor += 1;
        }
        Some(told)
    }

    /// Are all later values of both states equal, up to the difference of the floors?
    fn is_like(&self, other: &Floating<W>) -> bool {
        let rows = self.plan.classes.len();
        let above = |line: &Floating<W>, row: usize, back: u64| {
            let column = line.column - back;
            let exists = self.plan.classes[row][index(column % self.plan.modulus)].exists;
            exists.then(|| line.recent[line.at(row, column)].checked_sub(line.floor))
        };
        self.windows == other.windows
            && self.column % self.plan.modulus == other.column % self.plan.modulus
            && (0..rows).all(|row| (1..self.plan.kept).all(|back| above(self, row, back) == above(other, row, back)))
    }
}

/// Looks for the period of a line whose first values are known; `None` if windows are too narrow.
///
/// # Errors
/// An interruption; too little memory.
pub(super) fn search<const W: usize>(
    program: &Program,
    start: &Start,
    play: Play,
    first: &[Option<u64>],
    limits: &Limits,
    until: &mut dyn FnMut(u64) -> bool,
) -> Result<Option<Known>> {
    let Some(mut line) = Floating::<W>::new(program, start, play) else { return Ok(None) };
    let (mut values, mut reference, mut distance) = (first.to_vec(), line.clone(), BLOCK as u64);
    loop {
        let room = limits.check(2 * size_of::<Option<u64>>() as u64 * line.column, "the values of this line");
        if until(line.column) || room.is_err() {
            return Ok(Some(super::open(line.column)));
        }
        limits.interrupted()?;
        for _ in 0..BLOCK {
            let Some(value) = line.next() else { return Ok(None) };
            values.push(value);
            if line.is_like(&reference) {
                let (at, joint) = (reference.column, line.column - reference.column);
                // Checking for shorter periods needs the values of two rounds.
                for _ in 0..joint {
                    let Some(value) = line.next() else { return Ok(None) };
                    values.push(value);
                }
                return Ok(Some(super::proved(Box::new(Recurring::of(values, at, joint, None)))));
            }
        }
        limits.progress.run(BLOCK as u64, 0, 1);
        if line.column - reference.column >= distance.next_multiple_of(line.plan.modulus) {
            (reference, distance) = (line.clone(), 2 * distance);
        }
    }
}
