//! Claims that values are those of other positions: `G = G(nim(a, b)) xor c`.
//!
//! In: a claim. Out: whether a correspondence of moves proves it, without any value being known.

use grundy_automata::Budget;
use grundy_decide::{Alike, Coordinates, prove_alike};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{E, Expr as Form};
use grundy_rules::rules::lower::{Question, What, asks};

use super::read::Claim;

/// The most parts of a nim-sum.
const PARTS: usize = 6;

/// The states of the largest automaton, if the claim is proved.
pub(super) fn alike(claim: &Claim, budget: &Budget<'_>) -> Option<usize> {
    let plain = claim.running.is_empty() && claim.inner.as_bool() == Some(true) && !asks(&claim.filter);
    let Form::Zero(body) = &*claim.body else { return None };
    let value = |question: usize| match claim.scope.questions.get(question)? {
        Question::Position { game, what: What::Value { misere }, .. } => {
            Some((&*claim.scope.games[*game].rules, *misere))
        }
        _ => None,
    };
    let own = |e: &E| match &**e {
        Form::Ask(question, entries, _) if entries.is_empty() => Some(*question),
        _ => None,
    };
    let (asked, sum) = build::solved(body, |term| own(term).is_some()).filter(|_| plain)?;
    let (rules, misere) = value(own(&asked)?)?;
    let mut found = Alike {
        rules,
        misere,
        coordinates: Coordinates::Plain,
        entries: &claim.entries,
        variables: claim.vars.len(),
        filter: &claim.filter,
        games: vec![],
        numbers: vec![],
    };
    let parts = parts(&sum);
    for part in parts.iter().filter(|_| parts.len() <= PARTS) {
        match &**part {
            Form::Ask(question, entries, _) if !entries.iter().any(asks) => {
                let (rules, play) = value(*question)?;
                if play != misere || entries.len() != rules.width() {
                    return None;
                }
                found.games.push((rules, entries));
            }
            _ if !asks(part) => found.numbers.push(part.clone()),
            _ => return None,
        }
    }
    let ways = [Coordinates::Plain, Coordinates::Differences].into_iter().take(if claim.ascends() { 2 } else { 1 });
    ways.into_iter().find_map(|coordinates| prove_alike(&Alike { coordinates, ..found.clone() }, budget))
}

/// The parts of a nim-sum.
fn parts(e: &E) -> Vec<E> {
    match &**e {
        Form::Xor(list, _) => list.iter().flat_map(parts).collect(),
        _ => vec![e.clone()],
    }
}
