//! What all certificates have in common.
//!
//! In: a kind, a game, the play; later what is stated. Out: the object with the keys that every certificate begins with ([`begun`]), and its text with the
//! hash of all the others at the end ([`sealed`]). The book describes the format ("Periods and certificates").

use serde_json::{Value, json};

use grundy_core::contract::options::Play;
use grundy_rules::rules::Game;

/// A certificate that states nothing yet.
pub(super) fn begun(kind: &str, game: &Game, play: Play) -> Value {
    json!({
        "format": "grundy-certificate",
        "v": 1,
        "kind": kind,
        "game": game.text,
        "rules": game.rules.canonical(),
        "hash": game.rules.hash(),
        "play": play.name(),
    })
}

/// The text of a certificate that has all its keys but `check`.
pub(super) fn sealed(mut object: Value) -> String {
    object["check"] = blake3::hash(object.to_string().as_bytes()).to_hex()[..32].into();
    object.to_string()
}
