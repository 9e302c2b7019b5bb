//! What follows of values of which nothing is known; and what does not.

use serde_json::{Value, json};

use crate::form::certificate::hash;
use crate::{Refusal, verify};

/// A game on two coordinates: `symmetric` lets a move lower either, else the first alone.
fn rules(symmetric: bool) -> Value {
    let family = |i: usize| {
        let tuple =
            [0, 1].map(|j| if i == j { json!(["sum", 0, [[1, ["x", j]], [-1, ["v", 0]]]]) } else { json!(["x", j]) });
        json!({"before": true, "params": [[1, ["x", i]]], "guard": true, "targets": [{"leaf": 0, "tuples": [tuple]}]})
    };
    let families: Vec<Value> = (0..if symmetric { 2 } else { 1 }).map(family).collect();
    json!({
        "format": "grundy-rules", "v": 1, "coordinates": ["own", "own"], "leaves": [{"first": 0, "length": 2}], "requires": [], "families": families, "parts": [],
    })
}

/// A question for a value.
fn value(play: &str, exchanged: bool) -> Value {
    json!({"game": 0, "asks": "value", "play": play, "falls": [1, 1], "exchanged": exchanged})
}

/// What the checker says of a statement about the positions (x0, x1) for all v0 from 0 to x0.
fn refusal(rules: &Value, questions: &[Value], among: Value, holds: Value) -> Option<Refusal> {
    let mut object = json!({
        "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "a game", "rules": rules, "hash": hash(&rules.to_string()), "play": "normal",
        "games": [], "values": [], "questions": questions, "variables": 2, "at": {"game": 0, "entries": [["x", 0], ["x", 1]]}, "where": among,
        "all": [[0, ["x", 0]]], "if": true, "holds": holds,
    });
    object["check"] = hash(&object.to_string()).into();
    verify(&object.to_string(), &mut |_| false).err()
}

fn ask(question: usize, at: [Value; 2]) -> Value {
    json!(["ask", question, at])
}

fn own() -> Value {
    json!(["ask", 0, []])
}

fn same(a: Value, b: Value) -> Value {
    json!(["=0", ["sum", 0, [[1, a], [-1, b]]]])
}

fn is(a: Value, n: i64) -> Value {
    json!(["=0", ["sum", -n, [[1, a]]]])
}

#[test]
fn what_follows_is_verified_and_nothing_else() {
    let x = |i: usize, more: i64| json!(["sum", more, [[1, ["x", i]]]]);
    let less = || ask(0, [json!(["v", 0]), x(1, 0)]);
    let reaches = json!(["=0", ["sum", 0, [[1, ["v", 0]], [-1, ["x", 0]]]]]);
    let any = |body: Value| json!(["fold", "any", [[1, 0, x(0, -1)]], true, body]);
    for (holds, expected) in [
        // A move changes the value.
        (json!(["or", reaches, ["not", same(less(), own())]]), true),
        (json!(["not", same(less(), own())]), false),
        (json!(["not", same(ask(0, [x(0, 1), x(1, 0)]), own())]), true),
        (json!(["not", same(ask(0, [x(0, 1), x(1, 1)]), own())]), false),
        (same(ask(0, [x(0, 1), x(1, 0)]), own()), false),
        (json!(["or", ["not", is(own(), 5)], ["not", is(ask(0, [x(0, 3), x(1, 0)]), 5)]]), true),
        (json!(["or", ["not", is(own(), 5)], ["not", is(ask(0, [x(0, 3), x(1, 0)]), 4)]]), false),
        (json!(["<=0", own()]), false),
        (json!(["iff", is(own(), 0), is(own(), 0)]), true),
        // In both orders, where the coordinates can be exchanged.
        (same(ask(0, [x(1, 0), x(0, 0)]), own()), true),
        (json!(["not", same(ask(0, [x(1, 0), x(0, 2)]), own())]), true),
        // Behind "there is" values are compared, and nothing else is known of them.
        (json!(["not", any(same(ask(0, [json!(["v", 1]), x(1, 0)]), own()))]), true),
        (json!(["not", any(same(ask(0, [json!(["v", 1]), x(1, 1)]), own()))]), false),
        (any(same(ask(0, [json!(["v", 1]), x(1, 0)]), own())), false),
        (json!(["not", any(is(ask(0, [json!(["v", 1]), x(1, 0)]), 0))]), false),
        // A value that is not defined.
        (json!(["or", same(ask(0, [x(0, -1), x(1, 0)]), own()), true]), false),
        (same(ask(0, [x(0, -1), x(1, 0)]), ask(0, [x(0, -1), x(1, 0)])), false),
    ] {
        for play in ["normal", "misere"] {
            let refused = refusal(&rules(true), &[value(play, true)], json!(true), holds.clone());
            assert_eq!(refused.is_none(), expected, "{holds} {refused:?}");
            // Nothing refutes what is said of values that are not known.
            assert!(!matches!(refused, Some(Refusal::Refuted(_))), "{holds}");
        }
    }
}

#[test]
fn what_is_supposed_is_verified() {
    let exchanged = same(ask(0, [json!(["x", 1]), json!(["x", 0])]), own());
    assert_eq!(refusal(&rules(true), &[value("normal", true)], json!(true), exchanged.clone()), None);
    // The coordinates cannot be exchanged, or it is not said that they can.
    assert!(refusal(&rules(false), &[value("normal", true)], json!(true), exchanged.clone()).is_some());
    assert!(refusal(&rules(true), &[value("normal", false)], json!(true), exchanged).is_some());
    let same_play = same(json!(["ask", 1, []]), own());
    for (other, expected) in [(value("normal", false), true), (value("misere", false), false)] {
        let questions = [value("normal", false), other];
        assert_eq!(refusal(&rules(true), &questions, json!(true), same_play.clone()).is_none(), expected);
    }
    // A sum that moves do not lower; a condition that asks; other keys.
    let mut falls = value("normal", false);
    falls["falls"] = json!([0, 1]);
    assert!(refusal(&rules(true), &[falls], json!(true), json!(true)).is_some());
    assert!(refusal(&rules(true), &[value("normal", false)], is(own(), 0), json!(true)).is_some());
    let mut more = value("normal", false);
    more["known"] = json!(true);
    assert!(refusal(&rules(true), &[more], json!(true), json!(true)).is_some());
}

#[test]
fn no_value_is_greater_than_the_rank() {
    let at_most = |more: i64| json!(["<=0", ["sum", -more, [[1, own()], [-1, ["x", 0]], [-1, ["x", 1]]]]]);
    for (play, more, expected) in
        [("normal", 0, true), ("normal", -1, false), ("misere", 0, false), ("misere", 1, true)]
    {
        let refused = refusal(&rules(true), &[value(play, false)], json!(true), at_most(more));
        assert_eq!(refused.is_none(), expected, "{play} {more} {refused:?}");
    }
    // The rank is another where the moves lower another sum; none is below 0.
    let mut falls = value("normal", false);
    falls["falls"] = json!([2, 1]);
    assert!(refusal(&rules(true), &[falls.clone()], json!(true), at_most(0)).is_some());
    falls["falls"] = json!([1, 0]);
    assert_eq!(refusal(&rules(false), &[falls], json!(true), at_most(0)), None);
}

/// A game whose moves take any number up to f, and a statement about G(n), with f as a window.
fn windowed(f: &Value, window: &Value, play: &str, holds: Value) -> Option<Refusal> {
    let tuple = json!([["sum", 0, [[1, ["x", 0]], [-1, ["v", 0]]]]]);
    let family =
        json!({"before": true, "params": [[1, f]], "guard": true, "targets": [{"leaf": 0, "tuples": [tuple]}]});
    let rules = json!({
        "format": "grundy-rules", "v": 1, "coordinates": ["own"], "leaves": [{"first": 0, "length": 1}], "requires": [], "families": [family], "parts": [],
    });
    let question =
        json!({"game": 0, "asks": "value", "play": play, "falls": [1], "exchanged": false, "window": window});
    let mut object = json!({
        "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "a game", "rules": rules, "hash": hash(&rules.to_string()), "play": "normal",
        "games": [], "values": [], "questions": [question], "variables": 1, "at": null, "where": true, "all": [], "if": true, "holds": holds,
    });
    object["check"] = hash(&object.to_string()).into();
    verify(&object.to_string(), &mut |_| false).err()
}

#[test]
fn windows_tell_values() {
    let div = |k: i64| json!(["div", ["x", 0], k]);
    let at = |k: i64, more: i64| json!(["ask", 0, [["sum", more, [[k, ["x", 0]]]]]]);
    // Every second value grows, and the others are those of half the number.
    for (holds, expected) in [
        (same(at(2, 0), json!(["x", 0])), true),
        (same(at(2, 1), at(1, 0)), true),
        (same(at(2, 1), json!(["x", 0])), false),
        (same(at(2, 2), at(1, 0)), false),
    ] {
        let refused = windowed(&div(2), &div(2), "normal", holds.clone());
        assert_eq!(refused.is_none(), expected, "{holds} {refused:?}");
        assert!(windowed(&div(2), &div(3), "normal", holds.clone()).is_some(), "{holds}");
        assert!(windowed(&div(2), &div(2), "misere", holds.clone()).is_some(), "{holds}");
    }
    // A number of options that jumps, or does not begin with 0.
    for f in [json!(["sum", 0, [[2, ["div", ["x", 0], 3]]]]), json!(["min", 3, ["x", 0]]), json!(3)] {
        let refused = windowed(&f, &f, "normal", same(at(1, 0), at(1, 0)));
        assert_eq!(refused.is_none(), f[0] == "min", "{f} {refused:?}");
    }
}

/// One pile, from which a move takes a token where a guard holds; with so many entries, the guard is not defined from there on.
fn guarded(entries: usize) -> Value {
    let guard = match entries {
        0 => json!(true),
        _ => json!(["=0", ["sum", -1, [[1, ["entry", ["sum", 1, [[1, ["x", 0]]]], vec![1; entries]]]]]]),
    };
    let family = json!({"before": true, "params": [], "guard": guard, "targets": [{"leaf": 0, "tuples": [[["sum", -1, [[1, ["x", 0]]]]]]}]});
    json!({
        "format": "grundy-rules", "v": 1, "coordinates": ["own"], "leaves": [{"first": 0, "length": 1}], "requires": [], "families": [family], "parts": [],
    })
}

/// The value of (x0) is at most x0. Each obligation holds by its form alone, and none is decided; what the rules owe is that they are defined, which they are not far out.
#[test]
fn rules_that_are_not_defined_everywhere_are_refused() {
    let verified = |rules: &Value, play: &str, more: &[(&str, Value)]| {
        let mut question = json!({"game": 0, "asks": "value", "play": play, "falls": [1], "exchanged": false});
        more.iter().for_each(|(key, value)| question[*key] = value.clone());
        let mut object = json!({
            "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "a game", "rules": rules, "hash": hash(&rules.to_string()), "play": "normal",
            "games": [], "values": [], "questions": [question], "variables": 1, "at": {"game": 0, "entries": [["x", 0]]}, "where": true,
            "all": [], "if": true, "holds": ["<=0", ["sum", 0, [[1, own()], [-1, ["x", 0]]]]],
        });
        object["check"] = hash(&object.to_string()).into();
        verify(&object.to_string(), &mut |_| false).is_ok()
    };
    assert!(verified(&guarded(0), "normal", &[]));
    for entries in [1, 5, 100, 500] {
        assert!(!verified(&guarded(entries), "normal", &[]), "{entries}");
    }
    // A key of another kind of question is none that is passed over.
    assert!(!verified(&guarded(0), "normal", &[("line", json!([["x", 0]]))]));
    // In normal play each play of this game ends, and a value is at least 0; in misère play a move that leaves two piles has no value.
    let mut splits = guarded(0);
    splits["families"][0]["targets"][0]["tuples"] = json!([[["sum", -1, [[1, ["x", 0]]]]], [0]]);
    let at_least_0 = |play: &str| {
        let question = json!({"game": 0, "asks": "value", "play": play, "falls": [1], "exchanged": false});
        let mut object = json!({
            "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "a game", "rules": splits, "hash": hash(&splits.to_string()), "play": "normal",
            "games": [], "values": [], "questions": [question], "variables": 1, "at": {"game": 0, "entries": [["x", 0]]}, "where": true,
            "all": [], "if": true, "holds": ["<=0", ["sum", 0, [[-1, own()]]]],
        });
        object["check"] = hash(&object.to_string()).into();
        verify(&object.to_string(), &mut |_| false).is_ok()
    };
    assert_eq!([at_least_0("normal"), at_least_0("misere")], [true, false]);
}

/// Keys of other questions are refused.
#[test]
fn a_question_has_no_keys_but_its_own() {
    let fine = json!({"game": 0, "asks": "value", "play": "normal"});
    let refused = |question: Value| {
        refusal(&rules(true), &[question], json!(false), json!(true)).map(|refusal| refusal.to_string())
    };
    let beyond = |question: &Value, key: &str| {
        let mut more = question.clone();
        more[key] = json!(0);
        refused(more).is_some_and(|why| why.contains("which the format does not know"))
    };
    assert!(beyond(&fine, "line") && beyond(&fine, "exchanged"));
    for asks in ["terminal", "exists", "outcome", "loopy"] {
        assert!(beyond(&json!({"game": 0, "asks": asks}), "play"), "{asks}");
    }
}
