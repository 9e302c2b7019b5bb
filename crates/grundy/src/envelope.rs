//! The keys that all certificates have in common.
//!
//! In: a kind, a game, the play; then the object with its statement added. Out: the object with the keys that begin every certificate ([`begun`]),
//! and the text of the complete certificate, whose last key is the hash of all others ([`sealed`]). The book describes the format ("Periods and
//! certificates").

use serde_json::{Value, json};

use grundy_core::contract::options::Play;
use grundy_rules::rules::Ruleset;
use grundy_rules::session::Game;

/// A certificate with the common keys and no statement yet.
pub fn begun(kind: &str, game: &Game, play: Play) -> Value {
    begun_of(kind, &game.text, &game.rules, play)
}

/// The same of rules, with a name for the game.
pub fn begun_of(kind: &str, name: &str, rules: &Ruleset, play: Play) -> Value {
    begun_by(kind, name, (rules.canonical(), rules.hash()), play)
}

/// The same of rules in a canonical form, with their hash.
pub fn begun_by(kind: &str, name: &str, (rules, hash): (Value, String), play: Play) -> Value {
    json!({
        "format": "grundy-certificate",
        "v": 1,
        "kind": kind,
        "game": name,
        "rules": rules,
        "hash": hash,
        "play": play.name(),
    })
}

/// The factors of a sum of multiples of the coordinates that every move lowers.
pub fn falls(rules: &Ruleset) -> Value {
    rules.measure().into()
}

/// The text of a certificate, given all its keys except `check`.
pub fn sealed(mut object: Value) -> String {
    object["check"] = blake3::hash(object.to_string().as_bytes()).to_hex()[..32].into();
    object.to_string()
}
