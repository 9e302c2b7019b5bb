//! The line machine: all values along a line of positions, and the proof that they are periodic.
//!
//! In: rules, and a row (all coordinates but one, which runs). Out: the proof of the least preperiod, period and saltus, and with it the value of
//! any position of the line; or the column reached without a proof; or the reason why these rules have no such line.
//!
//! Far out, the options of a cell are the cells of some rows at a constant distance back, and all earlier cells of some rows (`read`, `along`,
//! `program`). Suppose that the values a row has not used up yet are near the column. Then a window of bits around the column holds all that matters
//! of its used values (`frame`), and the rows with what they have used are a finite state (`machine`). When this state recurs, everything recurs
//! (`recur`); `settled` has what follows for the row itself. This is the argument of Farr and Ho's Theorem 5, for all rules of such a shape.

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

mod along;
mod chain;
mod engine;
mod floating;
mod frame;
mod keep;
mod machine;
mod program;
mod read;
mod recur;
mod settled;
mod start;
mod states;
#[cfg(test)]
mod tests;
mod trace;

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::sync::Arc;

pub use self::engine::ByLines;
use self::frame::Frame;
use self::keep::Keeper;
use self::machine::Machine;
use self::program::Program;
use self::read::{Patience, Reader};
use self::recur::{SearchOutcome, recurrence};
use self::settled::Settled;
use self::start::{Beginning, Start};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::box_cells;
use grundy_core::contract::proof::{Known, Line, Open, Proved};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::{Result, Stop};
use grundy_core::done;
use grundy_core::engine::Ask;
use grundy_core::read::arithmetic::modulus;
use grundy_core::store::tiles::Folder;
use grundy_core::store::values::Values;
use grundy_rules::lang::Code;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::Place;

/// The number of residue classes of columns that are told apart.
const CLASSES: u64 = 1 << 10;
/// The number of words of the widest windows.
const WIDEST: usize = 32;
/// The number of words of windows at which values are first counted from the least unused one (`floating`) instead of from the column.
const FLOATING: usize = 4;
/// To read a move of a line, with numbers for some of its amounts, costs as much as visiting so many options of a table.
const CASE: u64 = 1 << 9;
/// The most cells of the table in which a line begins.
const FIRST_CELLS: u64 = 1 << 26;

impl<const W: usize> Proved for Settled<W> {
    fn preperiod(&self) -> u64 {
        self.preperiod
    }
    fn period(&self) -> u64 {
        self.period
    }
    fn saltus(&self) -> u64 {
        self.saltus()
    }
    fn recurrence(&self) -> (u64, u64) {
        (self.at, self.joint)
    }
    fn value(&mut self, column: u64, limits: &Limits) -> Result<Option<u64>> {
        self.value(column, limits)
    }
}

/// How a line is searched.
pub struct Search<'a> {
    /// The play convention.
    pub play: Play,
    /// Time, memory and threads.
    pub limits: &'a Limits,
    /// The folder that keeps the state of the search.
    pub folder: Option<&'a Path>,
    /// The most work for the values of the first columns, as [`Ask::foreseen`] counts it, and the most for reading the lines.
    pub first: u64,
}

/// Looks for the period of a line. `until` is called with the column reached, and returns `true` to end the search.
///
/// # Errors
/// An interruption; rules that are not defined at one of the first positions.
pub fn solve(
    rules: &Arc<Ruleset>,
    line: &Line,
    search: &Search,
    ask: &dyn Ask,
    until: &mut dyn FnMut(u64) -> bool,
) -> Attempted<Known> {
    let program = done!(program(rules, line, true, search, until)?);
    let kept = |root| Folder::of_line(root, rules, (&line.row, line.runner), search.play);
    let folder = search.folder.map(kept).transpose()?;
    let mut work = PeriodSearch { rules, line, search, ask, program, folder: folder.as_ref(), until };
    // Only values that are counted from the least unused one pass over cells that are no positions.
    if work.program.has_holes() {
        return Ok(match work.floating::<FLOATING>()? {
            Some(known) => known.into(),
            None => work.floating::<WIDEST>()?.unwrap_or_else(|| Err(too_wide())).into(),
        });
    }
    let mut words = 1;
    loop {
        let found = match words {
            1 => work.with::<1>()?,
            2 => work.with::<2>()?,
            4 => work.with::<4>()?,
            8 => work.with::<8>()?,
            16 => work.with::<16>()?,
            _ => work.with::<WIDEST>()?,
        };
        match found {
            Some(known) => return Ok(known.into()),
            None if words == FLOATING => match work.floating::<FLOATING>()? {
                Some(known) => return Ok(known.into()),
                None => words *= 2,
            },
            None if words < WIDEST => words *= 2,
            None => return Ok(work.floating::<WIDEST>()?.unwrap_or_else(|| Err(too_wide())).into()),
        }
    }
}

/// The reason where no window is wide enough.
fn too_wide() -> Reason {
    let text = format!(
        "the values that rows have used stay within a window of {} neither around the column nor from the least one on that is not used up",
        64 * WIDEST
    );
    Reason::shape(text, Place::default())
}

/// The reason where the table of the first columns is too large.
fn too_many(cells: u64) -> Reason {
    let text = format!("the first positions alone are a table of {cells} cells; up to {FIRST_CELLS} are computed");
    Reason::too_large(text, None)
}

/// The proof by a recurrence of the state.
fn proved(line: Box<dyn Proved>) -> Known {
    let (at, after) = line.recurrence();
    let theorem = format!(
        "the values that the lines it depends on have used, as seen from the column, are a finite state, and that of column {at} recurs after {after} columns"
    );
    Known::Proved(line, theorem)
}

fn open(column: u64) -> Known {
    Known::Open(Open { reached: column, why: format!("the state did not recur before {column}"), terms: None })
}

/// The rows that a line depends on. Several columns are tried as the one from which on columns are alike.
fn program(
    rules: &Arc<Ruleset>,
    line: &Line,
    share: bool,
    search: &Search,
    until: &mut dyn FnMut(u64) -> bool,
) -> Attempted<Program> {
    let modulus = modulus(rules);
    if modulus == 0 || modulus > CLASSES {
        let text = format!("conditions tell more than {CLASSES} residue classes of columns apart");
        return Ok(Attempt::Declined(Reason::shape(text, Place::default())));
    }
    let widest = line.row.iter().max().copied().unwrap_or(0);
    // Columns are alike only beyond all other coordinates, and the table of those before them has more cells than the row alone.
    let cells = box_cells(&line.row);
    if cells > FIRST_CELLS {
        return Ok(Attempt::Declined(too_many(cells)));
    }
    let first = (widest + 8).next_power_of_two();
    let patience = Patience { limits: search.limits, left: Cell::new(search.first / CASE), until: RefCell::new(until) };
    let mut left = None;
    for from in [first, 8 * first, 64 * first, 512 * first] {
        let reader = Reader { rules, runner: line.runner, from: from * modulus, modulus, patience: &patience };
        match Program::of(rules, &reader, &line.row, share)? {
            Attempt::Done(program) => return Ok(Attempt::Done(program)),
            Attempt::Declined(reason) if reason.is_memory() => return Ok(Attempt::Declined(reason)),
            Attempt::Declined(reason) => _ = left.get_or_insert(reason),
        }
    }
    Ok(Attempt::Declined(left.unwrap_or_else(|| Reason::gives_up("nothing is known of it"))))
}

/// A search for the period of a line.
struct PeriodSearch<'a> {
    rules: &'a Arc<Ruleset>,
    line: &'a Line,
    search: &'a Search<'a>,
    ask: &'a dyn Ask,
    program: Program,
    folder: Option<&'a Folder>,
    until: &'a mut dyn FnMut(u64) -> bool,
}

impl PeriodSearch<'_> {
    /// Searches with windows of `W` words; `None` if they are too narrow.
    fn with<const W: usize>(&mut self) -> Result<Option<Result<Known, Reason>>> {
        // Far enough out for every kind of row.
        let column = (self.program.begins() + 64 * 3 * W as u64).next_multiple_of(self.program.modulus);
        let (start, first) = match self.begin(&self.program, column)? {
            Attempt::Done(begun) => begun,
            Attempt::Declined(reason) => return Ok(Some(Err(reason))),
        };
        let Some(frame) = Frame::of(&self.program, &start, W) else { return Ok(None) };
        if frame.is_mixed() && !self.program.slots.is_empty() {
            match program(self.rules, self.line, false, self.search, self.until)? {
                Attempt::Done(program) => self.program = program,
                Attempt::Declined(reason) => return Ok(Some(Err(reason))),
            }
            return self.with::<W>();
        }
        let machine = Machine::<W>::new(&self.program, &start, frame, self.search.play);
        let mut keeper = self.folder.map(|folder| folder.states(W)).transpose()?.map(Keeper::new);
        let found = recurrence(&machine, &self.program, self.search.limits, keeper.as_mut(), self.until)?;
        Ok(match found {
            SearchOutcome::Narrow => None,
            SearchOutcome::Open(column) => Some(Ok(open(column))),
            SearchOutcome::Recurs(recurrence) => {
                let settled = Settled::of(*recurrence, first, self.search.limits)?;
                Some(Ok(proved(Box::new(settled))))
            }
        })
    }

    /// Searches with values counted from the least unused one instead of from the column; `None` if windows are too narrow.
    fn floating<const W: usize>(&mut self) -> Result<Option<Result<Known, Reason>>> {
        // Slots may be shared only if all rows have the same drift.
        let apart = match self.program.slots.is_empty() {
            true => None,
            false => match program(self.rules, self.line, false, self.search, self.until)? {
                Attempt::Done(program) => Some(program),
                Attempt::Declined(reason) => return Ok(Some(Err(reason))),
            },
        };
        let program = apart.as_ref().unwrap_or(&self.program);
        let column = program.begins().next_multiple_of(program.modulus);
        let (start, first) = match self.begin(program, column)? {
            Attempt::Done(begun) => begun,
            Attempt::Declined(reason) => return Ok(Some(Err(reason))),
        };
        Ok(floating::search::<W>(program, &start, self.search.play, &first, self.search.limits, self.until)?.map(Ok))
    }

    /// The state before a column, and the values of the line before it.
    fn begin(&self, program: &Program, column: u64) -> Attempted<(Start, Vec<Option<u64>>)> {
        let values = done!(self.table(program, column)?);
        let PeriodSearch { rules, line: Line { runner, .. }, .. } = *self;
        let beginning = Beginning { rules, program, runner: *runner, values: &values };
        let Some(start) = beginning.start(column) else {
            let text = "in some column of a line that it depends on no position exists, or a move is not defined";
            return Ok(Attempt::Declined(Reason::shape(text, Place::default())));
        };
        Ok(Attempt::Done((start, (0..column).map(|c| beginning.get(program.target, c)).collect())))
    }

    /// The table of all values before a column.
    fn table(&self, program: &Program, column: u64) -> Attempted<Values> {
        let mut hi = self.line.row.clone();
        let fixed = program.cells.iter().flatten().flat_map(|cell| &cell.fixed);
        for row in program.rows.iter().chain(fixed) {
            hi.iter_mut().zip(row).for_each(|(h, x)| *h = (*h).max(*x));
        }
        hi[self.line.runner] = hi[self.line.runner].max(column);
        let cells = box_cells(&hi);
        if cells > FIRST_CELLS {
            return Ok(Attempt::Declined(too_many(cells)));
        }
        let play = self.search.play;
        // By a table or by the search: an engine that proves lines, this one among them, would ask the same question again.
        let options = Options { play, limits: self.search.limits.clone(), ..Options::default() };
        let by_table = Options { engine: Some(EngineName::Table), ..options.clone() };
        if self.ask.foreseen(self.rules, &hi, &by_table) > self.search.first {
            return Ok(Attempt::Declined(Reason::gives_up(
                "the values of its first columns take more work than is spent on a position that a table may reach",
            )));
        }
        match self.ask.values(self.rules, &hi, &by_table) {
            Err(Stop::Error(error)) if error.code == Code::NoTable => {
                self.ask.values(self.rules, &hi, &Options { plain: true, ..options }).map(Attempt::Done)
            }
            found => found.map(Attempt::Done),
        }
    }
}
