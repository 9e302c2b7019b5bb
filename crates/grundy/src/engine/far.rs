//! Values far out, where no table reaches.
//!
//! In: a position of which one coordinate is large. Out: its value from the proved period of the line on which that coordinate runs, or nothing, where
//! the rules have no such lines, or the position is near enough for a table or a search.

use std::sync::Arc;

use dashu_int::IBig;

use super::compile::Result;
use super::lines::{self, Known, Line, Proved};
use super::mover::Lists;
use super::options::{EngineName, Options};
use crate::rules::Ruleset;

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
    known: Vec<(Line, Box<dyn Proved>)>,
    /// Lines without a proof.
    none: Vec<Line>,
    explanation: String,
}

impl Far {
    /// No line yet.
    pub(super) fn new(rules: &Arc<Ruleset>) -> Far {
        Far { rules: rules.clone(), known: vec![], none: vec![], explanation: String::new() }
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
        if self.none.contains(&line) {
            return Ok(None);
        }
        let known = match self.known.iter().position(|(known, _)| *known == line) {
            Some(known) => known,
            None => {
                let serves = u32::try_from(&column).is_ok();
                let until = &mut |column: u64| serves && column > COLUMNS;
                match lines::solve(&self.rules, &line, options.play, &options.limits, None, until)? {
                    Ok(Known::Proved(proved)) => self.known.push((line, proved)),
                    _ => {
                        self.none.push(line);
                        return Ok(None);
                    }
                }
                self.known.len() - 1
            }
        };
        let (line, proved) = &mut self.known[known];
        let runs = &self.rules.coords[line.runner].name;
        self.explanation = format!(
            "line machine: for {runs} >= {} the value grows by {} when {runs} grows by {}; proved, since the state at {} recurs {} further on",
            proved.preperiod(),
            proved.saltus(),
            proved.period(),
            proved.recurrence().0,
            proved.recurrence().1,
        );
        Ok(proved.far(&column, &options.limits)?.map(|value| (value, EngineName::Line)))
    }

    /// The line of a position along its greatest coordinate, if that is worth while.
    fn line(&self, position: &Lists<IBig>) -> Option<(Line, IBig)> {
        if position.iter().any(|tuples| tuples.len() != 1) {
            return None;
        }
        let flat: Vec<&IBig> = position.iter().flat_map(|tuples| &tuples[0]).collect();
        let (runner, column) = flat.iter().enumerate().max_by_key(|(_, x)| **x)?;
        let mut others = 1u64;
        let mut row = vec![0; flat.len()];
        for (c, x) in flat.iter().enumerate().filter(|(c, _)| *c != runner) {
            row[c] = u64::try_from(*x).ok()?;
            others = others.saturating_mul(row[c].saturating_add(1));
        }
        let cells = u64::try_from(*column).map_or(u64::MAX, |x| x.saturating_mul(others));
        let far = **column >= IBig::from(LARGE) && others <= LINES && cells > TABLE;
        far.then(|| (Line { row, runner }, (*column).clone()))
    }
}
