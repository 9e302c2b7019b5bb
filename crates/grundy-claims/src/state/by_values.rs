//! The certificate of a claim that follows from values.
//!
//! In: a claim, and what was proved of the values that it asks for. Out: a certificate of kind `claim`, which states the claim itself, with the games and the
//! automata of the values; or why there is none. What all certificates of kind `claim` have in common stands here, too. The book describes the format ("Periods and
//! certificates").

use grundy_core::contract::options::Play;
use grundy_rules::lower::{Question, Scope, What};
use grundy_rules::rules::Property;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::{C, E};
use grundy_rules::session::Game;
use serde_json::{Value, json};

use crate::read::claim::Claim;
use crate::state::archive::ClaimProof;
use crate::state::property::Grounds;
use grundy::theory::envelope::{begun, sealed};

/// The block of the values of one of the claim's games in one play, or why there is none.
pub(crate) type Values<'t> = dyn Fn(usize, Play) -> Result<Value, &'static str> + 't;
/// Whether a game has a property.
pub(crate) type Has<'t> = dyn Fn(&Game, Property) -> Option<Grounds> + 't;

pub(crate) const UNREAD: &str = "the checker does not read questions of this kind";

/// The certificate.
///
/// # Errors
/// The claim asks for something else than values that automata say of every position.
pub(crate) fn certificate(claim: &Claim, values: &Values<'_>, has: &Has<'_>) -> Result<ClaimProof, &'static str> {
    let games = &claim.scope.games;
    let first = games.first().ok_or("the claim speaks of no game")?;
    let (mut blocks, mut of): (Vec<Value>, Vec<(usize, Play)>) = (vec![], vec![]);
    let mut questions = vec![];
    let mut block = |game: usize, play: Play| -> Result<usize, &'static str> {
        if let Some(known) = of.iter().position(|known| *known == (game, play)) {
            return Ok(known);
        }
        blocks.push(values(game, play)?);
        of.push((game, play));
        Ok(of.len() - 1)
    };
    for question in &claim.scope.questions {
        questions.push(match question {
            Question::Property { game, property } => {
                let grounds =
                    has(&games[*game], *property).ok_or("no small position breaks a property that is not proved")?;
                of_property(*game, *property, &grounds, &mut block)?
            }
            Question::Position { game, what, .. } => of_position(*game, what, |play| {
                Ok(json!({"game": game, "asks": "value", "values": block(*game, play)?}))
            })?,
            _ => return Err(UNREAD),
        });
    }
    if blocks.iter().any(|block| block["base"] != blocks[0]["base"]) {
        return Err("the automata of the values of its games read different digits");
    }
    let play = Play::of(!of.is_empty() && of.iter().all(|(_, play)| play.is_misere()));
    Ok(stating(claim, first, play, &[("values", blocks.into())], questions))
}

/// A question about a position of a game; `value` asks for the value in normal or misère play.
pub(crate) fn of_position<E>(
    game: usize,
    what: &What,
    value: impl FnOnce(Play) -> Result<Value, E>,
) -> Result<Value, E> {
    match what {
        What::Terminal => Ok(json!({"game": game, "asks": "terminal"})),
        What::Exists => Ok(json!({"game": game, "asks": "exists"})),
        What::Outcome => Ok(json!({"game": game, "asks": "outcome"})),
        What::Code => Ok(json!({"game": game, "asks": "loopy"})),
        What::Value { play } => value(*play),
    }
}

/// The certificate that states a claim, with its questions and the keys on which their answers rest.
pub(crate) fn stating(
    claim: &Claim,
    first: &Game,
    play: Play,
    rests: &[(&str, Value)],
    questions: Vec<Value>,
) -> ClaimProof {
    let mut object = opened(&claim.scope, first, play, rests, questions);
    state(claim, &mut object);
    closed(first, play, object)
}

/// A certificate of kind `claim` up to what it states.
pub(crate) fn opened(scope: &Scope, first: &Game, play: Play, rests: &[(&str, Value)], questions: Vec<Value>) -> Value {
    let mut object = begun("claim", first, play);
    object["games"] = scope.games.iter().skip(1).map(|game| game.rules.canonical()).collect();
    object["values"] = json!([]);
    rests.iter().for_each(|(key, value)| object[*key] = value.clone());
    object["questions"] = questions.into();
    object
}

/// The whole certificate.
pub(crate) fn closed(first: &Game, play: Play, object: Value) -> ClaimProof {
    ClaimProof::of(first, play, "claim", sealed(object))
}

/// A question for a property, with the numbers of the blocks of values on which it rests.
fn of_property(
    number: usize,
    property: Property,
    grounds: &Grounds,
    block: &mut dyn FnMut(usize, Play) -> Result<usize, &'static str>,
) -> Result<Value, &'static str> {
    let mut question = json!({"game": number, "asks": property.name()});
    match grounds {
        Grounds::Broken(at) => question["witness"] = at.clone().into(),
        Grounds::Swap(sets) => question["swap"] = sets.clone(),
        Grounds::Holds if property == Property::OneMove => {}
        Grounds::Holds => {
            question["normal"] = block(number, Play::Normal)?.into();
            if property.needs_misere() {
                question["misere"] = block(number, Play::Misere)?.into();
            }
        }
    }
    Ok(question)
}

/// Adds the keys that state the claim.
pub(crate) fn state(claim: &Claim, object: &mut Value) {
    let expression = |c: &C| Ruleset::canonical_expression(c);
    let number = |e: &E| Ruleset::canonical_expression(e);
    let entries = || claim.entries.iter().map(number).collect::<Vec<Value>>();
    object["variables"] = claim.vars.len().into();
    object["at"] = claim.scope.own.map_or(Value::Null, |game| json!({"game": game, "entries": entries()}));
    object["where"] = expression(&claim.filter);
    object["all"] = claim.running.iter().map(|(_, range)| json!([number(&range.lo), number(&range.hi)])).collect();
    object["if"] = expression(&claim.inner);
    object["holds"] = expression(&claim.body);
}
