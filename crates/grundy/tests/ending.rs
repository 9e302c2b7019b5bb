//! Work that is to end, ends: an interruption is seen wherever the work is, not by the program's last resort alone.

use std::sync::atomic::Ordering;

use grundy::{Evaluator, Kind, Limits, Options, Session};

/// Tables whose values take days, one position after the other, each with many options or with many parts.
const ENDLESS: [(&str, &[u64]); 3] = [
    ("pass(kayles + nim[1])", &[400, 400, 1]),
    ("pass(kayles)", &[100_000, 1]),
    ("pass(grundy + kayles)", &[400, 400, 1]),
];

#[test]
fn a_search_of_positions_that_split_sees_an_interruption() {
    for (game, hi) in ENDLESS {
        let game = Session::new().game(game, None).expect("a game");
        let limits = Limits::default();
        let (flag, progress) = (limits.interrupt.clone(), limits.progress.clone());
        let person = std::thread::spawn(move || {
            // The work has begun once the first value is there.
            while progress.read().done == 0 {
                std::thread::yield_now();
            }
            flag.store(true, Ordering::Relaxed);
        });
        let values = Evaluator::new(&game.rules, Options { limits, ..Options::default() }).table(hi);
        assert_eq!(values.map(|_| ()).map_err(|error| error.kind), Err(Kind::Interrupted), "{}", game.text);
        person.join().expect("no panic");
    }
}

#[test]
fn definitions_that_call_each_other_are_compiled_once() {
    // A second compilation of each sum's term would make 2^60 of the innermost one: work that cannot end.
    let mut rules = String::from("def f0(n) = n mod 7\n");
    for level in 1..=60 {
        rules += &format!("def f{level}(n) = (f{}(n) * n + 1) mod 7\n", level - 1);
    }
    rules += "game deep(n) { move n - i for i in 1..n if f60(n) != 3 }\n";
    let mut session = Session::new();
    session.load("deep.game", &rules).expect("rules");
    let game = session.game("deep", None).expect("a game");
    let values = Evaluator::new(&game.rules, Options::default()).table(&[20]).expect("values");
    let at = |n: u64| values.get(&[n]).map(u64::from).expect("inside");
    let condition = |n: u64| (0..60).fold(n % 7, |f, _| (f * n + 1) % 7) != 3;
    let mut expected = vec![];
    for n in 0..=20u64 {
        expected.push(if condition(n) { (0..).find(|v| !expected.contains(v)).unwrap_or(0) } else { 0 });
        assert_eq!(at(n), expected[n as usize], "at {n}");
    }
}
