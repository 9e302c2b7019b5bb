//! With a deadline, tables grow until the time or the memory is used up.
//!
//! No test here depends on the speed of the machine: the deadline is hours away, and something else ends the work.

use std::time::{Duration, Instant};

use grundy::theory::periods::{Verdict, period};
use grundy::theory::solutions::solutions;
use grundy::{Limits, Options, Session};

/// Options with this much memory in bytes, and a deadline hours away if `timed`.
fn options(memory: u64, timed: bool) -> Options {
    let deadline = timed.then(|| Instant::now() + Duration::from_secs(36_000));
    Options { limits: Limits { memory, deadline, ..Limits::default() }, ..Options::default() }
}

/// The position up to which a period is searched for where none is proved.
fn looked(text: &str, line: &str, options: &Options, until: &mut dyn FnMut(u64) -> bool) -> u64 {
    let mut session = Session::new();
    let entries = session.entries(line).expect("entries");
    let game = session.game(text, Some(&entries)).expect("a game");
    let line = session.line(&game, line).expect("a line");
    match period(&game.rules, &line, options, until).expect("no error") {
        Verdict::Proved(_) => panic!("a proof of {text}"),
        Verdict::Observed(_, to, _) | Verdict::NotFound(to, _) => to,
    }
}

#[test]
fn heaps_are_computed_until_somebody_ends_it() {
    for timed in [false, true] {
        let end = 100_000;
        let to = looked("octal[0.16]", "_", &options(2 << 30, timed), &mut |heaps| heaps > end);
        assert!((end..end + 5000).contains(&to), "{to}");
    }
}

#[test]
fn the_look_at_first_values_goes_on() {
    let far = |memory, timed| looked("wythoff", "(_, _ + 3)", &options(memory, timed), &mut |_| false);
    assert_eq!(far(2 << 30, false), 125);
    assert_eq!(far(4 << 20, false), 125);
    // There is memory for a table of 2^16 cells, and not for one of four times as many.
    assert_eq!(far(6 << 20, true), 253);
}

/// The proof of this line reads the values of all positions, for which there is no time. What the first values show is an answer.
#[test]
fn a_deadline_that_is_over_takes_no_values_away() {
    let mut session = Session::new();
    session
        .load("odd.game", "game odd(a, b) { move (a - 1, b + 1); move (a, b - i) for i in 1..min(b, 2) }")
        .expect("rules");
    let game = session.game("odd", None).expect("a game");
    let line = session.line(&game, "(3, _)").expect("a line");
    let mut options = options(2 << 30, false);
    options.limits.deadline = Some(Instant::now());
    match period(&game.rules, &line, &options, &mut |_| true).expect("no error") {
        Verdict::Proved(_) => panic!("there was no time for a proof"),
        Verdict::Observed(_, _, why) | Verdict::NotFound(_, why) => {
            assert!(why.is_some_and(|why| why.contains("the time was over")));
        }
    }
}

#[test]
fn tables_of_positions_grow() {
    // Row 0 has two positions far from each other, and the rules do not exclude a third one farther out.
    let text = "game far(a, b) {\n require a = b or a + 200000 = b\n move (min(a, 5 * a) - 1, b - 1) if a > 0\n}";
    let mut session = Session::new();
    session.load("far.game", text).expect("rules");
    let rules = session.game("far", None).expect("a game").rules;
    let found = |timed| solutions(&rules, 0, 2, &options(2 << 30, timed), &mut |_| true).expect("no error");
    let (usual, timed) = (found(false), found(true));
    assert_eq!((usual.terms.len(), timed.terms.len()), (1, 2));
}
