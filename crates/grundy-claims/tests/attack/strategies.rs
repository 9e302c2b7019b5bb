//! Claims that say P or N of some positions of a game whose other values no automaton gives, and near misses of them.
//!
//! In: a game on (a, b) with a closed form, and a third pile c that is taken from together with the others, so that the values at c > 0 are as those of Wythoff's game. Out: what
//! is said of the positions with c = 0, or of those with a move to them, is proved for some of the claims that are true; a claim that is false at one position beyond 10^5, or from
//! there on, is never proved, alone or beside true ones, in any order.

use grundy_claims::Status;
use grundy_testing::Noise;

use super::set::far;
use super::{options, right_verdicts};

/// Is the outcome at (a, b, 0) P? The third number is the modulus of the rules.
type IsZero = fn(i128, i128, i128) -> bool;

/// A game, and where its outcome at c = 0 is P.
struct Game {
    text: String,
    zero: String,
    of: IsZero,
    modulus: i128,
    /// The outcomes in misère play at c = 0 are the others.
    turns: bool,
}

fn game(noise: &mut Noise) -> Game {
    let m = 2 + noise.below(4) as i128;
    let nim = |a, b, _| a == b;
    let residues = |a: i128, b: i128, m| a % m == b % m;
    let amounts = |what: &str| format!("for i in 1..{what}");
    let (a, b, zero, of, turns): (String, String, String, IsZero, bool) = match noise.below(3) {
        0 => (amounts("a"), amounts("b"), "a = b".into(), nim, false),
        1 => (amounts("1"), amounts("1"), "(a + b) mod 2 = 0".into(), |a, b, _| (a + b) % 2 == 0, true),
        _ => {
            let most = (m - 1).to_string();
            (amounts(&most), amounts(&most), format!("a mod {m} = b mod {m}"), residues, false)
        }
    };
    let text = format!(
        "game g(a, b, c) {{\n    move (a - i, b, c) {a}\n    move (a, b - i, c) {b}\n    move (a, b, c - i) for i in 1..c\n    \
         move (a - i, b, c - i) for i in 1..c\n    move (a, b - i, c - i) for i in 1..c\n}}\n"
    );
    Game { text, zero, of, modulus: m, turns }
}

/// A claim, and whether it is true.
fn claim(noise: &mut Noise, game: &Game) -> (String, bool) {
    let (zero, (c, number)) = (&game.zero, far(noise));
    let is_zero = |a: i128, b: i128| (game.of)(a, b, game.modulus);
    let d = noise.below(4) as i128;
    // One position far out, and whether it is a P-position.
    let (place, loses) = (format!("a = {c} and b = {c} + {d}"), is_zero(number, number + d));
    match noise.below(12) {
        0 => (format!("at (a, b, 0) where {zero}: P"), true),
        1 => (format!("at (a, b, 0) where {zero} or {place}: P"), loses),
        2 => (format!("at (a, b, 0) where not ({zero}): N"), true),
        3 => (format!("at (a, b, 0) where not ({zero}) or {place}: N"), !loses),
        4 => (format!("at (a, b, c) where c > 0 and {zero}: N"), true),
        5 => (format!("at (a, b, c) where ({zero}) and (c > 0 or a = {c}): N"), false),
        6 => (format!("at (a, b, c): c = 0 and {zero} implies P"), true),
        7 => (format!("at (a, b, c): c = 0 and ({zero} or a = {c}) implies P"), false),
        8 => (format!("at (a, b, 0) where {zero} and a >= {d}: P"), true),
        9 => (format!("at (a, b, 0) where ({zero}) and a < {c} or not ({zero}) and a = {c}: P"), false),
        10 if game.turns => (format!("at (a, b, 0) where not ({zero}): P_misere"), true),
        11 if game.turns => (format!("at (a, b, 0) where not ({zero}) or {place}: P_misere"), !loses),
        _ => (format!("at (a, b, 0): {zero} and a != {c} implies P"), true),
    }
}

#[test]
fn one_sided_claims_far_out() {
    let (mut proved, mut by_strategy, mut refuted) = (0, 0, 0);
    for case in 0..u64::from(grundy_testing::cases(14)) {
        let noise = &mut Noise(90_000 + 77 * case);
        let game = game(noise);
        let mut claims: Vec<(String, bool)> = (0..1 + noise.below(4)).map(|_| claim(noise, &game)).collect();
        claims.iter_mut().for_each(|(text, _)| *text = format!("on g {text}"));
        for verdict in right_verdicts(&game.text, &claims, &options(Some(5), 1)) {
            let answered = |reason: &String| reason.contains("by a strategy");
            let is_proved = verdict.status == Status::Proved;
            proved += u32::from(is_proved);
            by_strategy += u32::from(is_proved && verdict.reason.as_ref().is_some_and(answered));
            refuted += u32::from(verdict.status == Status::False);
        }
    }
    eprintln!("{proved} proved, {by_strategy} by a strategy, {refuted} false");
    assert!(by_strategy >= 1, "{proved} proved, {by_strategy} by a strategy, {refuted} false");
}
