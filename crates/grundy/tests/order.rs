//! An answer depends on the rules, the question and the options, never on what was asked before.

use grundy::{Answer, Diagnostic, Evaluator, IBig, Limits, Options, Play, Ruleset, Session};
use grundy_testing::{Noise, Tape, boxes, games, rays};
use std::sync::Arc;

fn big(position: &[u64]) -> Vec<IBig> {
    position.iter().map(|x| IBig::from(*x)).collect()
}

/// An answer as text: the value and how it was found, or the error.
fn told(answer: Result<Answer, Diagnostic>) -> String {
    match answer {
        Ok(answer) => format!("{} by {}", answer.value, answer.by_name()),
        Err(error) => format!("{}: {}", error.code, error.message),
    }
}

/// Asks one evaluator for all positions, in this order and in reverse; each answer must be that of a fresh evaluator.
fn compare(rules: &Arc<Ruleset>, positions: &[Vec<IBig>], options: &Options) -> Result<(), String> {
    let fresh = || {
        // A new account, since memory that one evaluator holds is not available to the next.
        let limits = Limits { account: Default::default(), ..options.limits.clone() };
        Evaluator::new(rules, Options { limits, ..options.clone() })
    };
    let alone: Vec<String> = positions.iter().map(|position| told(fresh().value(position))).collect();
    let (mut forwards, mut backwards) = (fresh(), fresh());
    let there: Vec<String> = positions.iter().map(|position| told(forwards.value(position))).collect();
    let mut back: Vec<String> = positions.iter().rev().map(|position| told(backwards.value(position))).collect();
    back.reverse();
    match there == alone && back == alone {
        true => Ok(()),
        false => Err(format!("{positions:?}\nalone {alone:#?}\nin order {there:#?}\nbackwards {back:#?}")),
    }
}

#[test]
fn answers_to_the_same_questions_in_any_order() {
    for (game, positions) in [
        ("star_nim[2]", &[&[7, 1_000_000][..], &[7, 1_000_000_000_000], &[7, 1_000_001], &[3, 7], &[300, 250]]),
        ("kayles", &[&[70], &[100_000], &[300], &[1_000_000_000_000], &[5]]),
        ("octal[0.6]", &[&[5], &[5000], &[300], &[2000], &[70]]),
        ("slow_exact[4, 2]", &[&[3, 4, 5, 6], &[9, 13, 10, 11], &[9, 9, 9, 9], &[1, 0, 2, 0], &[2, 14, 3, 5]]),
        ("euclid", &[&[34, 55], &[90, 111], &[160, 9], &[8, 5], &[100, 3]]),
        ("welter[3]", &[&[3, 5, 9], &[20, 30, 28], &[1, 2, 3], &[35, 2, 8], &[21, 22, 23]]),
        ("wythoff + kayles", &[&[3, 5, 7], &[3, 5, 1_000_000], &[900, 3, 2], &[90, 120, 100], &[0, 0, 0]]),
        ("star_nim[2] + kayles", &[&[3, 5, 7], &[3, 5, 1_000_000], &[400_000, 3, 2], &[90, 120, 100], &[0, 1, 0]]),
        ("pass(bar[z -> z div 2])", &[&[3, 9, 1], &[30, 90, 1], &[100, 200, 1], &[30, 90, 0], &[1, 2, 1]]),
        ("mark[{1}, {2, 3}]", &[&[10], &[1_000_000_000_000], &[300_000], &[100_000], &[12]]),
        ("chocolate[(x, z) -> (x + z) div 2]", &[&[5, 3, 4], &[30, 20, 25], &[40, 8, 9], &[1, 1, 1], &[25, 20, 21]]),
    ] {
        let rules = Session::new().game(game, None).expect("a game").rules;
        let positions: Vec<Vec<IBig>> = positions.iter().map(|position| big(position)).collect();
        for memory in [1 << 30, 1 << 20] {
            let limits = Limits { memory, ..Limits::default() };
            let options = Options { limits, ..Options::default() };
            compare(&rules, &positions, &options).unwrap_or_else(|what| panic!("{game}, {memory} bytes: {what}"));
        }
    }
}

#[test]
fn random_games_answer_in_any_order() {
    let mut noise = Noise(23);
    for round in 0..grundy_testing::cases(40) {
        let bytes = noise.bytes(160);
        let mut tape = Tape::new(&bytes);
        let (text, asked, hi) = match round % 3 {
            0 => {
                let case = rays::rays(&mut tape);
                (case.text, case.asked, case.hi)
            }
            1 => {
                let case = boxes::steps(&mut tape);
                (case.text, case.asked, case.hi)
            }
            _ => {
                let case = games::alone(&mut tape);
                (case.text, case.asked, case.hi)
            }
        };
        let mut session = Session::new();
        if session.load("random.game", &text).is_err() {
            continue;
        }
        let Ok(game) = session.game(&asked, None) else { continue };
        let width = game.rules.width();
        let most = |c: usize| hi.get(c).copied().unwrap_or(1) as usize + 1;
        let positions: Vec<Vec<IBig>> = (0..5)
            .map(|_| (0..width).map(|c| IBig::from(noise.below(most(c)) as u64)).collect::<Vec<IBig>>())
            .filter(|position| Evaluator::new(&game.rules, Options::default()).exists(position) == Ok(true))
            .collect();
        for play in Play::BOTH {
            let options = Options { play, ..Options::default() };
            compare(&game.rules, &positions, &options).unwrap_or_else(|what| panic!("{text}\n{asked}: {what}"));
        }
    }
}
