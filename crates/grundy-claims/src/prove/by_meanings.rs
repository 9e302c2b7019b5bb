//! Claims that follow from what words and values mean.
//!
//! In: the claims of a group. Out: those that say no more than their words mean; and among the others, those that are true whatever the values are, since a move changes the value, a symmetry keeps it, and every move
//! lowers a sum. Positions of other games may stand for those of the claim's own ([`transfer`](super::transfer)).

use std::sync::Arc;

use grundy_automata::Budget;
use grundy_core::contract::options::Play;
use grundy_decide::{Asks, Meaning, Question as Asked, follows};
use grundy_rules::lower::{Question, What};

use crate::prove::by_values::certificate_by_values;
use crate::prove::method::{Proof, Proved, Work};
use crate::prove::theory::{Theory, in_threads};
use crate::prove::transfer::{StandsFor, by_rules, in_own_game};
use crate::read::claim::Claim;
use crate::state::archive::Proofs;
use crate::state::parts_reached::with_parts;

/// The most states, nodes and work of a proof that needs no values.
const MEANT: (usize, usize, usize) = (2_000, 100_000, 200_000);

/// Why a claim is true that does not depend on what the values are.
#[derive(Debug)]
struct ByMeaning {
    meaning: Meaning,
    /// The positions of other games for which those of the claim's own stand.
    elsewhere: Vec<StandsFor>,
    /// Do the values prove it as well?
    by_values: bool,
}

impl Proof for ByMeaning {
    fn words(&self) -> String {
        let words = match self.meaning {
            _ if !self.elsewhere.is_empty() => {
                "true for every position by the rules alone: positions of one game have the values of another, by a correspondence of moves; and a move changes the value"
            }
            Meaning::Words => "true whatever the values are: it says no more than what its words mean",
            Meaning::Rank => {
                "true for every position by the rules alone: every move lowers a sum, and no value is greater"
            }
            Meaning::Moves => {
                "true for every position by the rules alone: a move changes the value, a symmetry keeps it"
            }
        };
        words.to_string()
    }

    fn certificates(&self, of: &Proved<'_>) -> Proofs {
        if self.by_values {
            return Ok(vec![certificate_by_values(of.claim, of.theory, of.options)?]);
        }
        Ok(vec![with_parts(by_rules(of.claim, &self.elsewhere)?, of.claim, of.options)?])
    }
}

/// Finds the claims that say what their words mean; and among those that are not proved, the ones that follow from what values are.
pub(crate) fn by_meanings(theory: &mut Theory, work: &Work<'_>) {
    let Work { claims, budget, threads, .. } = *work;
    let all = theory.asked.iter().copied().filter(|n| !theory.refuted.contains_key(n)).collect();
    let budget = &Budget { states: MEANT.0, nodes: MEANT.1, work: MEANT.2, spent: Arc::default(), ..budget.clone() };
    let found = in_threads(threads, all, &|number: &usize| {
        let (claim, by_values) = (&claims[*number], theory.by_values.contains_key(number));
        let meanings = [Meaning::Words, Meaning::Moves, Meaning::Rank].into_iter().take(if by_values { 1 } else { 3 });
        let of = |claim: &Claim| meanings.clone().find(|meaning| is_meant(claim, *meaning, budget));
        let in_other_games = || {
            let (claim, stands) = (!theory.is_proved(*number)).then(|| in_own_game(claim, budget)).flatten()?;
            Some((of(&claim)?, stands))
        };
        let (meaning, elsewhere) = of(claim).map(|meaning| (meaning, vec![])).or_else(in_other_games)?;
        Some((*number, ByMeaning { meaning, elsewhere, by_values }))
    });
    found.into_iter().flatten().for_each(|(number, proof)| theory.add(number, proof));
}

fn is_meant(claim: &Claim, meaning: Meaning, budget: &Budget<'_>) -> bool {
    let (mut plays, mut questions) = (vec![], vec![]);
    for question in &claim.scope.questions {
        let Question::Position { game, what, .. } = question else { return false };
        let (asks, play) = match what {
            What::Value { play } => (Asks::Value, *play),
            What::Terminal => (Asks::Terminal, Play::Normal),
            What::Exists => (Asks::Exists, Play::Normal),
            What::Outcome | What::Code => return false,
        };
        plays.push(2 * game + play as usize);
        questions.push(Some(Asked { rules: &claim.scope.games[*game].rules, asks, known: None }));
    }
    let running: Vec<_> = claim.running.iter().map(|(_, range)| range.clone()).collect();
    follows(&claim.statement(&running, &questions), &plays, meaning, budget)
}
