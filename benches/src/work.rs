//! Pieces of work that show what each engine's kernel costs, small enough for an instruction counter.
//!
//! In: the name of a piece. Out: a number that depends on every value computed, so that none is left out. One list serves the times
//! (`kernels`) and the instruction counts (`counts`). One thread does all of it: two would count differently from run to run.

use grundy::theory::periods::{Verdict, period};
use grundy::{EngineName, Evaluator, IBig, Limits, Options, Session};

/// The pieces of work by name; each is `engine: what is done`.
pub const WORK: [&str; 13] = [
    "plane: star_nim[2] to 600",
    "plane: wythoff to 600",
    "space: star_nim[3] to 60",
    "space: pass(nim[3]) to 40",
    "space: chocolate[(x, z) -> (x + z) div 3] to 60",
    "steps: slow_exact[4,2] to 40",
    "boxes: moore_nim[4,2] to 24",
    "enumeration: euclid to 150",
    "heaps: octal[0.156]",
    "line: star_nim[2] (8,_)",
    "divisions: mark[{1},{2}] 10^300",
    "search: grundy 60",
    "rules: pass(star_nim[5])",
];

/// Does a piece of work.
///
/// # Panics
/// When the name is not of the list, or the work fails.
#[must_use]
pub fn work(name: &str) -> u64 {
    match name {
        "plane: star_nim[2] to 600" => table("star_nim[2]", &[600; 2], EngineName::Rays),
        "plane: wythoff to 600" => table("wythoff", &[600; 2], EngineName::Rays),
        "space: star_nim[3] to 60" => table("star_nim[3]", &[60; 3], EngineName::Rays),
        "space: pass(nim[3]) to 40" => table("pass(nim[3])", &[40, 40, 40, 1], EngineName::Rays),
        "space: chocolate[(x, z) -> (x + z) div 3] to 60" => {
            table("chocolate[(x, z) -> (x + z) div 3]", &[60; 3], EngineName::Table)
        }
        "steps: slow_exact[4,2] to 40" => table("slow_exact[4,2]", &[40; 4], EngineName::Steps),
        "boxes: moore_nim[4,2] to 24" => table("moore_nim[4,2]", &[24; 4], EngineName::Boxes),
        "enumeration: euclid to 150" => table("euclid", &[150; 2], EngineName::Enumeration),
        "heaps: octal[0.156]" => proof("octal[0.156]", "(_)"),
        "line: star_nim[2] (8,_)" => proof("star_nim[2]", "(8, _)"),
        "divisions: mark[{1},{2}] 10^300" => value("mark[{1},{2}]", IBig::from(10).pow(300)),
        "search: grundy 60" => value("grundy", IBig::from(60)),
        "rules: pass(star_nim[5])" => {
            let game = Session::new().game("pass(star_nim[5])", None).expect("a built-in game");
            game.rules.hash().bytes().map(u64::from).sum()
        }
        other => panic!("no piece of work is called `{other}`"),
    }
}

fn options(engine: Option<EngineName>) -> Options {
    Options { engine, limits: Limits { threads: 1, memory: 1 << 30, ..Limits::default() }, ..Options::default() }
}

/// The table to these bounds, and how many zeros and ones it has.
fn table(game: &str, hi: &[u64], engine: EngineName) -> u64 {
    let game = Session::new().game(game, None).expect("a built-in game");
    let values = Evaluator::new(&game.rules, options(Some(engine))).table(hi).expect("a small table");
    let lo = vec![0; hi.len()];
    let mut number = 0;
    let mut blocks = values.blocks(&lo, hi).expect("the whole box");
    while let Some(block) = blocks.next() {
        number += block.count(0) + 3 * block.count(1);
    }
    number
}

/// The period of a line.
fn proof(game: &str, line: &str) -> u64 {
    let mut session = Session::new();
    let game = session.game(game, None).expect("a built-in game");
    let line = session.line(&game, line).expect("a line");
    match period(&game.rules, &line, &options(None), &mut |_| false).expect("no interruption") {
        Verdict::Proved(proof) => proof.period.period,
        _ => panic!("the period of {} is proved", game.text),
    }
}

/// The value of one heap.
fn value(game: &str, n: IBig) -> u64 {
    let game = Session::new().game(game, None).expect("a built-in game");
    let answer = Evaluator::new(&game.rules, options(None)).value(&[n]).expect("a value");
    u64::try_from(&answer.value).expect("a small value")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_done_twice_alike() {
        for name in WORK {
            assert_eq!(work(name), work(name), "{name}");
        }
    }

    #[test]
    fn every_piece_is_counted() {
        let counts = include_str!("../benches/counts.rs");
        let listed: Vec<&str> = counts.lines().filter_map(|line| line.trim().strip_prefix("#[bench::")).collect();
        assert_eq!(listed.len(), WORK.len());
        for name in WORK {
            assert!(listed.iter().any(|line| line.contains(&format!("(\"{name}\")"))), "{name}");
        }
    }
}
