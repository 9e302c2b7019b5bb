//! Claims that values are those of other positions, though moves lead out of the positions of the claim to some whose values formulas say; and near misses of them.
//!
//! In: a game k on (a, b), whose rows of a = 0 and b = 0 are piles, with random moves elsewhere; and h with the same moves there, but for those that take a whole pile, which leave the other pile in its place.
//! Out: the values of both games where a and b are above 0 are proved to be the same, from those of the rows. This is never proved where the rules, a row, or the position in k are changed at one place beyond
//! 10^5 so that it is false there.

use grundy_claims::Status;
use grundy_testing::Noise;

use super::set::far;
use super::{options, right_verdicts};

/// How both games take from both piles at once, beside taking from one of them; neither is emptied.
const BOTH: [(&str, &str); 4] = [
    ("a - i, b - i", "for i in 1..min(a, b) - 1"),
    ("a - i, b - i", "for i in 1..min(a, b) - 1 if i != 2"),
    ("a - i, b - i", "for i in 3..min(a, b) - 1"),
    ("a - 1, b - 1", "if a > 1 and b > 1"),
];

/// What is changed in h and in the claim at one place.
struct Change {
    /// Where a move leaves the second pile as the first, and where a token of a pile alone may be taken.
    whole: String,
    single: String,
    more: String,
    /// The first coordinate of the position in k.
    first: String,
    /// Is the claim true; and what is said of the first pile alone?
    is_true: bool,
    is_pile: bool,
}

/// Where a = 1 or b = 1, both games are Nim; (1, c) has the value c + 1 or c - 1, as c is even or odd.
fn change(noise: &mut Noise, kind: u64) -> Change {
    let (c, number) = far(noise);
    let is_odd = number % 2 == 1;
    let none = || Change {
        whole: "true".into(),
        single: "true".into(),
        more: String::new(),
        first: "a".into(),
        is_true: true,
        is_pile: true,
    };
    match kind {
        // No option of (1, c) has the value c.
        0 => Change { whole: format!("not (a = 1 and b = {c})"), is_true: is_odd, ..none() },
        // The pile c alone is worth c - 1.
        1 => Change { single: format!("not (a = {c} and i = 1)"), is_true: false, is_pile: false, ..none() },
        // One more option of (1, c) is worth c - 1.
        2 => Change { more: format!("move (b - 1, 0) if a = 1 and b = {c}"), is_true: !is_odd, ..none() },
        3 => Change { first: format!("(if a = {c} then a + 1 else a)"), is_true: false, ..none() },
        4 => Change { first: format!("(if a = {c} then {c} else a)"), ..none() },
        5 => Change { more: format!("move (b, 0) if a > 0 and b = {c}"), ..none() },
        _ => none(),
    }
}

/// The text of both games, and the claims; the last is that of both.
fn file(noise: &mut Noise, kind: u64) -> (String, Vec<(String, bool)>) {
    let (both, range) = BOTH[noise.below(BOTH.len())];
    let Change { whole, single, more, first, is_true, is_pile } = change(noise, kind);
    let inside = format!(
        "    move (a - i, b) for i in 1..a - 1 if b > 0\n    move (a, b - i) for i in 1..b - 1 if a > 0\n    move ({both}) {range}\n"
    );
    let alone = |single: &str| {
        format!("    move (a - i, 0) for i in 1..a if b = 0 and {single}\n    move (0, b - i) for i in 1..b if a = 0\n")
    };
    let k = format!(
        "game k(a, b) {{\n{inside}{}    move (0, b) if a > 0 and b > 0\n    move (a, 0) if a > 0 and b > 0\n}}\n",
        alone("true")
    );
    let h = format!(
        "game h(a, b) {{\n{inside}{}    move (b, 0) if a > 0 and b > 0 and {whole}\n    move (0, a) if a > 0 and b > 0\n    {more}\n}}\n",
        alone(&single)
    );
    let mut claims: Vec<(String, bool)> = vec![
        ("on h at (a, 0): G = a".into(), is_pile),
        ("on h at (0, b): G = b".into(), true),
        ("on k at (a, b) where min(a, b) = 0: G = a + b".into(), true),
    ];
    // Without them nothing is known of the rows.
    if kind == 7 {
        claims.remove(noise.below(claims.len()));
    }
    let same = format!("G(k({first}, b))");
    let said = if kind == 6 { format!("P iff {same} = 0") } else { format!("G = {same}") };
    claims.push((format!("on h at (a, b) where min(a, b) > 0: {said}"), is_true));
    if noise.below(2) == 0 {
        claims.reverse();
    }
    (k + &h, claims)
}

#[test]
fn values_of_other_positions_where_moves_lead_elsewhere() {
    let (mut proved, mut missed) = (0, 0);
    // An ordinary run has the first four kinds: two are true, two are near misses.
    const KINDS: [u64; 8] = [5, 1, 4, 3, 6, 0, 2, 7];
    for case in 0..u64::from(grundy_testing::cases(32)) {
        let (games, claims) = file(&mut Noise(5_000 + 173 * case), KINDS[case as usize % 8]);
        missed += u32::from(claims.iter().any(|(text, is_true)| text.contains("min(a, b) > 0") && !is_true));
        for verdict in right_verdicts(&games, &claims, &options(Some(4), 1)) {
            let by_moves = |reason: &String| reason.contains("by a correspondence of moves");
            proved += u32::from(verdict.status == Status::Proved && verdict.reason.as_ref().is_some_and(by_moves));
        }
    }
    assert!(proved >= 1 && missed >= 2, "{proved} proved by a correspondence of moves, {missed} near misses");
}
