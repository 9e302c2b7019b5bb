//! The certificate of a claim that follows from the swap positions of a game.
//!
//! In: a claim that asks for the values of its own position in normal and in misère play, and the swap positions of its game. Out: a certificate that states the
//! claim, and with it these positions, but no values: they are not needed to tell where `G = 0 and G_misere = 1`.

use grundy_core::contract::options::Play;
use grundy_rules::rules::Game;
use grundy_rules::rules::lower::{Question, What};
use serde_json::{Value, json};

use super::archive::ClaimProof;
use super::read::Claim;
use super::stated::state;
use crate::theory::envelope::{begun, sealed};

/// The certificate; nothing where the claim asks for something else, or the swap positions are not known.
pub(super) fn by_swaps(claim: &Claim, swap: &dyn Fn(&Game) -> Option<Value>) -> Option<ClaimProof> {
    let games = &claim.scope.games;
    let (first, own) = (games.first()?, claim.scope.own?);
    let question = |question: &Question| match question {
        Question::Position { game, what: What::Value { misere }, own: true, .. } if *game == own => {
            Some(json!({"game": game, "asks": "value", "play": Play::of(*misere).name(), "swaps": 0}))
        }
        Question::Position { game, what: What::Terminal, .. } => Some(json!({"game": game, "asks": "terminal"})),
        Question::Position { game, what: What::Exists, .. } => Some(json!({"game": game, "asks": "exists"})),
        _ => None,
    };
    let questions = claim.scope.questions.iter().map(question).collect::<Option<Vec<Value>>>()?;
    let mut object = begun("claim", first, Play::Normal);
    object["games"] = games[1..].iter().map(|game| game.rules.canonical()).collect();
    object["values"] = json!([]);
    object["swaps"] = json!([{"game": own, "swap": swap(&games[own])?}]);
    object["questions"] = questions.into();
    state(claim, &mut object);
    Some(ClaimProof { game: first.clone(), play: Play::Normal, kind: "claim", text: sealed(object) })
}
