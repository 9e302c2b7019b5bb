//! Claims that positions are P-positions exactly where the value of other positions is a pile, and near misses of them.
//!
//! In: a game k on (a, b), with a pass or without, whose values no automaton need give; and k beside a pile c. Out: it is proved that the sum is a P-position exactly where the
//! value in k is c. That is never proved where the rules, the position in k, or the pile are changed at one place beyond 10^5 so that it is false there.

use grundy_claims::Status;
use grundy_testing::Noise;

use super::set::far;
use super::{options, right_verdicts};

/// How k takes from both coordinates at once, beside taking from one of them.
const BOTH: [(&str, &str); 5] = [
    ("a - i, b - i", "for i in 1..min(a, b)"),
    ("a - 1, b - 1", ""),
    ("a - i, b - i", "for i in 1..3"),
    ("a - 2*i, b - i", "for i in 1..b"),
    ("a - 1, b - 2", "if a > 3"),
];

/// What is changed in the sum at one place, and what is claimed.
struct Change {
    /// Where the last token of the pile may be taken, and where one may pass.
    last: String,
    pass: String,
    /// One more move of (a, b, c), and its condition.
    more: Option<(&'static str, String)>,
    /// The first coordinate of the position in k, and the pile.
    first: String,
    pile: String,
    /// Is the claim true all the same?
    is_true: bool,
}

/// Where b = 0, k is a pile of a tokens.
fn change(noise: &mut Noise, passes: bool) -> Change {
    let (c, number) = far(noise);
    let always = || "true".to_string();
    let none =
        || Change { last: always(), pass: always(), more: None, first: "a".into(), pile: "c".into(), is_true: false };
    match noise.below(9) {
        // A pile of this size is a P-position beside (0, 0), since it cannot be emptied.
        0 if !passes => Change { last: format!("c != {c}"), ..none() },
        // From (c, 0, c) a move leads to such a position; with a pass left, the values of both are the others of pairs.
        1 => Change { more: Some(("a - 1, b, c - 1", format!("a = {c} and b = 0"))), ..none() },
        2 => Change { pile: format!("(if c = {c} then c + 1 else c)"), ..none() },
        3 => Change { first: format!("(if a = {c} then a + 1 else a)"), ..none() },
        4 => Change { pile: format!("(if c = {c} then {c} else c)"), is_true: true, ..none() },
        5 => Change { first: format!("(if a = {c} then {c} else a)"), is_true: true, ..none() },
        // The pass is the one way from (c, 0, c, 1) to such a position, where c is odd.
        6 if passes && number % 2 == 1 => Change { pass: format!("not (a = {c} and b = 0 and c = {c})"), ..none() },
        7 => Change { more: Some(("a - 1, b, c", format!("a = {c}"))), is_true: true, ..none() },
        _ => Change { is_true: true, ..none() },
    }
}

/// The text of both games, and a claim about the sum.
fn file(noise: &mut Noise) -> (String, (String, bool)) {
    let ((both, range), passes) = (BOTH[noise.below(BOTH.len())], noise.below(2) == 0);
    let Change { last, pass, more, first, pile, is_true } = change(noise, passes);
    let p = if passes { ", p" } else { "" };
    let game = |name: &str, third: &str, own: &[String], pass: &str| {
        let moves = [("a - i, b", "for i in 1..a"), ("a, b - i", "for i in 1..b"), (both, range)];
        let mut lines: Vec<String> = moves.iter().map(|(to, range)| format!("move ({to}{third}{p}) {range}")).collect();
        lines.extend_from_slice(own);
        if passes {
            let total = if third.is_empty() { "a + b" } else { "a + b + c" };
            lines.push(format!("move (a, b{third}, 0) if p = 1 and {total} > 0 and {pass}"));
        }
        let bound = if passes { "    require p <= 1\n" } else { "" };
        format!("game {name}(a, b{third}{p}) {{\n{bound}    {}\n}}\n", lines.join("\n    "))
    };
    let mut own = vec![format!("move (a, b, c - i{p}) for i in 1..c if i < c or {last}")];
    own.extend(more.map(|(to, at)| format!("move ({to}{p}) if {at}")));
    let games = game("k", "", &[], "true") + &game("h", ", c", &own, &pass);
    let (at, of) = match (passes, noise.below(2)) {
        (true, 0) => (", 1", ", 1"),
        (true, _) => (", p", ", p"),
        (false, _) => ("", ""),
    };
    (games, (format!("on h at (a, b, c{at}): P iff G(k({first}, b{of})) = {pile}"), is_true))
}

#[test]
fn outcomes_that_are_values_up_to_far_out() {
    let (mut proved, mut missed) = (0, 0);
    for case in 0..u64::from(grundy_testing::cases(96)) {
        let (games, claim) = file(&mut Noise(7_000 + 131 * case));
        let is_true = claim.1;
        for verdict in right_verdicts(&games, &[claim], &options(Some(4), 1)) {
            let by_moves = |reason: &String| reason.contains("by a correspondence of moves");
            proved += u32::from(verdict.status == Status::Proved && verdict.reason.as_ref().is_some_and(by_moves));
            missed += u32::from(!is_true);
        }
    }
    assert!(proved >= 6 && missed >= 6, "{proved} proved by a correspondence of moves, {missed} near misses");
}

/// Nim with two piles and a pass, in which something may be changed at one place, and a claim that the position beside its value has the other pile as its value.
fn symmetric(noise: &mut Noise, kind: u64) -> (String, (String, bool)) {
    let (c, _) = far(noise);
    let p = ["0", "1", "p"][noise.below(3)];
    let (none, own) = (String::new(), format!("G(k(a, G, {p}))"));
    let (last, more, at, said, is_true) = match kind {
        // From (0, c, 0) no move leads to the end, so that it is a P-position, and not worth c.
        0 => (format!("not (a = 0 and b = {c} and i = b)"), none, "p", "G(k(a, G, p)) = b".to_string(), false),
        1 => ("true".into(), none, p, format!("{own} = (if b = {c} then b + 1 else b)"), false),
        2 => ("true".into(), none, p, format!("G(k(if a = {c} then a + 1 else a, G, {p})) = b"), false),
        3 => ("true".into(), format!("    move (a - 1, b, p) if a = {c}\n"), p, format!("{own} = b"), true),
        4 => ("true".into(), none, p, format!("{own} = (if b = {c} then {c} else b)"), true),
        _ => ("true".into(), none, p, format!("G(k(G, b, {p})) = a"), true),
    };
    let game = format!(
        "game k(a, b, p) {{\n    require p <= 1\n    move (a - i, b, p) for i in 1..a\n    move (a, b - i, p) for i in 1..b if {last}\n    \
         move (a, b, 0) if p = 1 and a + b > 0\n{more}}}\n"
    );
    (game, (format!("on k at (a, b, {at}): {said}"), is_true))
}

#[test]
fn own_values_as_piles_up_to_far_out() {
    let (mut proved, mut missed) = (0, 0);
    for case in 0..u64::from(grundy_testing::cases(96)) {
        let (game, claim) = symmetric(&mut Noise(3_000 + 211 * case), case % 6);
        missed += u32::from(!claim.1);
        for verdict in right_verdicts(&game, &[claim], &options(Some(4), 1)) {
            let by_moves = |reason: &String| reason.contains("by a correspondence of moves");
            proved += u32::from(verdict.status == Status::Proved && verdict.reason.as_ref().is_some_and(by_moves));
        }
    }
    assert!(proved >= 3 && missed >= 3, "{proved} proved by a correspondence of moves, {missed} near misses");
}

/// A game k, the same game with a pass, and what is claimed of both: the pass leads to the position of k. At one place something may be changed in the moves of k and of h, the game with a pass.
fn passing(noise: &mut Noise, kind: u64) -> (String, (String, bool)) {
    let ((both, range), c) = (BOTH[noise.below(BOTH.len())], 1_000_000 + noise.below(1_000_000));
    let here = format!("(a = {c} and b = 0)");
    let all = "true".to_string();
    let but = |more: &str| format!("not ({here}{more})");
    // The conditions of the moves of k, of those of h, and of the pass.
    let (of_k, of_h, pass, is_true) = match kind {
        // From (c, 0) no move leads anywhere, and from (c, 0, 1) the pass alone.
        0 => (but(""), but(""), all, true),
        // Not even that: both are P-positions.
        1 => (but(""), but(""), but(""), false),
        // The pass leads to (c, 0, 0), which is not what (c, 0) is: an N-position.
        2 => (but(""), but(" and p = 1"), all, false),
        3 => (all.clone(), but(" and p = 1"), all, true),
        _ => (all.clone(), all.clone(), all, true),
    };
    let game = |name: &str, p: &str, when: &str, own: &str| {
        let moves = [("a - i, b", "for i in 1..a"), ("a, b - i", "for i in 1..b"), (both, range)];
        let moves = moves.iter().map(|(to, range)| {
            let joined = if range.starts_with("if") { format!("{range} and") } else { format!("{range} if") };
            format!("    move ({to}{p}) {joined} {when}\n")
        });
        format!("game {name}(a, b{p}) {{\n{}{own}}}\n", moves.collect::<String>())
    };
    let own = format!("    require p <= 1\n    move (a, b, 0) if p = 1 and a + b > 0 and {pass}\n");
    let (k, h) = (game("k", "", &of_k, ""), game("h", ", p", &of_h, &own));
    let says = ["P implies N(k(a, b))", "G != G(k(a, b))", "N or N(k(a, b))"][noise.below(3)];
    (k + &h, (format!("on h at (a, b, 1) where a + b > 0: {says}"), is_true))
}

#[test]
fn moves_to_positions_of_another_game_up_to_far_out() {
    let (mut proved, mut right) = (0, 0);
    for case in 0..u64::from(grundy_testing::cases(60)) {
        let (games, claim) = passing(&mut Noise(19_000 + 173 * case), case % 5);
        let is_true = claim.1;
        right += u32::from(is_true);
        for verdict in right_verdicts(&games, &[claim], &options(Some(4), 1)) {
            let by_rules = |reason: &String| reason.contains("by the rules alone");
            let is_proved = verdict.status == Status::Proved;
            proved += u32::from(is_proved && is_true && verdict.reason.as_ref().is_some_and(by_rules));
        }
    }
    assert!(10 * proved >= 7 * right, "{proved} of {right} are proved by the rules alone");
}
