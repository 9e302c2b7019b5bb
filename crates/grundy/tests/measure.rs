//! A sum of multiples of the coordinates that falls: factors against the moves that the rules allow, and games in which none exist.

use grundy::Session;

fn measure(text: &str) -> Vec<i64> {
    let mut session = Session::new();
    session.load("g.game", text).expect("a game");
    session.game("g", None).expect("the game").rules.measure()
}

/// Every one of these changes lowers the sum.
fn lowers(text: &str, changes: &[&[i64]]) {
    let factors = measure(text);
    for change in changes {
        let sum: i64 = factors.iter().zip(*change).map(|(k, d)| k * d).sum();
        assert!(sum < 0 && factors.iter().all(|k| *k >= 0), "{text}: {factors:?} at {change:?}");
    }
}

#[test]
fn the_plain_sum_stays() {
    assert_eq!(measure("game g(a, b) { move (a - i, b) for i in 1..a; move (a - 2, b + 1) }"), [1, 1]);
    assert_eq!(measure("game g(n) { split i, n - 1 - i for i in 0..n - 1 }"), [1]);
}

#[test]
fn raised_coordinates_weigh_less() {
    lowers("game g(a, b) { move (a - 1, b + 2); move (a, b - 1) }", &[&[-1, 2], &[0, -1]]);
    lowers(
        "game g(a, b) { move (a - 1, b + 5); move (a - i, b + i) for i in 1..a; move (a, b - 1) }",
        &[&[-1, 5], &[-9, 9], &[0, -1]],
    );
    lowers(
        "game g(a, b, c) { move (a - 1, b + i, c) for i in 0..3; move (a, b - 1, c + 2); move (a, b, c - 1) }",
        &[&[-1, 0, 0], &[-1, 3, 0], &[0, -1, 2], &[0, 0, -1]],
    );
    lowers(
        "game g(a, b, c) { move (a - 9, b - 3, c + 1); move (a + 1, b - 1, c); move (a, b + 2, c - 1) }",
        &[&[-9, -3, 1], &[1, -1, 0], &[0, 2, -1]],
    );
}

#[test]
fn where_no_factors_exist_the_sum_is_proposed() {
    // Of the second move there are arbitrarily large ones.
    for text in [
        "game g(a, b) { move (a - 1, b + i) for i in 0..a; move (a, b - 1) }",
        "game g(a, b) { move (a - 1, b + 1); move (a + 1, b - 1) }",
    ] {
        assert_eq!(measure(text), [1, 1], "{text}");
    }
}

#[test]
fn what_is_set_counts_nothing() {
    assert_eq!(measure("game g(n, q) { move (n - t, 2*t) for t in 1..min(n, q) }"), [1, 0]);
    assert_eq!(
        measure("game g(a, n, q) { move (a, n - t, t*t) for t in 1..n; move (a - 1, n + 3, 5); move (a, n - 1, q) }")
            [2],
        0
    );
    lowers(
        "game g(a, n, q) { move (a, n - t, t*t) for t in 1..n; move (a - 1, n + 3, 5) }",
        &[&[0, -1, 9], &[-1, 3, 5]],
    );
    assert_eq!(measure("game g(n, q) { move (n - t, t + 1) for t in 1..min(n, q) }"), [1, 0]);
    // Nothing else falls.
    assert_eq!(measure("game g(a, b) { move (a div 2, b) if a > 0; move (a, b - 1) }"), [1, 1]);
}
