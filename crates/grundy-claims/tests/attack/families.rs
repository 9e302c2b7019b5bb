//! Claims about all games of a family, `for c in 0..`, and near misses of them.
//!
//! In: families with one parameter whose values have a closed form, claims that are true for every c, and claims that are false for one great c, or at one position of one game far out.
//! Out: many of the true ones are proved for all c at once, and no false one is, alone or beside true ones.

use grundy_claims::Status;
use grundy_testing::Noise;

use super::set::far;
use super::{checked, options, right_verdicts};

/// The text of a family `g[c](a, b)` for c >= 1, and the value at (a, b).
struct Family {
    text: &'static str,
    value: &'static str,
    zero: fn(i128, i128, i128) -> bool,
}

const FAMILIES: [Family; 4] = [
    Family {
        text: "game g[c](a, b) {\n    move (i, b) for i in c..a - 1\n    move (a, i) for i in c..b - 1\n}\n",
        value: "(if a <= c then 0 else a - c) xor (if b <= c then 0 else b - c)",
        zero: |a, b, c| (a - c).max(0) == (b - c).max(0),
    },
    Family {
        text: "game g[c](a, b) {\n    move (a - i, b) for i in 1..a if a >= c\n    move (a, b - i) for i in 1..b if b >= c\n}\n",
        value: "(if a < c then 0 else a - c + 1) xor (if b < c then 0 else b - c + 1)",
        zero: |a, b, c| (a - c + 1).max(0) == (b - c + 1).max(0),
    },
    Family {
        text: "game g[c](a, b) {\n    move (a - 1, b) if a > c\n    move (a, b - 1) if b > 2*c\n}\n",
        value: "((if a > c then a - c else 0) + (if b > 2*c then b - 2*c else 0)) mod 2",
        zero: |a, b, c| ((a - c).max(0) + (b - 2 * c).max(0)) % 2 == 0,
    },
    Family {
        text: "game g[c](a, b) {\n    require b <= c\n    move (a - i, b) for i in 1..a\n    move (a, i) for i in 0..b - 1\n}\n",
        value: "a xor b",
        zero: |a, b, c| a == b && b <= c,
    },
];

/// A claim on a family, and whether it is true.
fn claim(noise: &mut Noise, family: &Family) -> (String, bool) {
    let (value, (k, number)) = (family.value, far(noise));
    let (x, y) = (noise.below(5) as i128, noise.below(5) as i128);
    // One position of one game far out, which is there, and whether it is a P-position.
    let (place, loses) =
        (format!("c = {k} and a = {k} + {x} and b = {k} - {y}"), (family.zero)(number + x, number - y, number));
    let on = "on g[c] at (a, b)";
    match noise.below(12) {
        0 => (format!("{on} for c in 1..: G = {value}"), true),
        1 => (format!("{on} for c in 1..: G = {value} + (if {place} then 1 else 0)"), false),
        2 => (format!("{on} for c in 1..: P iff ({value}) = 0 or {place}"), loses),
        3 => (format!("{on} for c in 1..{k}: P iff ({value}) = 0"), true),
        4 => (format!("{on} for c in 1.. if c != {k}: P iff ({value}) = 0 and not ({place})"), true),
        5 => (format!("{on} for c in 1..: G(g[c]({x}, 0)) = G(g[c]({x}, 0)) and ({place} implies P)"), loses),
        6 => (format!("{on} where {place} for c in 1..: P"), loses),
        7 => (format!("{on} where a > {k} and c < {k} and a = b for c in 1..: G(g[c + 1](a, b)) <= a xor b"), true),
        8 => (format!("on g[c + {x}] at (a, b) for c in 1.., d in c..: c <= d and G(g[d](0, 0)) = 0"), true),
        9 => (format!("{on} for c in 1.., d in 1..c: d < c or c != {k} or G = 0"), false),
        10 => (format!("{on} + nim[1] at (a, b, n) for c in 1..: P iff ({value}) = n"), true),
        _ => (format!("{on} for c in 1..: c = {k} and a = 0 and b = 0 implies N"), false),
    }
}

#[test]
fn claims_on_families_far_out() {
    let (mut proved, mut refuted) = (0, 0);
    for case in 0..u64::from(grundy_testing::cases(80)) {
        let noise = &mut Noise(120_000 + 31 * case);
        let family = &FAMILIES[noise.below(FAMILIES.len())];
        let claims: Vec<(String, bool)> = (0..1 + noise.below(3)).map(|_| claim(noise, family)).collect();
        let claims: Vec<_> = claims
            .into_iter()
            .map(|(text, is)| (text.replace("g[c] at (a, b) + nim[1] at", "g[c] + nim[1] at"), is))
            .collect();
        for verdict in right_verdicts(family.text, &claims, &options(Some(5), 1)) {
            proved += u32::from(verdict.status == Status::Proved);
            refuted += u32::from(verdict.status == Status::False);
        }
    }
    assert!(proved >= 5 && refuted >= 2, "{proved} proved, {refuted} false");
}

/// A family whose parameter stands in the rules at random.
fn rules(noise: &mut Noise) -> String {
    let bound = |noise: &mut Noise, own: &str| match noise.below(5) {
        0 => format!("for i in 1..{own}"),
        1 => "for i in 1..c".to_string(),
        2 => format!("for i in 1..min({own}, c + {})", noise.below(3)),
        3 => format!("for i in c..{own}"),
        _ => format!("for i in 1..{own} div {}", 1 + noise.below(3)),
    };
    let guard = |noise: &mut Noise| match noise.below(4) {
        0 => String::new(),
        1 => format!(" if a + b >= c + {}", noise.below(3)),
        2 => " if i != c".to_string(),
        _ => " if a <= c or b >= c".to_string(),
    };
    let (one, two) = (bound(noise, "a"), bound(noise, "b"));
    let (one, two) = (format!("{one}{}", guard(noise)), format!("{two}{}", guard(noise)));
    format!(
        "game g[c](a, b) {{\n    move (a - i, b) {one} {and} i > 0\n    move (a, b - i) {two} {also} i > 0\n}}\n",
        and = if one.contains(" if ") { "and" } else { "if" },
        also = if two.contains(" if ") { "and" } else { "if" }
    )
    .replace(" or b >= c and", ") and")
    .replace("if a <= c)", "if (a <= c or b >= c)")
}

#[test]
fn a_parameter_that_positions_carry_is_the_parameter() {
    for case in 0..u64::from(grundy_testing::cases(40)) {
        let noise = &mut Noise(770_000 + 13 * case);
        let text = rules(noise);
        let formula = match noise.below(4) {
            0 => "G = (a + b + c) mod 3".to_string(),
            1 => format!("G <= a + b or a + c = {}", 4 + noise.below(4)),
            2 => "P implies a = b or a + b <= 2*c".to_string(),
            _ => format!("G = {} implies c > a", 1 + noise.below(5)),
        };
        let verdict = |range: &str| {
            let text = format!("{text}claim \"0\" on g[c] at (a, b) for c in {range}: {formula}\n");
            checked(&text, &options(Some(5), 1)).unwrap_or_else(|why| panic!("{why}")).remove(0).1
        };
        // The first is looked at with c as a coordinate, the second game by game.
        let (carried, each) = (verdict("0.."), verdict("0..5"));
        let near = |verdict: &grundy_claims::Verdict| {
            let at = verdict.counterexample.as_ref()?;
            let c: i64 = at.vars.iter().find(|(name, _)| name == "c")?.1.clone().try_into().ok()?;
            let position: Vec<i64> = at.position.as_ref()?.split(',').map(|n| n.parse().expect("a number")).collect();
            position.iter().chain([&c]).all(|n| *n <= 5).then_some(())
        };
        let is_false = (near(&carried).is_some(), each.status == Status::False);
        assert_eq!(
            is_false.0,
            is_false.1,
            "{text}{formula}\n{:?}\n{:?}",
            (carried.status, carried.counterexample),
            (each.status, each.counterexample)
        );
    }
}
