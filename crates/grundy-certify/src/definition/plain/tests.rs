//! Values and outcomes against the definition, for rules with and without coordinates that may be exchanged.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};

use crate::definition::concrete::{World, exists, parts};
use crate::definition::plain::Plain;
use crate::form::expr::{Expr, Result, Rules};
use crate::form::symmetry::exchangeable;

struct Nobody;

impl World for Nobody {
    fn step(&self) -> Result<()> {
        Ok(())
    }
}

/// Three piles: a move takes up to `take[i]` from pile i; so many piles may be empty.
fn rules(take: [u64; 3], empty: u64, guard: &Value) -> Rules {
    let zero = |i: usize| json!([1, ["if", ["=0", ["x", i]], 1, 0]]);
    let family = |i: usize| {
        let mut to = [0, 1, 2].map(|k| json!(["x", k]));
        to[i] = json!(["sum", 0, [[1, ["x", i]], [-1, ["v", 0]]]]);
        let params = json!([[1, ["min", take[i], ["x", i]]]]);
        json!({"before": true, "params": params, "guard": guard, "targets": [{"leaf": 0, "tuples": [to]}]})
    };
    let condition = json!(["<=0", ["sum", -i64::try_from(empty).expect("small"), [zero(0), zero(1), zero(2)]]]);
    let rules = json!({
        "format": "grundy-rules", "v": 1, "coordinates": ["a", "b", "c"], "parts": [],
        "leaves": [{"first": 0, "length": 3}], "requires": [{"leaf": 0, "condition": condition}],
        "families": [family(0), family(1), family(2)],
    });
    Rules::read(&rules).expect("rules")
}

/// The value by the definition alone.
fn value(rules: &Rules, misere: bool, at: &[u64], known: &mut HashMap<Vec<u64>, u64>) -> u64 {
    if let Some(value) = known.get(at) {
        return *value;
    }
    let all = parts(rules, at).expect("defined");
    let all: Vec<Vec<u64>> = all.into_iter().filter_map(|mut parts| parts.pop()).collect();
    let values: Vec<u64> = all.iter().map(|option| value(rules, misere, option, known)).collect();
    let mex = (0..).find(|n| !values.contains(n)).expect("a number");
    let value = if misere && values.is_empty() { 1 } else { mex };
    known.insert(at.to_vec(), value);
    value
}

#[test]
fn values_are_those_of_the_definition() {
    let odd = json!(["=0", ["sum", -1, [[1, ["mod", ["v", 0], 2]]]]]);
    let first = json!(["not", ["=0", ["sum", -2, [[1, ["x", 0]]]]]]);
    let partial = json!(["not", ["=0", ["xor", ["x", 0], ["x", 1], ["x", 2], 9]]]);
    let cases = [
        ([9, 9, 9], 3, json!(true), Some(0..3)),
        ([9, 9, 9], 1, json!(true), Some(0..3)),
        ([2, 2, 2], 2, odd, Some(0..3)),
        ([3, 2, 2], 1, json!(true), Some(1..3)),
        ([2, 2, 3], 1, json!(true), Some(0..2)),
        ([2, 3, 2], 1, json!(true), None),
        ([9, 9, 9], 1, first, Some(1..3)),
        ([9, 9, 9], 1, partial, None),
    ];
    for (take, empty, guard, alike) in cases {
        let rules = rules(take, empty, &guard);
        assert_eq!(exchangeable(&rules), Vec::from_iter(alike), "{take:?} {guard}");
        for misere in [false, true] {
            let (mut plain, mut known) = (Plain::new(&rules, misere), HashMap::new());
            plain.end_early();
            for number in 0..216u64 {
                // Large positions first, so that whole trees are searched.
                let at = [number % 6, number / 6 % 6, number / 36].map(|x| 5 - x);
                if exists(&rules, &at).expect("defined") {
                    let right = value(&rules, misere, &at, &mut known);
                    assert_eq!(plain.is_zero_within(&at, &Nobody), Ok(right == 0), "{at:?}");
                    assert_eq!(plain.value(&at, &mut |_| false), Ok(right), "{at:?}");
                }
            }
        }
    }
}

/// The value by the definition, where so many of the options, as tuples, may be forbidden.
fn blocked_value(rules: &Rules, at: &[u64], known: &mut HashMap<Vec<u64>, u64>) -> u64 {
    if let Some(value) = known.get(at) {
        return *value;
    }
    let options: BTreeSet<Vec<u64>> =
        parts(rules, at).expect("defined").into_iter().filter_map(|mut parts| parts.pop()).collect();
    let values: Vec<u64> = options.iter().map(|option| blocked_value(rules, option, known)).collect();
    let times = |n: u64| values.iter().filter(|value| **value == n).count() as u64;
    let value = (0..).find(|n| times(*n) <= rules.blocked).expect("a number");
    known.insert(at.to_vec(), value);
    value
}

/// Piles that may be exchanged: options that can be exchanged with each other count as two.
#[test]
fn options_that_may_be_forbidden_are_counted() {
    for blocked in 1..4 {
        let rules = Rules { blocked, ..rules([3, 3, 3], 3, &json!(true)) };
        let (mut plain, mut known) = (Plain::new(&rules, false), HashMap::new());
        plain.end_early();
        for number in 0..216u64 {
            let at = [number % 6, number / 6 % 6, number / 36].map(|x| 5 - x);
            let right = blocked_value(&rules, &at, &mut known);
            assert_eq!(plain.value(&at, &mut |_| false), Ok(right), "{blocked} at {at:?}");
            assert_eq!(plain.is_zero_within(&at, &Nobody), Ok(right == 0), "{blocked} at {at:?}");
        }
    }
}

#[test]
fn rules_say_in_version_2_what_may_be_forbidden() {
    let json = |v: u64, more: Value| {
        let mut json = json!({"format": "grundy-rules", "v": v, "coordinates": [], "parts": [], "leaves": [], "requires": [], "families": []});
        json.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        json
    };
    assert!(Rules::read(&json(1, json!({}))).is_ok());
    let two = json(2, json!({"blocked": 2}));
    assert_eq!(Rules::read_any(&two).expect("rules").blocked, 2);
    assert!(Rules::read(&two).is_err_and(|why| why.contains("forbidden")));
    for wrong in [
        json(1, json!({"blocked": 2})),
        json(2, json!({})),
        json(2, json!({"blocked": 0})),
        json(3, json!({"blocked": 2})),
        json(1, json!({"passes": 1})),
    ] {
        assert!(Rules::read_any(&wrong).is_err(), "{wrong}");
    }
}

#[test]
fn moves_that_lead_round_are_refused() {
    let rules = rules([1, 1, 1], 3, &json!(true));
    let mut round = rules;
    round.families[0].params[0].0 = Expr::Int(0);
    let mut plain = Plain::new(&round, false);
    assert!(plain.value(&[1, 1, 1], &mut |_| false).is_err());
    assert!(plain.is_zero_within(&[1, 1, 1], &Nobody).is_err());
}

#[test]
fn parts_are_added() {
    // Grundy's game: a move splits a heap into two that are not equal. The values are in Winning Ways, chapter 4.
    let smaller = json!(["v", 0]);
    let other = json!(["sum", 0, [[1, ["x", 0]], [-1, ["v", 0]]]]);
    let rules = json!({
        "format": "grundy-rules", "v": 1, "coordinates": ["n"], "parts": [],
        "leaves": [{"first": 0, "length": 1}], "requires": [],
        "families": [{
            "before": true, "params": [[1, ["div", ["sum", -1, [[1, ["x", 0]]]], 2]]], "guard": true,
            "targets": [{"leaf": 0, "tuples": [[smaller], [other]]}],
        }],
    });
    let rules = Rules::read(&rules).expect("rules");
    let right = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
    let (mut plain, mut upward) = (Plain::new(&rules, false), Plain::new(&rules, false));
    plain.end_early();
    for n in 0..=20u64 {
        let at = right.len() - 1 - usize::try_from(n).expect("small");
        assert_eq!(plain.value(&[20 - n], &mut |_| false), Ok(right[at]), "{n}");
        assert_eq!(upward.is_zero_within(&[n], &Nobody), Ok(right[right.len() - 1 - at] == 0), "{n}");
    }
}

/// Ends the work after so many steps.
struct Ends(Cell<u64>);

impl World for Ends {
    fn step(&self) -> Result<()> {
        self.0.set(self.0.get().checked_sub(1).ok_or("no more steps")?);
        Ok(())
    }
}

#[test]
fn work_that_was_ended_can_be_begun_again() {
    // Take one or two.
    let less = json!(["sum", 0, [[1, ["x", 0]], [-1, ["v", 0]]]]);
    let rules = json!({
        "format": "grundy-rules", "v": 1, "coordinates": ["n"], "parts": [], "leaves": [{"first": 0, "length": 1}], "requires": [],
        "families": [{"before": true, "params": [[1, 2]], "guard": true, "targets": [{"leaf": 0, "tuples": [[less]]}]}],
    });
    let rules = Rules::read(&rules).expect("rules");
    let mut ended = 0;
    for steps in (0..400).step_by(7) {
        let mut plain = Plain::new(&rules, false);
        let first = plain.value_within(&[12], &Ends(Cell::new(steps)));
        ended += u64::from(first == Err("no more steps".to_string()));
        for n in 9..=12 {
            assert_eq!(plain.value_within(&[n], &Nobody), Ok(n % 3), "{n} after {steps} steps");
        }
    }
    assert!(ended > 10, "{ended}");
}
