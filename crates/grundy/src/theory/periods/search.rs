//! The search for a period: which engine may prove it, and the look at the first values where none does.
//!
//! In: rules, a line, the engine that is wanted or any. Out: a [`Verdict`].

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::diagonal;
use super::observed::observed_period;
use super::sequence::Sequence;
use super::{Proof, Verdict};
use crate::engine::heaps;
use crate::engine::levels::Known;
use crate::engine::lines;
use crate::engine::{EngineName, Evaluator, Limits, Options, Play, Reason, Seen, Values, box_cells, diagnostic};
use crate::lang::{Diagnostic, Kind};
use crate::rules::{Line, Ruleset};

/// Cells of the tables in which a period is looked for, one after the other, where none can be proved.
const OBSERVED_CELLS: [u64; 5] = [1 << 6, 1 << 8, 1 << 10, 1 << 12, 1 << 14];
/// For this look there is so much time, even if all was given to a proof.
const LOOK: Duration = Duration::from_secs(1);

/// What is looked for.
pub(super) struct Search<'a> {
    pub(super) rules: &'a Arc<Ruleset>,
    pub(super) line: &'a Line,
    /// Without a deadline: it is `until` that ends the search for a proof.
    pub(super) options: &'a Options,
    /// The end of the look at the first values.
    pub(super) deadline: Option<Instant>,
    /// Asked with the position reached, says `true` to end the search.
    pub(super) until: &'a mut dyn FnMut(u64) -> bool,
}

impl Search<'_> {
    pub(super) fn verdict(&mut self) -> Result<Verdict, Diagnostic> {
        let Options { plain, engine, .. } = *self.options;
        match engine {
            None if !plain => self.by_any(),
            Some(EngineName::Line) if !plain => self.by_line()?.map_err(|reason| refused(EngineName::Line, reason)),
            Some(EngineName::Heaps) if !plain => self.by_heaps()?.map_err(|reason| refused(EngineName::Heaps, reason)),
            _ => {
                let why = if plain { "without a fast engine" } else { "by this engine" };
                let why = format!("{why} values are computed, and no period is proved");
                self.observe(self.options, u64::MAX, why)
            }
        }
    }

    fn by_any(&mut self) -> Result<Verdict, Diagnostic> {
        let why = match self.by_line()? {
            Ok(verdict) => return Ok(verdict),
            Err(reason) if !self.are_heaps() => reason,
            Err(of_line) => match self.by_heaps()? {
                Ok(verdict) => return Ok(verdict),
                Err(of_heaps) => {
                    if self.rules.splits() {
                        of_heaps
                    } else {
                        of_line
                    }
                }
            },
        };
        self.observe(self.options, u64::MAX, why.to_string())
    }

    /// Are heaps asked where lines do not serve: may they be split, or are some of them no positions?
    fn are_heaps(&self) -> bool {
        let holes = self.rules.width() == 1 && !self.rules.requires.is_empty() && self.options.play == Play::Normal;
        self.line.single().is_some() && (self.rules.splits() || holes)
    }

    fn proved(&self, proved: Box<dyn lines::Proved>, theorem: String) -> Verdict {
        let sequence = Sequence::Line(self.line.clone());
        Verdict::Proved(Box::new(Proof::of(sequence, proved, theorem, self.options)))
    }

    /// By the line machine, or by levels where both coordinates run.
    fn by_line(&mut self) -> Result<Seen<Verdict>, Diagnostic> {
        let Some((row, runner)) = self.line.single() else { return self.by_levels() };
        let Options { play, limits, checkpoint, .. } = self.options;
        let line = lines::Line { row, runner };
        let known = lines::solve(self.rules, &line, *play, limits, checkpoint.as_deref(), &mut *self.until);
        let reached = match known.map_err(diagnostic)? {
            Ok(lines::Known::Proved(proved)) => {
                let (at, after) = proved.recurrence();
                let theorem = format!(
                    "the values that the lines it depends on have used, as seen from the column, are a finite state, and that of column {at} recurs after {after} columns"
                );
                return Ok(Ok(self.proved(proved, theorem)));
            }
            Ok(lines::Known::Open(reached)) => reached,
            Err(reason) => return Ok(Err(reason)),
        };
        let why = format!("the state did not recur before {reached}");
        if limits.interrupt.load(Ordering::Relaxed) {
            return Ok(Ok(Verdict::NotFound(reached, Some(why))));
        }
        let any = Options { engine: None, ..self.options.clone() };
        self.observe(&any, reached, why).map(Ok)
    }

    fn by_levels(&mut self) -> Result<Seen<Verdict>, Diagnostic> {
        Ok(match diagonal::known(self.rules, self.line, self.options, &mut *self.until)? {
            Ok(Known::Proved(tail, theorem)) => Ok(self.proved(tail, theorem)),
            Ok(Known::Open(why)) | Err(why) => Err(Reason::gives_up(&why)),
        })
    }

    /// By what is known of heaps.
    fn by_heaps(&mut self) -> Result<Seen<Verdict>, Diagnostic> {
        let misere = self.options.play == Play::Misere;
        if misere && self.rules.splits() {
            let message = "in misère play the value of several heaps is no nim-sum, so heaps that are split have no sequence of values";
            return Err(Diagnostic::new("misere", message).help("leave `--misere` out"));
        }
        let known = heaps::solve(self.rules, misere, &self.options.limits, &mut *self.until).map_err(diagnostic)?;
        Ok(known.map(|known| match known {
            heaps::Known::Proved(heaps, shown) => self.proved(heaps, shown.theorem),
            heaps::Known::Open(values, why) => {
                let to = values.len().saturating_sub(1) as u64;
                let term = |v: u32| (v != Values::NOWHERE).then_some(u64::from(v));
                let terms: Vec<Option<u64>> = values.into_iter().map(term).collect();
                seen(&terms, to, why)
            }
        }))
    }

    /// What the first values show; more and more of them, until the time is over.
    fn observe(&self, options: &Options, reached: u64, why: String) -> Result<Verdict, Diagnostic> {
        let ends = self.deadline.map(|deadline| deadline.max(Instant::now() + LOOK));
        let (mut to, mut terms) = (0, None);
        for cells in OBSERVED_CELLS {
            let next = reach(self.line, cells).min(reached);
            if terms.is_some() && next == to {
                continue;
            }
            // The first look is short, and something is to be said.
            let limits = Limits { deadline: ends.filter(|_| terms.is_some()), ..options.limits.clone() };
            let evaluator = Evaluator::new(self.rules, Options { limits, ..options.clone() });
            match evaluator.table(&self.line.position(next)) {
                Ok(values) => {
                    let value = |n: u64| values.get(&self.line.position(n)).map(u64::from);
                    (to, terms) = (next, Some((0..=next).map(value).collect::<Vec<_>>()));
                }
                Err(error) if terms.is_some() && error.kind == Kind::Interrupted => break,
                Err(error) => return Err(error),
            }
        }
        Ok(seen(&terms.unwrap_or_default(), to, why))
    }
}

/// Why the one engine that is wanted does not serve, as an error.
fn refused(engine: EngineName, reason: Reason) -> Diagnostic {
    diagnostic(reason.refused(engine, None).error())
}

/// What terms show from the first position on.
fn seen(terms: &[Option<u64>], to: u64, why: String) -> Verdict {
    let skipped = terms.iter().take_while(|v| v.is_none()).count();
    match observed_period(&terms[skipped..]) {
        Some(mut seen) => {
            seen.preperiod += skipped as u64;
            Verdict::Observed(seen, to, Some(why))
        }
        None => Verdict::NotFound(to, Some(why)),
    }
}

/// The last index of which the position has at most so many cells below it.
fn reach(line: &Line, cells: u64) -> u64 {
    let (mut lo, mut hi) = (0, cells);
    while lo < hi {
        let middle = lo + (hi - lo).div_ceil(2);
        if box_cells(&line.position(middle)) <= cells { lo = middle } else { hi = middle - 1 }
    }
    lo
}
