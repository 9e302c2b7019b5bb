//! The number of threads changes no answer, and no error.

use grundy::{Evaluator, Limits, Options, Session};

#[test]
fn an_error_is_that_of_one_thread() {
    let text = "game g(a, b) {
        move (a - i, b) for i in 1..a
            if 1 div ((abs(a - 20) + abs(b - 95)) * (abs(a - 25) + abs(b - 3))) < 2
        move (a, b - i) for i in 1..b
    }";
    let mut session = Session::new();
    session.load("g.game", text).expect("the rules are of the language");
    let game = session.game("g", None).expect("a game").rules;
    let error = |threads| {
        let limits = Limits { threads, ..Limits::default() };
        let table = Evaluator::new(&game, Options { limits, ..Options::default() }).table(&[99, 99]);
        table.map(|_| ()).expect_err("it divides by 0").message
    };
    // Several threads reach (25, 3) first, where the rules are undefined too.
    assert_eq!(error(1), "division by 0, at the position (20, 95)");
    assert_eq!(error(3), error(1));
}
