//! Statements that are evaluated, and counterexamples: true ones are verified, and forgeries are refused.

use serde_json::{Value, json};

use crate::claim::plainly;
use crate::claim::statement::Statement;
use crate::form::certificate::hash;
use crate::form::expr::Rules;
use crate::{Refusal, refute, verify};

/// Piles from each of which a move takes 1 or 2.
fn rules(piles: usize) -> Value {
    let family = |pile: usize| {
        let left = json!(["sum", 0, [[1, ["x", pile]], [-1, ["v", 0]]]]);
        json!({"before": true, "params": [[1, 2]], "guard": true, "targets": [{"leaf": pile, "tuples": [[left]]}]})
    };
    json!({
        "format": "grundy-rules", "v": 1, "coordinates": vec!["n"; piles], "parts": [], "requires": [],
        "leaves": (0..piles).map(|pile| json!({"first": pile, "length": 1})).collect::<Vec<_>>(),
        "families": (0..piles).map(family).collect::<Vec<_>>(),
    })
}

fn sealed(mut object: Value) -> String {
    object["check"] = hash(&object.to_string()).into();
    object.to_string()
}

/// A claim on one pile (x), x <= 10, that says something; question 0 is its value, 1 its value in misère play, 2 whether it exists, 3 whether it is terminal.
fn claim(holds: &Value) -> Value {
    let rules = rules(1);
    json!({
        "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "piles", "hash": hash(&rules.to_string()), "rules": rules, "play": "normal",
        "games": [], "values": [], "variables": 1, "at": {"game": 0, "entries": [["x", 0]]},
        "questions": [
            {"game": 0, "asks": "value", "play": "normal"},
            {"game": 0, "asks": "value", "play": "misere"},
            {"game": 0, "asks": "exists"},
            {"game": 0, "asks": "terminal"},
        ],
        "where": ["<=0", ["sum", -10, [[1, ["x", 0]]]]], "all": [], "if": true, "holds": holds, "most": [10],
    })
}

fn is_verified(object: Value) -> bool {
    match verify(&sealed(object), &mut |_| false) {
        Ok(_) => true,
        Err(Refusal::False(why) | Refusal::Refuted(why) | Refusal::NoCertificate(why)) => {
            assert!(!why.is_empty());
            false
        }
        Err(Refusal::Stopped) => panic!("nobody stopped it"),
    }
}

fn is(e: &Value, n: i64) -> Value {
    json!(["=0", ["sum", -n, [[1, e]]]])
}

/// In version 2 the rules say that one option may be forbidden. Only values by the definition, in normal play, are known then.
#[test]
fn values_of_games_in_which_options_may_be_forbidden() {
    let blocked = |holds: &Value, change: &dyn Fn(&mut Value)| {
        let mut object = claim(holds);
        (object["rules"]["v"], object["rules"]["blocked"]) = (2.into(), 1.into());
        object["questions"].as_array_mut().expect("questions").remove(1);
        change(&mut object);
        object["hash"] = hash(&object["rules"].to_string()).into();
        object
    };
    // Take 1 or 2, of which one may be forbidden: from 2 both lead to positions of value 0, from 3 and 4 one does.
    let zero = is(&json!(["ask", 0, []]), 0);
    let not_two = json!(["not", is(&json!(["mod", ["x", 0], 3]), 2)]);
    let none = |_: &mut Value| {};
    assert!(is_verified(blocked(&json!(["iff", zero, not_two]), &none)));
    assert!(
        !is_verified(blocked(&json!(["iff", zero, is(&json!(["mod", ["x", 0], 3]), 0)]), &none)),
        "as if nothing were"
    );
    let misere = |object: &mut Value| object["questions"][0]["play"] = "misere".into();
    assert!(!is_verified(blocked(&json!(true), &misere)), "in misère play nothing is known");
    assert!(is_verified(blocked(&json!(true), &none)));
    let kind = |object: &mut Value| object["rules"]["v"] = 1.into();
    assert!(!is_verified(blocked(&json!(true), &kind)), "version 1 knows no such key");
}

/// Two numbers are equal.
fn same(a: &Value, b: &Value) -> Value {
    json!(["=0", ["sum", 0, [[1, a], [-1, b]]]])
}

fn ask(question: usize, at: &[Value]) -> Value {
    json!(["ask", question, at])
}

fn value() -> Value {
    same(&ask(0, &[]), &json!(["mod", ["x", 0], 3]))
}

#[test]
fn what_is_true_is_verified() {
    let below = ask(0, &[json!(["sum", -1, [[1, ["x", 0]]]])]);
    for holds in [
        value(),
        json!(["iff", is(&ask(0, &[]), 0), ["=0", ["mod", ["x", 0], 3]]]),
        json!(["iff", is(&ask(1, &[]), 0), is(&json!(["mod", ["x", 0], 3]), 1)]),
        json!(["iff", ["not", ["=0", ask(3, &[])]], ["=0", ["x", 0]]]),
        json!(["or", ["=0", ["x", 0]], ["not", same(&ask(0, &[]), &below)]]),
        is(&ask(2, &[json!(-1)]), 0),
        is(&ask(2, &[json!(7)]), 1),
        json!([
            "fold",
            "all",
            [[0, 0, ["x", 0]]],
            true,
            same(&ask(0, &[json!(["v", 0])]), &json!(["mod", ["v", 0], 3]))
        ]),
    ] {
        assert!(is_verified(claim(&holds)), "{holds}");
    }
}

#[test]
fn what_is_false_or_not_defined_is_refused() {
    let below = ask(0, &[json!(["sum", -1, [[1, ["x", 0]]]])]);
    for holds in [
        json!(false),
        is(&ask(0, &[]), 0),
        json!(["not", is(&json!(["x", 0]), 10)]),
        json!(["or", ["not", same(&ask(0, &[]), &below)], true]),
        json!(["or", is(&ask(3, &[json!(-1)]), 7), true]),
        json!(["not", ["=0", ["log2", ["x", 0]]]]),
        json!(["=0", ["ask", 4, []]]),
        json!(["or", ["=0", ["v", 0]], true]),
        json!(["fold", "all", [[0, 0, 1]], true, ["fold", "any", [[0, 0, 1]], true, true]]),
        json!(["<=0", ["power", 10, 39]]),
        json!(["fold", "all", [[0, 0, 1u64 << 50]], true, true]),
        is(&ask(2, &[json!("36893488147419103232")]), 1),
    ] {
        assert!(!is_verified(claim(&holds)), "{holds}");
    }
}

#[test]
fn nothing_lies_beyond() {
    let bounded = |key: &str, other: Value| {
        let mut object = claim(&value());
        object[key] = other;
        is_verified(object)
    };
    let at_most = |n: i64| json!(["<=0", ["sum", -n, [[1, ["x", 0]]]]]);
    assert!(bounded("most", json!([11])));
    assert!(bounded("where", at_most(9)));
    assert!(bounded("where", json!(["and", at_most(9), ["=0", ask(0, &[])]])));
    assert!(bounded("where", json!(["or", at_most(9), is(&json!(["x", 0]), 10)])));
    for most in [json!([9]), json!([]), json!([10, 10]), json!([1_000_000]), json!([u64::MAX]), json!(10), json!([-1])]
    {
        assert!(!bounded("most", most.clone()), "{most}");
    }
    for more in [
        json!(true),
        at_most(11),
        json!(["not", at_most(10)]),
        json!(["or", at_most(10), is(&json!(["x", 0]), 12)]),
        // What stands behind a question does not bound the variables, and what is not defined is not false.
        json!(["and", ["=0", ask(0, &[])], at_most(10)]),
        json!(["and", ["not", ["=0", ["xor", ["sum", 20, [[-1, ["x", 0]]]]]]], at_most(30)]),
    ] {
        assert!(!bounded("where", more.clone()), "{more}");
    }
    let mut open = claim(&value());
    open.as_object_mut().expect("an object").shift_remove("most");
    assert!(!is_verified(open));
    assert!(bounded("at", json!({"game": 0, "entries": [["sum", -3, [[1, ["x", 0]]]]]})));
    assert!(!bounded("at", json!(null)));
}

#[test]
fn statements_without_variables_are_evaluated() {
    let closed = |holds: &Value| {
        let mut object = claim(holds);
        let changes = [("variables", json!(0)), ("at", json!(null)), ("where", json!(true)), ("most", json!([]))];
        changes.into_iter().for_each(|(key, other)| object[key] = other);
        is_verified(object)
    };
    assert!(closed(&is(&ask(0, &[json!(3000)]), 0)));
    assert!(!closed(&is(&ask(0, &[json!(3000)]), 1)));
    assert!(!closed(&is(&ask(0, &[]), 0)));
    if grundy_testing::is_long() {
        assert!(!closed(&is(&ask(0, &[json!(1u64 << 40)]), 0)));
    }
}

/// Is the claim that the value is 0, for a sum of the pile and a number i of 1 to x, refuted there?
fn is_refuted(change: &dyn Fn(&mut Value), variables: &[i128], running: &[i128]) -> bool {
    let mut object = claim(&is(&ask(0, &[json!(["sum", 0, [[1, ["x", 0]], [1, ["v", 0]]]])]), 0));
    object["all"] = json!([[1, ["x", 0]]]);
    object.as_object_mut().expect("an object").shift_remove("most");
    change(&mut object);
    refute(&sealed(object), variables, running, &mut |_| false).is_ok()
}

#[test]
fn a_counterexample_is_one() {
    let kept = |_: &mut Value| {};
    assert!(is_refuted(&kept, &[3], &[1]));
    for (variables, running) in [
        (&[3][..], &[3][..]),
        (&[3], &[4]),
        (&[3], &[0]),
        (&[3], &[]),
        (&[3], &[1, 1]),
        (&[], &[1]),
        (&[11], &[1]),
        (&[-1], &[1]),
        (&[i128::MAX], &[1]),
        (&[3], &[i128::MIN]),
    ] {
        assert!(!is_refuted(&kept, variables, running), "{variables:?} {running:?}");
    }
    let changes: [(&str, Value); 8] = [
        ("if", json!(false)),
        ("if", json!(["=0", ["div", 1, 0]])),
        ("where", json!(["=0", ["div", 1, 0]])),
        ("where", json!(["not", ["=0", ["sum", -3, [[1, ["x", 0]]]]]])),
        ("at", json!({"game": 0, "entries": [["sum", -4, [[1, ["x", 0]]]]]})),
        ("holds", is(&ask(0, &[json!(-1)]), 0)),
        ("holds", json!(["and", ["<=0", ["log2", 0]], false])),
        ("questions", json!([{"game": 0, "asks": "terminal"}])),
    ];
    for (key, other) in changes {
        assert!(!is_refuted(&|object| object[key] = other.clone(), &[3], &[1]), "{key} {other}");
    }
    assert!(is_refuted(&|object| object["holds"] = json!(["and", false, ["<=0", ["log2", 0]]]), &[3], &[1]));
}

/// What is false is refuted; what is not defined, or not known, is not.
#[test]
fn a_statement_that_is_evaluated_is_refuted_where_it_is_false() {
    let refused = |holds: &Value| verify(&sealed(claim(holds)), &mut |_| false).err();
    assert!(matches!(refused(&is(&ask(0, &[]), 0)), Some(Refusal::Refuted(_))));
    let undefined = json!(["or", ["=0", ["log2", ["x", 0]]], true]);
    assert!(matches!(refused(&undefined), Some(Refusal::False(_))));
    assert_eq!(refused(&value()), None);
}

/// What a proof by formulas is compared with: a statement that is false, or not defined, at a small number is found out.
#[test]
fn statements_are_compared_with_the_definition_at_small_numbers() {
    let compared = |holds: &Value| {
        let object = claim(holds);
        let rules = Rules::read(&object["rules"]).expect("rules");
        let object = object.as_object().expect("an object");
        let statement = Statement::read(object, &rules, &|_| Err("no theorem".into())).expect("a statement");
        plainly::compare(&statement, &mut |_| false)
    };
    let (value, rest) = (json!(["ask", 0, []]), json!(["mod", ["x", 0], 3]));
    let same = json!(["=0", ["sum", 0, [[1, value], [-1, rest]]]]);
    assert_eq!(compared(&same), Ok(()));
    for n in 0..=10 {
        // Another value at n alone; and a value of a position that is none, at n alone.
        let at_n = is(&json!(["x", 0]), n);
        let wrong = compared(&json!(["iff", same, ["not", at_n]]));
        assert!(wrong.is_err_and(|why| why.contains("is false")), "{n}");
        let below = json!(["ask", 0, [["sum", -1 - n, [[1, ["x", 0]]]]]]);
        let undefined = compared(&json!(["or", ["not", at_n], ["<=0", below]]));
        assert!(undefined.is_err_and(|why| why.contains("not defined")), "{n}");
    }
}
