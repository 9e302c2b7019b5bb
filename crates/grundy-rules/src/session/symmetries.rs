//! Symmetries that are found by a shortcut are those that the full work finds.

use super::Session;
use crate::rules::symmetry::held;

const OWN: &str = "
game lattice(x[12]) {
    move [if i = j or abs(i - j) = 4 or abs(i - j) = 1 and (i - 1) div 4 = (j - 1) div 4 then 0 else x[j] for j in 1..12]
        for i in 1..12 if x[i] = 1
}
game cut(a, b, c) {
    split (a - i, b, c), (i - 1, b, c) for i in 1..a if c > 0
    split (a, b - i, c), (a, i - 1, c) for i in 1..b if c > 0
    move (a, b, c - i) for i in 1..min(c, a + b)
}";

/// A family that the moved coordinates do not touch goes to itself, so it need not be mapped.
#[test]
fn families_that_are_not_touched_change_nothing() {
    let games = [
        "lattice",
        "cut",
        "slow_moore[5, 2]",
        "star_nim[4]",
        "wythoff + nim[2]",
        "near(silver_dollar[2], silver_dollar[2])",
        "pass(nim[3], 2)",
        "2*kayles + nim[1]",
        "at_most(2; nim[1], nim[1], wythoff)",
    ];
    let mut session = Session::new();
    session.load("own.game", OWN).expect("the rules are of the language");
    for game in games {
        let held = held(&session.game(game, None).expect("a game").rules);
        for (p, by_shortcut, in_full) in &held {
            assert_eq!(by_shortcut, in_full, "{game}: {p:?}");
        }
        assert!(held.iter().any(|(_, held, _)| *held), "{game} has symmetries");
    }
}
