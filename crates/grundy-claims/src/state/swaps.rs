//! The certificate of a claim that follows from the swap positions of a game.
//!
//! In: a claim that asks for the values of its own position in normal and in misère play, and the swap positions of its game. Out: a certificate that states the
//! claim, and with it these positions, but no values: they are not needed to tell where `G = 0 and G_misere = 1`.

use grundy_core::contract::options::Play;
use grundy_rules::lower::Question;
use grundy_rules::session::Game;
use serde_json::{Value, json};

use crate::read::claim::Claim;
use crate::state::archive::ClaimProof;
use crate::state::by_values::{of_position, stating};

/// The certificate; nothing where the claim asks for something else, or the swap positions are not known.
pub(crate) fn by_swaps(claim: &Claim, swap: &dyn Fn(&Game) -> Option<Value>) -> Option<ClaimProof> {
    let games = &claim.scope.games;
    let (first, own) = (games.first()?, claim.scope.own?);
    let question = |question: &Question| match question {
        Question::Position { game, what, own: is_own } => of_position(*game, what, |play| {
            (*is_own && *game == own)
                .then(|| json!({"game": game, "asks": "value", "play": play.name(), "swaps": 0}))
                .ok_or(())
        })
        .ok(),
        _ => None,
    };
    let questions = claim.scope.questions.iter().map(question).collect::<Option<Vec<Value>>>()?;
    let swaps = json!([{"game": own, "swap": swap(&games[own])?}]);
    Some(stating(claim, first, Play::Normal, &[("swaps", swaps)], questions))
}
