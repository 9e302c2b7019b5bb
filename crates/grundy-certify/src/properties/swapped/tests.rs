//! Statements about swap positions are verified by these, and forgeries are refused.

use serde_json::{Value, json};

use crate::Refusal;
use crate::form::certificate::hash;
use crate::values::domain::tests::{equal, rules, set};

/// Is a claim verified about the positions (x0, x1), by the swap positions of the game?
fn verified(rules: &Value, swap: &Value, holds: Value) -> bool {
    let question = |play: &str| json!({"game": 0, "asks": "value", "play": play, "swaps": 0});
    let mut object = json!({
        "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "a game", "rules": rules, "hash": hash(&rules.to_string()), "play": "normal",
        "games": [], "values": [], "swaps": [{"game": 0, "swap": swap}], "questions": [question("normal"), question("misere")], "variables": 2,
        "at": {"game": 0, "entries": [["x", 0], ["x", 1]]}, "where": true, "all": [], "if": true, "holds": holds,
    });
    object["check"] = hash(&object.to_string()).into();
    match crate::verify(&object.to_string(), &mut |_| false) {
        Ok(_) => true,
        Err(Refusal::Refuted(why)) => panic!("nothing is known that refutes: {why}"),
        Err(_) => false,
    }
}

fn swap(zero_one: &Value, one_zero: &Value) -> Value {
    json!({"base": 2, "coordinates": "plain", "falls": [1, 1], "levels": [zero_one, one_zero], "complete": false})
}

/// The values of the position are these, in normal and in misère play.
fn are(normal: u64, misere: u64) -> Value {
    json!(["and", equal(json!(["ask", 0, []]), json!(normal)), equal(json!(["ask", 1, []]), json!(misere))])
}

fn sum() -> Value {
    json!(["sum", 0, [[1, ["x", 0]], [1, ["x", 1]]]])
}

#[test]
fn what_swap_positions_say_is_verified() {
    // Nim: no heap is above 1.
    let (zero_one, one_zero) = (set(&|a, b| a == b && a <= 1), set(&|a, b| a + b == 1));
    let (nim, known) = (rules(&[]), swap(&zero_one, &one_zero));
    let same = || equal(json!(["x", 0]), json!(["x", 1]));
    let small = || json!(["<=0", ["sum", -1, [[1, ["max", ["x", 0], ["x", 1]]]]]]);
    let cases = [
        (json!(["iff", are(0, 1), ["and", same(), small()]]), true),
        (json!(["iff", are(1, 0), equal(sum(), json!(1))]), true),
        (json!(["iff", equal(json!(["ask", 0, []]), json!(["ask", 1, []])), ["not", small()]]), true),
        (json!(["or", ["not", small()], equal(json!(["ask", 0, []]), json!(["mod", sum(), 2]))]), true),
        (json!(["iff", are(0, 1), same()]), false),
        (json!(["iff", are(0, 1), small()]), false),
        (json!(["not", are(1, 0)]), false),
        // True, but it does not follow.
        (json!(["iff", ["=0", ["ask", 0, []]], same()]), false),
        (json!(["not", equal(json!(["ask", 0, []]), json!(1u64 << 40))]), false),
        // The values of other positions are not known.
        (json!(["=0", ["ask", 0, [0, 0]]]), false),
        (json!(["iff", ["=0", ["ask", 0, [["x", 1], ["x", 0]]]], ["=0", ["ask", 0, [["x", 1], ["x", 0]]]]]), false),
    ];
    for (holds, right) in cases {
        assert_eq!(verified(&nim, &known, holds.clone()), right, "{holds}");
    }
}

#[test]
fn other_sets_are_refused() {
    let (zero_one, one_zero) = (set(&|a, b| a == b && a <= 1), set(&|a, b| a + b == 1));
    let none = set(&|_, _| false);
    let nim = rules(&[]);
    assert!(verified(&nim, &swap(&zero_one, &one_zero), json!(true)));
    let others = [
        swap(&one_zero, &zero_one),
        swap(&zero_one, &none),
        swap(&none, &none),
        swap(&zero_one, &zero_one),
        swap(&set(&|a, b| a == b), &one_zero),
        swap(&set(&|a, b| a + b == 0), &one_zero),
        swap(&zero_one, &set(&|a, b| a + b == 1 && a == 0)),
        swap(&set(&|_, _| true), &none),
    ];
    for (number, other) in others.iter().enumerate() {
        assert!(!verified(&nim, other, json!(true)), "{number}");
    }
    // The sets of another game; and keys that are no part of it.
    assert!(!verified(&rules(&[[1, 0], [0, 1]]), &swap(&zero_one, &one_zero), json!(true)));
    for (key, value) in [("complete", json!(true)), ("domain", json!({})), ("levels", json!([zero_one]))] {
        let mut changed = swap(&zero_one, &one_zero);
        changed[key] = value;
        assert!(!verified(&nim, &changed, json!(true)), "{key}");
    }
}
