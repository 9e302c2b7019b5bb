//! Certificates of claims about a part of the positions: what was proved of patterns, rows and swap positions is verified, and forgeries are refused.

use grundy::{Evaluator, Options, Session};
use grundy_testing::forge::sealed;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::alike::certificates;
use crate::sealed::refusal;

/// The certificate of the last claim of a text, which is verified.
fn last(text: &str) -> Value {
    let texts = certificates(text);
    let object: Value = serde_json::from_str(texts.last().expect("a certificate")).expect("JSON");
    assert_eq!(object["kind"], "claim", "{text}");
    assert_eq!(refusal(&object), None, "{text}");
    object
}

const STRIPS: &str = r#"claim "P" on star_nim[2] at (a, b): P iff a + b = 1 or a = b >= 2
claim "a strip" on star_nim[2] at (0, b): G = b - 1"#;
const ROW: &str = r#"claim "row 2" on star_nim[2] at (2, b) where b >= 3: G = (if b mod 3 < 2 then b + 1 else b - 2)"#;
const LINE: &str = r#"claim "row 4" on star_nim[2] at (4, b) where b >= 10: G(star_nim(4, b + 36)) = G + 36"#;

#[test]
fn what_is_known_of_a_part_is_verified() {
    for text in [
        STRIPS,
        ROW,
        LINE,
        r#"claim "no pass" on pass(nim[2]) at (a, b, 0): G = a xor b"#,
        r#"claim "in differences" on reversed_nim[1, false] at (a, b) where a + b > 1 and min(a, b) <= 1: G = a + b - 2"#,
        r#"claim "low" on shared_nim[2, false] at (a, b) where min(a, b) < 2: G = abs(a - b) - 1"#,
        r#"claim "0" on star_nim[4] at (0, b, c, d): P iff (b - 1) xor (c - 1) xor (d - 1) = 0
claim "1" on star_nim[4] at (1, b, c, d) where b >= 1 and c >= 1 and d >= 1: P iff b xor c xor d = 0"#,
    ] {
        let object = last(text);
        assert!(object["values"][0]["domain"].is_object(), "{text}");
    }
}

#[test]
fn what_is_known_of_both_plays_is_verified() {
    let pet = last(r#"claim "pet" on slow_exact[3, 3] at (a, b, c): G_misere = 1 - G"#);
    assert_eq!(pet["values"].as_array().map(Vec::len), Some(2));
    let swaps = r#"claim "P" on slow_moore[4, 4]: P iff all v in {1, 2, 3, 4}: x[v] mod 2 = 0
claim "A" on slow_moore[4, 4]: G = 0 and G_misere = 1 iff nonzero(x) <= 1 and sum(x) mod 2 = 0
claim "B" on slow_moore[4, 4]: G = 1 and G_misere = 0 iff nonzero(x) <= 1 and sum(x) mod 2 = 1"#;
    let object = last(swaps);
    assert!(object["swaps"][0]["swap"].is_object());
    let mut changed = object.clone();
    changed["swaps"][0]["swap"]["levels"].as_array_mut().expect("two sets").swap(0, 1);
    assert!(refusal(&changed).is_some());
    for (from, to) in [("1", "0"), ("0", "1")] {
        let mut changed = object.clone();
        changed["questions"][0] = object["questions"][from.parse::<usize>().expect("a number")].clone();
        changed["questions"][1] = object["questions"][to.parse::<usize>().expect("a number")].clone();
        assert_eq!(refusal(&changed).is_none(), from == "0", "{from} {to}");
    }
}

#[test]
fn forged_domains_are_refused() {
    for text in [STRIPS, ROW] {
        let object = last(text);
        let domain = &object["values"][0]["domain"];
        let states = domain["accepts"].as_array().expect("states").len();
        let mut wider = object.clone();
        wider["values"][0]["domain"] = json!({"next": [[0, 0, 0, 0]], "accepts": [true]});
        let mut none = object.clone();
        none["values"][0]["domain"] = json!({"next": [[0, 0, 0, 0]], "accepts": [false]});
        let mut without = object.clone();
        without["values"][0].as_object_mut().expect("a block").shift_remove("domain");
        for changed in [wider, none, without] {
            assert!(refusal(&changed).is_some(), "{text}");
        }
        // A state that says the contrary: the domain is left, too small, or has positions without a value. In the first state is (0, 0), which is no position.
        for state in 1..states {
            let mut changed = object.clone();
            let place = &mut changed["values"][0]["domain"]["accepts"][state];
            *place = json!(place != &json!(true));
            assert!(refusal(&changed).is_some(), "{text}: {state}");
        }
        let mut elsewhere = object.clone();
        elsewhere["at"]["entries"][0] = json!(5);
        assert!(refusal(&elsewhere).is_some(), "{text}");
    }
}

/// A random game on two coordinates: takes from each, some of them any number.
fn game() -> impl Strategy<Value = String> {
    let take = prop_oneof![
        Just("(a - i, b) for i in 1..a".to_string()),
        Just("(a, b - i) for i in 1..b".to_string()),
        (0..3u64, 0..4u64).prop_filter("a move", |(a, b)| a + b > 0).prop_map(|(a, b)| format!("(a - {a}, b - {b})")),
        (1..3u64).prop_map(|a| format!("(a - {a}, b + 1)")),
        (1..4u64).prop_map(|b| format!("(a, b - i) for i in 1..min(b, {b})")),
    ];
    prop::collection::vec(take, 1..4).prop_map(|moves| {
        let moves: String = moves.iter().map(|to| format!("    move {to}\n")).collect();
        format!("game g(a, b) {{\n{moves}}}\n")
    })
}

proptest! {
    #![proptest_config(crate::config(16))]

    /// The values of a row, in a certificate, are those of the table; the value of a position that the block does not speak of is not told.
    #[test]
    fn random_rows(text in game(), row in 0..4u64, (a, b) in (0..6u64, 0..12u64), more in 1..3u64) {
        let claim = format!("{text}claim \"row\" on g at ({row}, b): G <= b + 40");
        let texts = certificates(&claim);
        let Some(found) = texts.last() else { return Ok(()) };
        let object: Value = serde_json::from_str(found).expect("JSON");
        prop_assert_eq!(refusal(&object), None);
        if object["values"].as_array().is_none_or(Vec::is_empty) {
            return Ok(());
        }
        let mut session = Session::new();
        session.load("g.game", &text).expect("a game");
        let rules = session.game("g", None).expect("the game").rules;
        let table = Evaluator::new(&rules, Options { plain: true, ..Options::default() }).table(&[8, 14]).expect("a table");
        let value = table.get(&[a, b]).expect("a position");
        let is = |value: u64| {
            let mut object = object.clone();
            object["at"]["entries"] = json!([a, b]);
            object["variables"] = json!(0);
            object["where"] = json!(true);
            object["holds"] = json!(["=0", ["sum", value, [[-1, ["ask", 0, []]]]]]);
            refusal(&object).is_none()
        };
        let told = is(u64::from(value));
        prop_assert!(told || object["values"][0]["domain"].is_object() && a > row, "{} {}", a, b);
        prop_assert!(!is(u64::from(value) + more));
    }
}

const HEAPS: &str = r#"claim "34" on dawson_kayles where n >= 53: G = G(dawson_kayles(n + 34))"#;

#[test]
fn forged_lines_are_refused() {
    let objects = [KINDS, HEAPS].map(last);
    for (k, text) in [KINDS, HEAPS].into_iter().enumerate() {
        let object = &objects[k];
        assert!(object["values"][0]["lines"][0]["period"].is_u64(), "{text}");
        let mut none = object.clone();
        none["values"][0]["lines"] = json!([]);
        let mut without = object.clone();
        without["values"][0].as_object_mut().expect("a block").shift_remove("lines");
        let mut other = object.clone();
        other["values"][0]["lines"] = objects[1 - k]["values"][0]["lines"].clone();
        let mut play = object.clone();
        play["values"][0]["play"] = json!("misere");
        for changed in [none, without, other, play] {
            assert!(refusal(&changed).is_some(), "{text}");
        }
        for (key, more) in [("period", 1), ("preperiod", 1), ("saltus", 1), ("period", 3)] {
            let mut changed = object.clone();
            let line = &mut changed["values"][0]["lines"][0];
            line[key] = json!(line[key].as_u64().expect("a number") + more);
            *line = serde_json::from_str(&sealed(line.clone())).expect("JSON");
            assert!(refusal(&changed).is_some(), "{text}: {key}");
        }
        // A state of the graph that says the contrary: a value is lost, or a position has two.
        let states = object["values"][0]["graph"]["accepts"].as_array().expect("states").len();
        for state in (0..states).step_by(grundy_testing::every(3)) {
            let mut changed = object.clone();
            let place = &mut changed["values"][0]["graph"]["accepts"][state];
            *place = json!(place != &json!(true));
            assert!(refusal(&changed).is_some(), "{text}: {state}");
        }
    }
}

/// A game whose moves are linear where its second coordinate is a number.
const SLICE: &str = r#"game mult(y, c) { move (y - c*i, c) for i in 1..y div c if c > 0 }
claim "slice" on mult at (y, 5): G = y div 5"#;

/// Values along a line, by its period.
const KINDS: &str = r#"game nk3(t, k) {
    require t <= 2
    move (0, 0) if t = 2 and k = 1
    move (t, k - 2) if t >= 1 and k >= 3
    split (2, i), (2, k - 3 - i) for i in 1..k - 4 if t = 2
    split (2, i), (1, k - 3 - i) for i in 1..k - 4 if t = 1
    split (1, i), (1, k - 3 - i) for i in 1..k - 4 if t = 0
}
claim "bounded" on nk3 at (0, k): G <= 9"#;

#[test]
fn coordinates_that_are_not_fixed_are_refused() {
    for (text, right, wrong) in [
        (SLICE, json!([null, 5]), [json!([null, 6]), json!([0, 5]), json!([null, null]), json!([null])].to_vec()),
        (STRIPS, json!([0, null]), [json!([1, null]), json!([0, 3]), json!([null, 0]), json!([0])].to_vec()),
        (KINDS, Value::Null, [json!([1, null]), json!([0, 10]), json!([null, 10]), json!([0])].to_vec()),
    ] {
        let object = last(text);
        assert_eq!(object["values"][0]["fixed"], right, "{text}");
        for changed in wrong {
            let mut forged = object.clone();
            forged["values"][0]["fixed"] = changed.clone();
            assert!(refusal(&forged).is_some(), "{changed} in {text}");
        }
        // A domain with more positions, of which the induction would look at those alone that have the number.
        let mut wider = object.clone();
        wider["values"][0]["domain"] = json!({"next": [[0, 0, 0, 0]], "accepts": [true]});
        assert!(refusal(&wider).is_some(), "{text}");
        let mut without = object.clone();
        without["values"][0].as_object_mut().expect("a block").shift_remove("domain");
        assert!(refusal(&without).is_some(), "{text}");
    }
}

/// A claim about a game and the same game with a pass.
const PASS: &str = r#"claim "a pass" on pass(wythoff) at (a, b, 1) where a + b > 0: P implies N(wythoff(a, b))"#;

#[test]
fn forged_positions_that_stand_for_others_are_refused() {
    let object = last(PASS);
    let theorem = object["theorems"][0].clone();
    assert_eq!(theorem["games"][0]["at"], json!([["x", 0], ["x", 1], 0]));
    let with = |changed: Value| {
        let mut whole = object.clone();
        whole["theorems"][0] = serde_json::from_str(&sealed(changed)).expect("JSON");
        refusal(&whole)
    };
    assert_eq!(with(theorem.clone()), None);
    let own = object["rules"].clone();
    for (key, value) in [
        // The same positions; but not all of them, or of outcomes alone, or in the other play.
        ("where", json!(["<=0", ["sum", -9, [[1, ["x", 0]]]]])),
        ("among", json!(true)),
        ("says", json!("P")),
        ("play", json!("misere")),
        ("coordinates", json!("differences")),
        // Other positions.
        ("games", json!([{"rules": own, "coordinates": "plain", "falls": [1, 1, 1], "at": [["x", 0], ["x", 1], 1]}])),
        ("games", json!([{"rules": own, "coordinates": "plain", "falls": [1, 1, 1], "at": [["x", 0], 0, 0]}])),
        ("games", json!([])),
        ("rules", own.clone()),
    ] {
        let mut changed = theorem.clone();
        changed[key] = value.clone();
        assert!(with(changed).is_some(), "{key}: {value}");
    }
    let questions = object["questions"].as_array().expect("questions");
    let place = questions.iter().position(|question| question.get("theorem").is_some()).expect("a question");
    for (key, value) in [("theorem", json!(1)), ("play", json!("misere")), ("falls", json!([1, 1])), ("game", json!(0))]
    {
        let mut changed = object.clone();
        changed["questions"][place][key] = value.clone();
        assert!(refusal(&changed).is_some(), "{key}: {value}");
    }
    // A pass less is a claim more: at (0, 0) both are P-positions.
    let mut changed = object.clone();
    changed["where"] = json!(true);
    assert!(refusal(&changed).is_some());
}

/// The values of a line are not those of the positions that have one value.
#[test]
fn positions_with_a_value_are_no_line() {
    let object = last(KINDS);
    let mut changed = object.clone();
    let line = changed["values"][0]["lines"][0].as_object_mut().expect("a certificate");
    line.shift_remove("line");
    line.insert("value".into(), json!(0));
    let line = sealed(changed["values"][0]["lines"][0].clone());
    changed["values"][0]["lines"][0] = serde_json::from_str(&line).expect("JSON");
    assert!(refusal(&changed).is_some());
}
