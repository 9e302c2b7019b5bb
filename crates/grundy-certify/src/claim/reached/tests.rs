//! Moves that ask whether they reach a P-position: the condition that a certificate names is verified, and any other is refused.

use serde_json::{Value, json};

use crate::correspondence::known::tests::is_verified;
use crate::form::certificate::hash;
use crate::{refute, verify};

fn game(width: usize, families: &[Value], parts: &[Value]) -> Value {
    json!({
        "format": "grundy-rules", "v": 1, "coordinates": vec!["own"; width], "leaves": (0..width).map(|i| json!({"first": i, "length": 1})).collect::<Vec<Value>>(),
        "requires": [], "families": families, "parts": parts,
    })
}

fn less(i: usize) -> Value {
    json!(["sum", 0, [[1, ["x", i]], [-1, ["v", 0]]]])
}

/// A pile.
fn pile() -> Value {
    let family = json!({"before": true, "params": [[1, ["x", 0]]], "guard": true, "targets": [{"leaf": 0, "tuples": [[less(0)]]}]});
    game(1, &[family], &[])
}

/// A pile of which a move takes all, or leaves no P-position of the pile alone: the last token must be taken with all others. And a second pile that stays.
fn near() -> Value {
    let guard = json!(["or", ["=0", ["x", 1]], ["not", ["target is P", 0]]]);
    let family = json!({"before": true, "params": [[1, ["x", 0]]], "guard": guard, "targets": [{"leaf": 0, "tuples": [[less(0)]]}, {"leaf": 1, "tuples": [[["x", 1]]]}]});
    game(2, &[family], &[json!({"first": 0, "leaf": 0, "rules": pile()})])
}

fn empty() -> Value {
    json!(["=0", ["x", 0]])
}

/// The block of the pile: it reads n and its value.
fn reached(condition: Value) -> Value {
    let equal = json!({"next": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepts": [true, false]});
    json!({
        "rules": pile(), "play": "normal", "base": 2, "coordinates": "plain", "falls": [1], "graph": equal, "P": condition,
    })
}

/// The value at (n, r) is n, or n - 1 if r > 0 and n > 0: it is that of a pile.
fn claim(reached: &Value) -> Value {
    let lower = json!(["if", ["or", ["=0", ["x", 1]], ["=0", ["x", 0]]], ["x", 0], ["sum", -1, [[1, ["x", 0]]]]]);
    let rules = near();
    json!({
        "format": "grundy-certificate", "v": 1, "kind": "correspondence", "game": "near", "rules": rules, "hash": hash(&rules.to_string()), "play": "normal",
        "falls": [1, 1], "where": true, "games": [{"rules": pile(), "falls": [1], "at": [lower]}], "numbers": [], "reached": reached,
    })
}

#[test]
fn the_condition_of_the_p_positions_is_verified() {
    assert!(is_verified(&claim(&json!([reached(empty())]))));
    let is = |n: i64| json!(["=0", ["sum", -n, [[1, ["x", 0]]]]]);
    for condition in [is(1), json!(true), json!(false), json!(["<=0", ["x", 0]]), json!(["=0", ["x", 1]])] {
        let fine = condition == json!(["<=0", ["x", 0]]);
        assert_eq!(is_verified(&claim(&json!([reached(condition.clone())]))), fine, "{condition}");
    }
    // With another condition another claim would be true: it is refused all the same.
    let mut other = claim(&json!([reached(json!(false))]));
    other["games"][0]["at"] = json!([["x", 0]]);
    assert!(!is_verified(&other));
}

#[test]
fn forged_parts_are_refused() {
    let object = claim(&json!([reached(empty())]));
    let wrong: [(&str, Value); 11] = [
        ("/reached", json!([])),
        ("/reached", json!(0)),
        ("/reached/0/play", json!("misere")),
        ("/reached/0/P", json!(null)),
        ("/reached/0/P", json!(["not", empty()])),
        ("/reached/0/P", json!(["fold", "any", [[0, 0, 0]], true, empty()])),
        ("/reached/0/rules", near()),
        ("/reached/0/falls", json!([0])),
        ("/reached/0/graph/next/0/1", json!(0)),
        ("/rules/families/0/guard/2/1/1", json!(1)),
        ("/rules/families/0/params/0/0", json!(["if", ["target is P", 0], 1, 1])),
    ];
    for (place, value) in wrong {
        let mut changed = object.clone();
        *changed.pointer_mut(place).expect("a place") = value.clone();
        assert!(!is_verified(&changed), "{place} {value}");
    }
    let mut without = object.clone();
    without.as_object_mut().expect("an object").shift_remove("reached");
    assert!(!is_verified(&without));
    let mut more = object;
    more["reached"][0]["game"] = json!(0);
    assert!(!is_verified(&more));
}

/// The value at (2, 1) is 1: a claim that it is, is not refuted by a condition that is wrong.
#[test]
fn a_counterexample_rests_on_conditions_that_are_verified() {
    let (rules, value) = (near(), json!({"game": 0, "asks": "value", "play": "normal"}));
    let is_refuted = |condition: Value, number: i64| {
        let mut object = json!({
            "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "near", "rules": rules, "hash": hash(&rules.to_string()), "play": "normal",
            "games": [], "values": [], "variables": 0, "at": null, "questions": [value], "where": true, "all": [], "if": true,
            "holds": ["=0", ["sum", -number, [[1, ["ask", 0, [2, 1]]]]]], "reached": [reached(condition)],
        });
        object["check"] = hash(&object.to_string()).into();
        refute(&object.to_string(), &[], &[], &mut |_| false).is_ok()
    };
    assert!(is_refuted(empty(), 2));
    assert!(!is_refuted(empty(), 1));
    assert!(!is_refuted(json!(false), 1));
}

/// A part of two piles, each lowered by one, whose P-positions automata say of positions that ascend: its condition must be right at (2, 0), too.
#[test]
fn a_condition_is_verified_where_coordinates_do_not_ascend() {
    let lower = |i: usize, guard: Value| {
        let to = json!(["sum", -1, [[1, ["x", i]]]]);
        json!({"before": true, "params": [], "guard": guard, "targets": [{"leaf": i, "tuples": [[to]]}]})
    };
    let part = game(2, &[lower(0, json!(true)), lower(1, json!(true))], &[]);
    let whole = game(2, &[lower(0, json!(["target is P", 0]))], &[json!({"first": 0, "leaf": 0, "rules": part})]);
    let is_even = json!({"next": [[1, 1, 2, 2], [1, 1, 1, 1], [2, 2, 2, 2]], "accepts": [true, true, false]});
    let verified = |condition: &Value, terminal: bool| {
        let mut object = json!({
            "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "whole", "rules": whole, "hash": hash(&whole.to_string()), "play": "normal",
            "games": [], "values": [], "variables": 0, "at": null, "questions": [{"game": 0, "asks": "terminal"}], "where": true, "all": [], "if": true,
            "holds": ["=0", ["sum", -i64::from(terminal), [[1, ["ask", 0, [3, 0]]]]]], "most": [],
            "reached": [{
                "rules": part, "play": "normal", "base": 2, "coordinates": "differences", "falls": [1, 1], "levels": [is_even], "complete": false,
                "P": condition,
            }],
        });
        object["check"] = hash(&object.to_string()).into();
        verify(&object.to_string(), &mut |_| false).is_ok()
    };
    let even = json!(["divides", 2, ["sum", 0, [[1, ["x", 0]], [1, ["x", 1]]]]]);
    assert!(verified(&even, false));
    assert!(!verified(&even, true));
    let ascending = json!(["and", even, ["<=0", ["sum", 0, [[1, ["x", 0]], [-1, ["x", 1]]]]]]);
    assert!(!verified(&ascending, true));
}
