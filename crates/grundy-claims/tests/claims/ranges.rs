//! The positions that a claim speaks of: patterns, own variables, `where`, `to`.

use grundy::Session;
use grundy_claims::{self, CheckOptions, Meter, Status};

use super::told::{check, check_to};

#[test]
fn patterns() {
    check(&[
        ("claim \"c\" on nim[2] at (a, b) to 5: G = a xor b", "holds 36 to 5; all"),
        ("claim \"constants\" on nim[3] at (2, b, b + 1) to 4: G = 2 xor b xor (b + 1)", "holds 5 to 4; all"),
        (
            "claim \"negative entries are passed over\" on nim[2] at (a, a - 2) to 4: G = a xor (a - 2)",
            "holds 3 to 4; all",
        ),
        ("def k = 3\nclaim \"a constant of a def\" on nim[2] at (k, b) to 4: G = 3 xor b", "holds 5 to 4; all"),
        ("def f(z) = z*z\nclaim \"a function\" on nim[2] at (f(a), 1) to 3: G = a^2 xor 1", "holds 4 to 3; formula"),
        ("claim \"twice\" on nim[2] at (a, a) to 10: P", "holds 11 to 10; all"),
        ("claim \"all constant\" on nim[2] at (3, 5): G = 6", "proved 1"),
        ("claim \"does not exist\" on star_nim[2] at (a, b) to 2: 0 <= G", "holds 8 to 2; words"),
        ("claim \"does not exist\" on star_nim[2] at (a, b) to 2: true", "holds 8 to 2; all"),
        (
            "claim \"strips\" on star_silver_dollar[[1, 2]] at ([a], [b, c]) to 3: G = G(star_silver_dollar([a], [b, c]))",
            "holds 21 to 3; words",
        ),
        (
            "claim \"strips, no brackets\" on star_silver_dollar[[1, 2]] at (a, b, c) to 3: G = G(star_silver_dollar([a], [b, c]))",
            "holds 21 to 3; words",
        ),
        ("claim \"lengths that the pattern settles\" on nim at (a, b) to 3: G = a xor b", "holds 16 to 3; all"),
        (
            "claim \"shapes\" on star_silver_dollar at ([a], [b, c]) to 3: exists(star_silver_dollar([a], [b, c]))",
            "holds 21 to 3; all",
        ),
        ("claim \"a game's name for a variable\" on nim[1] at (kayles) to 3: G = kayles", "holds 4 to 3; all"),
        ("claim \"passes\" on pass(nim[1]) at (a, p) to 3: 0 <= G", "holds 8 to 3; words"),
        ("claim \"passes fixed\" on pass(nim[1]) at (a, 0) to 3: G = a", "holds 4 to 3; all"),
        ("claim \"passes beyond their number do not exist\" on pass(nim[1]) at (a, 2) to 3: false", "holds to 3"),
    ]);
}

#[test]
fn own_variables() {
    check(&[
        ("claim \"c\" on wythoff to 3: G = G(wythoff(a, b))", "holds 16 to 3; words"),
        ("claim \"c\" on nim[3] to 2: G = x[1] xor x[2] xor x[3]", "holds 27 to 2; all"),
        ("claim \"c\" on nim[3] to 2: G = xor(x)", "holds 27 to 2; all"),
        (
            "claim \"c\" on nim[1] + wythoff to 2: G = x1 xor G(wythoff(x[2], x[3])) and len(x) = 3",
            "holds 27 to 2; all",
        ),
        (
            "claim \"c\" on star_silver_dollar[[1, 2]] to 3: G = G(star_silver_dollar(s)) and s[2][1] < s[2][2]",
            "holds 21 to 3; words",
        ),
        ("game g(n, m) {\n move (n - 1, m)\n}\nclaim \"c\" on g to 2: G = n mod 2", "holds 9 to 2; all"),
        ("claim \"c\" on kayles to 3: G = [0, 1, 2, 3][n + 1]", "holds 4 to 3; formula"),
    ]);
}

#[test]
fn conditions() {
    check(&[
        ("claim \"c\" on nim[1] at (a) where a mod 2 = 0 to 9: G mod 2 = 0", "holds 5 to 9; all"),
        ("claim \"bounded\" on nim[1] at (a) where a <= 10: G = a", "proved 11 to 10"),
        ("claim \"bounded beyond `to`\" on nim[1] at (a) where a <= 10 to 5: G = a", "holds 6 to 5; all"),
        ("claim \"bounded below `to`\" on nim[1] at (a) where a <= 10 to 50: G = a", "proved 11 to 10"),
        ("claim \"chains\" on nim[2] at (a, b) where a <= b < 4: G = a xor b", "proved 10 to 3"),
        ("claim \"sums\" on nim[2] at (a, b) where a + b = 4: G = a xor b", "proved 5 to 4"),
        ("claim \"one bounded\" on nim[2] at (a, b) where a <= 3 to 9: G = a xor b", "holds 40 to 9; all"),
        ("claim \"the cases of an `or` bound it\" on nim[1] at (a) where a < 3 or a = 7 to 9: G = a", "proved 4 to 7"),
        ("claim \"values\" on nim[2] at (a, b) where G = 0 to 6: a = b", "holds 7 to 6; all"),
        ("claim \"values bound nothing\" on nim[1] at (a) where a <= G to 6: G = a", "holds 7 to 6; all"),
        ("claim \"others\" on nim[1] at (a) where P(subtraction[{1, 2}](a)) to 9: a mod 3 = 0", "holds 4 to 9; all"),
        ("claim \"nothing there\" on nim[1] at (a) where a < 0: false", "holds to 0; it speaks of no position"),
        ("claim \"nothing there\" on nim[1] at (a) where false to 3: false", "holds to 0; it speaks of no position"),
        ("def small(z) = z < 4\nclaim \"a def\" on nim[1] at (a) where small(a): G = a", "proved 4 to 3"),
        ("claim \"passes all looked at\" on pass(nim[1], 2) at (a, p) where a < 3: 0 <= G", "proved 9 to 2"),
        ("claim \"exactly one\" on nim[1] at (a) where a = 5: G = 5", "proved 1 to 5"),
    ]);
}

#[test]
fn bounds() {
    check(&[
        ("claim \"one variable\" on nim[1] at (a): G = a", "proved 65536 to 65535; all"),
        ("claim \"two\" on nim[2] at (a, b): G = a xor b", "proved 65536 to 255; all"),
        ("claim \"two of three\" on nim[3] at (a, 0, c): G = a xor c", "proved 65536 to 255; all"),
        ("claim \"three\" on nim[3] at (a, b, c): G = a xor b xor c", "proved 64000 to 39; all"),
        ("claim \"passes keep their range\" on pass(nim[1]) at (a, p): p <= 1", "proved 65536 to 32767; all"),
        ("claim \"three passes\" on pass(nim[1], 3) at (a, p) to 1: p <= 3", "holds 8 to 1; all"),
        ("claim \"passes\" on pass(nim[1], 3) at (a, p) to 0: p <= 3", "holds 4 to 0; all"),
        ("claim \"the flag\" on near(nim[1], nim[1]) at (a, b, f) to 0: f <= 1", "holds 2 to 0; all"),
        ("claim \"the flag\" on near(nim[1], nim[1]) at (a, b, f): f <= 1", "proved 65522 to 180; all"),
        ("def k = 2\nclaim \"an expression\" on nim[1] at (a) to k^2 + 1: G = a", "holds 6 to 5; all"),
        ("claim \"0\" on nim[2] at (a, b) to 0: P", "holds 1 to 0; false beyond, first at 0,1"),
    ]);
    let rows = [
        ("claim \"the option\" on nim[1] at (a): G = a", "proved 5 to 4; all"),
        ("claim \"its own\" on nim[1] at (a) to 2: G = a", "holds 3 to 2; all"),
        ("claim \"where\" on nim[1] at (a) where a < 3: G = a", "proved 3 to 2"),
        ("claim \"where\" on nim[1] at (a) where a < 10: G = a", "proved 5 to 4; all"),
        ("claim \"no variable\": all a in 0..9: G(nim(a)) = a", "proved 10"),
    ];
    check_to(&rows, Some(4));
}

/// A set, or cases each of which bounds a variable, make a claim finite.
#[test]
fn sets_and_cases_bound_a_claim() {
    check(&[
        ("claim \"a set\" on nim[1] at (n) where n in {2, 4, 16}: G = n", "proved 3 to 16"),
        ("claim \"cases\" on nim[2] at (a, b) where (a <= 3 or a = 7) and b <= a: G = a xor b", "proved 18 to 7"),
        ("claim \"false\" on nim[1] at (n) where n in {2, 4, 16}: G < 16", "false 3 to 16; at (16): G is 16, 16 is 16"),
        (
            "claim \"one case is not bounded\" on nim[2] at (a, b) where a <= 3 or b = 1 to 5: G = a xor b",
            "holds 26 to 5; all",
        ),
    ]);
}

/// The conditions of the game bound a claim, too, and a greatest entry bounds all entries.
#[test]
fn the_rules_bound_a_claim() {
    macro_rules! with {
        ($claim:literal) => {
            concat!(
                "game lights[n](x[n]) { require all v in x: v <= 1; move x with [i] = 0 for i in 1..n if x[i] = 1 }\n",
                $claim
            )
        };
    }
    check(&[
        (with!("claim \"entries\" on lights at (a, b, c): G = (a + b + c) mod 2"), "proved 8 to 1"),
        (with!("claim \"its own names\" on lights[2]: P iff x[1] = x[2]"), "proved 4 to 1"),
        (with!("claim \"a pattern\" on lights at (a, b - a): G = b mod 2"), "proved 4 to 2"),
        (with!("claim \"false\" on lights at (a, b): P"), "false 4 to 1; at (0,1): P is false, true is true"),
        ("claim \"max\" on nim[2] at (a, b) where max(a, 2*b) + 1 <= 7: G = a xor b", "proved 28 to 6"),
        ("claim \"not bounded\" on nim[2] at (a, b) where min(a, b) <= 1 to 5: G = a xor b", "holds 20 to 5; all"),
        (
            "game g(a, b) { require 12 mod a = 0 and b <= 1; move (a, 0) if b = 1 }\nclaim \"undefined\" on g at (a, b) to 3: G <= 1",
            "error; c:1:31: `mod` by 0, at the position (0, 0); not defined there",
        ),
    ]);
}

/// The positions of a diagonal are few in their box, and a search for each of them would visit the box again and again: one table has them all.
#[test]
fn a_diagonal_is_read_off_a_table() {
    let rules = "game slip(a, b) { move (a - 1, b); move (a, b - 1); move (a - 2, b - 2) }";
    let options = CheckOptions { to: Some(3000), ..CheckOptions::default() };
    let mut session = Session::new();
    let file = session.load("c", &format!("{rules}\nclaim \"c\" on slip at (n, n): G mod 4 = G")).expect("rules");
    let statement = grundy_claims::read(&session, &file).remove(0);
    let verdict = grundy_claims::check(&statement, &options, &Meter::default()).expect("a verdict");
    assert_eq!((verdict.status, verdict.positions, verdict.tables.len()), (Status::Proved, 3001, 1));
}
