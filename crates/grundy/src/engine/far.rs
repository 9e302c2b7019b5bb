//! Values far out, where no table reaches.
//!
//! In: a position of which one coordinate is large, or any position where nothing else is wanted. Out: its value from the proved period of the line on
//! which that coordinate runs, or nothing, where the rules have no such lines, or the position is near enough for a table or a search.

use std::sync::Arc;

use dashu_int::IBig;

use super::compile::Result;
use super::lines::{self, Known, Line, Proved};
use super::mover::Lists;
use super::options::{EngineName, Options};
use super::reason::{Made, Reason, Seen};
use crate::rules::Ruleset;
use crate::rules::expr::Place;

/// A coordinate below this is not large.
const LARGE: u64 = 1 << 14;
/// Positions with more cells below them than this are far out.
const TABLE: u64 = 1 << 22;
/// The lines beside the one asked for may be so many.
const LINES: u64 = 1 << 12;
/// Where a table would serve after all, a period is looked for in so many columns.
const COLUMNS: u64 = 1 << 24;

/// The lines whose periods are known.
pub(super) struct Far {
    rules: Arc<Ruleset>,
    known: Vec<(Line, Seen<Box<dyn Proved>>)>,
    explanation: String,
}

impl Far {
    /// No line yet.
    pub(super) fn new(rules: &Arc<Ruleset>) -> Far {
        Far { rules: rules.clone(), known: vec![], explanation: String::new() }
    }

    /// How the last value came about.
    pub(super) fn explain(&self) -> String {
        self.explanation.clone()
    }

    /// The value of a position far out.
    ///
    /// # Errors
    /// An interruption; rules that are not defined at one of the first positions of the line.
    pub(super) fn value(&mut self, position: &Lists<IBig>, options: &Options) -> Result<Option<(IBig, EngineName)>> {
        let Some((line, column)) = self.line(position) else { return Ok(None) };
        Ok(self.on(line, &column, options)?.ok().map(|value| (value, EngineName::Line)))
    }

    /// The value of any position, from the proved period of a line on which it stands: that of its greatest coordinate, or else of another.
    ///
    /// # Errors
    /// As [`Far::value`].
    pub(super) fn value_near_or_far(&mut self, position: &Lists<IBig>, options: &Options) -> Made<IBig> {
        let none = |text: &str| Ok(Err(Reason::shape(text, Place::default())));
        if position.iter().any(|tuples| tuples.len() != 1) {
            return none("the position has several parts, which stand on no line together");
        }
        let flat: Vec<&IBig> = position.iter().flat_map(|tuples| &tuples[0]).collect();
        let mut runners: Vec<usize> = (0..flat.len()).collect();
        runners.sort_by_key(|c| std::cmp::Reverse((flat[*c], *c)));
        let mut first = None;
        for runner in runners {
            let Some(line) = along(&flat, runner) else {
                return none("two coordinates are 2^64 or more; of a line all but one are less");
            };
            match self.on(line, flat[runner], options)? {
                Ok(value) => return Ok(Ok(value)),
                Err(reason) => _ = first.get_or_insert(reason),
            }
        }
        first.map_or_else(|| none("the position has no coordinate that could run"), |reason| Ok(Err(reason)))
    }

    /// The value in a column of a line.
    fn on(&mut self, line: Line, column: &IBig, options: &Options) -> Made<IBig> {
        let serves = u32::try_from(column).is_ok();
        let until = &mut |reached: u64| serves && reached > COLUMNS;
        let known = match self.known.iter().position(|(known, _)| *known == line) {
            Some(known) => known,
            None => {
                let proved = match lines::solve(&self.rules, &line, options.play, &options.limits, None, until)? {
                    Ok(Known::Proved(proved)) => Ok(proved),
                    Ok(Known::Open(column)) => {
                        options.limits.interrupted()?;
                        Err(Reason::gives_up(&format!("the state of the line did not recur before {column}")))
                    }
                    Err(reason) => Err(reason),
                };
                self.known.push((line, proved));
                self.known.len() - 1
            }
        };
        let (line, proved) = &mut self.known[known];
        let proved = match proved {
            Ok(proved) => proved,
            Err(reason) => return Ok(Err(reason.clone())),
        };
        let runs = &self.rules.coords[line.runner].name;
        self.explanation = format!(
            "line machine: for {runs} >= {} the value grows by {} when {runs} grows by {}; proved, since the state at {} recurs {} further on",
            proved.preperiod(),
            proved.saltus(),
            proved.period(),
            proved.recurrence().0,
            proved.recurrence().1,
        );
        Ok(proved.far(column, &options.limits)?.ok_or_else(|| Reason::gives_up("no position exists there")))
    }

    /// The line of a position along its greatest coordinate, if that is worth while.
    fn line(&self, position: &Lists<IBig>) -> Option<(Line, IBig)> {
        if position.iter().any(|tuples| tuples.len() != 1) {
            return None;
        }
        let flat: Vec<&IBig> = position.iter().flat_map(|tuples| &tuples[0]).collect();
        let (runner, column) = flat.iter().enumerate().max_by_key(|(_, x)| **x)?;
        let line = along(&flat, runner)?;
        let others = line.row.iter().fold(1u64, |cells, x| cells.saturating_mul(x.saturating_add(1)));
        let cells = u64::try_from(*column).map_or(u64::MAX, |x| x.saturating_mul(others));
        let far = **column >= IBig::from(LARGE) && others <= LINES && cells > TABLE;
        far.then(|| (line, (*column).clone()))
    }
}

/// The line through a position on which one coordinate runs.
fn along(position: &[&IBig], runner: usize) -> Option<Line> {
    let fixed = |(c, x): (usize, &&IBig)| if c == runner { Some(0) } else { u64::try_from(*x).ok() };
    let row = position.iter().enumerate().map(fixed).collect::<Option<Vec<u64>>>()?;
    Some(Line { row, runner })
}
