//! Rules that formulas and plain evaluation would read in two ways are refused, and so are values that plain evaluation does not reach.

use serde_json::{Value, json};

use crate::form::certificate::hash;
use crate::{Refusal, verify};

fn family(targets: Value, params: Value, guard: Value) -> Value {
    json!({"before": true, "params": params, "guard": guard, "targets": targets})
}

fn rules(leaves: &[(usize, usize)], families: &[Value]) -> Value {
    let leaf = |(first, length): &(usize, usize)| json!({"first": first, "length": length});
    let width = leaves.iter().map(|(first, length)| first + length).max().unwrap_or(0);
    json!({
        "format": "grundy-rules", "v": 1, "coordinates": vec!["n"; width], "parts": [], "requires": [],
        "leaves": leaves.iter().map(leaf).collect::<Vec<_>>(), "families": families,
    })
}

/// What a checker says of the value at a position, by the definition.
fn value(rules: &Value, at: &[u64], value: i64) -> Result<(), Refusal> {
    let mut object = json!({
        "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "g", "rules": rules, "hash": hash(&rules.to_string()), "play": "normal", "games": [],
        "values": [], "variables": 0, "at": null, "questions": [{"game": 0, "asks": "value", "play": "normal"}], "where": true, "all": [], "if": true,
        "holds": ["=0", ["sum", -value, [[1, ["ask", 0, at]]]]], "most": [],
    });
    object["check"] = hash(&object.to_string()).into();
    verify(&object.to_string(), &mut |_| false).map(|_| ())
}

/// What does not end is refused: conditions on positions that run through too many numbers.
#[test]
fn conditions_on_positions_take_few_steps() {
    let to = json!([{"leaf": 0, "tuples": [[["sum", 0, [[1, ["x", 0]], [-1, ["v", 0]]]]]]}]);
    let mut long = rules(&[(0, 1)], &[family(to, json!([[1, ["x", 0]]]), json!(true))]);
    let condition = json!(["fold", "all", [[0, 0, 1_000_000], [1, 0, 1_000_000]], true, true]);
    long["requires"] = json!([{"leaf": 0, "condition": condition}]);
    let equal = json!({"next": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepts": [true, false]});
    let begun = |kind: &str, rules: &Value| {
        json!({
            "format": "grundy-certificate", "v": 1, "kind": kind, "game": "g", "rules": rules, "hash": hash(&rules.to_string()), "play": "normal", "falls": [1],
        })
    };
    let refused = |mut object: Value| {
        object["check"] = hash(&object.to_string()).into();
        verify(&object.to_string(), &mut |_| false).err().map(|refusal| refusal.to_string()).unwrap_or_default()
    };
    let (mut values, mut alike) = (begun("values", &long), begun("correspondence", &long));
    for (key, value) in [("base", json!(2)), ("coordinates", json!("plain")), ("graph", equal)] {
        values[key] = value;
    }
    alike["rules"]["requires"] = json!([]);
    alike["hash"] = hash(&alike["rules"].to_string()).into();
    let game = json!({"rules": alike["rules"], "falls": [1], "at": [["x", 0]]});
    for (key, value) in [("where", condition), ("games", json!([game])), ("numbers", json!([]))] {
        alike[key] = value;
    }
    for object in [values, alike] {
        let why = refused(object);
        assert!(why.contains("too many steps"), "{why}");
    }
}

fn less(coordinate: usize, by: i64) -> Value {
    json!(["sum", -by, [[1, ["x", coordinate]]]])
}

#[test]
fn a_position_beyond_64_bits_is_an_option() {
    let zero = json!(["=0", ["x", 0]]);
    let to = json!([{"leaf": 0, "tuples": [[["sum", "18446744073709551616", [[1, ["x", 0]]]]]]}]);
    let far = rules(&[(0, 1)], &[family(to, json!([]), zero.clone())]);
    for number in [0, 1] {
        assert!(matches!(value(&far, &[0], number), Err(Refusal::False(_))), "{number}");
    }
    let to = json!([{"leaf": 0, "tuples": [[["sum", "-18446744073709551616", [[1, ["x", 0]]]]]]}]);
    let none = rules(&[(0, 1)], &[family(to, json!([]), zero)]);
    assert_eq!(value(&none, &[0], 0), Ok(()));
    assert!(matches!(value(&none, &[0], 1), Err(Refusal::Refuted(_))));
}

#[test]
fn a_leaf_is_replaced_once() {
    let one = |leaf: usize, by: i64| json!({"leaf": leaf, "tuples": [[less(leaf, by)]]});
    let twice = |leaf: usize, first: i64| {
        let targets = json!([one(leaf, first), one(leaf, 3 - first)]);
        family(targets, json!([]), json!(true))
    };
    // The coordinates of these look as if they could be exchanged.
    let rules_of = |families: &[Value]| rules(&[(0, 1), (1, 1)], families);
    let unclear = rules_of(&[twice(0, 1), twice(1, 2)]);
    for at in [[0, 1], [1, 0]] {
        assert!((0..2).all(|number| value(&unclear, &at, number).is_err()));
    }
    let clear = |leaf: usize| family(json!([one(leaf, 1)]), json!([]), json!(true));
    assert_eq!(value(&rules_of(&[clear(0), clear(1)]), &[1, 0], 1), Ok(()));
    let shared = rules(&[(0, 1), (0, 1)], &[clear(0)]);
    assert!(value(&shared, &[1], 1).is_err());
}

#[test]
fn a_variable_is_bound_once() {
    let to = || json!([{"leaf": 0, "tuples": [[["sum", 0, [[1, ["x", 0]], [-1, ["v", 0]]]]]]}]);
    let any = |variable: usize| json!(["fold", "any", [[variable, 2, 2]], true, true]);
    let of = |params: Value, guard: Value| rules(&[(0, 1)], &[family(to(), params, guard)]);
    assert_eq!(value(&of(json!([[1, 1]]), any(1)), &[2], 0), Ok(()));
    for rules in [
        of(json!([[1, 1]]), any(0)),
        of(json!([[1, ["v", 0]]]), any(1)),
        of(json!([]), any(1)),
        of(json!([]), any(0)),
        of(json!([[1, 1]]), json!(["and", any(1), ["=0", ["sum", -2, [[1, ["v", 1]]]]]])),
    ] {
        assert!((0..3).all(|number| value(&rules, &[2], number).is_err()), "{rules}");
    }
}
