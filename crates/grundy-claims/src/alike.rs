//! Claims that values are those of other positions: `G = G(nim(a, b)) xor c`.
//!
//! In: a claim, and what is known of the values that the entries of those positions ask for. Out: whether a correspondence of moves proves it; the values at
//! those positions need not be known. The proof is kept as a certificate of kind `alike`.

use grundy_automata::Budget;
use grundy_core::contract::options::Play;
use grundy_decide::{Alike, Coordinates, Question as Asked, prove_alike};
use grundy_rules::lower::{Question, What, asks};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, Cond, E, Expr as Form, Tree};
use grundy_rules::rules::symmetry::Symmetry;
use grundy_rules::session::Game;
use serde_json::{Value, json};

use super::archive::ClaimProof;
use super::asked::Known;
use super::claim::Claim;
use super::places::Places;
use super::stated::Values;
use super::values_claimed::own_question;
use grundy::theory::envelope::{begun, falls, sealed};

/// The most parts of a nim-sum.
const PARTS: usize = 6;

/// The states of the largest automaton, if the claim, or each claim of several that it joins, is proved.
pub(super) fn alike(claim: &Claim, questions: &[Option<Asked<'_>>], budget: &Budget<'_>) -> Option<usize> {
    let plain = claim.running.is_empty() && claim.inner.as_bool() == Some(true) && !asks(&claim.filter);
    let bodies = build::conjuncts(&claim.body);
    let states = |body: &C| {
        // The positions that ascend are enough where the claim is about them alone.
        let ways = [Coordinates::Plain, Coordinates::Differences].into_iter().take(if claim.ascends() { 2 } else { 1 });
        let said = said(claim, body, questions)?;
        ways.into_iter().find_map(|coordinates| prove_alike(&Alike { coordinates, ..said.clone() }, budget))
    };
    let each = bodies.iter().filter(|_| plain);
    each.map(states).try_fold(None, |most, states| Some(most.max(Some(states?))))?
}

/// What a formula says of this kind.
fn said<'c>(claim: &'c Claim, body: &'c C, questions: &'c [Option<Asked<'c>>]) -> Option<Alike<'c>> {
    let Cond::Zero(body) = &**body else { return None };
    let value = |question: usize| match claim.scope.questions.get(question)? {
        Question::Position { game, what: What::Value { misere }, own } => {
            Some((&*claim.scope.games[*game].rules, *misere, *own))
        }
        _ => None,
    };
    let (asked, sum) = build::solved(body, |term| own_question(term).is_some())?;
    let (rules, misere, _) = value(own_question(&asked)?).filter(|(.., own)| *own)?;
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
                let (rules, play, _) = value(*question)?;
                if play != misere || entries.len() != rules.width() {
                    return None;
                }
                found.games.push((rules, entries.clone()));
            }
            _ => found.numbers.push(part.clone()),
        }
    }
    // A number alone is proved in other ways, by which its values become known.
    (!found.games.is_empty() || found.numbers.len() > 1).then_some(found)
}

/// The certificates of a claim, one for each formula that it joins; or why there are none.
///
/// # Errors
/// The positions depend on values that no automata say.
pub(super) fn certificates(claim: &Claim, values: &Values<'_>) -> Result<Vec<ClaimProof>, &'static str> {
    let Some(game) = claim.scope.own.map(|own| &claim.scope.games[own]) else { return Ok(vec![]) };
    let mut proofs = vec![];
    for body in build::conjuncts(&claim.body) {
        let said = said(claim, &body, &[]).ok_or("the checker does not read this correspondence of moves")?;
        let play = Play::of(said.misere);
        proofs.push(ClaimProof::of(game, play, "alike", text(&said, claim, game, values)?));
    }
    Ok(proofs)
}

/// Are the positions of a game looked at in ascending order?
fn by_differences(rules: &Ruleset) -> bool {
    rules.width() > 1 && Symmetry::of(rules).is_all(rules.width())
}

fn text(said: &Alike<'_>, claim: &Claim, game: &Game, values: &Values<'_>) -> Result<String, &'static str> {
    let places = Places::of(said.entries, said.variables).ok_or("a variable is no coordinate")?;
    let mut known = Known::new(claim, values);
    let mut all_of =
        |list: &[E]| list.iter().map(|e| known.expression(&places.on_coordinates(e))).collect::<Result<Value, _>>();
    let mut object = begun("alike", game, Play::of(said.misere));
    // Where the claim is about positions that ascend, it is enough to look at these.
    let ascends = claim.ascends();
    let coordinates = |by_differences: bool| if by_differences { "differences" } else { "plain" };
    object["coordinates"] = coordinates(ascends).into();
    object["falls"] = falls(said.rules);
    object["where"] = Ruleset::canonical_expression(&places.positions(said.filter));
    let mut games = vec![];
    for (rules, entries) in &said.games {
        let coordinates = coordinates(ascends && by_differences(rules));
        let at = all_of(entries)?;
        games.push(json!({"rules": rules.canonical(), "coordinates": coordinates, "falls": falls(rules), "at": at}));
    }
    object["games"] = games.into();
    object["numbers"] = all_of(&said.numbers)?;
    if let Some(known) = known.json() {
        object["known"] = known;
    }
    Ok(sealed(object))
}

/// Do the positions depend on values of others?
pub(super) fn needs_values(claim: &Claim) -> bool {
    claim.body.any_number(&mut |e| matches!(e, Form::Ask(_, entries, _) if entries.iter().any(asks)))
}

/// The parts of a nim-sum.
fn parts(e: &E) -> Vec<E> {
    match &**e {
        Form::Xor(list, _) => list.iter().flat_map(parts).collect(),
        _ => vec![e.clone()],
    }
}
