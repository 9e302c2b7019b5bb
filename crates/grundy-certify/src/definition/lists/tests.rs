//! Values of games that split, with a pass and in compounds, against positions written out by hand.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::definition::lists::are_needed;
use crate::definition::plain::Plain;
use crate::form::expr::Rules;

/// Take one token, and leave the others as one heap or two; at most so many are left in a heap.
fn heaps(most: i64) -> Value {
    let rest = json!(["sum", -1, [[1, ["x", 0]], [-1, ["v", 0]]]]);
    json!({
        "format": "grundy-rules", "v": 1, "coordinates": ["own"], "parts": [], "leaves": [{"first": 0, "length": 1}],
        "requires": [{"leaf": 0, "condition": ["<=0", ["sum", -most, [[1, ["x", 0]]]]]}],
        "families": [{
            "before": true, "params": [[0, ["div", ["sum", -1, [[1, ["x", 0]]]], 2]]], "guard": true,
            "targets": [{"leaf": 0, "tuples": [[["v", 0]], [rest]]}],
        }],
    })
}

/// The same with a pass.
fn with_pass(most: i64) -> Value {
    let (part, mut whole) = (heaps(most), heaps(most));
    whole["coordinates"] = json!(["own", ["passes", 2]]);
    whole["leaves"] = json!([{"first": 0, "length": 1}, {"first": 1, "length": 1}]);
    let pass = json!({
        "before": ["and", ["<=0", ["sum", 1, [[-1, ["x", 1]]]]], ["not", ["terminal", 0]]], "params": [], "guard": true,
        "targets": [{"leaf": 1, "tuples": [[["sum", -1, [[1, ["x", 1]]]]]]}],
    });
    whole["families"].as_array_mut().expect("a list").push(pass);
    whole["parts"] = json!([{"first": 0, "leaf": 0, "rules": part}]);
    whole
}

/// Such a game beside a pile, where a move takes from both; from the pile, one or two tokens.
fn with_pile() -> Value {
    let mut whole = heaps(100);
    whole["coordinates"] = json!(["own", "own"]);
    whole["leaves"] = json!([{"first": 0, "length": 1}, {"first": 1, "length": 1}]);
    let less = json!({"leaf": 1, "tuples": [[["sum", 0, [[1, ["x", 1]], [-1, ["v", 1]]]]]]});
    let family = &mut whole["families"][0];
    family["params"].as_array_mut().expect("a list").push(json!([1, 2]));
    family["targets"].as_array_mut().expect("a list").push(less);
    whole
}

/// Heaps in order, also empty ones, and the number of passes or the pile.
type Position = (Vec<u64>, u64);

/// The options of a position.
type Options = fn(&Position) -> Vec<Position>;

/// What taking one token from some heap leaves, where heaps may be so large.
fn taken(heaps: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![];
    for (place, n) in heaps.iter().enumerate().filter(|(_, n)| **n > 0) {
        for a in 0..=(n - 1) / 2 {
            let mut to = heaps.to_vec();
            to[place] = a;
            to.push(n - 1 - a);
            to.sort_unstable();
            all.push(to);
        }
    }
    all
}

fn by_hand(at: &Position, options: Options, misere: bool, known: &mut HashMap<Position, u64>) -> u64 {
    if let Some(value) = known.get(at) {
        return *value;
    }
    let values: Vec<u64> = options(at).iter().map(|option| by_hand(option, options, misere, known)).collect();
    let value = match values.is_empty() && misere {
        true => 1,
        false => (0..).find(|n| !values.contains(n)).expect("a number"),
    };
    known.insert(at.clone(), value);
    value
}

fn passed((heaps, passes): &Position) -> Vec<Position> {
    let mut all: Vec<Position> = taken(heaps).into_iter().map(|to| (to, *passes)).collect();
    if !all.is_empty() && *passes > 0 {
        all.push((heaps.clone(), passes - 1));
    }
    all
}

fn piled((heaps, pile): &Position) -> Vec<Position> {
    let less = |less: u64| pile.checked_sub(less).map(|pile| taken(heaps).into_iter().map(move |to| (to, pile)));
    (1..=2).filter_map(less).flatten().collect()
}

#[test]
fn values_are_those_of_positions_written_out() {
    let (pass, pile) = (with_pass(100), with_pile());
    let games: [(&Value, Options, u64); 2] = [(&pass, passed, 2), (&pile, piled, 7)];
    for (rules, options, most) in games {
        let rules = Rules::read(rules).expect("rules");
        assert!(are_needed(&rules));
        for misere in [false, true] {
            let (mut plain, mut known) = (Plain::new(&rules, misere), HashMap::new());
            for n in 0..=9 {
                for other in 0..=most {
                    let right = by_hand(&(vec![n], other), options, misere, &mut known);
                    assert_eq!(plain.value(&[n, other], &mut |_| false), Ok(right), "{n}, {other}, {misere}");
                }
            }
            // An empty heap that no move takes with the pile is left out.
            assert!(most > 2 || plain.positions() < known.len() / 2);
        }
    }
}

/// Two such games beside each other, and nothing that joins them: a position is the sum of its heaps.
#[test]
fn what_nothing_joins_is_a_sum() {
    let mut sum = heaps(1000);
    sum["coordinates"] = json!(["own", "own"]);
    sum["leaves"] = json!([{"first": 0, "length": 1}, {"first": 1, "length": 1}]);
    let text = sum["families"][0].to_string().replace("[\"x\",0]", "[\"x\",1]").replace("\"leaf\":0", "\"leaf\":1");
    sum["families"].as_array_mut().expect("a list").push(serde_json::from_str(&text).expect("JSON"));
    let (sum, alone) = (Rules::read(&sum).expect("rules"), Rules::read(&heaps(1000)).expect("rules"));
    assert!(are_needed(&sum) && !are_needed(&alone));
    let (mut plain, mut one) = (Plain::new(&sum, false), Plain::new(&alone, false));
    for (a, b) in [(3, 4), (60, 61), (100, 0), (99, 98)] {
        let right =
            one.value(&[a], &mut |_| false).expect("a value") ^ one.value(&[b], &mut |_| false).expect("a value");
        assert_eq!(plain.value(&[a, b], &mut |_| false), Ok(right), "{a}, {b}");
    }
    assert!(plain.positions() < 250, "each heap is looked at once");
    // In misère play heaps are no sum, and there are too many positions.
    let refused = Plain::new(&sum, true).value(&[99, 98], &mut |_| false);
    assert!(refused.is_err_and(|why| why.contains("options")));
}

#[test]
fn parts_that_do_not_exist_are_not_left() {
    // No heap may have more than 3 tokens: from 8 there is no move, and a pass neither; from 7 there is one.
    let rules = with_pass(3);
    let rules = Rules::read(&rules).expect("rules");
    let mut plain = Plain::new(&rules, false);
    assert_eq!(plain.value(&[8, 1], &mut |_| false), Ok(0));
    assert_eq!(plain.value(&[7, 0], &mut |_| false), Ok(1));
}

#[test]
fn a_condition_without_coordinates_is_one_on_its_leaf() {
    // No number of passes exists, so that there is no pass: the value is that of the heap.
    let mut rules = with_pass(100);
    rules["requires"].as_array_mut().expect("a list").push(json!({"leaf": 1, "condition": false}));
    let (rules, alone) = (Rules::read(&rules).expect("rules"), Rules::read(&heaps(100)).expect("rules"));
    for n in 0..12 {
        let value = Plain::new(&alone, false).value(&[n], &mut |_| false);
        assert_eq!(Plain::new(&rules, false).value(&[n, 1], &mut |_| false), value, "{n}");
    }
}

#[test]
fn other_rules_are_refused() {
    let is_refused = |pointer: &str, value: Value| {
        let mut rules = with_pass(100);
        *rules.pointer_mut(pointer).expect("a place") = value;
        if let Ok(rules) = Rules::read(&rules) {
            assert!(are_needed(&rules));
            assert!(Plain::new(&rules, false).value(&[5, 1], &mut |_| false).is_err(), "{pointer}");
        }
    };
    // An expression, or a condition, that speaks of a leaf that is not moved, of the other leaf or of a part.
    is_refused("/families/0/guard", json!(["=0", ["x", 1]]));
    is_refused("/families/0/targets/0/tuples/0/0", json!(["x", 1]));
    is_refused("/families/0/params/0/0", json!(["x", 1]));
    is_refused("/requires/0/condition", json!(["<=0", ["sum", -100, [[1, ["x", 0]], [1, ["x", 1]]]]]));
    is_refused("/requires/0/condition", json!(["not", ["terminal", 0]]));
    // A leaf without coordinates.
    is_refused("/leaves", json!([{"first": 0, "length": 1}, {"first": 1, "length": 1}, {"first": 2, "length": 0}]));
    // Moves that lead round.
    is_refused("/families/1/targets/0/tuples/0/0", json!(["x", 1]));
    is_refused("/families/0/targets/0/tuples/0/0", json!(["x", 0]));
}

#[test]
fn work_that_was_ended_can_be_begun_again() {
    let rules = with_pass(100);
    let rules = Rules::read(&rules).expect("rules");
    let right = Plain::new(&rules, false).value(&[9, 1], &mut |_| false);
    let mut ended = 0;
    for steps in (0..4000).step_by(97) {
        let mut plain = Plain::new(&rules, false).limited(steps);
        ended += u32::from(plain.value(&[9, 1], &mut |_| false).is_err());
        let mut plain = plain.limited(1 << 30);
        assert_eq!(plain.value(&[9, 1], &mut |_| false), right, "{steps}");
    }
    assert!(ended > 5, "{ended}");
}
