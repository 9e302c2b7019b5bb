//! Claims about a part of the positions of a game whose other values no automaton gives, and near misses of them.
//!
//! In: a game on (a, b) with a closed form, beside a pile c that is taken from together with the others: at c > 0 the values are as those of Wythoff's game, and no move leads
//! away from c = 0. Out: what is said of the values at c = 0 is proved for some of the claims that are true, since another claim says these values; a claim that is false at a
//! position beyond 10^5, or from there on, is never proved, alone or beside true ones, in any order. So it is with claims that join two games which are known in different
//! numerations.

use grundy_claims::{Status, Verdict};
use grundy_testing::Noise;

use super::set::far;
use super::{options, right_verdicts};

/// A value, as text over two names.
type Value = Box<dyn Fn(&str, &str) -> String>;

/// A game, and its value at (a, b, 0).
struct Game {
    text: String,
    value: Value,
}

fn game(noise: &mut Noise) -> Game {
    let m = 2 + noise.below(3);
    let (moves, value): (String, Value) = match noise.below(3) {
        0 => ("a".into(), Box::new(|a, b| format!("({a} xor {b})"))),
        1 => ("1".into(), Box::new(|a, b| format!("(({a} + {b}) mod 2)"))),
        _ => ((m - 1).to_string(), Box::new(move |a, b| format!("(({a} mod {m}) xor ({b} mod {m}))"))),
    };
    let other = if moves == "a" { "b" } else { &moves };
    let text = format!(
        "game g(a, b, c) {{\n    move (a - i, b, c) for i in 1..{moves}\n    move (a, b - i, c) for i in 1..{other}\n    move (a, b, c - i) for i in 1..c\n    \
         move (a - i, b, c - i) for i in 1..c\n    move (a, b - i, c - i) for i in 1..c\n}}\n"
    );
    Game { text, value }
}

/// A claim, and whether it is true.
fn claim(noise: &mut Noise, game: &Game) -> (String, bool) {
    let ((c, _), d) = (far(noise), noise.below(3));
    let e = (game.value)("a", "b");
    match noise.below(13) {
        0 | 1 => (format!("at (a, b, 0): G = {e}"), true),
        2 => (format!("at (a, b, 0): G = (if a = {c} then {e} + 1 else {e})"), false),
        3 => (format!("at (a, b, 0): G <= {e} + {d}"), true),
        4 => (format!("at (a, b, 0): G < {e} + {d} or a != {c}"), d > 0),
        5 => ("at (a, b, 0): G = G(g(b, a, 0))".to_string(), true),
        6 => (format!("at (a, b, 0): G = G(g(b, a, 0)) + (if a = {c} and b = {c} then 1 else 0)"), false),
        7 => (format!("at (a, b, c): G(g(a, b, 0)) = {e}"), true),
        8 => (format!("at (a, b, c): G(g(a, b, 0)) = {e} and c != {c}"), false),
        9 => (format!("at (a, b, 0): all i in 0..a: G(g(i, b, 0)) = {}", (game.value)("i", "b")), true),
        10 => (format!("at (a, b, 0): all i in 0..a: i != {c} and G(g(i, b, 0)) = {}", (game.value)("i", "b")), false),
        11 => (format!("at (a, b, c) where c < {c}: G(g(a, b, 0)) <= a + b"), true),
        _ => (format!("at (a, b, 0): P iff {e} = 0 and a != {c}"), false),
    }
}

/// Looks at some files of claims: how many claims are proved.
fn look(files: &mut dyn Iterator<Item = (String, Vec<(String, bool)>)>) -> usize {
    let is_proved = |verdict: &Verdict| verdict.status == Status::Proved;
    let proved = |(before, claims): (String, Vec<(String, bool)>)| {
        right_verdicts(&before, &claims, &options(Some(4), 1)).iter().filter(|verdict| is_proved(verdict)).count()
    };
    files.map(proved).sum()
}

#[test]
fn claims_about_a_part_far_out() {
    let of_case = |case: u64| {
        let noise = &mut Noise(120_000 + 77 * case);
        let game = game(noise);
        let mut claims: Vec<(String, bool)> = (0..2 + noise.below(3)).map(|_| claim(noise, &game)).collect();
        if noise.below(3) > 0 {
            claims.insert(noise.below(claims.len()), (format!("at (a, b, 0): G = {}", (game.value)("a", "b")), true));
        }
        claims.iter_mut().for_each(|(text, _)| *text = format!("on g {text}"));
        (game.text, claims)
    };
    let proved = look(&mut (0..u64::from(grundy_testing::cases(24))).map(of_case));
    assert!(proved >= 3, "{proved} claims are proved");
}

#[test]
fn claims_about_games_in_two_numerations() {
    const BEFORE: &str = "game mw(a, b) {
    move (a - i, b) for i in 1..a
    move (a, b - i) for i in 1..b
    move (a - i, b - j) for i in 1..a, j in 1..b if 5 divides i - j
}\n";
    let of_case = |case: u64| {
        let noise = &mut Noise(7_000 + 77 * case);
        let list = "[a, b] in {[0, 0], [1, 2], [3, 5], [4, 7]}";
        let claim = |noise: &mut Noise| match (far(noise).0, noise.below(7)) {
            (_, 0) => (format!("on mw at (a, b) where a <= b: P iff {list}"), true),
            (_, 1) => ("on mw at (a, b): P implies P(wythoff(a, b))".to_string(), true),
            (c, 2) => (format!("on wythoff at (a, b): P and a < {c} implies P(mw(a, b)) or a > 7"), false),
            (c, 3) => (format!("on mw at (a, b): P or a < {c} implies N(wythoff(a, b)) or a + b < 12"), false),
            (_, 4) => ("on wythoff at (a, b) where a + b < 12: P iff P(mw(a, b))".to_string(), true),
            (c, 5) => (format!("on wythoff at (a, b) where a != {c}: P(mw(a, b)) implies P"), true),
            (c, _) => (format!("on mw at (a, b): (N or P(wythoff(a, b))) and a != {c}"), false),
        };
        let claims = (0..1 + noise.below(3)).map(|_| claim(noise)).collect();
        (BEFORE.to_string(), claims)
    };
    let proved = look(&mut (0..u64::from(grundy_testing::cases(8))).map(of_case));
    assert!(proved >= 1, "{proved} claims are proved");
}
