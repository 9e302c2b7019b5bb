//! Claims that correspondences of moves prove.
//!
//! In: the open claims of a file that say values, or outcomes, by values of other positions; and what is known of values. Out: those that are proved by the moves of both games, from nothing else; from
//! known values on which the other positions depend; or from those that are known where moves lead out of the claim's positions. With the last come the automata for certificates.

use grundy_automata::Budget;
use grundy_core::contract::options::Play;
use grundy_decide::Question as Asked;
use grundy_rules::rules::Ruleset;
use serde_json::Value;

use crate::CheckOptions;
use crate::prove::budget::with_budget;
use crate::prove::by_values::of_states;
use crate::prove::correspondence_claimed::{ByMoves, alike, alike_beyond, certificates, needs_values};
use crate::prove::method::{Proof, Proved, Work};
use crate::prove::theory::{Answer, Part, Theory, in_threads, watched};
use crate::prove::values_claimed::ample;
use crate::read::claim::Claim;
use crate::state::archive::Proofs;
use crate::state::blocks::known_beyond;
use crate::state::parts_reached::with_parts;
use grundy::theory::everywhere::block;

/// Proves one claim, with what answers its questions.
type Prove<'p> = dyn Fn(&Claim, &[Option<Asked<'_>>], &Budget<'_>) -> Option<ByMoves> + Sync + 'p;

/// The number of a claim, its proof, and whether it took more memory than is allowed.
type Found = (usize, Option<ByMoves>, bool);

impl Proof for ByMoves {
    fn words(&self) -> String {
        let how = if self.strategy.is_some() { "a strategy" } else { "a correspondence of moves" };
        format!("true for every position by {how}, {}", of_states(self.states))
    }

    fn certificates(&self, of: &Proved<'_>) -> Proofs {
        let Proved { claim, theory, options } = *of;
        let values = |game, play| theory.block(claim, (game, play), options);
        let proofs = certificates(claim, self, &values, &|rules| theory.block_beyond(rules, options))?;
        Ok(proofs.into_iter().map(|proof| with_parts(proof, claim, options)).collect::<Result<_, _>>()?)
    }
}

/// Finds the claims that the moves of games prove, whatever values are.
pub(crate) fn by_moves(theory: &mut Theory, work: &Work<'_>) {
    let found = theory.found_alike(&|claim| !needs_values(claim), &alike, work);
    theory.note(found);
}

/// Finds those whose positions depend on values that are known.
pub(crate) fn by_moves_and_values(theory: &mut Theory, work: &Work<'_>) {
    let found = theory.found_alike(&needs_values, &alike, work);
    theory.note(found);
}

/// Finds those that are proved by values where moves lead out of their positions.
pub(crate) fn by_values_beyond(theory: &mut Theory, work: &Work<'_>) {
    let known = |rules: &Ruleset| theory.of_game(rules).and_then(known_beyond);
    let prove = |claim: &Claim, questions: &[Option<Asked<'_>>], budget: &Budget<'_>| {
        alike_beyond(claim, questions, &known, budget)
    };
    let found = theory.found_alike(&|_| true, &prove, work);
    theory.note(found);
}

impl Theory {
    fn note(&mut self, found: Vec<Found>) {
        for (number, by_moves, large) in found {
            self.large.0.extend(large.then_some(number));
            by_moves.into_iter().for_each(|by_moves| self.add(number, by_moves));
        }
    }

    fn found_alike(&self, which: &dyn Fn(&Claim) -> bool, prove: &Prove<'_>, work: &Work<'_>) -> Vec<Found> {
        let Work { claims, budget, threads, .. } = *work;
        let left = self.open().into_iter().filter(|n| which(&claims[*n])).collect();
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
