//! Codes of coin-turning games: rows, heads and lists of coins are those of the definition, which knows sets of places and no code.

use std::collections::BTreeSet;

use grundy::lang::{Code, Diagnostic};
use grundy::{IBig, Options, Play, Session};
use proptest::prelude::*;

use crate::ordinal::{evaluator, position, value};

/// Which sets of places, in increasing order, a move may turn.
type Rule = Box<dyn Fn(&[usize]) -> bool>;

/// The sets of places 1 to n, as bits and as lists.
fn sets(n: usize) -> impl Iterator<Item = (usize, Vec<usize>)> {
    (1..1usize << n).map(move |bits| (bits, (1..=n).filter(|place| bits >> (place - 1) & 1 == 1).collect()))
}

fn mex(options: &BTreeSet<u64>) -> u64 {
    (0..).find(|v| !options.contains(v)).expect("a mex")
}

/// The values of rows of n coins, heads as bits: all coins are on the table, and nothing is known of sums.
fn rows(rule: &Rule, n: usize, misere: bool) -> Vec<u64> {
    let moves: Vec<(usize, usize)> =
        sets(n).filter(|(_, set)| rule(set)).map(|(bits, set)| (bits, 1 << (set[set.len() - 1] - 1))).collect();
    let mut values = vec![];
    for coins in 0..1usize << n {
        let legal = moves.iter().filter(|(_, last)| coins & last != 0);
        let options: BTreeSet<u64> = legal.map(|(turned, _)| values[coins ^ turned]).collect();
        values.push(if misere && options.is_empty() { 1 } else { mex(&options) });
    }
    values
}

fn small(value: &IBig) -> u64 {
    u64::try_from(value).expect("small")
}

/// Fails unless heads, rows and lists of coins of a code are those of the rule.
fn agree(code: &str, rule: &Rule, plain: bool) -> Result<(), String> {
    const HEADS: usize = 9;
    const ROW: usize = 5;
    let mut session = Session::new();
    let options = |play| Options { play, plain, ..Options::default() };
    let mut heads = evaluator(&mut session, &format!("more.spawning[\"{code}\"]"), options(Play::Normal));
    let expected = rows(rule, HEADS, false);
    for n in 0..=HEADS as u64 {
        let (found, of) = (small(&value(&mut heads, &[&[n]])), if n == 0 { 0 } else { expected[1 << (n - 1)] });
        if found != of {
            return Err(format!("the head on place {n} has the value {found}, not {of}"));
        }
    }
    for play in Play::BOTH {
        let expected = rows(rule, ROW, play.is_misere());
        let mut row = evaluator(&mut session, &format!("more.turning[{ROW}, \"{code}\"]"), options(play));
        for (coins, of) in expected.iter().enumerate() {
            let at: Vec<u64> = (0..ROW).map(|i| (coins >> i & 1) as u64).collect();
            let found = small(&value(&mut row, &[&at]));
            if found != *of {
                return Err(format!("{} play: {at:?} has the value {found}, not {of}", play.name()));
            }
        }
    }
    let text = "game listed[k, code](x[k], n) { move (x, 0) if n >= 1 and x in turned(code, n) }";
    session.load("listed.game", text).map_err(|e: Diagnostic| e.message)?;
    for k in 1..=3 {
        let mut listed = evaluator(&mut session, &format!("listed[{k}, \"{code}\"]"), options(Play::Normal));
        for at in crate::differential::compare::boxed(&vec![4; k + 1]) {
            let is_set = at.windows(2).all(|pair| pair[0] < pair[1]) && at[0] >= 1;
            let there = is_set && rule(&at.iter().map(|place| *place as usize).collect::<Vec<_>>());
            if small(&value(&mut listed, &[&at])) != u64::from(there) {
                return Err(format!("the list {at:?} is there: {there}"));
            }
        }
    }
    Ok(())
}

/// A random way to turn coins: its code, and its rule.
fn way() -> impl Strategy<Value = (String, [usize; 3], [bool; 4])> {
    (1..5usize, 0..12usize, 0..9usize, prop::array::uniform4(prop::bool::weighted(0.3))).prop_map(
        |(least, more, within, letters)| {
            let most = if more > 8 { usize::MAX } else { least + more.saturating_sub(2) };
            let mut code = match most {
                usize::MAX => format!("{least}+"),
                _ if most == least => least.to_string(),
                _ => format!("{least}-{most}"),
            };
            for (letter, written) in letters.iter().zip(["C", "e", "S", "F"]) {
                code += if *letter { written } else { "" };
            }
            if within > 3 {
                code += &format!("C({within})");
            }
            (code, [least, most, if within > 3 { within } else { usize::MAX }], letters)
        },
    )
}

fn rule([least, most, within]: [usize; 3], [neighbours, spaced, symmetric, first]: [bool; 4]) -> Rule {
    Box::new(move |set| {
        let (from, to) = (set[0], set[set.len() - 1]);
        let gap = if set.len() > 1 { set[1] - set[0] } else { 0 };
        (least..=most).contains(&set.len())
            && to - from < within
            && (!neighbours || (from..=to).all(|place| set.contains(&place)))
            && (!spaced || set.iter().enumerate().all(|(i, place)| *place == from + i * gap))
            && (!symmetric || set.iter().all(|place| set.contains(&(from + to - place))))
            && (!first || set.contains(&1))
    })
}

proptest! {
    #![proptest_config(crate::config(60))]

    #[test]
    fn codes_mean_what_they_say(ways in prop::collection::vec(way(), 1..3), plain in any::<bool>()) {
        let code = ways.iter().map(|way| way.0.clone()).collect::<Vec<_>>().join(", ");
        let rules: Vec<Rule> = ways.iter().map(|(_, numbers, letters)| rule(*numbers, *letters)).collect();
        let any: Rule = Box::new(move |set| rules.iter().any(|rule| rule(set)));
        agree(&code, &any, plain).map_err(|what| TestCaseError::fail(format!("{code}: {what}")))?;
    }
}

/// Values that Winning Ways, chapter 14, has of its games.
#[test]
fn the_games_of_winning_ways() {
    let known: [(&str, &[u64]); 8] = [
        ("1-3", &[0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28]),
        ("1-9", &[0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 511, 512, 1024]),
        ("3", &[0, 0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26]),
        ("1+C", &[0, 1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16, 1, 2, 1, 4]),
        ("1-3C(5)", &[0, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8]),
        ("3E", &[0, 0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4]),
        ("4FS", &[0, 0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]),
        ("1+S", &[0, 1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11, 64, 31, 128, 10]),
    ];
    for (code, values) in known {
        let game = format!("more.spawning[\"{code}\"]");
        let mut heads = evaluator(&mut Session::new(), &game, Options::default());
        let found: Vec<u64> = (0..values.len() as u64).map(|n| small(&value(&mut heads, &[&[n]]))).collect();
        assert_eq!(found, values, "{code}");
    }
}

#[test]
fn a_text_that_is_no_code_is_told_why() {
    let said = |code: &str| {
        let error = Session::new().game(&format!("more.spawning[\"{code}\"]"), None).expect_err(code);
        assert_eq!(error.code, Code::BadCode, "{code}: {}", error.message);
        error.message.split(": ").nth(1).expect("a reason").to_string()
    };
    for (code, why) in [
        ("1-", "a number is missing"),
        ("3-1", "a range of numbers ends before it begins"),
        ("1-3,0", "numbers are at least 1, and below 2^20"),
        ("1X", "letters and a comma may follow a number of coins"),
        ("3CE C", "a letter stands twice"),
        ("3C(5", "the bracket of `C(` is not closed"),
        ("99999999999999999999", "numbers are at least 1, and below 2^20"),
    ] {
        assert_eq!(said(code), why, "{code}");
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let too_many = Session::new().game("more.turning[40, \"1+\"]", None).expect_err("2^39 lists");
    assert!(matches!(too_many.code, Code::Undecided | Code::TooLarge), "{}", too_many.message);
    let mut heads = evaluator(&mut Session::new(), "more.spawning[\"1+\"]", Options::default());
    assert_eq!(heads.value(&position(&[&[60]])).expect_err("2^59 lists").code, Code::HugeRange);
}
