//! Steps to convergence inside claims: what a range of starts and a theorem can say of them.
//!
//! In: the games whose steps a claim names, and its bound. Out: the claim's verdict. From the starts to the bound N as many steps are taken as were measured;
//! from later ones it may be more, up to what a theorem proves. So with one such number a claim is proved if it is true of all
//! numbers from the measured to the proved one, holds to N if it is true of the measured one, is false if it is false of
//! all that are possible, and else open.

use std::sync::Arc;

use super::properties::Decided;
use super::world::World;
use super::{Effort, Status, Verdict};
use crate::theory::convergence::convergence;
use grundy_core::contract::options::Play;
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::lower::{Question, Scope};

/// Starts where a claim has no bound.
const STARTS: u64 = 1_000_000;
/// Where no theorem is known, so many steps more than were measured are looked at before a claim is called false.
const FURTHER: u64 = 256;
/// A bound that is further away than this is not made use of.
const FARTHEST: u64 = 1 << 12;

/// The steps of the games of a claim.
pub(super) struct Steps {
    found: Vec<Found>,
    to: u64,
}

struct Found {
    question: usize,
    measured: u64,
    bound: Option<u64>,
}

impl Steps {
    /// Measures; the verdict of a claim about a game whose guesses do not agree.
    ///
    /// # Errors
    /// As [`convergence`].
    pub(super) fn find(
        scope: &Scope,
        to: Option<u64>,
        effort: &Effort,
    ) -> Result<std::result::Result<Steps, Verdict>, Diagnostic> {
        let to = to.unwrap_or(STARTS);
        let mut found = vec![];
        for (question, asked) in scope.questions.iter().enumerate() {
            let Question::Convergence { game } = asked else { continue };
            let game = &scope.games[*game];
            let steps = convergence(&game.rules, to, None, &effort.options(Play::Normal))?;
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
            found.push(Found { question, measured, bound });
        }
        Ok(Ok(Steps { found, to }))
    }

    /// The verdict; `run` finds it for the answers at hand.
    ///
    /// # Errors
    /// Those of `run`.
    pub(super) fn decide(
        &self,
        world: &mut Arc<World>,
        run: &mut dyn FnMut(&mut Arc<World>) -> Result<Decided, Diagnostic>,
    ) -> Result<Decided, Diagnostic> {
        for found in &self.found {
            found.put(world, found.measured);
        }
        let mut decided = run(world)?;
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

impl Found {
    fn put(&self, world: &mut Arc<World>, steps: u64) {
        let Some(world) = Arc::get_mut(world) else { unreachable!("no thread is at work") };
        world.constants[self.question] = i64::try_from(steps).ok();
    }

    /// Is the verdict the same of all larger numbers that are possible? Where no bound is known that is never said of what is true.
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
