//! The certificate of a claim that follows from values.
//!
//! In: a claim, and what was proved of the values that it asks for. Out: a certificate of kind `claim`, which states the claim itself, with the games and the
//! automata of the values; or why there is none. The book describes the format ("Periods and certificates").

use grundy_core::contract::options::Play;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::E;
use grundy_rules::rules::lower::{Question, What};
use grundy_rules::rules::symmetry::Symmetry;
use grundy_rules::rules::{Game, Property};
use serde_json::{Value, json};

use super::archive::ClaimProof;
use super::broken::Grounds;
use super::read::Claim;
use crate::theory::envelope::{begun, falls, sealed};

/// The block of the values of one of the claim's games in one play, or why there is none.
pub(super) type Values<'t> = dyn Fn(usize, bool) -> Result<Value, &'static str> + 't;
/// Whether a game has a property.
pub(super) type Has<'t> = dyn Fn(&Game, Property) -> Option<Grounds> + 't;

/// The most coordinates of which all orders are looked at.
const EXCHANGED: usize = 4;

/// The certificate.
///
/// # Errors
/// The claim asks for something else than values that automata say of every position.
pub(super) fn certificate(claim: &Claim, values: &Values<'_>, has: &Has<'_>) -> Result<ClaimProof, &'static str> {
    let games = &claim.scope.games;
    let first = games.first().ok_or("the claim speaks of no game")?;
    let (mut blocks, mut of): (Vec<Value>, Vec<(usize, bool)>) = (vec![], vec![]);
    let mut questions = vec![];
    let mut block = |game: usize, misere: bool| -> Result<usize, &'static str> {
        if let Some(known) = of.iter().position(|known| *known == (game, misere)) {
            return Ok(known);
        }
        blocks.push(values(game, misere)?);
        of.push((game, misere));
        Ok(of.len() - 1)
    };
    for question in &claim.scope.questions {
        questions.push(match question {
            Question::Property { game, property } => {
                let grounds =
                    has(&games[*game], *property).ok_or("no small position breaks a property that is not proved")?;
                of_property(&games[*game], *game, *property, &grounds, &mut block)?
            }
            Question::Position { game, what: What::Terminal, .. } => json!({"game": game, "asks": "terminal"}),
            Question::Position { game, what: What::Exists, .. } => json!({"game": game, "asks": "exists"}),
            Question::Position { game, what: What::Value { misere }, .. } => {
                json!({"game": game, "asks": "value", "values": block(*game, *misere)?})
            }
            _ => return Err("the checker does not read questions of this kind"),
        });
    }
    if blocks.iter().any(|block| block["base"] != blocks[0]["base"]) {
        return Err("the automata of the values of its games read different digits");
    }
    let play = Play::of(!of.is_empty() && of.iter().all(|(_, misere)| *misere));
    let mut object = begun("claim", first, play);
    object["games"] = games[1..].iter().map(|game| game.rules.canonical()).collect();
    object["values"] = blocks.into();
    object["questions"] = questions.into();
    state(claim, &mut object);
    Ok(ClaimProof { game: first.clone(), play, kind: "claim", text: sealed(object) })
}

/// The certificate of a claim that is true whatever the values are.
///
/// # Errors
/// The claim asks for something else than values and positions.
pub(super) fn by_rules(claim: &Claim) -> Result<ClaimProof, &'static str> {
    let games = &claim.scope.games;
    let first = games.first().ok_or("the claim speaks of no game")?;
    let question = |question: &Question| {
        let Question::Position { game, what, .. } = question else {
            return Err("the checker does not read questions of this kind");
        };
        let rules = &games[*game].rules;
        Ok(match what {
            What::Terminal => json!({"game": game, "asks": "terminal"}),
            What::Exists => json!({"game": game, "asks": "exists"}),
            What::Value { misere } => {
                let width = rules.width();
                let exchanged = (2..=EXCHANGED).contains(&width) && Symmetry::of(rules).is_all(width);
                let play = Play::of(*misere).name();
                json!({"game": game, "asks": "value", "play": play, "falls": falls(rules), "exchanged": exchanged})
            }
        })
    };
    let questions = claim.scope.questions.iter().map(question).collect::<Result<Value, _>>()?;
    let mut object = begun("claim", first, Play::Normal);
    object["games"] = games[1..].iter().map(|game| game.rules.canonical()).collect();
    object["values"] = json!([]);
    object["questions"] = questions;
    state(claim, &mut object);
    Ok(ClaimProof { game: first.clone(), play: Play::Normal, kind: "claim", text: sealed(object) })
}

/// A question for a property, with the numbers of the blocks of values on which it rests.
fn of_property(
    game: &Game,
    number: usize,
    property: Property,
    grounds: &Grounds,
    block: &mut dyn FnMut(usize, bool) -> Result<usize, &'static str>,
) -> Result<Value, &'static str> {
    let mut question = json!({"game": number, "asks": property.name()});
    match grounds {
        Grounds::Broken(at) => question["witness"] = at.clone().into(),
        Grounds::Holds if property == Property::OneMove => question["falls"] = falls(&game.rules),
        Grounds::Holds => {
            question["normal"] = block(number, false)?.into();
            if property.needs_misere() {
                question["misere"] = block(number, true)?.into();
            }
        }
    }
    Ok(question)
}

/// Adds the keys that state the claim.
pub(super) fn state(claim: &Claim, object: &mut Value) {
    let expression = |e: &E| Ruleset::canonical_expression(e);
    let entries = || claim.entries.iter().map(expression).collect::<Vec<Value>>();
    object["variables"] = claim.vars.len().into();
    object["at"] = claim.scope.own.map_or(Value::Null, |game| json!({"game": game, "entries": entries()}));
    object["where"] = expression(&claim.filter);
    object["all"] =
        claim.running.iter().map(|(_, range)| json!([expression(&range.lo), expression(&range.hi)])).collect();
    object["if"] = expression(&claim.inner);
    object["holds"] = expression(&claim.body);
}
