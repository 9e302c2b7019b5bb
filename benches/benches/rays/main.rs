//! Tables by rays against loops and kernels written by hand.
//!
//! The loops visit every option, as a programmer's first program does. The kernels are the result of a day's thought: sets of used values, with a bit
//! for each value. Only the computation of the tables is timed, not reading them; that the tables are equal is checked separately.

mod kernels;

use std::sync::Arc;

use grundy::rules::Ruleset;
use grundy::{Evaluator, Limits, Options, Session, Values};
use grundy_benches::{Best, race};

fn main() {
    // A word on the command line selects the lines that contain it.
    let word = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    let asked = |label: &str| label.contains(&word);
    let label = "star_nim[2] --to 2000, visiting options";
    if asked(label) {
        let rules = rules("star_nim[2]");
        let (ours, theirs, _) = race(label, 1, || table(&rules, &[2000; 2]), || kernels::stamps(2000));
        same(&ours, &theirs);
    }
    for (n, name, wythoff) in [2000, 8000].into_iter().flat_map(|n| [(n, "star_nim[2]", false), (n, "wythoff", true)]) {
        let label = format!("{name} --to {n}, kernel by hand");
        if asked(&label) {
            let rules = rules(name);
            let (ours, theirs, best) =
                race(&label, 5, || table(&rules, &[n; 2]), || kernels::plane(n as usize, wythoff));
            same(&ours, &theirs);
            rate(best, (n + 1) * (n + 1));
        }
    }
    for n in [255, 511] {
        let label = format!("pass(nim[3]) --to {n}, kernel by hand");
        if asked(&label) {
            let rules = rules("pass(nim[3])");
            let (ours, theirs, best) = race(&label, 3, || table(&rules, &[n, n, n, 1]), || kernels::pass(n as usize));
            same(&ours, &theirs);
            rate(best, (n + 1).pow(3) * 2);
        }
    }
    let small: [(&str, &[u64]); 3] = [
        ("bar[z -> z div 2]", &[30, 1000]),
        ("pass(nim[2])", &[41, 1015, 1]),
        ("chocolate[(x, z) -> (x + z) div 2]", &[60; 3]),
    ];
    for (game, to) in small.into_iter().filter(|(game, _)| asked(game)) {
        let rules = rules(game);
        race(
            &format!("{game} --to {to:?}, visiting options with --plain"),
            3,
            || table(&rules, to),
            || plain(&rules, to),
        );
    }
    threads(asked);
}

/// Two threads against one.
fn threads(asked: impl Fn(&str) -> bool) {
    let pairs = "game pairs(a, b, c) { move (a - i, b, c) for i in 1..a\n move (a, b - i, c) for i in 1..b\n move (a, b, c - i) for i in 1..c\n move (a - i, b - i, c) for i in 1..min(a, b)\n move (a - i, b, c - i) for i in 1..min(a, c) }";
    let mut session = Session::new();
    session.load("pairs.game", pairs).expect("the rules are of the language");
    let lines: [(&str, &[u64]); 8] = [
        ("star_nim[2]", &[8000, 8000]),
        ("star_nim[2]", &[8000, 7999]),
        ("pass(nim[3])", &[255, 255, 255, 1]),
        ("pass(nim[3])", &[511, 511, 511, 1]),
        ("star_nim[3]", &[300; 3]),
        ("pairs", &[200; 3]),
        ("pass(nim[2])", &[4000, 4000, 1]),
        ("chocolate[(x, z) -> (x + z) div 2]", &[150; 3]),
    ];
    for (game, to) in lines {
        let label = format!("{game} --to {to:?}, two threads against one");
        if asked(&label) {
            let rules = session.game(game, None).expect("a game").rules;
            let with = |threads| {
                let limits = Limits { threads, memory: 4 << 30, ..Limits::default() };
                Evaluator::new(&rules, Options { limits, ..Options::default() }).table(to).expect("a table that fits")
            };
            race(&label, 3, || with(2), || with(1));
        }
    }
    // The speed-up that the machine allows: two tables at the same time, with a thread for each, against one after the other.
    let label = "star_nim[2] --to [8000, 8000], two tables at once against one after the other";
    if asked(label) {
        let rules = rules("star_nim[2]");
        let one = || {
            let limits = Limits { threads: 1, memory: 4 << 30, ..Limits::default() };
            Evaluator::new(&rules, Options { limits, ..Options::default() }).table(&[8000, 8000]).expect("it fits")
        };
        let both = || {
            #[expect(clippy::disallowed_methods, reason = "the one thread is joined")]
            std::thread::scope(|scope| {
                let other = scope.spawn(one);
                (one(), other.join().expect("no panic"))
            })
        };
        race(label, 3, both, || (one(), one()));
    }
}

fn rules(game: &str) -> Arc<Ruleset> {
    Session::new().game(game, None).expect("a built-in game").rules
}

fn table(rules: &Arc<Ruleset>, to: &[u64]) -> Values {
    // The hand-written programs have one thread.
    let limits = Limits { threads: 1, ..Limits::default() };
    Evaluator::new(rules, Options { limits, ..Options::default() }).table(to).expect("a small table")
}

fn rate(best: Best, cells: u64) {
    let rate = |seconds: f64| cells as f64 / seconds / 1e6;
    println!("    {:.0} and {:.0} million cells a second", rate(best.ours), rate(best.theirs));
}

fn plain(rules: &Arc<Ruleset>, to: &[u64]) -> Values {
    Evaluator::new(rules, Options { plain: true, ..Options::default() }).table(to).expect("a small table")
}

/// Checks that the values are equal, in row-major order; a cell with `u16::MAX` is no position.
fn same(values: &Values, by_hand: &[u16]) {
    let mut at = vec![0; values.hi().len()];
    for cell in by_hand {
        let expected = Some(u32::from(*cell)).filter(|v| *v != u32::from(u16::MAX));
        assert_eq!(values.get(&at), expected, "at {at:?}");
        grundy::table::next(&mut at, values.hi());
    }
}
