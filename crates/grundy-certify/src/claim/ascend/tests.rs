//! Where variables are taken in ascending order, what is verified is true at all values.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::definition::concrete::At;
use crate::form::expr::{Expr, Rules};
use crate::values::domain::tests::{ask, equal, rules, verified};

/// A move takes 1 from one of two heaps.
fn steps() -> Value {
    rules(&[[1, 0], [0, 1]])
}

/// The value is the sum modulo 2: the difference of the heaps says it.
fn block() -> Value {
    let next = json!([[1, 1, 2, 2], [1, 1, 1, 1], [2, 2, 2, 2]]);
    let levels = [[true, true, false], [false, false, true]].map(|accepts| json!({"next": next, "accepts": accepts}));
    json!({
        "game": 0, "play": "normal", "base": 2, "coordinates": "differences", "falls": [1, 1], "levels": levels, "complete": true,
    })
}

fn x(i: usize) -> Value {
    json!(["x", i])
}

fn at_most(a: Value, b: Value) -> Value {
    json!(["<=0", ["sum", 0, [[1, a], [-1, b]]]])
}

fn ascends() -> Value {
    at_most(x(0), x(1))
}

/// Whether this is so at all numbers, as the checker says.
fn holds(among: Value, holds: Value) -> bool {
    verified(&steps(), &block(), among, holds).is_ok()
}

#[test]
fn what_is_true_of_positions_that_ascend_is_not_taken_for_more() {
    let parity = || json!(["mod", ["sum", 0, [[1, x(0)], [1, x(1)]]], 2]);
    let own = || equal(ask(&[]), parity());
    assert!(holds(json!(true), own()) && holds(ascends(), own()));
    assert!(holds(json!(true), equal(ask(&[]), ask(&[x(1), x(0)]))));
    assert!(holds(ascends(), ascends()) && !holds(json!(true), ascends()));
    assert!(holds(json!(true), json!(["<=0", ["sum", 0, [[1, ["min", x(0), x(1)]], [-1, ["max", x(0), x(1)]]]]])));
    // The condition is not a conjunction, or not one of this comparison; a conjunct before it is not defined everywhere.
    let undefined = json!(["=0", ["xor", ["sum", 0, [[-1, x(0)], [1, x(1)]]], 1]]);
    let early = || json!(["<=0", ["sum", 0, [[-1, ["xor", ["sum", 0, [[-1, x(0)], [1, x(1)]]], 0]]]]]);
    for (among, right) in [
        (json!(["or", ascends(), ["=0", x(0)]]), true),
        (json!(["or", ascends(), ["<=0", ["sum", -2, [[1, x(0)]]]]]), false),
        (json!(["<=0", ["sum", -1, [[1, x(0)], [-1, x(1)]]]]), false),
        (json!(["<=0", ["sum", 0, [[1, x(0)], [-2, x(1)]]]]), false),
        (json!(["not", ["<=0", ["sum", 0, [[1, x(1)], [-1, x(0)]]]]]), true),
        (json!(["and", undefined, ascends()]), false),
        (json!(["and", early(), ascends()]), false),
    ] {
        assert_eq!(holds(among.clone(), ascends()), right, "{among}");
    }
    assert!(holds(json!(["and", ascends(), early()]), ascends()));
    // Statements that are no longer the same.
    for other in [
        json!(["<=0", ["sum", -1, [[1, x(0)], [-1, x(1)]]]]),
        json!(["or", ["=0", x(0)], ascends()]),
        json!(["not", ["=0", ["sum", 1, [[-1, x(0)], [1, x(1)]]]]]),
        json!(["=0", ["sum", 0, [[1, ["max", x(0), 1]], [-1, ["min", x(0), ["max", x(1), 1]]]]]]),
        json!(["<=0", ["sum", 0, [[1, ["div", x(0), 2]], [-1, ["div", x(1), 2]]]]]),
        json!(["or", ["<=0", ["sum", 0, [[1, ["rank", 0, [x(0), x(1)]]], [-1, x(0)]]]], false]),
        json!(["<=0", ["sum", 0, [[1, x(0)], [-1, ["rank", 1, [x(0), x(1)]]]]]]),
        json!(["iff", equal(ask(&[]), json!(0)), equal(ask(&[x(0), json!(0)]), json!(0))]),
        json!(["fold", "all", [[0, 0, x(0)]], true, ["<=0", ["sum", 0, [[1, ["v", 0]], [-1, x(1)]]]]]),
    ] {
        let everywhere = other.to_string().contains("rank");
        assert_eq!(holds(json!(true), other.clone()), everywhere, "{other}");
    }
}

#[test]
fn a_variable_may_be_above_another_by_a_constant() {
    let above = |c: i64| json!(["<=0", ["sum", c, [[1, x(0)], [-1, x(1)]]]]);
    for (among, then, right) in
        [(3, 3, true), (3, 2, true), (3, 4, false), (0, 1, false), (-1, 0, false), (-1, -1, true), (1 << 40, 7, true)]
    {
        assert_eq!(holds(above(among), above(then)), right, "{among} {then}");
    }
}

/// A number of the variables and of the value of the position.
fn number(depth: u32) -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        1 => (-2i64..3).prop_map(|n| json!(n)),
        3 => (0..2usize).prop_map(x),
        1 => Just(ask(&[])),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let one = || number(depth - 1);
    let pair = || prop_oneof![2 => Just((x(0), x(1))), 1 => (one(), one())];
    prop_oneof![
        2 => leaf,
        3 => (-2i64..3, prop::sample::select(vec![-2i64, -1, 1, 2]), pair()).prop_map(|(c, k, (a, b))| json!(["sum", c, [[1, a], [k, b]]])),
        2 => (pair(), prop::sample::select(vec!["min", "max", "xor"])).prop_map(|((a, b), word)| json!([word, a, b])),
        1 => (pair(), 0..2usize).prop_map(|((a, b), place)| json!(["rank", place, [a, b]])),
        1 => one().prop_map(|a| json!(["abs", a])),
        1 => (one(), 2..4u32).prop_map(|(a, d)| json!(["mod", a, d])),
    ]
    .boxed()
}

fn condition(depth: u32) -> BoxedStrategy<Value> {
    let related = (number(depth), prop::sample::select(vec!["=0", "<=0"])).prop_map(|(e, word)| json!([word, e]));
    if depth == 0 {
        return related.boxed();
    }
    let one = || condition(depth - 1);
    prop_oneof![
        2 => related,
        1 => Just(ascends()),
        2 => (one(), one(), prop::sample::select(vec!["and", "or", "iff"])).prop_map(|(a, b, word)| json!([word, a, b])),
        1 => one().prop_map(|a| json!(["not", a])),
    ]
    .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What is verified is true, and defined, at all small positions.
    #[test]
    fn random_statements(among in prop_oneof![Just(json!(true)), Just(ascends()), condition(2)], then in condition(2)) {
        if !holds(among.clone(), then.clone()) {
            return Ok(());
        }
        let asked = ask(&[]).to_string();
        let value = json!(["mod", ["sum", 0, [[1, x(0)], [1, x(1)]]], 2]).to_string();
        let read = |e: &Value| {
            let told = serde_json::from_str(&e.to_string().replace(&asked, &value)).expect("JSON");
            Expr::read(&told, 2, 0).expect("an expression")
        };
        let (rules, among, then) = (Rules::read(&steps()).expect("rules"), read(&among), read(&then));
        for (a, b) in (0..7u64).flat_map(|a| (0..7u64).map(move |b| (a, b))) {
            let at = [a, b];
            let mut at = At::new(&rules, &at);
            let among = at.truth(&among).expect("a condition that is defined");
            prop_assert!(!among || at.truth(&then).expect("it is defined"), "{} {}", a, b);
        }
    }
}
