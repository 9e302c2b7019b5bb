//! Graphs with circles: values against those that follow from values of options, and statements with such values, true and forged.

use serde_json::{Value as Json, json};

use crate::definition::endless::*;
use crate::form::certificate::hash;
use crate::form::expr::Rules;
use crate::verify;

/// Counts nothing.
struct Free;

impl World for Free {
    fn step(&self) -> Result<()> {
        Ok(())
    }
}

/// Rules of a token on a graph, whose vertices are numbered from 0.
fn rules(options: &[Vec<usize>]) -> Json {
    let is = |n: usize| json!(["=0", ["sum", -(n as i64), [[1, ["x", 0]]]]]);
    let family = |(from, to): (usize, &usize)| json!({"before": true, "params": [], "guard": is(from), "targets": [{"leaf": 0, "tuples": [[to]]}]});
    let families = options.iter().enumerate().flat_map(|(from, list)| list.iter().map(move |to| (from, to)));
    json!({
        "format": "grundy-rules", "v": 1, "coordinates": ["v"], "parts": [],
        "requires": [{"leaf": 0, "condition": ["<=0", ["sum", 1 - options.len() as i64, [[1, ["x", 0]]]]]}],
        "leaves": [{"first": 0, "length": 1}], "families": families.map(family).collect::<Vec<_>>(),
    })
}

/// Graphs of a few vertices, each with a few options, from a fixed sequence of numbers.
fn graphs(count: usize) -> Vec<Vec<Vec<usize>>> {
    let mut state = 9u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut graph = |size: usize| (0..size).map(|_| (0..below(4)).map(|_| below(size)).collect()).collect();
    (0..count).map(|k| graph(2 + k % 6)).collect()
}

/// The definition of Fraenkel and Yesha, tried for all labellings of a graph by numbers up to `most` and infinity: the numbers are the mex of those of the options, and each
/// option without a number that might prevent this has an option of that number with a smaller counter. The counter is the round in which a vertex gets its number.
fn labelled(options: &[Vec<usize>]) -> Vec<Value> {
    let mut labels: Vec<Option<u64>> = vec![None; options.len()];
    loop {
        let mex = |v: usize, labels: &[Option<u64>]| {
            (0..).find(|n| !options[v].iter().any(|to| labels[*to] == Some(*n))).expect("a number")
        };
        let fits = |v: &usize| {
            let m = mex(*v, &labels);
            // Smaller numbers come first: none can be given any more.
            labels[*v].is_none()
                && options[*v]
                    .iter()
                    .all(|to| labels[*to].is_some() || options[*to].iter().any(|back| labels[*back] == Some(m)))
        };
        let next = (0..options.len()).filter(fits).min_by_key(|v| mex(*v, &labels));
        match next {
            Some(v) => labels[v] = Some(mex(v, &labels)),
            None => break,
        }
    }
    let value = |v: usize| match labels[v] {
        Some(number) => Value::Number(number),
        None => {
            let mut heaps: Vec<u64> = options[v].iter().filter_map(|to| labels[*to]).collect();
            heaps.sort_unstable();
            heaps.dedup();
            Value::Infinite(heaps)
        }
    };
    (0..options.len()).map(value).collect()
}

#[test]
fn sums_with_heaps_tell_the_values() {
    let (mut infinite, mut finite) = (0, 0);
    for options in graphs(400) {
        let rules = Rules::read(&rules(&options)).expect("rules");
        let mut endless = Endless::new(&rules);
        for (v, expected) in labelled(&options).into_iter().enumerate() {
            let found = endless.value(&[v as u64], &Free).expect("a value");
            assert_eq!(found, expected, "{v} of {options:?}");
            *(if matches!(found, Value::Infinite(_)) { &mut infinite } else { &mut finite }) += 1;
        }
    }
    assert!(infinite > 300 && finite > 300, "{infinite} and {finite}");
}

#[test]
fn values_have_numbers() {
    assert_eq!(Value::Number(5).code(), Ok(5));
    assert_eq!(Value::Infinite(vec![]).code(), Ok(-1));
    assert_eq!(Value::Infinite(vec![0, 2]).code(), Ok(-6));
    assert!(Value::Infinite(vec![126]).code().is_err());
    assert_eq!([Value::Number(0), Value::Number(3), Value::Infinite(vec![1])].map(|value| value.outcome()), [0, 1, 2]);
    assert_eq!(Value::Infinite(vec![0]).outcome(), 1);
}

/// A claim on all vertices of a graph; question 0 is who wins, 1 the number that stands for the value.
fn is_verified(options: &[Vec<usize>], holds: &Json) -> bool {
    let rules = rules(options);
    let mut object = json!({
        "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "graph", "hash": hash(&rules.to_string()), "rules": rules, "play": "normal",
        "games": [], "values": [], "variables": 1, "at": {"game": 0, "entries": [["x", 0]]},
        "questions": [{"game": 0, "asks": "outcome"}, {"game": 0, "asks": "loopy"}],
        "where": true, "all": [], "if": true, "holds": holds, "most": [options.len() - 1],
    });
    object["check"] = hash(&object.to_string()).into();
    verify(&object.to_string(), &mut |_| false).is_ok()
}

#[test]
fn true_statements_are_verified_and_forged_ones_refused() {
    // 0 ends; 1 and 2 lead to each other, 1 also to 0; 3 leads to 2.
    let options = [vec![], vec![0, 2], vec![1, 3], vec![2]];
    let ask = |question: usize| json!(["ask", question, []]);
    let is = |question: usize, n: i64| json!(["=0", ["sum", -n, [[1, ask(question)]]]]);
    let at = |v: i64, holds: Json| json!(["or", ["not", ["=0", ["sum", -v, [[1, ["x", 0]]]]]], holds]);
    let truth = [(0, 0, 0), (1, 1, -2), (2, 2, -1), (3, 2, -1)];
    for (v, outcome, code) in truth {
        for wrong in [0, 1] {
            assert_eq!(is_verified(&options, &at(v, is(0, (outcome + wrong) % 3))), wrong == 0, "who wins {v}");
            assert_eq!(is_verified(&options, &at(v, is(1, code - wrong))), wrong == 0, "the value of {v}");
        }
    }
}
