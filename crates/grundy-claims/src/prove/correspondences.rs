//! Claims that correspondences of moves prove.
//!
//! In: the open claims of a file that say values, or outcomes, by values of other positions; and what is known of values. Out: those that are proved by the moves of both games, from nothing else; from
//! known values on which the other positions depend; or from those that are known where moves lead out of the claim's positions. With the last come the automata for certificates.

use std::sync::Arc;

use grundy_automata::Budget;
use grundy_core::contract::options::Play;
use grundy_rules::rules::Ruleset;
use serde_json::Value;

use crate::CheckOptions;
use crate::prove::budget::with_budget;
use crate::prove::correspondence::{ByMoves, alike, alike_beyond, needs_values};
use crate::prove::values_claimed::ample;
use crate::prove::{Answer, Asked, Claim, Part, Theory, in_threads, watched};
use crate::state::blocks::known_beyond;
use grundy::theory::everywhere::block;

/// Proves one claim, with what answers its questions.
type Prove<'p> = dyn Fn(&Claim, &[Option<Asked<'_>>], &Budget<'_>) -> Option<ByMoves> + Sync + 'p;

/// The number of a claim, its proof, and whether it took more memory than is allowed.
type Found = (usize, Option<ByMoves>, bool);

impl Theory {
    /// Finds the claims that a correspondence of moves proves: those whose positions depend on values, or the others.
    pub(crate) fn find_alike(&mut self, claims: &[Arc<Claim>], by_values: bool, threads: usize, budget: &Budget<'_>) {
        let which = |claim: &Claim| needs_values(claim) == by_values;
        let found = self.found_alike(claims, (&which, &alike), threads, budget);
        self.add(found);
    }

    /// Finds those that are proved by values where moves lead out of their positions.
    pub(crate) fn find_alike_beyond(&mut self, claims: &[Arc<Claim>], threads: usize, budget: &Budget<'_>) {
        let known = |rules: &Ruleset| self.of_game(rules).and_then(known_beyond);
        let prove = |claim: &Claim, questions: &[Option<Asked<'_>>], budget: &Budget<'_>| {
            alike_beyond(claim, questions, &known, budget)
        };
        let found = self.found_alike(claims, (&|_| true, &prove), threads, budget);
        self.add(found);
    }

    fn add(&mut self, found: Vec<Found>) {
        for (number, by_moves, large) in found {
            self.large.0.extend(large.then_some(number));
            self.alike.extend(by_moves.map(|by_moves| (number, by_moves)));
        }
    }

    fn found_alike(
        &self,
        claims: &[Arc<Claim>],
        (which, prove): (&dyn Fn(&Claim) -> bool, &Prove<'_>),
        threads: usize,
        budget: &Budget<'_>,
    ) -> Vec<Found> {
        let is_open = |n: &usize| !self.is_proved(*n) && !self.refuted.contains_key(n);
        let left = self.asked.iter().copied().filter(is_open).filter(|n| which(&claims[*n])).collect();
        in_threads(threads, left, &|number: &usize| {
            let claim = &claims[*number];
            let questions: Vec<Option<Answer<'_>>> =
                claim.scope.questions.iter().map(|asked| self.answer(claim, asked, Part::Whole)).collect();
            let questions: Vec<_> = questions.iter().map(|answer| Some(answer.as_ref()?.asked())).collect();
            let budget = watched(&ample(budget));
            (*number, prove(claim, &questions, &budget), budget.memory.was_refused())
        })
    }

    /// The values of a game in normal play where moves lead out of a claim's positions, as its certificate states them.
    pub(crate) fn block_beyond(&self, rules: &Ruleset, options: &CheckOptions) -> Result<Value, &'static str> {
        let of_game = self.of_game(rules).ok_or("nothing is known of the values of a game")?;
        let made = with_budget(options, |budget| self.blocks.beyond(of_game, budget))?;
        Ok(block(rules, (0, Play::Normal), &made.block))
    }
}
