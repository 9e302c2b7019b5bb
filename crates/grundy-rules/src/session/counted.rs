//! The choices that a guard on the number of piles leaves, found by counting, are those found by trying.
//!
//! In: rules with such a guard, and the same with a guard that says something of an entry, so that every choice is tried. Out: one normal form.

use super::Session;

// What a guard adds here is always true, but it is said of an entry, so that every choice is tried.
#[test]
fn counting_leaves_the_same_moves_as_trying() {
    for guard in [
        "nonzero(t) = 1",
        "1 <= nonzero(t) <= 3",
        "not (nonzero(t) = 2)",
        "s + nonzero(t) >= 4",
        "nonzero(t) div 2 = 1",
    ] {
        let hash = |guard: String| {
            let mut session = Session::new();
            let rules = format!(
                "game mine(a, x[5]) {{ move (a - s, x - t) for s in 0..a, t in box(x) if s > 0 and ({guard}) }}"
            );
            session.load("mine.game", &rules).expect("rules");
            session.game("mine", None).expect("a game").rules.hash()
        };
        assert_eq!(hash(guard.to_string()), hash(format!("{guard} and t[1] >= 0")), "{guard}");
    }
}
