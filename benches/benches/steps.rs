//! Tables by steps against a good loop over all tuples; several threads against one; a copy of a game under another name.
//!
//! The loop is what a programmer writes for a slow game: a byte for each position, the options at fixed distances, no symmetry. Only the
//! computation of the tables is timed; that the tables are equal is checked separately.

use std::sync::Arc;

use grundy::rules::Ruleset;
use grundy::{Evaluator, Limits, Options, Session, Values};
use grundy_benches::race;

fn main() {
    // A word on the command line selects the lines that contain it.
    let word = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    let asked = |label: &str| label.contains(&word);
    for (game, sizes, bound) in [("slow_exact[4, 2]", 2..=2, 127), ("slow_moore[4, 2]", 1..=2, 127)] {
        let label = format!("{game} --to {bound}, loop over all tuples");
        if asked(&label) {
            let rules = rules(game);
            let (ours, theirs, best) =
                race(&label, 2, || table(&rules, &[bound; 4], 1), || loop_over(bound as usize, sizes.clone()));
            same(&ours, &theirs, bound);
            let rate = |seconds: f64| (bound + 1).pow(4) as f64 / seconds / 1e6;
            println!("    {:.0} and {:.0} million cells a second", rate(best.ours), rate(best.theirs));
        }
    }
    let label = "star_nim[2] --to 8000, two threads against one";
    if asked(label) {
        let rules = rules("star_nim[2]");
        race(label, 3, || table(&rules, &[8000; 2], 2), || table(&rules, &[8000; 2], 1));
    }
    let games: [(&str, &[u64]); 3] =
        [("slow_exact[4, 2]", &[127; 4]), ("slow_moore[4, 2]", &[159; 4]), ("slow_moore[3, 3]", &[300, 400, 1000])];
    for (game, hi) in games {
        let label = format!("{game} to {hi:?}, two threads against one");
        if asked(&label) {
            let rules = rules(game);
            race(&label, 5, || table(&rules, hi, 2), || table(&rules, hi, 1));
        }
    }
    let label = "a copy of star_nim[2] --to 4000 against the built-in game";
    if asked(label) {
        let mut session = Session::new();
        let text = "game mine[m](x[m]) {\n    require (count v in x: v = 0) <= 1\n    \
                    move x - t for t in box(x) if nonzero(t) = 1\n}";
        session.load("mine.game", text).expect("rules of the language");
        let (copy, own) = (session.game("mine[2]", None).expect("a game").rules, rules("star_nim[2]"));
        race(label, 5, || table(&copy, &[4000; 2], 1), || table(&own, &[4000; 2], 1));
    }
}

fn rules(game: &str) -> Arc<Ruleset> {
    Session::new().game(game, None).expect("a built-in game").rules
}

fn table(rules: &Arc<Ruleset>, to: &[u64], threads: usize) -> Values {
    let limits = Limits { threads, memory: 8 << 30, ..Limits::default() };
    Evaluator::new(rules, Options { limits, ..Options::default() }).table(to).expect("a table that fits")
}

/// Every tuple of four piles up to `bound`; a move takes one token from each of a given number of piles.
fn loop_over(bound: usize, sizes: std::ops::RangeInclusive<u32>) -> Vec<u8> {
    let n = bound + 1;
    let strides = [n * n * n, n * n, n, 1];
    let masks: Vec<usize> = (1..16usize).filter(|m| sizes.contains(&m.count_ones())).collect();
    let back = |m: &usize| (0..4).filter(|i| m >> i & 1 == 1).map(|i| strides[i]).sum::<usize>();
    let moves: Vec<(usize, usize)> = masks.iter().map(|m| (*m, back(m))).collect();
    let mut cells = vec![0u8; n * n * n * n];
    let mut index = 0;
    for a in 0..n {
        for b in 0..n {
            for c in 0..n {
                let outer = usize::from(a > 0) | usize::from(b > 0) << 1 | usize::from(c > 0) << 2;
                for d in 0..n {
                    let there = outer | usize::from(d > 0) << 3;
                    let mut seen = 0u32;
                    for (mask, back) in &moves {
                        if mask & there == *mask {
                            seen |= 1 << cells[index - back];
                        }
                    }
                    cells[index] = seen.trailing_ones() as u8;
                    index += 1;
                }
            }
        }
    }
    cells
}

/// Checks that the values are equal, line by line.
fn same(values: &Values, by_hand: &[u8], bound: u64) {
    let n = bound as usize + 1;
    let mut line = vec![];
    for (row, cells) in by_hand.chunks_exact(n).enumerate() {
        let at = [row / (n * n), row / n % n, row % n, 0].map(|x| x as u64);
        values.line(&at, 3, n, &mut line);
        assert!(line.iter().zip(cells).all(|(v, c)| *v == u32::from(*c)), "at {at:?}");
    }
}
