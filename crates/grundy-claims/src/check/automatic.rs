//! Automata inside claims: does a finite automaton give the values, or the outcomes, of the game of a claim?
//!
//! In: the questions of a claim. Out: the answer yes, where an automaton shows itself in small tables and is proved; else the verdict, open, since a larger
//! automaton may do.

use std::sync::Arc;

use crate::check::world::World;
use crate::state::archive::ValuesProof;
use crate::state::theorems::{numeration, part};
use crate::{CheckOptions, Verdict};
use grundy::theory::everywhere::{Everywhere, learned_in};
use grundy_automata::Numeration;
use grundy_proofs::automata::{Learned, Look, STATES};
use grundy_rules::lang::Diagnostic;
use grundy_rules::lower::Question;

/// What automata say of a claim.
pub(crate) enum Found {
    /// All automata that the claim asks for were found: the states of the largest; 0 if it asks for none.
    All(usize),
    /// One was not found.
    Open(Box<Verdict>),
}

/// Answers the questions about automata.
///
/// # Errors
/// An interruption.
pub(crate) fn settle(world: &mut World, options: &CheckOptions) -> Result<Found, Diagnostic> {
    let mut most = 0;
    for question in 0..world.scope.questions.len() {
        let Question::Automatic { game, play, outcomes, written } = world.scope.questions[question] else { continue };
        let numeration = numeration(written);
        let rules = &world.scope.games[game].rules;
        let look = Look { numeration: Some(numeration), effort: options.effort.above(), ..Look::default() };
        let learned = learned_in(rules, &look, &options.of_values(play))?;
        let found = learned.told.clone().map(|told| Everywhere::of(Arc::new(told), play));
        let Some(found) = found.filter(|found| outcomes || found.is_complete()) else {
            return Ok(Found::Open(Box::new(Verdict::open(why_not(&learned, outcomes, numeration)))));
        };
        most = most.max(found.states());
        let certificate = found.certificate(&world.scope.games[game]);
        if let Some(archive) = &options.archive {
            let proof = ValuesProof { values: found, named: Some(numeration) };
            archive.keep_values(&world.scope.games[game], &proof);
        }
        world.constants[question] = Some(1);
        world.theorems[question] = certificate.as_deref().and_then(part);
    }
    Ok(Found::All(most))
}

/// Why an automaton that gives the outcomes, or the values, was not found.
fn why_not(learned: &Learned, outcomes: bool, numeration: Numeration) -> String {
    let what = if outcomes { "outcomes" } else { "values" };
    let Learned { unproved, apart, .. } = learned;
    if if outcomes { apart.outcomes } else { apart.values } {
        return format!(
            "an automaton that reads the {numeration} digits and gives the {what} has more than {STATES} states, which small tables tell apart"
        );
    }
    match unproved {
        Some(why) => format!("small tables show an automaton that reads the {numeration} digits, {why}"),
        None => {
            format!("no automaton that reads the {numeration} digits and gives the {what} shows itself in small tables")
        }
    }
}
