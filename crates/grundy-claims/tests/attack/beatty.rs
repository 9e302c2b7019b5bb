//! Multiples of irrational numbers, rounded down, in claims: what is true beside what is false only far out.
//!
//! In: noise. Out: claims about floor(n*x), for numbers x of quadratic fields, and about P-positions that such sequences are; whether they are true is computed
//! here in integers. Rational numbers near x take its place in the false ones.

use grundy_claims::{CheckOptions, Status};
use grundy_testing::Noise;

use super::{checked, options, right_verdicts};

/// The number (a + b*sqrt(d))/c, as it is written.
struct Real {
    text: &'static str,
    a: i128,
    b: i128,
    d: i128,
    c: i128,
}

const fn real(text: &'static str, a: i128, b: i128, d: i128, c: i128) -> Real {
    Real { text, a, b, d, c }
}

const REALS: [Real; 19] = [
    real("phi", 1, 1, 5, 2),
    real("phi^2", 3, 1, 5, 2),
    real("(1 + sqrt(5))/2", 1, 1, 5, 2),
    real("(phi + 3)/4", 7, 1, 5, 8),
    real("sqrt(20)", 0, 2, 5, 1),
    real("(1 - sqrt(5))", 1, -1, 5, 1),
    real("sqrt(2)", 0, 1, 2, 1),
    real("(2 + sqrt(2))", 2, 1, 2, 1),
    real("sqrt(8)/3", 0, 2, 2, 3),
    real("(-sqrt(2))", 0, -1, 2, 1),
    real("(sqrt(13) - 1)/2", -1, 1, 13, 2),
    real("(sqrt(10) - 3)", -3, 1, 10, 1),
    real("sqrt(18)/2", 0, 3, 2, 2),
    real("sqrt(3)", 0, 1, 3, 1),
    real("((3 + sqrt(3))/2)", 3, 1, 3, 2),
    real("(-sqrt(27))", 0, -3, 3, 1),
    real("(sqrt(6) - 1)", -1, 1, 6, 1),
    real("((sqrt(21) - 1)/2)", -1, 1, 21, 2),
    real("(4 - sqrt(15))", 4, -1, 15, 1),
];

impl Real {
    /// n times the number and `more`, rounded down.
    fn floor(&self, n: i128, more: i128) -> i128 {
        let b = self.b * n;
        let root = (b * b * self.d).unsigned_abs().isqrt() as i128;
        let root = if b < 0 { -root - i128::from(root * root != b * b * self.d) } else { root };
        (self.a * n + more * self.c + root).div_euclid(self.c)
    }

    /// The number is above p/q.
    fn is_above(&self, p: i128, q: i128) -> bool {
        // q*x is no integer.
        self.floor(q, 0) >= p
    }

    /// p with p/q near the number, below it or above.
    fn near(&self, q: i128, above: bool) -> i128 {
        self.floor(q, 0) + i128::from(above)
    }
}

/// A game in which a claim has a variable.
const HEAP: &str = "game heap(n) { move n - 1 }\n";

/// A claim about multiples of a number, and whether it is true.
fn of_multiples(noise: &mut Noise) -> (String, bool) {
    let x = &REALS[noise.below(REALS.len())];
    let (t, k, s) = (x.text, 1 + noise.below(3) as i128, noise.below(5) as i128 - 2);
    let far = ["10^9", "(10^6 + 1)", "31337"][noise.below(3)];
    let q = [5, 13, 34, 41, 99, 610, 985][noise.below(7)];
    let p = x.near(q, noise.below(2) == 0);
    let (text, truth) = match noise.below(12) {
        0 => (format!("floor(n*{t} + {k}*n + {s}) = floor(n*{t}) + {k}*n + ({s})"), true),
        1 => (format!("floor(n*{t}) = (n*({p})) div {q}"), false),
        2 => (format!("floor(n*{t}) >= (n*({p})) div {q}"), x.is_above(p, q)),
        3 => (format!("n > 0 implies ceil(n*{t}) = floor(n*{t}) + 1"), true),
        4 => (format!("n >= {far} implies ceil(n*{t}) = floor(n*{t})"), false),
        5 => (format!("floor(n*{t}) + floor(-n*{t}) = (if n = 0 then 0 else -1)"), true),
        6 => (format!("floor(n*{t}) + floor(-n*{t}) = (if n = 0 or n = {far} then 0 else -1)"), false),
        7 => (format!("all i in 0..{k}: floor((n + i)*{t}) <= floor(n*{t}) + floor(i*{t}) + 1"), true),
        8 => (format!("floor((n + 1)*{t}) - floor(n*{t}) in {{{}, {}}}", x.floor(1, 0), x.floor(1, 0) + 1), true),
        9 => (format!("floor((n + 1)*{t}) - floor(n*{t}) = {} or n < {far}", x.floor(1, 0)), false),
        10 => (format!("floor(n*{t}) mod {} = (floor(n*{t}) - {k}*n) mod {}", k, k), true),
        _ => (format!("floor((n*{t} + {s})/{k}) = (floor(n*{t}) + ({s})) div {k}"), true),
    };
    (format!("on heap at (n): {text}"), truth)
}

const WYTHOFF: &str = "game w(a, b) { move (a - i, b) for i in 1..a; move (a, b - i) for i in 1..b; move (a - i, b - i) for i in 1..min(a, b) }\n";
const FRAENKEL: &str = "game w(a, b) { move (a - i, b) for i in 1..a; move (a, b - i) for i in 1..b; move (a - i, b - j) for i in 1..a, j in 1..b if abs(i - j) < 2 }\n";

const BARRED: &str = "game w(a, b) { move (a - i, b) for i in 1..a; move (a, b - i) for i in 1..b; move (a - i, b - i) for i in 1..min(a, b) if i != 2; \
    move (a - i, b - i - 1) for i in 1..min(a, b - 1) if not (i in {1, 2, 3, 4, 6}); move (a - i - 1, b - i) for i in 1..min(a - 1, b) if not (i in {1, 2, 3, 4, 6}) }\n";

/// A game whose P-positions are the pairs floor(n*x), floor(n*y), where the difference is `more`; and fractions near x.
struct Pairs {
    rules: &'static str,
    x: &'static str,
    y: &'static str,
    more: &'static str,
    near: [(i64, i64); 2],
}

/// Wythoff's game; Fraenkel's, where the numbers taken differ by less than 2; and a game whose pairs are those of the square root of 3.
const PAIRS: [Pairs; 3] = [
    Pairs { rules: WYTHOFF, x: "phi", y: "phi^2", more: "n", near: [(55, 34), (987, 610)] },
    Pairs { rules: FRAENKEL, x: "sqrt(2)", y: "(2 + sqrt(2))", more: "2*n", near: [(99, 70), (1393, 985)] },
    Pairs {
        rules: BARRED,
        x: "sqrt(3)",
        y: "((3 + sqrt(3))/2)",
        more: "floor(n*(3 + sqrt(3))/2) - floor(n*sqrt(3))",
        near: [(97, 56), (1351, 780)],
    },
];

/// The pairs of the square root of 3 take a minute; a claim of `papers` is about them.
fn all_pairs() -> &'static [Pairs] {
    if grundy_testing::is_long() { &PAIRS } else { &PAIRS[..2] }
}

/// Pairs of numbers that are, or are not, the P-positions.
fn of_pairs(noise: &mut Noise, pairs: &Pairs) -> (String, bool) {
    let Pairs { x, y, more: k, near, .. } = pairs;
    let (p, q) = near[noise.below(2)];
    let far = ["10^9", "(10^6 + 1)", "31337"][noise.below(3)];
    let (text, truth) = match noise.below(8) {
        0 => (format!("P iff any n in 0..b: {{a, b}} = {{floor(n*{x}), floor(n*{x}) + {k}}}"), true),
        1 => (
            format!(
                "P iff any n in 0..a + b: (a = floor(n*{x}) and b = floor(n*{y})) or (b = floor(n*{x}) and a = floor(n*{y}))"
            ),
            true,
        ),
        2 => (format!("P iff any n in 0..b: {{a, b}} = {{(n*{p}) div {q}, (n*{p}) div {q} + {k}}}"), false),
        3 => (format!("P iff any n in 0..b: {{a, b}} = {{floor(n*{x}), floor(n*{x}) + {k}}} and n < {far}"), false),
        4 => (format!("P iff any n in 0..b: {{a, b}} = {{floor(n*{x}), floor(n*{y})}} and n != {far}"), false),
        5 => (format!("(any n in 1..b: a = floor(n*{x}) and b = floor(n*{y})) implies P"), true),
        6 => (format!("(any n in 1..b: a = floor(n*{x}) and b = floor(n*{y}) + n div {far}) implies P"), false),
        _ => (format!("P iff any n in 0..b: {{a, b}} = {{floor((n*{x} + n*{x})/2), ceil(n*{y}) - min(1, n)}}"), true),
    };
    (format!("on w at (a, b): {text}"), truth)
}

/// The same claims, evaluated plainly at small positions: none that is true is false there.
fn plainly(before: &str, claims: &[(String, bool)]) {
    let item = |(n, (claim, _)): (usize, &(String, bool))| format!("claim \"{n}\" {claim}\n");
    let text = format!("{before}{}", claims.iter().enumerate().map(item).collect::<String>());
    let plain = CheckOptions { plain: true, ..options(Some(40), 1) };
    for (name, verdict) in checked(&text, &plain).unwrap_or_else(|why| panic!("{why}")) {
        let (claim, truth) = &claims[name.parse::<usize>().expect("a number")];
        assert!(verdict.status != Status::False || !truth, "{claim} is false at a small position");
        assert!(
            matches!(verdict.status, Status::Proved | Status::Holds | Status::False),
            "{claim}: {:?}",
            verdict.error
        );
    }
}

#[test]
fn of_multiples_of_irrational_numbers_what_is_true_alone_is_proved() {
    let (mut proved, mut of_true) = (0, 0);
    for case in 0..u64::from(grundy_testing::cases(8)) {
        let noise = &mut Noise(41_000 + 17 * case);
        let claims: Vec<(String, bool)> = (0..12).map(|_| of_multiples(noise)).collect();
        plainly(HEAP, &claims);
        let found = right_verdicts(HEAP, &claims, &options(None, 1));
        proved += found.iter().filter(|verdict| verdict.status == Status::Proved).count();
        of_true += claims.iter().filter(|(_, truth)| *truth).count();
    }
    assert!(2 * proved > of_true, "{proved} of {of_true}");
}

#[test]
fn pairs_of_beatty_sequences_are_proved_where_they_are_the_positions() {
    let cases = 0..u64::from(grundy_testing::cases(8));
    for (case, (which, pairs)) in cases.flat_map(|case| (0..).zip(all_pairs()).map(move |which| (case, which))) {
        let noise = &mut Noise(87_000 + 31 * case + which);
        let claims = (0..4).step_by(grundy_testing::every(2)).map(|_| of_pairs(noise, pairs));
        let claims: Vec<(String, bool)> = claims.collect();
        plainly(pairs.rules, &claims);
        right_verdicts(pairs.rules, &claims, &options(Some(30), 1));
    }
}

/// The positions of each game, and one near miss of each: with a rational number in the place of the irrational one.
#[test]
fn the_positions_are_proved_and_near_misses_are_not() {
    // The claims of the papers prove the other games' positions.
    let positions = if grundy_testing::is_long() { &PAIRS[..] } else { &PAIRS[..1] };
    for Pairs { rules: before, x, y, more: k, near: [_, (p, q)] } in positions {
        let near = format!("(n*{p}) div {q}");
        let either = format!("(a = floor(n*{x}) and b = floor(n*{y})) or (b = floor(n*{x}) and a = floor(n*{y}))");
        let text = format!(
            "{before}claim \"pairs\" on w: P iff any n in 0..b: {{a, b}} = {{floor(n*{x}), floor(n*{x}) + {k}}}\n\
             claim \"either\" on w: P iff any n in 0..b: {either}\n\
             claim \"near\" on w at (a, b): P iff any n in 0..b: {{a, b}} = {{{near}, {near} + {k}}}\n"
        );
        let found = checked(&text, &options(None, 1)).unwrap_or_else(|why| panic!("{why}"));
        let [pairs, either, near] = [0, 1, 2].map(|n: usize| &found[n].1);
        for verdict in [pairs, either] {
            assert_eq!((verdict.status, verdict.checked), (Status::Proved, Some(true)), "{text}{:?}", verdict.reason);
        }
        assert!(matches!(near.status, Status::Holds | Status::False), "{text}{:?}", near.status);
    }
}

/// `isqrt` of a constant times a square is a multiple of a root, also where the number that is squared is below 0.
#[test]
fn roots_of_multiples_of_squares_are_multiples_of_roots() {
    let claims = [
        ("isqrt(3*n^2) = floor(n*sqrt(3))", true),
        ("isqrt(n*(5*n)) = floor(n*sqrt(5))", true),
        ("isqrt(2*(n - 7)^2) = floor(abs(n - 7)*sqrt(2))", true),
        ("isqrt(12*n^2) >= 2*isqrt(3*n^2)", true),
        ("isqrt(9*n^2) = 3*n", true),
        ("isqrt(2*(n - 7)^2) = floor((n - 7)*sqrt(2))", false),
        ("isqrt(3*n^2) = (n*1351) div 780 or n < 100", false),
    ];
    let claims = claims.map(|(text, is_true)| (format!("on heap at (n): {text}"), is_true));
    plainly(HEAP, &claims);
    let found = right_verdicts(HEAP, &claims, &options(None, 1));
    for (verdict, (text, is_true)) in found.iter().zip(&claims) {
        assert_eq!(verdict.status == Status::Proved, *is_true, "{text}: {:?}", verdict.reason);
    }
    // The definition of the root, which no such reading enters.
    for (factor, number) in [("3", "n"), ("3", "(n - 7)"), ("20", "(5 - 2*n)"), ("9", "(n - 7)")] {
        let (square, root) = (format!("{factor}*{number}^2"), format!("isqrt({factor}*{number}^2)"));
        plainly(HEAP, &[(format!("on heap at (n): {root} >= 0 and {root}^2 <= {square} < ({root} + 1)^2"), true)]);
        plainly(HEAP, &[(format!("on heap at (n): isqrt({number}*({factor}*{number})) = {root}"), true)]);
    }
}
