//! Heaps of several kinds compared with plain enumeration: their values, and what is said of all heaps.

use std::sync::Arc;

use proptest::prelude::*;

use super::super::HeapLine;
use super::Kinds;
use grundy::Evaluator;
use grundy::theory::checked::Checked;
use grundy::theory::periods::{Verdict, period};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_rules::rules::{Line, LineEntry};
use grundy_rules::session::{Game, Session};

/// Heaps are compared up to this size.
const TO: u64 = 24;
/// A proved period is compared up to this size.
const FAR: u64 = 160;

fn game(kinds: u64, clauses: &[String]) -> Option<Game> {
    let text = format!("game own(t, n) {{ require t <= {}; {} }}", kinds - 1, clauses.join("; "));
    let mut session = Session::new();
    session.load("own.game", &text).ok()?;
    session.game("own", None).ok()
}

fn plain() -> Options {
    Options { plain: true, ..Options::default() }
}

/// The plain values of all kinds up to a size; `None` if the rules go round, or on to ever larger heaps: a search without an end needs
/// more than this memory soon (with that of a machine, one took longer than an hour).
fn values(game: &Game, kinds: u64, to: u64) -> Option<Vec<Vec<Option<u64>>>> {
    let limits = Limits { memory: 1 << 18, ..Limits::default() };
    let values = Evaluator::new(&game.rules, Options { limits, ..plain() }).table(&[kinds - 1, to]).ok()?;
    Some((0..kinds).map(|t| (0..=to).map(|n| values.get(&[t, n]).map(u64::from)).collect()).collect())
}

/// A kind that is left: a constant, or that of the heap itself.
fn left(kind: &u64, kinds: u64) -> String {
    if *kind < kinds { kind.to_string() } else { "t".into() }
}

prop_compose! {
    /// A clause, and its condition on the kind.
    fn clause(kinds: u64)(
        shape in 0..9usize, take in 0..4u64, (a, b) in (0..=kinds, 0..=kinds), at in 0..=kinds, extra in 0..5usize,
    ) -> String {
        let (a, b) = (left(&a, kinds), left(&b, kinds));
        let mut conditions = vec![];
        if at < kinds {
            conditions.push(format!("t = {at}"));
        }
        let more = ["", "i mod 2 = 0", "2*i <= n", "i >= 1", "i != 3"][extra];
        if !more.is_empty() && shape < 4 {
            conditions.push(more.into());
        }
        let guard = if conditions.is_empty() { String::new() } else { format!(" if {}", conditions.join(" and ")) };
        match shape {
            0 | 1 => format!("split ({a}, i), ({b}, n - {take} - i) for i in 0..n-{take}{guard}"),
            2 => format!("split ({a}, i + 1), ({b}, n - {} - i) for i in 0..n-{}{guard}", take + 1, take + 1),
            3 => format!("split (s, i), (t - s, n - {take} - i) for i in 0..n-{take}, s in 0..t{guard}"),
            4 => format!("move ({a}, n - {take}){guard}"),
            5 => format!("split ({a}, n - {take}), ({b}, 2){guard}"),
            6 => format!("move ({a}, n + {take}){guard}"),
            7 => format!("split ({a}, n + {take}), ({b}, 1), ({b}, 1){guard}"),
            _ => format!("split ({a}, i), ({b}, n + {take} - i) for i in 0..n+{take}{guard}"),
        }
    }
}

fn rules() -> impl Strategy<Value = (u64, Vec<String>)> {
    (1..4u64).prop_flat_map(|kinds| (Just(kinds), proptest::collection::vec(clause(kinds), 1..5)))
}

/// The numbered rules have the values of the rules, and a period that the checker has read holds far beyond.
fn compare(kinds: u64, clauses: &[String]) -> Result<(), TestCaseError> {
    let Some(game) = game(kinds, clauses) else { return Ok(()) };
    let Some(values) = values(&game, kinds, FAR) else { return Ok(()) };
    if let Ok(read) = Kinds::read(&game.rules) {
        let numbered = Arc::new(read.rules.clone());
        let last = read.of * TO + read.numbers.iter().max().expect("a kind");
        let table = Evaluator::new(&numbered, plain()).table(&[last]).expect("the numbers go down");
        for (kind, number) in read.kinds.iter().zip(&read.numbers) {
            let own = (0..=TO).map(|n| table.get(&[read.of * n + number]).map(u64::from)).collect::<Vec<_>>();
            prop_assert_eq!(&own[..], &values[kind[0] as usize][..own.len()], "{:?} kind {:?}", clauses, kind);
        }
    }
    let Ok(mut heaps) = HeapLine::of(&game.rules, Play::Normal) else { return Ok(()) };
    for (t, values) in (0..).zip(&values) {
        for (n, value) in (0..=TO).zip(values) {
            let Some(number) = heaps.number(&[dashu_int::IBig::from(t), n.into()]) else {
                prop_assert_eq!(value, &None);
                continue;
            };
            let own =
                heaps.value(&number, &Limits::default()).expect("values").map(|v| u64::try_from(&v).expect("small"));
            prop_assert_eq!(own, *value, "{:?} at {}, {}", clauses, t, n);
        }
    }
    for t in 0..kinds {
        let line = Line { entries: vec![LineEntry::Fixed(t), LineEntry::Runs(0)] };
        let options = Options { engine: Some(EngineName::Heaps), ..Options::default() };
        let Ok(Verdict::Proved(proof)) = period(&game.rules, &line, &options, &mut |terms| terms > 2000) else {
            continue;
        };
        prop_assert!(matches!(proof.checked, Checked::Yes), "{:?}: {:?}", clauses, proof.checked);
        let (from, period, saltus) = (proof.period.preperiod, proof.period.period, proof.period.saltus);
        for n in from..(FAR + 1).saturating_sub(period) {
            let at = |n: u64| values[t as usize][n as usize];
            prop_assert_eq!(
                at(n + period),
                at(n).map(|v| v.saturating_add_signed(saltus)),
                "{:?} kind {} at {}",
                clauses,
                t,
                n
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn numbered_heaps_are_the_same_game((kinds, clauses) in rules()) {
        compare(kinds, &clauses)?;
    }
}
