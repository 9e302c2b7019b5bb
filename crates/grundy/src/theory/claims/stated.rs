//! The certificate of a claim that follows from values.
//!
//! In: a claim, and what was proved of the values that it asks for. Out: a certificate of kind `claim`, which states the claim itself, with the games and the
//! automata of the values; or why there is none. The book describes the format ("Periods and certificates").

use std::sync::Arc;

use grundy_core::contract::options::Play;
use grundy_decide::Told;
use grundy_rules::rules::expr::E;
use grundy_rules::rules::lower::{Question, What};
use grundy_rules::rules::{Game, Ruleset};
use serde_json::{Value, json};

use super::archive::ClaimProof;
use super::read::Claim;
use crate::theory::envelope::{begun, sealed};
use crate::theory::everywhere::Everywhere;

/// What was proved of the values of a game in one play.
pub(super) type Values<'t> = dyn Fn(&Game, bool) -> Option<Arc<Told>> + 't;

/// The certificate.
///
/// # Errors
/// The claim asks for something else than values that automata say of every position.
pub(super) fn certificate(claim: &Claim, values: &Values<'_>) -> Result<ClaimProof, &'static str> {
    let games = &claim.scope.games;
    let first = games.first().ok_or("the claim speaks of no game")?;
    let (mut blocks, mut of): (Vec<Value>, Vec<(usize, bool)>) = (vec![], vec![]);
    let mut questions = vec![];
    for question in &claim.scope.questions {
        let Question::Position { game, what, .. } = question else {
            return Err("the checker does not read properties of games");
        };
        questions.push(match what {
            What::Terminal => json!({"game": game, "asks": "terminal"}),
            What::Exists => json!({"game": game, "asks": "exists"}),
            What::Value { misere } => {
                let known = of.iter().position(|known| *known == (*game, *misere));
                let block = known.unwrap_or(blocks.len());
                if known.is_none() {
                    let told = values(&games[*game], *misere).ok_or("no automata say the values of every position")?;
                    let block = Everywhere::of(told, Play::of(*misere)).block(&games[*game].rules, *game);
                    blocks.push(block.ok_or("no automata say the values of every position")?);
                    of.push((*game, *misere));
                }
                json!({"game": game, "asks": "value", "values": block})
            }
        });
    }
    let play = Play::of(!of.is_empty() && of.iter().all(|(_, misere)| *misere));
    let mut object = begun("claim", first, play);
    object["games"] = games[1..].iter().map(|game| game.rules.canonical()).collect();
    object["values"] = blocks.into();
    object["questions"] = questions.into();
    state(claim, &mut object);
    Ok(ClaimProof { game: first.clone(), play, kind: "claim", text: sealed(object) })
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
