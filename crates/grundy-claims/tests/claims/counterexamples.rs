//! Where a claim fails: the smallest position, both sides, whatever the number of threads.

use grundy::Limits;
use grundy_claims::CheckOptions;

use super::told::{check, told};

#[test]
fn the_smallest() {
    check(&[
        ("claim \"c\" on nim[2] at (a, b) to 5: a + b < 3", "false 36 to 5; at (0,3): a + b is 3, 3 is 3"),
        (
            "claim \"c\" on nim[2] at (a, b) to 5: not (a = 2 and b > 0 or a = 1 and b = 2)",
            "false 36 to 5; at (1,2): not (a = 2 and b > 0 or a = 1 and b = 2) is false, true is true",
        ),
        (
            "claim \"by the position\" on nim[2] at (4 - a, b) to 4: G < 4",
            "false 25 to 4; at (0,4), a = 4, b = 4: G is 4, 4 is 4",
        ),
        (
            "claim \"by the variables then\" on nim[1] at (a mod 2) to 9: a < 4",
            "false 10 to 9; at (0), a = 4: a is 4, 4 is 4",
        ),
        (
            "claim \"binders\" on nim[1] at (a) to 5: all i, j in 1..3: a + i - j < 4",
            "false 6 to 5; at (2), i = 3, j = 1: a + i - j is 4, 4 is 4",
        ),
        ("claim \"binders alone\": all a, b in 0..9: a + 2*b < 9", "false 100; at a = 0, b = 5: a + 2*b is 10, 9 is 9"),
        (
            "claim \"binders that depend\": all a in 0..9, b in 0..a: a + 2*b < 9",
            "false 55; at a = 3, b = 3: a + 2*b is 9, 9 is 9",
        ),
        (
            "claim \"strips\" on star_silver_dollar[[1, 2]] at ([a], [b, c]) to 3: G < 2",
            "false 21 to 3; at ([1],[0,3]): G is 2, 2 is 2",
        ),
        (
            "claim \"the passes\" on pass(nim[1]) at (a, p) to 5: p = 0 or a < 2",
            "false 12 to 5; at (2,1): p = 0 or a < 2 is false, true is true",
        ),
    ]);
}

/// A small box of the variables is looked at first, also where the position is a pattern of them: the line is not filled for its first positions.
#[test]
fn near_the_origin() {
    check(&[
        ("claim \"c\" on wythoff at (300, n): G = 300 - n", "false 39 to 38; at (300,1): G is 301, 300 - n is 299"),
        ("claim \"c\" on nim[2] at (n, n + 7): G = 7", "false 38 to 37; at (1,8): G is 9, 7 is 7"),
    ]);
}

/// The sum of the coordinates of a pattern may be smaller outside of a box of the variables than inside.
#[test]
fn the_smallest_is_outside_of_the_first_box() {
    for (pattern, here, there, shown) in [
        ("(3*a, b)", "a = 60 and b = 0", "a = 0 and b = 100", "to 300; at (0,100)"),
        ("(3*a, b)", "a = 15 and b = 0", "a = 0 and b = 100", "to 71; at (45,0)"),
        ("(a + b - 9, b)", "a = 12 and b = 0", "a = 16 and b = 1", "to 15; at (3,0)"),
        ("(a mod 4, a + b)", "a = 127 and b = 0", "a = 128 and b = 0", "to 300; at (0,128)"),
        // The variable b raises no sum.
        ("(a + b, 160 - b)", "a = 90 and b = 0", "a = 0 and b = 150", "to 300; at (150,10)"),
    ] {
        let claim = format!("claim \"c\" on nim[2] at {pattern} to 300: G >= 0 and not ({here} or {there})");
        let told = told(&claim, &CheckOptions::default());
        assert!(told.starts_with("false") && told.contains(shown), "{pattern}: {told}");
    }
}

/// The second evaluation plays each component of a sum by itself: to play the sum would take minutes, and the checker does not read sums that split.
#[test]
fn of_sums_that_split() {
    check(&[
        (
            "claim \"c\" on octal[0.07] + octal[0.07] at (n, n + 34) where n >= 50: P",
            "false 97 to 146; at (52,86): P is false, true is true",
        ),
        ("claim \"c\" on kayles + dawson_kayles to 60: G != 11", "false 3721 to 60; at (27,6): G is 11, 11 is 11"),
        (
            "claim \"c\": all n in 60..100: G((kayles + kayles)(n, n + 12)) = 0",
            "false 41; at n = 70: G((kayles + kayles)(n, n + 12)) is 4, 0 is 0",
        ),
    ]);
}

#[test]
fn both_sides() {
    check(&[
        ("claim \"c\" on nim[1] at (a) to 5: G = a and a < 3", "false 6 to 5; at (3): a is 3, 3 is 3"),
        ("claim \"c\" on nim[1] at (a) to 5: 0 <= G <= 3 <= 7", "false 6 to 5; at (4): G is 4, 3 is 3"),
        ("claim \"c\" on nim[1] at (a) to 5: a > 2 implies G = a - 1", "false 6 to 5; at (3): G is 3, a - 1 is 2"),
        (
            "claim \"c\" on nim[1] at (a) to 5: P iff a mod 2 = 0",
            "false 6 to 5; at (2): P is false, a mod 2 = 0 is true",
        ),
        ("claim \"c\" on nim[1] at (a) to 5: if a < 3 then G = a else G = 1", "false 6 to 5; at (3): G is 3, 1 is 1"),
        (
            "claim \"c\" on nim[2] at (a, b) to 5: {a, b} != {1, 2}",
            "false 36 to 5; at (1,2): {a, b} is {1, 2}, {1, 2} is {1, 2}",
        ),
        (
            "claim \"c\" on nim[2] at (a, b) to 5: [a, b] = [b, a]",
            "false 36 to 5; at (0,1): [a, b] is [0, 1], [b, a] is [1, 0]",
        ),
        ("claim \"c\" on nim[1] at (a) to 5: a in 0..3", "false 6 to 5; at (4): a is 4, 0..3 is {0, 1, 2, 3}"),
        (
            "claim \"c\" on nim[1] at (a) to 5: 2 divides G or a < 2",
            "false 6 to 5; at (3): 2 divides G or a < 2 is false, true is true",
        ),
        (
            "claim \"c\" on nim[1] at (a) to 5: (all v in {0, 1}: a != v + 3)",
            "false 6 to 5; at (3): all v in {0, 1}: a != v + 3 is false, true is true",
        ),
        ("claim \"c\": false", "false 1; false is false, true is true"),
        ("claim \"c\": 1 = 2", "false 1; 1 is 1, 2 is 2"),
        ("claim \"c\": 0 = 1 and G(nim(3)) = 2", "false 1; 0 is 0, 1 is 1"),
    ]);
}

#[test]
fn undefined_or_false_whichever_comes_first() {
    check(&[
        (
            "claim \"false first\" on nim[1] at (a) to 9: 10 div (5 - a) > -99 and a < 3",
            "false 10 to 9; at (3): a is 3, 3 is 3",
        ),
        (
            "claim \"undefined first\" on nim[1] at (a) to 9: 10 div (2 - a) > -99 and a < 3",
            "error 10 to 9; c:1:55: division by 0, at a = 2; not defined there",
        ),
        (
            "claim \"undefined first, binders\": all i in 0..9: 10 div (2 - i) > -99 and i < 3",
            "error 10; c:1:57: division by 0, at i = 2; not defined there",
        ),
        (
            "claim \"false first, binders\": all i in 0..9: 10 div (5 - i) > -99 and i < 3",
            "false 10; at i = 3: i is 3, 3 is 3",
        ),
        ("claim \"a position\" on nim[1] at (a) to 9: exists(star_nim(a, 0)) or a = 0", "holds 10 to 9; all"),
        ("claim \"a position\" on nim[2] at (a, b) to 3: a + b = 0 or G(star_nim(a, b)) <= 9", "holds 16 to 3; values"),
        (
            "claim \"a position\" on nim[2] at (a, b) to 3: G(star_nim(a, b)) <= 9",
            "error 16 to 3; c:1:48: the position 0,0 of `star_nim` does not exist: the rules require [x1 = 0] + [x2 = 0] <= 1, at a = 0, b = 0; not defined there",
        ),
        (
            "claim \"where\" on nim[1] at (a) where 6 div (3 - a) != 77 to 9: a < 2",
            "false 9 to 9; at (2): a is 2, 2 is 2",
        ),
        (
            "claim \"where\" on nim[1] at (a) where 6 div (3 - a) != 77 to 9: a < 5",
            "error 9 to 9; c:1:44: division by 0, at a = 3; not defined there",
        ),
        (
            "claim \"an entry\" on nim[1] at (6 div (3 - a)) to 9: true",
            "error 3 to 9; c:1:38: division by 0, at a = 3; not defined there",
        ),
        (
            "game g(a) { move a - 1 if 6 div (a - 4) != 77 }\nclaim \"rules\" on g at (a) to 9: a < 2 and 0 <= G",
            "error; c:1:33: division by 0, at the position (4); not defined there",
        ),
        (
            "game g(a) { move a - 1 if 6 div (a - 4) != 77 }\nclaim \"rules\" on g at (a) to 9: a < 7 and 0 <= G",
            "error; c:1:33: division by 0, at the position (4); not defined there",
        ),
        (
            "game g(a) { move a - 2 if 6 div (a - 4) != 77 }\nclaim \"rules\" on g at (2*a + 1) to 9: 0 <= G",
            "error; c:1:33: division by 0, at the position (4); not defined there",
        ),
        (
            "game g(a) { move a - 2 if 6 div (a - 4) != 77 }\nclaim \"rules\": all a in 0..9: G(g(2*a + 1)) >= 0",
            "proved 10",
        ),
    ]);
}

#[test]
fn numbers_beyond_64_bits() {
    check(&[
        ("claim \"c\" on nim[1] at (a) to 5: 2^70 + G - 2^70 = a", "holds 6 to 5; all"),
        ("claim \"c\" on nim[1] at (a) to 5: (2^70 + a) mod 3 = (1 + a) mod 3", "holds 6 to 5; all"),
        (
            "claim \"c\" on nim[1] at (a) to 5: 2^(60 + a) < 2^63",
            "false 6 to 5; at (3): 2^(60 + a) is 9223372036854775808, 2^63 is 9223372036854775808",
        ),
        (
            "claim \"c\" on nim[1] at (a) to 5: a * 2^62 < 2^64",
            "false 6 to 5; at (4): a*2^62 is 18446744073709551616, 2^64 is 18446744073709551616",
        ),
        ("claim \"c\": (sum i in 0..99: 2^i) = 2^100 - 1", "proved 1"),
        (
            "claim \"c\": all i in 2^64..2^64 + 3: i - 2^64 < 2",
            "false 4; at i = 18446744073709551618: i - 2^64 is 2, 2 is 2",
        ),
        ("claim \"c\" on nim[1] at (a) to 70: bit(2^70, a) = 1 iff a = 70", "holds 71 to 70; formula"),
        ("claim \"c\" on nim[1] at (a) to 3: exists(nim(2^70 + a))", "holds 4 to 3; all"),
        ("claim \"c\" on nim[1] at (2^70 * a) to 3: exists(nim(2^70))", "holds 4 to 3; formula"),
        (
            "claim \"c\" on nim[1] at (a) where 6 div (3 - a) != 77 and a < 2^70 to 9: 2^70 + a < 2^70 + 5",
            "error 9 to 9; c:1:40: division by 0, at a = 3; not defined there",
        ),
        (
            "claim \"c\" on nim[1] at (a) to 2: (all i in 0..3: 2^(62 + i) + a - 2^(62 + i) = G) and 2^70 xor a = 2^70 + a",
            "holds 3 to 2; false beyond, first at 1180591620717411303424",
        ),
        ("claim \"c\": all i in 0 - 2^63..2 - 2^63: i < 0", "proved 3"),
    ]);
}

/// Options with this many threads.
fn by(threads: usize) -> CheckOptions {
    CheckOptions { limits: Limits { threads, ..Limits::default() }, ..CheckOptions::default() }
}

#[test]
fn threads() {
    let claims = [
        "claim \"c\" on nim[2] at (a, b) to 150: (a*a + 3*b) mod 101 != 100",
        "claim \"c\" on wythoff at (a, b) to 120: G != 77",
        "claim \"c\" on nim[1] at (a mod 2) to 30000: a < 7 or a mod 5000 != 4999",
        "claim \"c\": all a, b in 0..200: (a*b) mod 211 != 210",
        "claim \"c\": all a in 0..20000: 7 div (a mod 1000 - 998) >= 0 - 7",
        "claim \"c\" on nim[2] at (a, b) to 150: 5 div (a*b - 4000) != 5 and a*b != 4096",
        "claim \"c\" on star_nim[2] at (a, b) to 150: G(star_nim(a, 0)) + 1 >= a",
    ];
    for text in claims {
        let one = told(text, &by(1));
        assert!(one.starts_with("false") || one.starts_with("error"), "{text}: {one}");
        for threads in [2, 5] {
            assert_eq!(told(text, &by(threads)), one, "{text} with {threads} threads");
        }
        assert_eq!(told(text, &CheckOptions { plain: true, ..CheckOptions::default() }), one, "{text}, plain");
    }
}
