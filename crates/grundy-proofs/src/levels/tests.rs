//! Levels compared with the paper's algorithms, tables and published periods.

use super::paper::{Algorithm2, Algorithm3, algorithm_1};
use crate::levels::*;
use grundy::Evaluator;
use grundy_rules::session::Session;

fn levels(game: &str) -> Levels {
    let game = Session::new().game(game, None).expect("a game");
    let levels = Levels::of(&game.rules, &Options::default(), &grundy::engine::chooser()).expect("no interruption");
    levels.seen().unwrap_or_else(|reason| panic!("{reason}"))
}

fn proved(known: Known) -> (u64, u64) {
    match known {
        Known::Proved(tail, _) => (tail.preperiod(), tail.period()),
        Known::Open(open) => panic!("{}", open.why),
    }
}

/// The positions of star_nim[2] with a <= `to`, by level, from a table.
fn from_a_table(to: u64, levels: usize) -> Vec<Vec<(u64, u64)>> {
    let game = Session::new().game("star_nim[2]", None).expect("a game");
    let columns = to + levels as u64 + 2;
    let values = Evaluator::new(&game.rules, Options::default()).table(&[to, columns]).expect("a table");
    let mut found = vec![vec![]; levels];
    for (a, b) in (0..=to).flat_map(|a| (a..=columns).map(move |b| (a, b))) {
        if let Some(level) = values.get(&[a, b]).and_then(|g| found.get_mut(g as usize)) {
            level.push((a, b));
        }
    }
    found
}

#[test]
fn the_papers_algorithms_are_the_sieve_and_the_table() {
    const LEVELS: usize = 41;
    let table = from_a_table(150, LEVELS);
    let mut first: Vec<Vec<(u64, u64)>> = vec![];
    for level in &table {
        let mut own = vec![];
        while own.last().is_none_or(|(x, _)| *x <= 150) {
            own.push(algorithm_1(&own, &first));
        }
        assert_eq!(own[..level.len()], level[..], "Algorithm 1, level {}", first.len());
        first.push(own);
    }
    let mut second = vec![vec![]; LEVELS];
    let mut algorithm = Algorithm2::new(LEVELS);
    for _ in 0..=150 {
        algorithm.line().into_iter().zip(&mut second).for_each(|(term, level)| level.extend(term));
    }
    assert_eq!(second, table, "Algorithm 2");
    let star = levels("star_nim[2]");
    for (g, level) in table.iter().enumerate() {
        let (_, pairs) = star.sequence(g as u64, level.len(), &mut |_| true).expect("no interruption");
        assert_eq!(&pairs, level, "the sieve, level {g}");
    }
}

#[test]
fn algorithm_3_recurs_as_the_blocks_say() {
    let star = levels("star_nim[2]");
    for g in 0..13 {
        let (differences, (first, period)) = Algorithm3::new(g as usize + 1).differences();
        let Known::Proved(mut tail, _) = star.differences(g, &mut |_| false).expect("no interruption") else {
            panic!("a proof of level {g}")
        };
        assert!(tail.preperiod() <= first as u64 && (period as u64).is_multiple_of(tail.period()), "level {g}");
        for (n, difference) in differences.iter().enumerate() {
            assert_eq!(tail.value(n as u64, &Default::default()), Ok(Some(*difference)), "level {g}, n = {n}");
        }
    }
}

#[test]
fn proved_periods() {
    let star = levels("star_nim[2]");
    for (g, known) in [(0, (1, 1)), (6, (5, 12)), (9, (18, 72)), (17, (54, 1512)), (25, (713, 55440)), (30, (346, 240))]
    {
        assert_eq!(proved(star.differences(g, &mut |_| false).expect("no interruption")), known, "level {g}");
    }
    for (d, known) in [(0, (2, 1)), (2, (10, 4)), (3, (30, 144)), (11, (1411, 110_880))] {
        let diagonal = star.diagonal((0, d), &mut |_| false).expect("no interruption");
        assert_eq!(proved(diagonal), known, "diagonal {d}");
    }
}

/// The positions before the first line that a row reaches change at column 1000: the value 0 stands at (0, 0) and at (0, 1000).
#[test]
fn rows_that_change_far_out_are_no_levels() {
    let mut session = Session::new();
    let rules = "game late(a, b) {
        move (a - i, b) for i in 1..a if a - i >= 3 or b >= 3 or a < 1000
        move (a, b - i) for i in 1..b if b - i >= 3 or a >= 3 or b < 1000
    }";
    session.load("late.game", rules).expect("rules");
    let game = session.game("late", None).expect("a game");
    let values = Evaluator::new(&game.rules, Options::default()).table(&[0, 1000]).expect("a table");
    assert_eq!((values.get(&[0, 0]), values.get(&[0, 1000])), (Some(0), Some(0)));
    assert!(
        Levels::of(&game.rules, &Options::default(), &grundy::engine::chooser())
            .expect("no interruption")
            .seen()
            .is_err()
    );
}
