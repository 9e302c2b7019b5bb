//! Claims that strategies prove.
//!
//! In: the open claims of a file that say P or N of some positions. Out: those that are proved, since every move from such positions can be answered into them; each alone,
//! and then with all that say P of the same game.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_automata::Budget;
use grundy_core::contract::options::Play;
use grundy_decide::prove_alike;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::C;

use crate::prove::correspondence_claimed::ByMoves;
use crate::prove::method::Work;
use crate::prove::strategy_claimed::SaysOutcome;
use crate::prove::theory::{Theory, in_threads, watched};
use crate::prove::values_claimed::ample;
use crate::read::claim::Claim;

/// Finds the claims that strategies prove.
pub(crate) fn by_strategies(theory: &mut Theory, work: &Work<'_>) {
    let Work { claims, budget, threads, .. } = *work;
    let mut by_game: BTreeMap<(String, Play), Vec<(usize, SaysOutcome)>> = BTreeMap::new();
    for number in theory.asked.iter().copied().filter(|number| !theory.refuted.contains_key(number)) {
        let Some(says) = SaysOutcome::of(&claims[number]) else { continue };
        let game = claims[number].scope.games[says.game].rules.hash();
        by_game.entry((game, says.play)).or_default().push((number, says));
    }
    let is_open = |(number, _): &(usize, SaysOutcome)| !theory.is_proved(*number);
    by_game.retain(|_, says| says.iter().any(is_open));
    let found = in_threads(threads, by_game.into_values().collect(), &|says| {
        let open: Vec<usize> = says.iter().map(|(number, _)| *number).filter(|n| !theory.is_proved(*n)).collect();
        let budget = watched(&ample(budget));
        (open.clone(), answered(claims, says, &open, &budget), budget.memory.was_refused())
    });
    for (open, found, large) in found {
        theory.large.0.extend(open.into_iter().filter(|_| large));
        found.into_iter().for_each(|(number, proof)| theory.add(number, proof));
    }
}

/// What is proved of the claims about a game in one play.
fn answered(
    claims: &[Arc<Claim>],
    all: &[(usize, SaysOutcome)],
    open: &[usize],
    budget: &Budget<'_>,
) -> BTreeMap<usize, ByMoves> {
    let rules = |number: usize, says: &SaysOutcome| claims[number].scope.games[says.game].rules.clone();
    let mut found: BTreeMap<usize, ByMoves> = BTreeMap::new();
    let try_one = |number: usize, says: &SaysOutcome, set: C| {
        let states = prove_alike(&says.by_strategy(&rules(number, says), &set), budget)?;
        Some(ByMoves { states, strategy: Some((says.clone(), set)), ..ByMoves::default() })
    };
    for (number, says) in all.iter().filter(|(_, says)| says.loses) {
        let ways = says.sets(&rules(*number, says));
        found.extend(ways.into_iter().find_map(|set| try_one(*number, says, set)).map(|one| (*number, one)));
    }
    // All that say P, and then all of these that are proved.
    let sets_of = |(number, says): &(usize, SaysOutcome)| says.sets(&rules(*number, says)).pop();
    let everything: Vec<C> = all.iter().filter(|(_, says)| says.loses).flat_map(sets_of).collect();
    let proved: Vec<C> = found.values().filter_map(|one| Some(one.strategy.as_ref()?.1.clone())).collect();
    for (number, says) in all {
        if !found.contains_key(number) && open.contains(number) {
            // A move to two equal parts wins without any of these.
            let none = (!says.loses && rules(*number, says).splits()).then(|| build::boolean(false));
            let sets = [&proved, &everything].into_iter().filter(|sets| !sets.is_empty());
            let sets = sets.take(if proved == everything { 1 } else { 2 }).map(|sets| build::or(sets.clone()));
            let one = sets.chain(none).find_map(|set| try_one(*number, says, set));
            found.extend(one.map(|one| (*number, one)));
        }
    }
    found.retain(|number, _| open.contains(number));
    found
}
