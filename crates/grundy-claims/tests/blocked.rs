//! Claims about games in which options may be forbidden: finitely many positions are read by the checker, and nothing is proved of all.

use grundy_claims::CheckOptions;

use crate::claims::told::verdicts;

/// The outcomes are those that the rule says: no other set of positions meets this condition everywhere.
const FIXED_POINT: &str = r#"
    claim "c" on blocked(3; wythoff) at (a, b) where a < 12 and b < 12: P iff (count i in 1..a: P(blocked(3; wythoff)(a - i, b))) +
        (count i in 1..b: P(blocked(3; wythoff)(a, b - i))) + (count i in 1..min(a, b): P(blocked(3; wythoff)(a - i, b - i))) <= 3"#;

fn statuses(text: &str) -> Vec<String> {
    let all = verdicts(text, &CheckOptions { to: Some(20), ..CheckOptions::default() });
    all.iter().map(|line| line.split([' ', ';']).next().unwrap_or_default().to_string()).collect()
}

#[test]
fn finitely_many_positions_are_proved() {
    let text = format!(
        r#"{FIXED_POINT}
        claim "c" on blocked(1; nim[1]) at (n) where n < 15: G = n div 2
        claim "c" on blocked(1; nim[1]) at (n) where n < 15: G = n
        claim "c": G(blocked(1; nim[2])(3, 4)) = 0 and N(blocked(1; wythoff)(1, 1)) and terminal(blocked(2; nim[1])(0))
        table "t" on blocked(2; nim[1]) at (n) for n in 0..8: 0 0 0 1 1 1 2 2 2"#
    );
    assert_eq!(statuses(&text), ["proved", "proved", "false", "proved", "proved"]);
}

/// Each of these is proved, or proved false, of the game in which nothing is forbidden.
#[test]
fn nothing_is_proved_of_all_positions() {
    let text = r#"
        claim "c" on blocked(1; nim[1]) at (n): G = n div 2
        claim "c" on blocked(1; nim[2]) at (a, b): G = G(blocked(1; nim[2])(b, a))
        claim "c" on blocked(1; wythoff) at (a, b): automatic(P, fibonacci)
        claim "c" on blocked(1; nim[1]) at (n): automatic(G)
        claim "c": period(blocked(1; subtraction[{1, 2, 3}])(_)) = 4
        claim "c": sg_decreasing(blocked(1; nim[2]))
        claim "c" on blocked(1; nim[1]) at (n): G_misere = n"#;
    assert_eq!(statuses(text), ["holds", "holds", "open", "open", "open", "error", "error"]);
}
