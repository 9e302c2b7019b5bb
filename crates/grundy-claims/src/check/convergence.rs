//! Steps to convergence inside claims: what a measurement over a range of starts, and a theorem, say about them.
//!
//! In: the games whose number of steps a claim names, and the bound N of the claim. Out: the claim's verdict. The maximum over the starts to N is
//! measured. The maximum over all starts may be larger, up to the number that a theorem proves. So a claim that names one such number is proved if
//! it is true for all numbers from the measured to the proved one, holds to N if it is true for the measured one, is false if it is false for all
//! possible numbers, and is open otherwise. Whether a game converges at all is proved by such a theorem, or by two guesses that never agree.

use std::sync::Arc;

use crate::check::properties::Decided;
use crate::check::world::World;
use crate::state::theorems::part;
use crate::{CheckOptions, Status, Verdict};
use grundy::theory::convergence::unchecked;
use grundy_core::contract::options::Play;
use grundy_rules::lang::Diagnostic;
use grundy_rules::lower::{Question, Scope};
use serde_json::Value;

/// The last start that is measured for a claim without a bound.
const STARTS: u64 = 1_000_000;
/// Where no theorem gives a bound, the claim is tried with up to this many steps more than measured before it is called false.
const FURTHER: u64 = 256;
/// A proved bound that exceeds the measured number by more than this is not used.
const FARTHEST: u64 = 1 << 12;

/// The steps of the games of a claim.
pub(crate) struct Steps {
    found: Vec<FoundConvergence>,
    converge: Vec<FoundEnd>,
    to: u64,
    /// For each question, the certificate of what answered it.
    theorems: Vec<Option<Value>>,
}

/// Does a game converge?
struct FoundEnd {
    question: usize,
    converges: bool,
    proved: bool,
}

struct FoundConvergence {
    question: usize,
    measured: u64,
    bound: Option<u64>,
}

impl Steps {
    /// Measures the steps of every game that the claim asks about; the inner `Err` is the verdict where guesses do not agree.
    ///
    /// # Errors
    /// As [`unchecked`].
    pub(crate) fn find(
        scope: &Scope,
        to: Option<u64>,
        options: &CheckOptions,
    ) -> Result<std::result::Result<Steps, Verdict>, Diagnostic> {
        let to = to.unwrap_or(STARTS);
        let (mut found, mut converge) = (vec![], vec![]);
        let mut theorems = vec![None; scope.questions.len()];
        for (question, asked) in scope.questions.iter().enumerate() {
            let (Question::Convergence { game } | Question::Converges { game }) = asked else { continue };
            let game = &scope.games[*game];
            let steps = unchecked(&game.rules, to, None, &options.of_values(Play::Normal))?;
            theorems[question] = steps.certificate(game).as_deref().and_then(part);
            if let Some(archive) = &options.archive {
                archive.keep_convergence(game, &steps);
            }
            let ends = matches!(asked, Question::Converges { .. });
            if ends && (steps.stuck.is_none() || steps.never.is_some()) {
                let proved = steps.never.is_some() || !steps.bounds.is_empty();
                converge.push(FoundEnd { question, converges: steps.stuck.is_none(), proved });
                continue;
            }
            if let Some(stuck) = steps.stuck {
                let why = match steps.never {
                    Some(_) => "two of them never do, by induction",
                    None => "after 4096 steps they do not",
                };
                let text = format!("from {stuck} on guesses about `{}` do not agree: {why}", game.text);
                return Ok(Err(Verdict::open(text)));
            }
            let measured = steps.most().map_or(0, |(steps, _)| steps);
            let bound = steps.bounds.iter().map(|(steps, _)| *steps).min();
            found.push(FoundConvergence { question, measured, bound });
        }
        Ok(Ok(Steps { found, converge, to, theorems }))
    }

    /// Hands the certificates to those of the other questions.
    pub(crate) fn hand(&mut self, theorems: &mut [Option<Value>]) {
        for (all, own) in theorems.iter_mut().zip(&mut self.theorems) {
            *all = all.take().or(own.take());
        }
    }

    /// The verdict of the claim; `run` evaluates the claim for one assignment of the answers.
    ///
    /// # Errors
    /// Those of `run`.
    pub(crate) fn decide(
        &self,
        world: &mut Arc<World>,
        run: &mut dyn FnMut(&mut Arc<World>) -> Result<Decided, Diagnostic>,
    ) -> Result<Decided, Diagnostic> {
        for found in &self.found {
            found.put(world, found.measured);
        }
        for found in &self.converge {
            put(world, found.question, u64::from(found.converges));
        }
        let mut decided = run(world)?;
        if self.converge.iter().any(|found| !found.proved) {
            decided.ranged = true;
            let text = "all guesses agree from the starts that were tried, and no theorem says that they do from all";
            if decided.verdict.status == Status::False {
                decided.verdict = Verdict::open(text.to_string());
            }
            decided.verdict.to = Some(self.to);
            decided.verdict.positions = decided.verdict.positions.max(self.to + 1);
        }
        if self.found.is_empty() {
            return Ok(decided);
        }
        let verdict = &mut decided.verdict;
        verdict.to = Some(self.to);
        verdict.positions = verdict.positions.max(self.to + 1);
        let settled = match &self.found[..] {
            [one] => one.settles(verdict.status, world, run)?,
            _ => false,
        };
        decided.ranged |= !settled;
        if decided.verdict.status == Status::False && !settled {
            let text = format!(
                "it is false of the steps measured from the starts to {}, and from later ones there may be more",
                self.to
            );
            decided.verdict = Verdict { to: Some(self.to), ..Verdict::open(text) };
        }
        Ok(decided)
    }
}

fn put(world: &mut Arc<World>, question: usize, answer: u64) {
    let Some(world) = Arc::get_mut(world) else { unreachable!("no thread is at work") };
    world.constants[question] = i64::try_from(answer).ok();
}

impl FoundConvergence {
    fn put(&self, world: &mut Arc<World>, steps: u64) {
        put(world, self.question, steps);
    }

    /// Is the verdict the same for all larger numbers that are possible? Without a proved bound, only a false claim is tried with larger numbers.
    fn settles(
        &self,
        status: Status,
        world: &mut Arc<World>,
        run: &mut dyn FnMut(&mut Arc<World>) -> Result<Decided, Diagnostic>,
    ) -> Result<bool, Diagnostic> {
        let last = match self.bound.filter(|bound| bound - self.measured <= FARTHEST) {
            Some(bound) => bound,
            None if status == Status::False => self.measured + FURTHER,
            None => return Ok(false),
        };
        let mut same = true;
        for steps in self.measured + 1..=last {
            self.put(world, steps);
            same &= run(world)?.verdict.status == status;
            if !same {
                break;
            }
        }
        self.put(world, self.measured);
        Ok(same)
    }
}
