//! Random small games: the engines against a literal textbook recursion.
//!
//! Proptest generates games of all shapes and compounds as small trees of a model. The library gets each game as text in the rules
//! language. The textbook recursion evaluates the tree directly: mex over the options, no theorem, normal and misère. Table, search and
//! the default must agree with the recursion on a small box, with `plain` and without. The classification of games must agree with the
//! definitions checked position by position, and the verdicts on random claims with a naive check. Where theorems give the values of
//! compounds, the plain engine must give the same.

mod blocks;
mod claims;
pub(crate) mod compare;
mod holes;
mod lines;
mod plain;
mod plans;
mod rays;
mod structure;
mod symmetric;
mod theorems;
mod tiles;

use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestCaseResult};

use grundy_testing::{Case, Noise, Tape, boxes, games, rows};

fn check(bytes: &[u8], make: impl FnOnce(&mut Tape) -> Case) -> TestCaseResult {
    let case = make(&mut Tape::new(bytes));
    compare::compare(&case).map_err(TestCaseError::fail)
}

proptest! {
    #![proptest_config(crate::config(22))]

    #[test]
    fn games_with_rules_of_their_own(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        check(&bytes, games::alone)?;
    }

    #[test]
    fn compounds(bytes in prop::collection::vec(any::<u8>(), 0..160)) {
        check(&bytes, games::compound)?;
    }

    #[test]
    fn games_of_rays(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        rays::compare(&grundy_testing::rays::rays(&mut Tape::new(&bytes)), "by rays").map_err(TestCaseError::fail)?;
    }

    #[test]
    fn games_of_steps(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        rays::compare(&boxes::steps(&mut Tape::new(&bytes)), "by steps").map_err(TestCaseError::fail)?;
    }

    #[test]
    fn games_of_boxes(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        rays::compare(&boxes::boxes(&mut Tape::new(&bytes)), "by boxes").map_err(TestCaseError::fail)?;
    }
}

proptest! {
    #![proptest_config(crate::config(30))]

    #[test]
    fn lines_of_rays(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        lines::compare(&lines::lined(&mut Tape::new(&bytes), grundy_testing::rays::rays)).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn lines_of_steps(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        lines::compare(&lines::lined(&mut Tape::new(&bytes), boxes::steps)).map_err(TestCaseError::fail)?;
    }

}

proptest! {
    #![proptest_config(crate::config(30))]

    #[test]
    fn lines_with_holes(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        holes::compare(&holes::holed(&mut Tape::new(&bytes))).map_err(TestCaseError::fail)?;
    }
}

proptest! {
    #![proptest_config(crate::config(20))]

    #[test]
    fn lines_of_rows(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        lines::compare(&lines::lined(&mut Tape::new(&bytes), rows::rows)).map_err(TestCaseError::fail)?;
    }
}

proptest! {
    #![proptest_config(crate::config(3))]

    #[test]
    fn games_by_enumeration(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        plain::compare(&grundy_testing::plain::plain(&mut Tape::new(&bytes))).map_err(TestCaseError::fail)?;
    }
}

proptest! {
    #![proptest_config(crate::config(30))]

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
    #![proptest_config(crate::config(20))]

    #[test]
    fn structure_of_games_of_steps(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        structure::compare_with_plain(&boxes::steps(&mut Tape::new(&bytes))).map_err(TestCaseError::fail)?;
    }
}

proptest! {
    #![proptest_config(crate::config(20))]

    #[test]
    fn tables_in_tiles(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let tape = &mut Tape::new(&bytes);
        let case = tiles::case(tape);
        tiles::compare(&case, tape).map_err(TestCaseError::fail)?;
    }
}

/// Each case has a plan; otherwise the comparison would show nothing.
#[test]
fn tables_by_plans() {
    let mut noise = Noise(11);
    for _ in 0..grundy_testing::cases(40) {
        let bytes = noise.bytes(200);
        let planned = plans::compare(&mut Tape::new(&bytes)).unwrap_or_else(|what| panic!("{what}"));
        assert!(planned, "all these games are of a plane");
    }
}

proptest! {
    #![proptest_config(crate::config(12))]

    #[test]
    fn compounds_by_theorems(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        theorems::compare(&mut Tape::new(&bytes)).map_err(TestCaseError::fail)?;
    }
}

/// The cases are the same in every run: how many positions one has is not bounded.
#[test]
fn ordinal_sums_and_products() {
    let mut noise = Noise(23);
    for _ in 0..grundy_testing::cases(14) {
        let case = games::joined(&mut Tape::new(&noise.bytes(160)));
        compare::compare(&case).unwrap_or_else(|what| panic!("{what}"));
    }
}

/// Each theorem gives many of the values compared; otherwise the comparison would show nothing.
#[test]
fn theorems_are_used() {
    let mut all = theorems::Counts::new();
    let mut noise = Noise(7);
    let cases = grundy_testing::cases(120);
    for _ in 0..cases {
        let bytes = noise.bytes(200);
        let counts = theorems::compare(&mut Tape::new(&bytes)).unwrap_or_else(|what| panic!("{what}"));
        counts.into_iter().for_each(|(way, n)| *all.entry(way).or_default() += n);
    }
    for theorem in
        [grundy::engine::Theorem::SgDecreasing, grundy::engine::Theorem::OneMove, grundy::engine::Theorem::Passes]
    {
        let used = all.get(theorem.name()).copied().unwrap_or_default();
        assert!(used > 15 * cases as usize, "{} gave {used} of these values: {all:?}", theorem.name());
    }
}

proptest! {
    #![proptest_config(crate::config(16))]

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

/// Differences found in the past, with the values of the textbook recursion.
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
            assert_eq!(
                evaluator.value(&position).expect("a value").value,
                (*expected).into(),
                "{rules}at {at}, {engine:?}"
            );
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
