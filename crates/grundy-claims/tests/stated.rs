//! Certificates of claims that follow from values: they are verified, and forgeries are refused.

use grundy_certify::{Refusal, verify};
use grundy_testing::forge::sealed;
use serde_json::{Value, json};

use crate::alike::certificates;

pub(crate) fn refusal(certificate: &str) -> Option<Refusal> {
    verify(certificate, &mut |_| false).err()
}

/// The only certificate of a claim, which is verified.
pub(crate) fn only(claim: &str) -> Value {
    let texts = certificates(claim);
    let [text] = &texts[..] else { panic!("{} certificates of {claim}", texts.len()) };
    assert_eq!(refusal(text), None, "{claim}");
    let object: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(object["kind"], "claim");
    object
}

const THREE: &str = r#"claim "three" on subtraction[{1, 2}] at (n): G(subtraction[{1, 2}](n + 3)) = G"#;

#[test]
fn claims_that_follow_from_values_are_verified() {
    for claim in [
        THREE,
        r#"claim "apart" on subtraction[{1, 2}] at (n) where n >= 1: G(subtraction[{1, 2}](n - 1)) != G"#,
        r#"claim "bound" on nim[2] at (a, b): G <= a + b"#,
        r#"claim "misere" on nim[2] at (a, b) where a > 1: G_misere(nim[2](a, b)) = 0 implies a = b"#,
        r#"claim "some" on subtraction[{1, 2}] at (n): any i in 0..n: G(subtraction[{1, 2}](i)) = 0"#,
        r#"claim "early" on subtraction[{1, 2}] at (n): any i in 0..n: i = 0 or ((n - 2*i) xor 1) = 5"#,
        r#"claim "below 0" on subtraction[{1, 2}] at (n): all i in 0 - n..n: i < 0 or G(subtraction[{1, 2}](i)) < 3"#,
        r#"claim "terminal" on subtraction[{2, 3}] at (n): terminal iff n <= 1"#,
        r#"claim "count" on subtraction[{1, 2}] at (n): (count i in 0..2: G(subtraction[{1, 2}](n + i)) = 1) = 1"#,
        r#"claim "exists" on star_nim[2] at (a, b): exists(star_nim[2](b, a)) and G(star_nim[2](b, a)) >= 0 and (P implies a != b or a > 1)"#,
    ] {
        let kinds: Vec<Value> = certificates(claim)
            .iter()
            .map(|text| {
                assert_eq!(refusal(text), None, "{claim}");
                serde_json::from_str::<Value>(text).expect("JSON")["kind"].clone()
            })
            .collect();
        assert!(kinds.iter().all(|kind| kind == "claim"), "{claim}: {kinds:?}");
    }
}

#[test]
fn other_statements_are_refused() {
    let object = only(THREE);
    let ask = |more: i64| json!(["ask", 1, [["sum", more, [[1, ["x", 0]]]]]]);
    assert!(object["holds"].to_string().contains("ask"));
    // The value three heaps on is that of the heap; four heaps on, or with 1 more, it is not.
    for (more, add, verified) in
        [(3, 0, true), (6, 0, true), (4, 0, false), (3, 1, false), (-1, 0, false), (-3, 0, false)]
    {
        let mut changed = object.clone();
        let own = json!(["ask", 0, []]);
        changed["questions"] = json!([object["questions"][0], object["questions"][0]]);
        changed["holds"] = json!(["=0", ["sum", add, [[1, ask(more)], [-1, own]]]]);
        assert_eq!(refusal(&sealed(changed)).is_none(), verified, "{more} {add}");
    }
    // What is not defined is not true: not before `or`, and not behind `not`.
    for holds in [
        json!(["or", ["not", ["=0", ask(-1)]], true]),
        json!(["not", ["and", ["=0", ask(-1)], false]]),
        json!(["iff", ["=0", ask(-1)], ["=0", ask(-1)]]),
        json!(["fold", "all", [[0, -1, ["x", 0]]], true, ["<=0", ["sum", 0, [[-1, ["ask", 1, [["v", 0]]]]]]]]),
    ] {
        let mut changed = object.clone();
        changed["questions"] = json!([object["questions"][0], object["questions"][0]]);
        changed["holds"] = holds;
        assert!(matches!(refusal(&sealed(changed.clone())), Some(Refusal::False(_))), "{}", changed["holds"]);
    }
}

#[test]
fn other_values_games_and_questions_are_refused() {
    let object = only(THREE);
    let changes: [(&str, Value); 12] = [
        ("values", json!([])),
        ("questions", json!([])),
        ("variables", json!(0)),
        ("variables", json!(1u64 << 60)),
        ("at", json!(null)),
        ("at", json!({"game": 1, "entries": [["x", 0]]})),
        ("at", json!({"game": 0, "entries": []})),
        ("at", json!({"game": 0, "entries": [["x", 1]]})),
        ("games", json!([{}])),
        ("holds", json!(false)),
        ("holds", json!(["ask", 5, []])),
        ("all", json!([[0]])),
    ];
    for (key, other) in changes {
        let mut changed = object.clone();
        changed[key] = other.clone();
        assert!(refusal(&sealed(changed)).is_some(), "{key} {other}");
    }
    for pointer in ["/values/0/game", "/values/0/falls/0", "/questions/0/game", "/questions/0/values"] {
        let mut changed = object.clone();
        *changed.pointer_mut(pointer).expect("a place") = json!(7);
        let fine = pointer.ends_with("falls/0");
        assert_eq!(refusal(&sealed(changed)).is_none(), fine, "{pointer}");
    }
    // Automata that say something else of the values.
    let states = object["values"][0]["levels"][0]["next"].as_array().expect("states").len();
    for state in 0..states {
        for letter in 0..2 {
            for to in 0..states {
                let mut changed = object.clone();
                let place = format!("/values/0/levels/0/next/{state}/{letter}");
                let place = changed.pointer_mut(&place).expect("a place");
                if *place != json!(to) {
                    *place = json!(to);
                    assert!(refusal(&sealed(changed)).is_some(), "{state} {letter} {to}");
                }
            }
        }
    }
}

#[test]
fn every_key_is_needed_and_none_may_be_added() {
    let object = only(THREE);
    for key in
        object.as_object().expect("an object").keys().filter(|key| !matches!(key.as_str(), "check" | "hash" | "rules"))
    {
        let mut changed = object.clone();
        changed.as_object_mut().expect("an object").shift_remove(key);
        assert!(refusal(&sealed(changed)).is_some(), "{key}");
    }
    let mut more = object.clone();
    more["proved"] = json!(true);
    assert!(refusal(&sealed(more)).is_some());
}

/// Lasker's Nim: the values grow with the heap, and a heap may be split. A graph of other values is refused, and so is another sum that falls.
#[test]
fn values_of_games_that_split_are_verified_and_changes_refused() {
    let lasker = "game lasker(n) { move i for i in 0..n - 1; split a, n - a for a in 1..n div 2 }\n";
    let formula = "if n = 0 then 0 else if n mod 4 = 0 then n - 1 else if n mod 4 = 3 then n + 1 else n";
    let texts = certificates(&format!("{lasker}claim \"Lasker\" on lasker at (n): G = ({formula})\n"));
    let of_graph = |text: &String| {
        assert_eq!(refusal(text), None);
        let object: Value = serde_json::from_str(text).expect("JSON");
        ["/graph", "/values/0/graph"]
            .into_iter()
            .find(|place| object.pointer(place).is_some())
            .map(|place| (object, place))
    };
    let (object, graph) = texts.iter().find_map(of_graph).expect("a certificate with a graph");
    let next = |state: usize, letter: usize| format!("{graph}/next/{state}/{letter}");
    let states = object.pointer(&format!("{graph}/next")).and_then(Value::as_array).expect("states").len();
    for (state, letter) in (0..states).flat_map(|state| (0..4).map(move |letter| (state, letter))) {
        let mut changed = object.clone();
        let place = changed.pointer_mut(&next(state, letter)).expect("a place");
        *place = json!((place.as_u64().expect("a state") + 1) % states as u64);
        assert!(refusal(&sealed(changed)).is_some(), "{state} {letter}");
    }
}
