//! Correspondences on positions that depend on known values, and on positions that ascend.

use serde_json::{Value, json};

use crate::form::certificate::hash;
use crate::verify;

fn game(families: &[Value], width: usize, requires: &[Value]) -> Value {
    let coordinates = vec!["own"; width];
    json!({
        "format": "grundy-rules", "v": 1, "coordinates": coordinates, "leaves": [{"first": 0, "length": width}], "requires": requires, "families": families, "parts": [],
    })
}

fn minus(i: usize, by: Value) -> Value {
    json!(["sum", 0, [[1, ["x", i]], [-1, by]]])
}

/// Piles of which one is lowered, by any number or by 1.
fn piles(width: usize, any: bool) -> Value {
    let family = |i: usize| {
        let (params, by) = if any { (json!([[1, ["x", i]]]), json!(["v", 0])) } else { (json!([]), json!(1)) };
        let less = if any { minus(i, by) } else { json!(["sum", -1, [[1, ["x", i]]]]) };
        let tuple: Vec<Value> = (0..width).map(|j| if i == j { less.clone() } else { json!(["x", j]) }).collect();
        json!({"before": true, "params": params, "guard": true, "targets": [{"leaf": 0, "tuples": [tuple]}]})
    };
    game(&(0..width).map(family).collect::<Vec<Value>>(), width, &[])
}

/// The automaton of equal numbers, which reads n and its value.
fn equal() -> Value {
    json!({"next": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepts": [true, false]})
}

/// Is a certificate verified, once its hashes are right?
pub(crate) fn is_verified(object: &Value) -> bool {
    let mut object = object.clone();
    object.as_object_mut().expect("an object").shift_remove("check");
    object["hash"] = hash(&object["rules"].to_string()).into();
    object["check"] = hash(&object.to_string()).into();
    verify(&object.to_string(), &mut |_| false).is_ok()
}

/// Nim with two piles is Nim with a pile of the value of the first and the second.
fn nim_by_values() -> Value {
    let block = json!({"game": 0, "play": "normal", "base": 2, "coordinates": "plain", "falls": [1], "graph": equal()});
    let known =
        json!({"games": [piles(1, true)], "values": [block], "questions": [{"game": 0, "asks": "value", "values": 0}]});
    let at = json!([["ask", 0, [["x", 0]]], ["x", 1]]);
    json!({
        "format": "grundy-certificate", "v": 1, "kind": "correspondence", "game": "nim[2]", "rules": piles(2, true), "hash": "", "play": "normal", "coordinates": "plain",
        "falls": [1, 1], "where": true, "games": [{"rules": piles(2, true), "coordinates": "plain", "falls": [1, 1], "at": at}], "numbers": [], "known": known,
    })
}

#[test]
fn positions_may_depend_on_known_values() {
    let object = nim_by_values();
    assert!(is_verified(&object));
    let ask = |e: Value| json!(["ask", 0, [e]]);
    let x = |more: i64| json!(["sum", more, [[1, ["x", 0]]]]);
    let wrong: [(&str, Value); 13] = [
        ("/games/0/at/0", ask(x(1))),
        ("/games/0/at/0", ask(x(-1))),
        ("/games/0/at/0", json!(["ask", 1, [["x", 0]]])),
        ("/games/0/at/0", json!(["ask", 0, []])),
        ("/games/0/at/0", json!(["ask", 0, [["x", 0], ["x", 1]]])),
        ("/games/0/at/0", json!(["sum", 1, [[1, ask(x(0))]]])),
        ("/known/values/0/graph/next/0/1", json!(0)),
        ("/known/values/0/play", json!("misere")),
        ("/known/values/0/game", json!(1)),
        ("/known/games/0", piles(1, false)),
        ("/known/questions/0/asks", json!("exists")),
        ("/where", json!(["=0", ask(json!(["x", 0]))])),
        ("/coordinates", json!("differences")),
    ];
    for (place, value) in wrong {
        let mut changed = object.clone();
        *changed.pointer_mut(place).expect("a place") = value.clone();
        assert!(!is_verified(&changed), "{place} {value}");
    }
    for key in ["known", "falls", "games", "where", "numbers"] {
        let mut changed = object.clone();
        changed.as_object_mut().expect("an object").shift_remove(key);
        assert!(!is_verified(&changed), "{key}");
    }
    let mut more = object.clone();
    more["known"]["more"] = json!(0);
    assert!(!is_verified(&more));
}

/// A value that is not defined makes no position, though no other value is possible.
#[test]
fn what_is_not_defined_is_no_position() {
    // A game without moves has the value 0 wherever there are positions: up to 3.
    let still = game(&[], 1, &[json!({"leaf": 0, "condition": ["<=0", ["sum", -3, [[1, ["x", 0]]]]]})]);
    let all = json!({"next": [[0, 0]], "accepts": [true]});
    let levels = json!({"game": 0, "play": "normal", "base": 2, "coordinates": "plain", "falls": [1], "levels": [all], "complete": true});
    let mut object = nim_by_values();
    object["rules"] = game(&[], 2, &[]);
    object["known"] =
        json!({"games": [still], "values": [levels], "questions": [{"game": 0, "asks": "value", "values": 0}]});
    object["games"] =
        json!([{"rules": piles(1, true), "coordinates": "plain", "falls": [1], "at": [["ask", 0, [["x", 0]]]]}]);
    assert!(!is_verified(&object));
    object["where"] = json!(["<=0", ["sum", -3, [[1, ["x", 0]]]]]);
    assert!(is_verified(&object));
}

/// Slow Nim with two piles, a ≤ b, is a pile of b - a.
fn ascending() -> Value {
    json!({
        "format": "grundy-certificate", "v": 1, "kind": "correspondence", "game": "slow_nim[2]", "rules": piles(2, false), "hash": "", "play": "normal", "coordinates": "differences",
        "falls": [1, 1], "where": true, "games": [{"rules": piles(1, false), "coordinates": "plain", "falls": [1], "at": [["sum", 0, [[1, ["x", 1]], [-1, ["x", 0]]]]]}],
        "numbers": [],
    })
}

#[test]
fn positions_that_ascend_stand_for_all() {
    let object = ascending();
    assert!(is_verified(&object));
    let uneven = {
        let mut rules = piles(2, false);
        rules["families"].as_array_mut().expect("families").pop();
        rules
    };
    let wrong: [(&str, Value); 5] = [
        ("/coordinates", json!("plain")),
        ("/coordinates", json!("sorted")),
        ("/games/0/coordinates", json!("sorted")),
        ("/games/0/at/0", json!(["sum", 1, [[1, ["x", 1]], [-1, ["x", 0]]]])),
        // The coordinates of these rules cannot be exchanged.
        ("/rules", uneven),
    ];
    for (place, value) in wrong {
        let mut changed = object.clone();
        *changed.pointer_mut(place).expect("a place") = value.clone();
        assert!(!is_verified(&changed), "{place}");
    }
    // Nim brings unequal coordinates out of order.
    let mut changed = object.clone();
    changed["rules"] = piles(2, true);
    changed["games"] =
        json!([{"rules": piles(2, true), "coordinates": "differences", "falls": [1, 1], "at": [["x", 0], ["x", 1]]}]);
    assert!(!is_verified(&changed));
    // In a game looked at in ascending order the positions ascend.
    for (at, expected) in [([0, 1], true), ([1, 0], false)] {
        let mut changed = object.clone();
        let at = at.map(|i| json!(["x", i]));
        changed["games"] = json!([{"rules": piles(2, false), "coordinates": "differences", "falls": [1, 1], "at": at}]);
        assert_eq!(is_verified(&changed), expected, "{at:?}");
    }
}
