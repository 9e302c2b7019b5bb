//! Nearly disjunctive sums with the P-positions of their parts as formulas: the same games, and proofs about them.

use std::sync::Arc;

use grundy::rules::build::{boolean, coord, eq, int, or};
use grundy::{Evaluator, Options, Play, Ruleset, Session, table::next};
use grundy_claims::Status;
use grundy_decide::{Characterization, Claimed, Description, Outcome, prove};
use grundy_testing::Tape;
use proptest::prelude::*;

use crate::decided::statuses;

/// Positions of a part are looked at up to this number.
const TO: u64 = 12;

fn options(play: Play) -> Options {
    Options { play, plain: true, ..Options::default() }
}

/// A random game of one pile.
fn part(tape: &mut Tape<'_>) -> String {
    let set: Vec<String> = (1..=4).filter(|_| tape.once_in(2)).map(|n: u64| n.to_string()).collect();
    match tape.below(4) {
        0 => "nim[1]".to_string(),
        1 => "mark[{1}, {2, 3}]".to_string(),
        _ if set.is_empty() => "subtraction[{2}]".to_string(),
        _ => format!("subtraction[{{{}}}]", set.join(", ")),
    }
}

/// The game with the P-positions of its parts, as far as the box reaches, as lists of numbers.
fn said(rules: &Ruleset) -> Ruleset {
    let of_part = |part: usize| {
        let table = Evaluator::new(&rules.parts[part].rules, options(Play::Normal)).table(&[TO]).expect("a table");
        let zeros = (0..=TO).filter(|n| table.get(&[*n]) == Some(0));
        Some(or([boolean(false)].into_iter().chain(zeros.map(|n| eq(&coord(0), &int(n)))).collect()))
    };
    rules.with_p_positions(&of_part).expect("parts of one pile")
}

/// The points of a box.
fn boxed(hi: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![vec![0; hi.len()]];
    let mut at = all[0].clone();
    while next(&mut at, hi) {
        all.push(at.clone());
    }
    all
}

proptest! {
    #![proptest_config(crate::config(60))]

    #[test]
    fn formulas_in_the_place_of_questions_change_no_value(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let tape = &mut Tape::new(&bytes);
        let parts: Vec<String> = (0..1 + tape.below(2)).map(|_| part(tape)).collect();
        let text = format!("near({})", parts.join(", "));
        let rules = Session::new().game(&text, None).expect("a game").rules;
        let said = Arc::new(said(&rules));
        prop_assert!(said.parts_reached().is_empty() && !rules.parts_reached().is_empty());
        let hi: Vec<u64> = (0..rules.width()).map(|i| rules.own_bound(i).unwrap_or(TO)).collect();
        for play in Play::BOTH {
            let table = |rules: &Arc<Ruleset>| Evaluator::new(rules, options(play)).table(&hi).expect("a table");
            let (own, other) = (table(&rules), table(&said));
            for cell in boxed(&hi) {
                prop_assert_eq!(own.get(&cell), other.get(&cell), "{} at {:?}", text, cell);
            }
        }
    }
}

#[test]
fn without_the_p_positions_nothing_is_proved() {
    let rules = Session::new().game("near(nim[1], nim[1])", None).expect("a game").rules;
    assert!(rules.with_p_positions(&|_| None).is_none());
    // Row 0 as Farr and Ho have it, which is true; the question cannot be read.
    let told = Characterization {
        descriptions: vec![Description::of_all(3, Claimed::Level(0, boolean(false)))],
        ..Characterization::default()
    };
    let outcome = prove(&rules, Play::Normal, &told, &Default::default());
    assert!(matches!(outcome, Outcome::NotSaid(_)), "{outcome:?}");
}

#[test]
fn claims_about_nearly_disjunctive_sums_are_decided() {
    let text = r#"
        claim "Star Nim" on near(nim[1], nim[1]) at (a, b, r)
            where r = 0 and a >= 1 and b >= 1 or r = 1 and a + b >= 1 and (a = 0 or b = 0): G = G(star_nim(a, b))
        claim "restricted" on near(nim[1], nim[1]) at (a, b, 1) where a >= 1 and b >= 1: G = (a - 1) xor (b - 1)
        claim "but for one" on near(subtraction[{1, 2}]) at (n, r): G <= 3 and n != 2^40
        claim "residues" on near(subtraction[{1, 2}]) at (n, 1) where n mod 3 != 0: G = n mod 3 - 1
    "#;
    let found: Vec<Status> = statuses(text).into_iter().map(|(_, status)| status).collect();
    assert_eq!(found, [Status::Proved, Status::Proved, Status::False, Status::Proved]);
}
