//! Claims about lines of games whose moves take constants, leave two heaps, or change a coordinate that is 0 or 1.
//!
//! In: random rules, whose values repeat early. Out: for each claim, the verdict against the values of a table of the plain engine, which goes some periods beyond the last
//! constant of a claim; claims that become false far out are made of a value that the line has.

use std::fmt::Write as _;

use grundy::{Evaluator, Options, Session};
use grundy_claims::{CheckOptions, Status};
use grundy_testing::Tape;
use proptest::prelude::*;

use super::checked;

/// A game of one heap, or of a heap and a flag; and its lines.
fn game(tape: &mut Tape<'_>) -> (String, &'static [&'static str]) {
    let mut moves = String::new();
    let flag = tape.once_in(2);
    for _ in 0..1 + tape.below(3) {
        let take = 1 + tape.below(6);
        let line = match (flag, tape.below(4)) {
            (true, 0) => format!("move (n - {take}, 1 - p)"),
            (true, 1) => format!("move (n - {take}, 0) if p = 1"),
            (true, _) => format!("move (n - {take}, p)"),
            (false, 0) => format!("split i, n - {take} - i for i in 0..(n - {take}) div 2"),
            (false, 1) => format!("move n - {take} if n mod 2 = 0"),
            (false, _) => format!("move n - {take}"),
        };
        let _ = writeln!(moves, "  {line}");
    }
    match flag {
        true => (format!("game g(n, p) {{\n  require p <= 1\n{moves}}}\n"), &["n, 0", "n, 1"]),
        false => (format!("game g(n) {{\n{moves}}}\n"), &["n"]),
    }
}

/// The values along a line, from a table of the plain engine.
fn values(text: &str, line: &str, last: u64) -> Vec<u64> {
    let mut session = Session::new();
    session.load("g.game", text).expect("a game");
    let rules = session.game("g", None).expect("the game").rules;
    let hi = if rules.width() == 2 { vec![last, 1] } else { vec![last] };
    let table = Evaluator::new(&rules, Options { plain: true, ..Options::default() }).table(&hi).expect("a table");
    let at = |n: u64| match line {
        "n" => vec![n],
        "n, 0" => vec![n, 0],
        _ => vec![n, 1],
    };
    (0..=last).map(|n| u64::from(table.get(&at(n)).expect("a position"))).collect()
}

proptest! {
    #![proptest_config(crate::config(16))]

    #[test]
    fn no_false_claim_of_a_line_is_proved(bytes in prop::collection::vec(any::<u8>(), 8..60)) {
        let tape = &mut Tape::new(&bytes);
        let (text, lines) = game(tape);
        let line = tape.of(lines);
        let last = 400;
        let values = values(&text, line, last + 60);
        let (from, shift) = (tape.below(30) as u64, 1 + tape.below(40) as u64);
        let greatest = values.iter().copied().max().unwrap_or(0);
        let value = tape.of(&values);
        let far = 10_u64.pow(9) + tape.below(1000) as u64;
        let there = line.replace('n', &format!("n + {shift}"));
        let modulus = 1 + tape.below(8) as u64;
        let residue = tape.below(modulus as usize) as u64;
        let all = |holds: &dyn Fn(u64) -> bool| (0..=last).all(holds);
        let at = |n: u64| values[n as usize];
        let claims = [
            (format!("where n >= {from}: G = G(g({there}))"), all(&|n| n < from || at(n) == at(n + shift))),
            (format!("where n >= {from}: P iff P(g({there}))"), all(&|n| n < from || (at(n) == 0) == (at(n + shift) == 0))),
            (format!(": G <= {greatest}"), true),
            (format!(": G <= {}", greatest.saturating_sub(1)), greatest == 0),
            (format!(": P iff n mod {modulus} = {residue}"), all(&|n| (at(n) == 0) == (n % modulus == residue))),
            // It is false as soon as the value comes again, and is looked at nowhere before.
            (format!(": G != {value} or n < {far}"), !values[100..].contains(&value)),
        ];
        let mut file = text.clone();
        for (number, (claim, _)) in claims.iter().enumerate() {
            let _ = writeln!(file, "claim \"{number}\" on g at ({line}) {claim}");
        }
        let verdicts = checked(&file, &CheckOptions::default()).map_err(TestCaseError::fail)?;
        for ((claim, is_true), (_, verdict)) in claims.iter().zip(verdicts) {
            match verdict.status {
                Status::Proved => prop_assert!(is_true, "proved, and false: {} of\n{}", claim, text),
                Status::False => {
                    let at = verdict.counterexample.and_then(|found| found.position).expect("a position");
                    let first: u64 = at.split(',').next().and_then(|n| n.parse().ok()).expect("a number");
                    prop_assert!(!is_true || first > last, "false, and true: {} of\n{}", claim, text);
                }
                // What is false only far out may be left open, or true as far as it was looked at.
                Status::Holds | Status::Open => {}
                other => prop_assert!(false, "{:?}: {} of\n{}", other, claim, text),
            }
        }
    }
}
