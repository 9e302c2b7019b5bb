//! A misère quotient as JSON.
//!
//! In: what is known of the quotient of a game. Out: the objects of `grundy quotient --json`.

use dashu_int::IBig;
use serde_json::{Value, json};

use super::Object;
use crate::theory::quotient::{Found, Letters, Period};
use grundy_rules::session::Game;

/// A quotient; with the table of products if it is wanted. `certificate` says where the proof is.
#[must_use]
pub fn quotient(game: &Game, found: &Found, table: bool, certificate: Option<&str>) -> Object {
    let letters = Letters::of(found);
    let monoid = &found.quotient.monoid;
    let stated = found.period.map_or(u64::MAX, |Period { preperiod, period }| preperiod + period);
    let phi = (0..stated).zip(&found.quotient.heaps).map(|(_, element)| element.map(|x| letters.element(x)));
    let generators = letters.generators().map(|(letter, heap)| json!([letter, heap]));
    let mut line = json!({
        "v": 1,
        "cmd": "quotient",
        "game": game.text,
        "rules": game.rules.hash(),
        "play": "misere",
        "status": if found.period.is_some() { "proved" } else { "partial" },
        "to": if found.period.is_some() { None } else { found.to() },
        "size": monoid.size(),
        "tame": monoid.is_tame(),
        "wild_from": found.quotient.first_wild(),
        "preperiod": found.period.map(|period| period.preperiod),
        "period": found.period.map(|period| period.period),
        "generators": generators.collect::<Vec<Value>>(),
        "relations": letters.relations().collect::<Vec<String>>(),
        "portion": monoid.portion().into_iter().map(|x| letters.element(x)).collect::<Vec<String>>(),
        "phi": phi.collect::<Vec<Option<String>>>(),
        "sizes": found.sizes.iter().map(|(heap, size)| json!([heap, size])).collect::<Vec<Value>>(),
        "reason": found.ended.as_ref().map(|ended| ended.message.as_str()),
        "checked": found.checked.is_yes(),
        "certificate": certificate,
    });
    if table {
        line["elements"] = monoid.elements().map(|x| letters.element(x)).collect::<Vec<String>>().into();
        line["table"] = monoid.elements().map(|x| Value::from(monoid.row(x))).collect();
    }
    line
}

/// The outcome of a sum of heaps.
#[must_use]
pub fn quotient_outcome(game: &Game, found: &Found, sum: &[IBig], outcome: &str) -> Object {
    json!({
        "v": 1,
        "cmd": "quotient",
        "game": game.text,
        "rules": game.rules.hash(),
        "play": "misere",
        "heaps": sum.iter().map(super::number).collect::<Vec<Value>>(),
        "outcome": outcome,
        "by": "quotient",
        "checked": found.checked.is_yes(),
    })
}
