//! The same moves by other parameters: differences that are bounded are written out, and amounts become what is left. No value may change.

use std::sync::Arc;

use grundy::{Evaluator, Options, Ruleset, Session};
use grundy_rules::rules::normal::by_rests;
use grundy_testing::{Tape, games};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestCaseResult};

/// The plain engine lists the moves as they are written.
fn same(one: &Arc<Ruleset>, other: &Arc<Ruleset>, hi: &[u64], text: &str) -> TestCaseResult {
    let of = |rules: &Arc<Ruleset>| {
        let options = Options { plain: true, ..Options::default() };
        Evaluator::new(rules, options).table(hi).map_err(|error| TestCaseError::fail(format!("{text}\n{error}")))
    };
    let (one, other) = (of(one)?, of(other)?);
    let mut at = vec![0; hi.len()];
    loop {
        prop_assert_eq!(one.get(&at), other.get(&at), "{} at {:?}", text, at);
        let Some(i) = (0..at.len()).rev().find(|i| at[*i] < hi[*i]) else { return Ok(()) };
        at[i] += 1;
        at[i + 1..].fill(0);
    }
}

fn rules(text: &str, game: &str) -> Arc<Ruleset> {
    let mut session = Session::new();
    session.load("g.game", text).expect("rules");
    session.game(game, None).expect("a game").rules
}

/// Each family by what its moves leave.
fn all_by_rests(rules: &Arc<Ruleset>) -> Arc<Ruleset> {
    let families = rules.families.iter().map(|family| by_rests(rules, family)).collect();
    Arc::new(Ruleset { families, ..(**rules).clone() })
}

/// Moves of two piles that take numbers whose difference a guard or a range bounds.
fn bounded(t: &mut Tape) -> String {
    let (low, more) = (t.int(-3, 3), t.int(0, 4));
    let guard = match t.below(4) {
        0 => format!("abs(k - l + {low}) <= {more}"),
        1 => format!("k - l >= {low} and l - k >= -{}", low + more),
        2 => format!("l in {low} + k..{} + k and l != 2", low + more),
        _ => format!("abs(l - k) < {more} and a + l >= {}", t.int(0, 5)),
    };
    let (first, second) = (t.int(0, 2), t.int(0, 2));
    let ends = ["b", "min(b, 2*a)", "min(b, k + 3)", "b - 1"];
    let end = ends[t.below(ends.len())];
    let pair = match t.below(2) {
        0 => format!("move (a - k, b - l) for k in {first}..a, l in {second}..{end} if k + l >= 1 and {guard}"),
        _ => format!(
            "move (a - l, b - k) for k in {first}..b, l in max({second}, k - {more})..min(a, k + {more}) if k + l >= 1"
        ),
    };
    format!("game g(a, b) {{ move (a - i, b) for i in 1..min(a, {}); {pair} }}", t.int(1, 9))
}

/// Moves that set a coordinate to what was taken from another, or to a part of it.
fn set(t: &mut Tape) -> String {
    let (times, more) = (t.int(1, 3), t.int(0, 2));
    let ends = ["min(n, q)", "min(n, 2*q)", "min(3*q + 1, n)", "min(n - 1, q)", "min(n, q + 2)"];
    let left = ["t", "t + 1", "t - 1", "2*t", "q - t"];
    let (end, left) = (ends[t.below(ends.len())], left[t.below(left.len())]);
    format!(
        "game g(n, q) {{ move (n - t, {left}) for t in {times}..{end} if t != {more}; move (n, q - i) for i in 1..{more} }}"
    )
}

proptest! {
    #![proptest_config(crate::config(150))]

    #[test]
    fn differences_that_are_bounded_are_written_out(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let text = bounded(&mut Tape::new(&bytes));
        let rules = rules(&text, "g");
        if let Some(spread) = rules.spread() {
            prop_assert!(spread.families.iter().all(|family| family.params.len() < 2), "{}", text);
            same(&rules, &Arc::new(spread), &[9, 9], &text)?;
        }
        same(&rules, &all_by_rests(&rules), &[9, 9], &text)?;
    }

    #[test]
    fn what_is_left_stands_for_what_is_taken(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let text = set(&mut Tape::new(&bytes));
        let rules = rules(&text, "g");
        same(&rules, &all_by_rests(&rules), &[12, 12], &text)?;
    }

    #[test]
    fn games_of_any_shape_keep_their_values(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        let case = games::alone(&mut Tape::new(&bytes));
        let rules = rules(&case.text, &case.asked);
        same(&rules, &all_by_rests(&rules), &case.hi, &case.text)?;
        if let Some(spread) = rules.spread() {
            same(&rules, &Arc::new(spread), &case.hi, &case.text)?;
        }
    }
}

/// Not every random game has something to write out.
#[test]
fn what_is_written_out() {
    let families = |text: &str| rules(text, "g").spread().map(|spread| spread.families.len());
    let pair = |guard: &str| format!("game g(a, b) {{ move (a - k, b - l) for k in 1..a, l in 1..b if {guard} }}");
    assert_eq!(families(&pair("abs(k - l) < 3")), Some(5));
    assert_eq!(families(&pair("l <= k + 1 and k <= l + 2")), Some(4));
    assert_eq!(families(&pair("l <= k + 1")), None);
    assert_eq!(families(&pair("abs(k - 2*l) < 3")), None);
    assert_eq!(families("game g(a, b) { move (a - k, b - l) for k in 1..a, l in k..min(b, k + 1) }"), Some(2));
    let set = rules("game g(n, q) { move (n - t, t) for t in 1..min(2*q, n) }", "g");
    let [family] = &set.families[..] else { unreachable!("one clause") };
    assert_ne!(by_rests(&set, family), *family);
}
