//! No input panics: arguments, rules and positions, mutated, through the whole program.
//!
//! The program runs within this process. Whatever it is given, it ends with an exit code of the manual, and with a sentence if
//! something is wrong.

use std::io::Write;
use std::sync::{Arc, Mutex};

use grundy_cli::{Console, run};
use proptest::prelude::*;

/// Command lines that are right; `|` separates the words.
const SEEDS: &[&str] = &[
    "value|star_nim|3,7|(2,5)",
    "value|star_silver_dollar|([2],[2,4],[1,4])|--misere",
    "value|slow_exact[3,2]|3,4,6|--explain|--json",
    "value|-e|game foo(n) { move n - i for i in 1..min(n, 3) if n > 0 }|foo + kayles|5,4",
    "value|-e|game v[n](x[n]) {\n require increasing(sorted(x))\n move x with [i] = c for i in 1..n, c in 0..x[i] - 1\n}|v|3,5",
    "value|-:mine|4",
    "value|-|4",
    "moves|nim|1,2,3",
    "moves|wythoff|3,4|--wins",
    "moves|octal[0.137]|7|--misere|--json",
    "moves|pass(2*kayles, 2)|3,4,1",
    "table|star_nim[2]|--to|4,5",
    "table|pass(nim[2])|--fix|x3=1|--to|5",
    "table|chocolate[(x, z) -> z div 2]|--fix|x=0|--to|0,3,7",
    "table|near(subtraction[{2,3}], nim[1])|--to|4|--format|csv",
    "table|at_most(2; nim[1], kayles, grundy)|--to|3|--json",
    "table|hyper({{1,2},{3}}; nim[1], nim[1], kayles)|--to|3,2,3|--where|x1 < x2 + 1",
    "table|wythoff|--at|(n, n + 2)|--to|6|--format|latex",
    "table|mark[{1}, {2, 3}]|--to|9|--format|bfile",
    "table|welter[2]|--to|4|--format|npy",
    "positions|star_nim[3]|--value|0|--to|4|--sorted|--count|--where|all v in x: v >= 1",
    "positions|exco_nim[2]|--to|3|--fix|x0=1,2=2|--json",
    "positions|wythoff|--at|(n div 2, n + 2)|--to|6|--where|a < 3",
    "positions|graph[{[1,0],[2,1]}]|--to|2|--format|csv",
    "sequence|kayles|--terms|30",
    "sequence|all_but[{1, 2}]|--terms|20|--counts",
    "sequence|subtraction[{1, 2}]|--terms|12|--json|--misere",
    "sequence|kayles|--from|7|--terms|9|--format|list",
    "sequence|mark[{1}, {2, 3}]|--from|7|--terms|9|--format|csv",
    "period|kayles",
    "games|mark",
    "games|pass",
    "games|-",
    "games|-:mine",
    "games|moore_nim|--shape",
    "games|near(nim[1], bar[z -> z div 2])|--shape|--json",
    "games|--json",
    "fmt|-",
    "check|-|--to|9",
    "check|-|--only|C|--json",
    "completions|bash",
    "--help",
];

/// What mutations have found; `|` separates the words.
const FOUND: &[&str] = &["table|chocolate[() -> z div 2]|--fix|x=0|--to|0,3,7"];

/// The commands with JSON.
const COMMANDS: &[&str] = &["value", "moves", "table", "positions", "sequence", "games", "check"];

/// Rules for standard input.
const RULES: &str = "# rules\ngame mine(n) {\n    \"text\"\n    require n >= 0 and not n = 17\n    move n - s for s in {1, 3}\n    \
    split a, n - 1 - a for a in 1..n div 2 if bit(n, 0) = 1\n}\ndef f(x) = if x > 2 then x^2 else max v in [1, x]: v\n\
    claim \"C\" on mine at (n) where n > 2 to 50: P implies f(n) >= 4\n";

/// Pieces that are put in.
const PIECES: &[&str] = &[
    "",
    "0",
    "1",
    "9",
    "-1",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ":",
    "..",
    "->",
    "=",
    "<=",
    "\"",
    "'",
    "\\",
    "#",
    "\n",
    "\t",
    " ",
    "é",
    "\u{0}",
    "\u{feff}",
    "𝒢",
    "_",
    "^",
    "10^30",
    "2^64",
    "n",
    "x",
    "x1",
    "x[1]",
    "kayles",
    "nim",
    "nim[2]",
    "0.77",
    "1.5",
    "+",
    "-",
    "*",
    "div",
    "mod",
    "xor",
    "with",
    "not",
    "and",
    "if",
    "for",
    "in",
    "move",
    "split",
    "require",
    "game",
    "def",
    "sum",
    "count",
    "all",
    "pass(",
    "near(",
    "{}",
    "[]",
    "[[1,2]]",
    "bits(3)",
    "box(x)",
    "subsets(3)",
    "true",
    "P",
    "G",
    "exists",
    "--json",
    "--misere",
    "--plain",
    "--at",
    "--where",
    "--fix",
    "--to",
    "-o",
    "--",
    "-",
    "-e",
    ".game",
    ".game:",
    "/",
    "/dev/full",
    "/nowhere/x.csv",
];

#[derive(Debug, Clone)]
enum Change {
    /// Put a piece in at a place.
    Insert(usize, usize),
    /// Take characters out.
    Delete(usize, usize),
    /// Repeat characters.
    Repeat(usize, usize),
    /// Take the rest away.
    Cut(usize),
    /// Put characters of another seed in.
    Cross(usize, usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let at = || 0..400usize;
    prop_oneof![
        4 => (at(), 0..PIECES.len()).prop_map(|(at, piece)| Change::Insert(at, piece)),
        3 => (at(), 1..6usize).prop_map(|(at, n)| Change::Delete(at, n)),
        2 => (at(), 1..6usize).prop_map(|(at, n)| Change::Repeat(at, n)),
        1 => at().prop_map(Change::Cut),
        1 => (at(), 0..SEEDS.len(), 1..12usize).prop_map(|(at, seed, n)| Change::Cross(at, seed, n)),
    ]
}

fn apply(text: &str, change: &Change) -> String {
    let mut all: Vec<char> = text.chars().collect();
    let place = |at: usize| if all.is_empty() { 0 } else { at % (all.len() + 1) };
    match *change {
        Change::Insert(at, piece) => {
            let at = place(at);
            all.splice(at..at, PIECES[piece].chars());
        }
        Change::Delete(at, n) => {
            let at = place(at);
            let end = (at + n).min(all.len());
            all.drain(at..end);
        }
        Change::Repeat(at, n) => {
            let at = place(at);
            let again: Vec<char> = all[at..(at + n).min(all.len())].to_vec();
            all.splice(at..at, again);
        }
        Change::Cut(at) => all.truncate(place(at)),
        Change::Cross(at, seed, n) => {
            let at = place(at);
            let piece: Vec<char> = SEEDS[seed].chars().skip(at % 7).take(n).collect();
            all.splice(at..at, piece);
        }
    }
    all.into_iter().collect()
}

/// Numbers of at most two digits: the test is of words, not of patience.
fn short_numbers(text: &str) -> String {
    let mut digits = 0;
    text.chars()
        .filter(|c| {
            digits = if c.is_ascii_digit() { digits + 1 } else { 0 };
            digits <= 2
        })
        .collect()
}

/// A stream that is kept.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("unpoisoned").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Kept {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("unpoisoned")).into_owned()
    }
}

/// Runs a command line; returns the exit code, standard output and standard error.
fn outcome(words: &[String], input: &[u8]) -> (u8, String, String) {
    let (out, err) = (Kept::default(), Kept::default());
    let mut input = input;
    let (mut own_out, mut own_err) = (out.clone(), err.clone());
    let console = Console::of(&mut input, &mut own_out, &mut own_err);
    let code = run(words, console);
    (code, out.text(), err.text())
}

/// The limits come first, so that no mutation takes them away: little memory, and no table that needs none.
fn command_line(line: &str, searched: bool) -> Vec<String> {
    let limits: &[&str] = if searched { &["--engine", "search"] } else { &["--plain"] };
    let first = ["grundy", "--memory", "300K"].iter().chain(limits).map(ToString::to_string);
    first.chain(line.split('|').filter(|word| *word != "-o").map(short_numbers)).collect()
}

fn judge(words: &[String], code: u8, out: &str, err: &str) -> Result<(), TestCaseError> {
    prop_assert!([0, 1, 2, 3, 130].contains(&code), "{words:?} ended with {code}");
    prop_assert!(!err.contains("mistake of its own"), "{words:?}: {err}");
    if code != 0 {
        prop_assert!(err.trim().len() + out.trim().len() > 10, "{words:?} ended with {code} and said {out:?} {err:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: grundy_testing::cases(128), max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn command_lines(seed in 0..SEEDS.len(), changes in prop::collection::vec(change(), 0..4), searched: bool) {
        let line = changes.iter().fold(SEEDS[seed].to_string(), |line, change| apply(&line, change));
        let words = command_line(&line, searched);
        let (code, out, err) = outcome(&words, RULES.as_bytes());
        judge(&words, code, &out, &err)?;
    }

    #[test]
    fn rule_files(changes in prop::collection::vec(change(), 1..5), command in 0..5usize) {
        let rules = short_numbers(&changes.iter().fold(RULES.to_string(), |text, change| apply(&text, change)));
        let command = ["value|-:mine|6", "fmt|-", "table|-:mine|--to|5", "games|-:mine|--shape|--json", "check|-|--to|5"][command];
        let words = command_line(command, true);
        let (code, out, err) = outcome(&words, rules.as_bytes());
        judge(&words, code, &out, &err)?;
    }

    #[test]
    fn bytes(input in prop::collection::vec(any::<u8>(), 0..60)) {
        let words = command_line("value|-:mine|6", false);
        let (code, out, err) = outcome(&words, &input);
        judge(&words, code, &out, &err)?;
    }
}

#[test]
fn every_seed_is_right() {
    for line in SEEDS {
        let words = command_line(line, false);
        let (code, out, err) = outcome(&words, RULES.as_bytes());
        assert_eq!(code, 0, "{words:?}: {err}");
        if words.iter().any(|word| word == "--json") {
            for line in out.lines() {
                let object: serde_json::Value = serde_json::from_str(line).expect(line);
                assert_eq!(object["v"], 1, "{line}");
                assert_eq!(
                    object["cmd"],
                    words.iter().find(|word| COMMANDS.contains(&word.as_str())).expect("one").as_str()
                );
            }
        }
    }
}

#[test]
fn what_was_found_stays_mended() -> Result<(), TestCaseError> {
    FOUND.iter().try_for_each(|line| {
        let words = command_line(line, false);
        let (code, out, err) = outcome(&words, RULES.as_bytes());
        judge(&words, code, &out, &err)
    })
}

#[test]
fn formatted_rules_format_to_themselves() {
    let words = command_line("fmt|-", false);
    let (_, once, _) = outcome(&words, RULES.as_bytes());
    let (_, twice, _) = outcome(&words, once.as_bytes());
    assert_eq!(once, twice);
    assert!(once.contains("split a, n - 1 - a"));
}
