//! Certificates: what the engine proves, the checker verifies; what is changed, it refuses.

use grundy::rules::Line;
use grundy::theory::periods::{Verdict, period};
use grundy::{Game, Options, Play, Session};
use grundy_certify::{Theorem, verify};
use proptest::prelude::*;

/// Columns in which a period is looked for.
const COLUMNS: u64 = 1 << 20;

fn read(game: &str, line: &str) -> (Game, Line) {
    let mut session = Session::new();
    let entries = session.entries(line).expect("entries");
    let game = session.game(game, Some(&entries)).unwrap_or_else(|e| panic!("{game}: {}", e.message));
    let line = session.line(&game, line).expect("a line");
    (game, line)
}

/// The certificate of a period, if one is proved.
fn certificate(game: &Game, line: &Line, play: Play) -> Option<String> {
    let options = Options { play, ..Options::default() };
    match period(&game.rules, line, &options, &mut |column| column > COLUMNS) {
        Ok(Verdict::Proved(mut proof)) => Some(proof.certificate(game, line).expect("a certificate")),
        _ => None,
    }
}

fn verified(certificate: &str) -> Theorem {
    verify(certificate, &mut |_| false).unwrap_or_else(|refusal| panic!("{refusal}\n{certificate}"))
}

fn theorem(game: &str, line: &str, play: Play) -> (u64, u64, u64) {
    let (game, line) = read(game, line);
    let text = certificate(&game, &line, play).unwrap_or_else(|| panic!("{} has no proof", game.text));
    let theorem = verified(&text);
    let number = |number: Option<u64>| number.expect("a period is stated");
    (number(theorem.preperiod), number(theorem.period), number(theorem.saltus))
}

#[test]
fn rows_of_star_nim() {
    let known = [(0, 1), (0, 3), (5, 9), (10, 36), (25, 144), (25, 720), (21, 5040), (68, 10080), (68, 151_200)];
    for (row, (preperiod, period)) in (1..).zip(known) {
        assert_eq!(theorem("star_nim[2]", &format!("({row}, _)"), Play::Normal), (preperiod, period, period), "{row}");
    }
}

#[test]
fn rows_of_wythoff() {
    for row in 0..=10 {
        theorem("wythoff", &format!("({row}, _)"), Play::Normal);
        theorem("wythoff", &format!("(_, {row})"), Play::Misere);
    }
}

#[test]
fn lines_of_many_games() {
    let lines = [
        ("pass(nim[2])", "(5, _, 1)"),
        ("pass(nim[2])", "(10, _, 1)"),
        ("pass(nim[2])", "(10, _, 0)"),
        ("nim[2]", "(11, _)"),
        ("nim[3]", "(2, 3, _)"),
        ("subtraction[{1, 3, 4}]", "(_)"),
        ("subtraction[{2, 5, 7, 19}]", "(_)"),
        ("chocolate[(x, z) -> (x + z) div 2]", "(2, 1, _)"),
        ("bar[z -> z div 2]", "(3, _)"),
        ("bar[z -> z div 3]", "(4, _)"),
        ("stair_chocolate[z -> z div 2]", "(5, 2, _)"),
        ("two_row_chomp", "(_, 3)"),
        ("shared_nim[3, false]", "(4, _)"),
        ("shared_nim[3, true]", "(4, _)"),
        ("reversed_nim[5, true]", "(4, _)"),
        ("reversed_nim[5, false]", "(3, _)"),
        ("slow_exact[3, 2]", "(2, 3, _)"),
        ("slow_moore[3, 2]", "(2, 3, _)"),
        ("nimble[3]", "(1, 2, _)"),
        ("mark[{1, 2}, {}]", "(_)"),
    ];
    let (mut proofs, mut failed) = (0, vec![]);
    for (game, line) in lines {
        for play in [Play::Normal, Play::Misere] {
            let (game, line) = read(game, line);
            let Some(text) = certificate(&game, &line, play) else {
                failed.push(format!("{} {play:?}: no proof", game.text));
                continue;
            };
            proofs += 1;
            if let Err(refusal) = verify(&text, &mut |_| false) {
                failed.push(format!("{} {play:?}: {refusal}", game.text));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(proofs > 20, "{proofs}");
}

#[test]
fn heaps_that_are_split() {
    assert_eq!(theorem("kayles", "(_)", Play::Normal), (71, 12, 0));
    assert_eq!(theorem("dawson_kayles", "(_)", Play::Normal), (53, 34, 0));
    assert_eq!(theorem("dawson_chess", "(_)", Play::Normal), (52, 34, 0));
}

#[test]
fn octal_games() {
    let mut failed = vec![];
    for code in [
        "0.137", "0.15", "0.05", "0.12", "0.13", "0.17", "0.26", "0.31", "0.33", "0.53", "0.71", "0.72", "0.73",
        "0.75", "0.156", "4.1", "4.3", "0.07",
    ] {
        let (game, line) = read(&format!("octal[{code}]"), "(_)");
        match certificate(&game, &line, Play::Normal).map(|text| verify(&text, &mut |_| false)) {
            Some(Ok(_)) => {}
            Some(Err(refusal)) => failed.push(format!("{code}: {refusal}")),
            None => failed.push(format!("{code}: no proof")),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Families of moves on (a, b), with numbers from 0 to 3 for `@` and `#`.
const FAMILIES: [&str; 22] = [
    "move (a - i, b) for i in 1..a",
    "move (a, b - i) for i in 1..b",
    "move (a - i, b - i) for i in 1..min(a, b)",
    "move (a - i, b) for i in 1 + @..a",
    "move (a, b - i) for i in 1 + @..b",
    "move (a, b - i) for i in 1..b - @",
    "move (a, b - i) for i in 1..b if (b - i) mod (1 + @) = 0 or a > #",
    "move (a, b - i) for i in 1..b if b - i > @ or a < #",
    "move (a, b - i) for i in 1..b if i mod (2 + @) != #",
    "move (a, i) for i in 0..b - 1 if a + i != @ + #",
    "move (a - 1, i) for i in 0..b",
    "move (a - @ - 1, b - #) if b >= #",
    "move (a - @, b - # - 1)",
    "move (a, b - @ - 1) if b mod 2 = 0",
    "move (a - @ - 1, b)",
    "move (a - i, b - j) for i in 0..a, j in 0..# if i + j > 0",
    "move (a - i, b - 2*i) for i in 1..a",
    "move (a - 1, min(b, @ + #))",
    "move (a, #) if b > # + @",
    "move (a - i, b - i - @) for i in 1..a if b > i + @",
    "move (a - 1, b - i) for i in 1..b - 1 if a > @ and (b - i) mod 2 = (a + #) mod 2",
    "move (a, b - 1) if a xor @ > #",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// What the engine proves the checker verifies; its refusals are few, and counted by their sentences.
    #[test]
    fn proofs_for_random_rules_are_verified(
        families in prop::collection::vec((0..FAMILIES.len(), 0..4, 0..4), 1..5),
        row in 0u64..6,
        misere in any::<bool>(),
        condition in prop_oneof![4 => Just(""), 1 => Just("require a + b != 2"), 1 => Just("require b >= a or b mod 2 = 0")],
    ) {
        let text = |(family, x, y): &(usize, i32, i32)| FAMILIES[*family].replace('@', &x.to_string()).replace('#', &y.to_string());
        let moves: Vec<String> = families.iter().map(text).collect();
        let source = format!("game g(a, b) {{ {condition}\n{} }}", moves.join("\n"));
        let mut session = Session::new();
        session.load("g.game", &source).unwrap_or_else(|e| panic!("{source}: {}", e.message));
        let game = session.game("g", None).expect("a game");
        let line = session.line(&game, &format!("({row}, _)")).expect("a line");
        let options = Options { play: if misere { Play::Misere } else { Play::Normal }, ..Options::default() };
        if let Ok(Verdict::Proved(mut proof)) = period(&game.rules, &line, &options, &mut |column| column > 1 << 12) {
            let text = proof.certificate(&game, &line).expect("a certificate");
            let verdict = verify(&text, &mut |_| false);
            prop_assert!(verdict.is_ok(), "row {} of {} {:?}: {:?}", row, source, options.play, verdict);
        }
    }
}
