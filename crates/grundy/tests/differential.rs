//! Random small games: the engines against a literal textbook recursion.
//!
//! Proptest makes games of all shapes and compounds as small trees of the test's own. Each is written in the rules language for the
//! library, and its options are listed by direct evaluation of the tree for the textbook: mex over the options, no theorem,
//! normal and misère. Table, search and the default must agree with it on a small box, with `plain` and without; so must what
//! is found of a game's structure, with the definitions checked position by position, and the verdicts on random claims.

#[path = "differential/claims.rs"]
mod claims;
#[path = "differential/compare.rs"]
mod compare;
#[path = "differential/conditions.rs"]
mod conditions;
#[path = "differential/eval.rs"]
mod eval;
#[path = "differential/expr.rs"]
mod expr;
#[path = "differential/families.rs"]
mod families;
#[path = "differential/games.rs"]
mod games;
#[path = "differential/rules.rs"]
mod rules;
#[path = "differential/splits.rs"]
mod splits;
#[path = "differential/structure.rs"]
mod structure;
#[path = "differential/tape.rs"]
mod tape;
#[path = "differential/textbook.rs"]
mod textbook;
#[path = "differential/vectors.rs"]
mod vectors;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestCaseResult};

use games::Case;
use tape::Tape;

fn config(cases: u32) -> Config {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(cases);
    Config { cases, failure_persistence: None, max_shrink_iters: 2000, ..Config::default() }
}

fn check(bytes: &[u8], make: impl FnOnce(&mut Tape) -> Case) -> TestCaseResult {
    let case = make(&mut Tape::new(bytes));
    compare::compare(&case).map_err(TestCaseError::fail)
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn games_with_rules_of_their_own(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        check(&bytes, games::alone)?;
    }

    #[test]
    fn compounds(bytes in prop::collection::vec(any::<u8>(), 0..160)) {
        check(&bytes, games::compound)?;
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn structure_of_games(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        structure::compare(&games::alone(&mut Tape::new(&bytes))).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn structure_of_compounds(bytes in prop::collection::vec(any::<u8>(), 0..160)) {
        structure::compare(&games::compound(&mut Tape::new(&bytes))).map_err(TestCaseError::fail)?;
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn claims_of_games(bytes in prop::collection::vec(any::<u8>(), 0..150), more in prop::collection::vec(any::<u8>(), 0..40)) {
        let case = games::alone(&mut Tape::new(&bytes));
        claims::compare(&mut Tape::new(&more), &case).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn claims_of_compounds(bytes in prop::collection::vec(any::<u8>(), 0..160), more in prop::collection::vec(any::<u8>(), 0..40)) {
        let case = games::compound(&mut Tape::new(&bytes));
        claims::compare(&mut Tape::new(&more), &case).map_err(TestCaseError::fail)?;
    }
}

/// Differences found once, with what the textbook says.
#[test]
fn found_once() {
    for (rules, at, expected) in FOUND {
        let mut session = grundy::Session::new();
        session.load("found.game", rules).expect("the rules are of the language");
        let game = session.game("g", None).expect("a game");
        let position = session.position(&game, at).expect("a position");
        for engine in [None, Some(grundy::EngineName::Table), Some(grundy::EngineName::Search)] {
            let mut evaluator =
                grundy::Evaluator::new(&game.rules, grundy::Options { engine, ..grundy::Options::default() });
            assert_eq!(evaluator.value(&position).expect("a value").value, *expected, "{rules}at {at}, {engine:?}");
        }
    }
}

/// Rules, a position, its value.
const FOUND: &[(&str, &str, u32)] = &[
    // A quantified form in a `require` shares no name with the parameters of the move.
    (
        "game g(a, b) {
            require any q in 0..a if q mod 2 = 1: q * q < a + 2
            move (a - i, b - j) for i in 1..a, j in 1..b if i mod 2 = 0
        }",
        "4,3",
        1,
    ),
];
