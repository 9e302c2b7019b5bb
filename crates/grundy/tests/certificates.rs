//! Certificates: what the engine proves, the checker verifies; what is changed, it refuses.

use grundy::rules::Line;
use grundy::theory::periods::{Verdict, period};
use grundy::{Game, Options, Play, Session};
use grundy_certify::{Refusal, Theorem, verify};

/// Columns in which a period is looked for.
const COLUMNS: u64 = 1 << 22;

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
    (theorem.preperiod, theorem.period, theorem.saltus)
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
    for row in 0..=16 {
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
        ("all_but[{2, 3}]", "(_)"),
        ("chocolate[y div 2]", "(2, _, 3)"),
        ("bar[z div 2]", "(_, 5)"),
        ("bar[y div 3]", "(_, 4)"),
        ("two_row_chomp", "(_, 3)"),
        ("shared_nim[3, false]", "(4, _)"),
        ("shared_nim[3, true]", "(4, _)"),
        ("reversed_nim[5, true]", "(4, _)"),
        ("reversed_nim[5, false]", "(3, _)"),
        ("moore_nim[3, 2]", "(2, _, 1)"),
        ("slow_exact[3, 2]", "(2, 3, _)"),
        ("slow_moore[3, 2]", "(2, 3, _)"),
        ("welter[2]", "(4, _)"),
        ("nimble[3]", "(1, 2, _)"),
        ("mark[{1, 2}, {}]", "(_)"),
    ];
    let (mut proofs, mut failed) = (0, vec![]);
    for (game, line) in lines {
        for play in [Play::Normal, Play::Misere] {
            let (game, line) = read(game, line);
            let Some(text) = certificate(&game, &line, play) else {
                eprintln!("no proof: {} {play:?}", game.text);
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
