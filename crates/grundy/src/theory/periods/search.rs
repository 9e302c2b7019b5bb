//! The search for a period: asks the engines for a proof, and searches the first values where no engine gives one.
//!
//! In: rules, a line, the engine named or any. Out: a [`Verdict`].

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::observed::{observed_period, observed_values};
use super::sequence::Sequence;
use super::{Period, Proof, Verdict};
use crate::choose::{Evaluator, WORK, chooser, foreseen};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options};
use grundy_core::contract::position::box_cells;
use grundy_core::contract::proof::{Effort, Known, Open};
use grundy_core::contract::stop::diagnostic;
use grundy_proofs::automata::period as by_automata;
use grundy_rules::lang::{Code, Diagnostic, Kind};
use grundy_rules::rules::{Line, Ruleset};

/// The cells of the first table that is searched for a period where none is proved.
const OBSERVED_CELLS: u64 = 1 << 6;
/// The factor by which the cells grow from one table to the next.
const TIMES: u64 = 4;
/// The cells of the last table, where there is no deadline.
const USUAL_CELLS: u64 = 1 << 14;
/// The memory for a cell of these tables, in bytes.
const BYTES: u64 = 80;
/// The least time for searching the tables, even if the search for a proof took all the time up to the deadline.
const LOOK: Duration = Duration::from_millis(200);

/// The search for the period of a line.
pub(super) struct Search<'a> {
    pub(super) rules: &'a Arc<Ruleset>,
    pub(super) line: &'a Line,
    /// Options without a deadline, since `until` ends the search for a proof.
    pub(super) options: &'a Options,
    /// The deadline for searching the first values.
    pub(super) deadline: Option<Instant>,
    /// Are tables of no use?
    pub(super) proofs_alone: bool,
    /// Called with the position reached; returns `true` to end the search for a proof.
    pub(super) until: &'a mut dyn FnMut(u64) -> bool,
    /// Called with what the values show so far, while more of them are computed.
    pub(super) tell: &'a mut dyn FnMut(&Verdict),
}

impl Search<'_> {
    pub(super) fn verdict(&mut self) -> Result<Verdict, Diagnostic> {
        let Options { plain, engine, .. } = *self.options;
        if plain || !engine.is_none_or(|engine| matches!(engine, EngineName::Line | EngineName::Heaps)) {
            let why = if plain { "without a fast engine" } else { "by this engine" };
            let why = format!("{why} values are computed, and no period is proved");
            return self.observe(self.options, u64::MAX, why);
        }
        self.must_have_values()?;
        let effort = if self.deadline.is_some() { Effort::Unending } else { Effort::Usual };
        let proved = Evaluator::new(self.rules, self.options.clone()).prove(self.line, effort, &mut *self.until)?;
        match (proved, engine) {
            (Ok(Known::Proved(line, theorem)), _) => {
                let sequence = Sequence::Line(self.line.clone());
                Ok(Verdict::Proved(Box::new(Proof::of(sequence, line, theorem, self.options))))
            }
            (Ok(Known::Open(open)), _) => self.open(open),
            (Err(reason), Some(engine)) => Err(diagnostic(reason.refused(engine, None).error())),
            (Err(reason), None) => match self.by_values() {
                Ok(Some(proved)) => Ok(proved),
                Ok(None) => self.observe(self.options, u64::MAX, reason.to_string()),
                // What the first values show is an answer, too.
                Err(error) if error.kind == Kind::TimeIsOver => {
                    let why = format!("{reason}; the time was over before the values of all positions were known");
                    self.observe(self.options, u64::MAX, why)
                }
                Err(error) => Err(error),
            },
        }
    }

    /// Where no engine reads the line, the values of all positions may be known. Proofs alone are asked for where these were looked for already.
    fn by_values(&self) -> Result<Option<Verdict>, Diagnostic> {
        if self.proofs_alone {
            return Ok(None);
        }
        let limits = Limits { deadline: self.deadline, ..self.options.limits.clone() };
        let options = Options { limits, ..self.options.clone() };
        let found = by_automata(self.rules, self.line, &options, &*chooser()).map_err(diagnostic)?;
        Ok(found.map(|(line, theorem)| {
            Verdict::Proved(Box::new(Proof::of(Sequence::Line(self.line.clone()), line, theorem, self.options)))
        }))
    }

    /// The period of heaps that moves split is looked for in normal play only.
    fn must_have_values(&self) -> Result<(), Diagnostic> {
        let Options { play, engine, .. } = *self.options;
        let heaps = engine != Some(EngineName::Line) && self.line.single().is_some();
        if play.is_misere() && heaps && self.rules.width() == 1 && self.rules.splits() {
            let message = "in misère play the value of several heaps is no nim-sum of theirs, so no period of heaps that split is looked for";
            let help = "`grundy quotient GAME` proves how outcomes of heaps recur in misère play; `grundy sequence GAME --misere --terms 20` has the first values of single heaps";
            return Err(Diagnostic::new(Code::Misere, message).help(help));
        }
        Ok(())
    }

    /// The verdict where the search for a proof ended without one: what the engine's terms show, or else the values up to the position reached.
    fn open(&mut self, open: Open) -> Result<Verdict, Diagnostic> {
        let Open { reached, why, terms } = open;
        if let Some(terms) = terms {
            let to = terms.len().saturating_sub(1) as u64;
            return Ok(verdict(observed_values(&terms), to, why));
        }
        if self.options.limits.interrupt.load(Ordering::Relaxed) {
            return Ok(Verdict::NotFound(reached, Some(why)));
        }
        let any = Options { engine: None, ..self.options.clone() };
        self.observe(&any, reached, why)
    }

    /// What the first values show; the tables grow until the deadline.
    fn observe(&mut self, options: &Options, reached: u64, why: String) -> Result<Verdict, Diagnostic> {
        if self.proofs_alone {
            return Ok(Verdict::NotFound(0, Some(why)));
        }
        let ends = self.deadline.map(|deadline| deadline.max(Instant::now() + LOOK));
        let most = if ends.is_some() { (options.limits.free() / BYTES).max(USUAL_CELLS) } else { USUAL_CELLS };
        let tables = std::iter::successors(Some(OBSERVED_CELLS), |cells| cells.checked_mul(TIMES));
        let (mut to, mut known) = (0, None);
        for cells in tables.take_while(|cells| *cells <= most) {
            let next = reach(self.line, cells).min(reached);
            if known.is_some() && next == to {
                continue;
            }
            // Without a deadline no more is done than usual, however few cells the table has.
            if ends.is_none() && foreseen(self.rules, &self.line.position(next), options) > WORK {
                break;
            }
            let limits = Limits { deadline: ends, ..options.limits.clone() };
            let evaluator = Evaluator::new(self.rules, Options { limits, ..options.clone() });
            match evaluator.table(&self.line.position(next)) {
                Ok(values) => {
                    let value = |n: u64| values.get(&self.line.position(n)).map(u64::from);
                    let terms: Vec<Option<u64>> = (0..=next).map(value).collect();
                    let found = verdict(observed_period(&terms), next, why.clone());
                    (self.tell)(&found);
                    (to, known) = (next, Some(found));
                }
                Err(error) if error.kind.is_end() => break,
                // Large tables may exceed a limit that the usual ones do not; then the last table that was made counts.
                Err(_) if cells > USUAL_CELLS => break,
                Err(error) => return Err(error),
            }
        }
        Ok(known.unwrap_or(Verdict::NotFound(to, Some(why))))
    }
}

/// The verdict from what the values up to an index show.
fn verdict(seen: Option<Period>, to: u64, why: String) -> Verdict {
    match seen {
        Some(seen) => Verdict::Observed(seen, to, Some(why)),
        None => Verdict::NotFound(to, Some(why)),
    }
}

/// The last index whose position has a box of at most `cells` cells below it.
fn reach(line: &Line, cells: u64) -> u64 {
    let (mut lo, mut hi) = (0, cells);
    while lo < hi {
        let middle = lo + (hi - lo).div_ceil(2);
        if box_cells(&line.position(middle)) <= cells { lo = middle } else { hi = middle - 1 }
    }
    lo
}
