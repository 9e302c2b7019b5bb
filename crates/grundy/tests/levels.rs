//! g-sequences and diagonals of two-coordinate games: published periods, and random games against tables far out.

use std::sync::Arc;

use grundy::theory::periods::{Period, Verdict, period};
use grundy::theory::solutions::{differences, solutions};
use grundy::{Evaluator, Options, Play, Ruleset, Session, Values};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestCaseResult};
use serde_json::Value;

const DATA: &str = include_str!("vectors/data/star-nim.json");

fn rules(text: &str, game: &str) -> Arc<Ruleset> {
    let mut session = Session::new();
    session.load("test.game", text).unwrap_or_else(|error| panic!("{error:?} in {text}"));
    session.game(game, None).unwrap_or_else(|error| panic!("{error:?} in {text}")).rules
}

fn rows(key: &str) -> Vec<Vec<u64>> {
    let data: Value = serde_json::from_str(DATA).expect("data");
    let rows = data[key]["rows"].as_array().expect("rows").clone();
    let numbers = |row: Value| row.as_array().expect("a row").iter().map(|n| n.as_u64().expect("a number")).collect();
    rows.into_iter().map(numbers).collect()
}

fn proved(verdict: Verdict, what: &str) -> Period {
    match verdict {
        Verdict::Proved(proof) => proof.period,
        Verdict::Observed(_, to, why) | Verdict::NotFound(to, why) => panic!("{what}: nothing proved to {to}, {why:?}"),
    }
}

#[test]
fn published_g_sequences_are_proved() {
    let star = rules("", "star_nim[2]");
    let all = rows("g_sequences");
    assert!(all.len() > 30);
    for row in all {
        let verdict = differences(&star, row[0], &Options::default(), &mut |_| false).expect("no interruption");
        let known = proved(verdict, &format!("level {}", row[0]));
        assert_eq!(known, Period { preperiod: row[2], period: row[1], saltus: 0 }, "level {}", row[0]);
    }
}

#[test]
fn published_differences_are_found() {
    let star = rules("", "star_nim[2]");
    let data: Value = serde_json::from_str(DATA).expect("data");
    for (level, list) in data["g_sequence_differences_first_64"].as_object().expect("levels") {
        let level = level.parse().expect("a level");
        let found = solutions(&star, level, 64, &Options::default(), &mut |_| true).expect("no interruption");
        let found: Vec<u64> = found.terms.iter().map(|(a, b)| b - a).collect();
        assert_eq!(Value::from(found), *list, "level {level}");
    }
}

#[test]
fn published_diagonals_are_proved() {
    let mut session = Session::new();
    let game = session.game("star_nim[2]", None).expect("a game");
    let all = rows("diagonals");
    assert!(all.len() > 14);
    for row in all {
        for (text, less) in [(format!("(_, _ + {})", row[0]), 0), (format!("(_ + {}, _ + 9)", row[0] + 9), 9)] {
            let line = session.line(&game, &text).expect("a line");
            let verdict = period(&game.rules, &line, &Options::default(), &mut |_| false).expect("no interruption");
            let known = proved(verdict, &text);
            let preperiod = row[2].saturating_sub(less);
            assert_eq!(known, Period { preperiod, period: row[1], saltus: 0 }, "{text}");
        }
    }
}

/// Conditions on positions, each symmetric in a and b; `k` is small.
const REQUIRES: [&str; 7] = [
    "a + b >= k",
    "not (a = b < k)",
    "a + b != k",
    "max(a, b) >= k",
    "not (a = k and b = k)",
    "a + b > 0 and a + b != k",
    "a + b >= k and not (a = b = k)",
];

/// Guards of the move of a, and of that of b.
const GUARDS: [(&str, &str); 6] = [
    ("", ""),
    ("if b >= k", "if a >= k"),
    ("if b >= k or a < b or a - i > b", "if a >= k or b < a or b - i > a"),
    ("if a + b >= k", "if a + b >= k"),
    ("if a - i > 0 or b > k", "if b - i > 0 or a > k"),
    ("if a - i != k or b > k", "if b - i != k or a > k"),
];

/// Moves that positions far from the axes do not have.
const NEAR: [&str; 4] = [
    "",
    "move (a - i, b - i) for i in 1..min(a, b) if a + b <= k",
    "move (a - 1, b - 1) if a < k and b < k",
    "move (a - 2, b - 2) if max(a, b) <= k",
];

fn game(choice: &[usize], k: [u64; 3]) -> String {
    let put = |text: &str, k: u64| text.replace('k', &k.to_string());
    let requires: String = match choice[0].checked_sub(1) {
        Some(n) => format!("    require {}\n", put(REQUIRES[n % REQUIRES.len()], k[0])),
        None => String::new(),
    };
    let (of_a, of_b) = GUARDS[choice[1] % GUARDS.len()];
    let near = put(NEAR[choice[2] % NEAR.len()], k[2]);
    let (of_a, of_b) = (put(of_a, k[1]), put(of_b, k[1]));
    format!(
        "game g(a, b) {{\n{requires}    move (a - i, b) for i in 1..a {of_a}\n    move (a, b - i) for i in 1..b {of_b}\n    {near}\n}}\n"
    )
}

const FAR: u64 = 260;
/// The number of lines after which a search for a proof ends.
const LINES: u64 = 1 << 17;

/// Compares terms far out with a proved period: as far as the terms reach, it holds, and no smaller one does.
fn agrees(terms: &[Option<u64>], known: Period, what: &str) -> TestCaseResult {
    let (preperiod, period) = (known.preperiod as usize, known.period as usize);
    let repeats = |from: usize, period: usize| {
        terms.iter().skip(from).zip(terms.iter().skip(from + period)).all(|(here, there)| here == there)
    };
    let fail = |text: String| Err(TestCaseError::fail(format!("{what}: {text}, {known}")));
    if !repeats(preperiod, period) {
        return fail("it does not hold".into());
    }
    if preperiod > 0 && terms.len() > preperiod + period && terms[preperiod - 1] == terms[preperiod - 1 + period] {
        return fail("the preperiod is less".into());
    }
    if terms.len() >= preperiod + 2 * period
        && let Some(less) = (1..period).find(|less| period.is_multiple_of(*less) && repeats(preperiod, *less))
    {
        return fail(format!("{less} is a period"));
    }
    Ok(())
}

fn check(text: &str, play: Play) -> Result<usize, TestCaseError> {
    let options = Options { play, ..Options::default() };
    let rules = rules(text, "g");
    let table = Evaluator::new(&rules, options.clone()).table(&[FAR, FAR]).expect("a table");
    let mut session = Session::new();
    session.load("test.game", text).expect("rules");
    let game = session.game("g", None).expect("a game");
    let line = session.line(&game, "(_, _)").expect("a line");
    if let Verdict::Observed(_, _, Some(why)) | Verdict::NotFound(_, Some(why)) =
        period(&rules, &line, &options, &mut |lines| lines > LINES).expect("levels")
        && why.starts_with("several coordinates run together")
    {
        return Ok(0);
    }
    let mut proofs = 0;
    for level in 0..6 {
        let what = format!("{text} level {level}, {play:?}");
        let mut pairs = pairs(&table, level);
        // A row without moves of b may have a value for ever. The table cuts such a row off, and no position of a later row comes in the order.
        if let Some(cut) = pairs.iter().position(|(_, b)| *b == FAR) {
            pairs.truncate(cut + 1);
        }
        let found = solutions(&rules, level.into(), pairs.len(), &options, &mut |lines| lines > LINES).expect("levels");
        prop_assert_eq!(&found.terms, &pairs, "{}", &what);
        if let Verdict::Proved(proof) = found.verdict {
            let terms: Vec<Option<u64>> = pairs.iter().map(|(a, b)| Some(b - a)).collect();
            agrees(&terms, proof.period, &what)?;
            proofs += 1;
        }
    }
    for d in 0..4 {
        let line = session.line(&game, &format!("(_ + {d}, _)")).expect("a line");
        if let Verdict::Proved(mut proof) = period(&rules, &line, &options, &mut |lines| lines > LINES).expect("levels")
        {
            let terms: Vec<Option<u64>> = (0..=FAR - d).map(|n| table.get(&[n, n + d]).map(u64::from)).collect();
            agrees(&terms, proof.period, &format!("{text} diagonal {d}, {play:?}"))?;
            for n in [0, 1, 2, 3, 5, 8, 100] {
                let value = proof.value(&n.into()).expect("a value");
                prop_assert_eq!(value, terms[n as usize].map(Into::into), "{} diagonal {}, n = {}", text, d, n);
            }
            proofs += 1;
        }
    }
    Ok(proofs)
}

/// The positions with a value in the rows that are complete: values beyond the table's columns are greater than FAR / 4.
fn pairs(table: &Values, level: u32) -> Vec<(u64, u64)> {
    let rows = FAR - 40;
    let all = (0..rows).flat_map(|a| (a..=FAR).map(move |b| (a, b)));
    all.filter(|(a, b)| table.get(&[*a, *b]) == Some(level)).collect()
}

proptest! {
    #![proptest_config(crate::config(12))]

    #[test]
    fn random_games_have_the_periods_that_are_proved(
        choice in prop::collection::vec(0usize..8, 3), k in prop::array::uniform3(0u64..6), misere: bool
    ) {
        check(&game(&choice, k), Play::of(misere))?;
    }
}

#[test]
fn every_kind_of_game_has_proofs() {
    for (requires, guard, near) in
        [(0, 0, 0), (1, 0, 0), (2, 2, 0), (3, 2, 1), (4, 3, 2), (5, 4, 3), (6, 5, 0), (7, 0, 1)]
            .into_iter()
            .step_by(grundy_testing::every(2))
    {
        for play in Play::BOTH {
            let text = game(&[requires, guard, near], [2, 2, 3]);
            match check(&text, play) {
                Ok(proofs) => assert!(proofs > 4, "{proofs} proofs of {text}"),
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn other_shapes_are_refused_with_the_reason() {
    let cases = [
        ("wythoff", "takes an amount from a and b"),
        ("nim[2] + nim[1]", "several coordinates"),
        ("subtraction[{1}] + subtraction[{1}]", "no move takes any amount"),
        ("nim[1] + subtraction[{1}]", "no symmetry was found"),
    ];
    for (name, reason) in cases {
        let mut session = Session::new();
        let game = session.game(name, None).expect("a game");
        let text = if game.rules.width() == 2 { "(_, _ + 1)" } else { "(_, _ + 1, 2)" };
        let line = session.line(&game, text).expect("a line");
        let verdict = period(&game.rules, &line, &Options::default(), &mut |_| false).expect("no interruption");
        match verdict {
            Verdict::Observed(_, _, Some(why)) | Verdict::NotFound(_, Some(why)) => {
                assert!(why.contains(reason), "{name}: {why}");
            }
            // Where automata give all values, these show the period.
            Verdict::Proved(proof) => assert!(name != "wythoff" && proof.theorem.starts_with("automata"), "{name}"),
            _ => panic!("{name}: not refused"),
        }
    }
}

/// For games of other shapes, positions with a value come from tables in the order of rows, as far as they are certain.
#[test]
fn tables_give_what_is_certain() {
    type Pairs = &'static [(u64, u64)];
    let cases: [(&str, u64, Pairs); 5] = [
        ("wythoff", 0, &[(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]),
        ("subtraction[{1, 2}] + subtraction[{1, 3}]", 2, &[(2, 0), (2, 2), (2, 4)]),
        ("nim[1] + subtraction[{1, 2}]", 2, &[(0, 2), (0, 5)]),
        ("pass(nim[1])", 2, &[(1, 1), (2, 0)]),
        ("subtraction[{1}] + subtraction[{1}]", 7, &[]),
    ];
    for (name, value, terms) in cases {
        let game = Session::new().game(name, None).expect("a game");
        let wanted = terms.len().max(1);
        let found = solutions(&game.rules, value, wanted, &Options::default(), &mut |_| true).expect("positions");
        let table = Evaluator::new(&game.rules, Options::default()).table(&[12, 1]).expect("a table");
        for (a, b) in found.terms.iter().filter(|(a, b)| *a <= 12 && *b <= 1) {
            assert_eq!(table.get(&[*a, *b]).map(u64::from), Some(value), "{name} at ({a}, {b})");
        }
        assert!(!found.all, "{name}");
        assert_eq!(found.lacking.is_some(), terms.is_empty(), "{name}: {:?}", found.lacking);
        if !name.starts_with("pass") {
            assert_eq!(found.terms, terms, "{name}");
        }
    }
}

#[test]
fn a_game_that_ends_has_all_its_positions_listed() {
    let text =
        "game g(a, b) {\n    require a <= 3 and b <= 4\n    move (a - 1, b)\n    move (a, b - i) for i in 1..b\n}\n";
    let found = solutions(&rules(text, "g"), 0, 10, &Options::default(), &mut |_| true).expect("positions");
    assert_eq!((found.terms, found.all, found.lacking), (vec![(0, 0), (1, 1), (2, 0), (3, 1)], true, None));
}
