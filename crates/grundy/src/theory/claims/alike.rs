//! Claims that values are those of other positions: `G = G(nim(a, b)) xor c`.
//!
//! In: a claim, and what is known of the values that the entries of those positions ask for. Out: whether a correspondence of moves proves it; the values at
//! those positions need not be known.

use grundy_automata::Budget;
use grundy_decide::{Alike, Coordinates, Question as Asked, prove_alike};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{E, Expr as Form};
use grundy_rules::rules::lower::{Question, What, asks};

use super::read::Claim;

/// The most parts of a nim-sum.
const PARTS: usize = 6;

/// The states of the largest automaton, if the claim, or each claim of several that it joins, is proved.
pub(super) fn alike(claim: &Claim, questions: &[Option<Asked<'_>>], budget: &Budget<'_>) -> Option<usize> {
    let plain = claim.running.is_empty() && claim.inner.as_bool() == Some(true) && !asks(&claim.filter);
    let each = build::conjuncts(&claim.body).into_iter().filter(|_| plain);
    each.map(|body| one(claim, &body, questions, budget))
        .try_fold(None, |most, states| Some(most.max(Some(states?))))?
}

fn one(claim: &Claim, body: &E, questions: &[Option<Asked<'_>>], budget: &Budget<'_>) -> Option<usize> {
    let Form::Zero(body) = &**body else { return None };
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
    let (asked, sum) = build::solved(body, |term| own(term).is_some())?;
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
        questions,
    };
    let parts = parts(&sum);
    for part in parts.iter().filter(|_| parts.len() <= PARTS) {
        match &**part {
            Form::Ask(question, entries, _) => {
                let (rules, play) = value(*question)?;
                if play != misere || entries.len() != rules.width() {
                    return None;
                }
                found.games.push((rules, entries));
            }
            _ => found.numbers.push(part.clone()),
        }
    }
    // A number alone is proved in other ways, by which its values become known.
    if found.games.is_empty() && found.numbers.len() == 1 {
        return None;
    }
    let ways = [Coordinates::Plain, Coordinates::Differences].into_iter().take(if claim.ascends() { 2 } else { 1 });
    ways.into_iter().find_map(|coordinates| prove_alike(&Alike { coordinates, ..found.clone() }, budget))
}

/// Do the positions depend on values of others?
pub(super) fn needs_values(claim: &Claim) -> bool {
    claim.body.any(&mut |e| matches!(e, Form::Ask(_, entries, _) if entries.iter().any(asks)))
}

/// The parts of a nim-sum.
fn parts(e: &E) -> Vec<E> {
    match &**e {
        Form::Xor(list, _) => list.iter().flat_map(parts).collect(),
        _ => vec![e.clone()],
    }
}
