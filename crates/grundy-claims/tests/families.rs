//! Claims about families of games: which are proved for all parameters, which hold, what is wrong.

use grundy_claims::{CheckOptions, WhyCode};

use crate::claims::told::{Row, told};

const SHIFTED: &str = "game g[c](a, b) { move (i, b) for i in c..a - 1\nmove (a, i) for i in c..b - 1 }\n";

/// Each claim, behind some rules, ends with a verdict that begins so.
fn each_begins(rules: &str, rows: &[(&str, &str)]) {
    for (claim, said) in rows {
        let found = line(&format!("{rules}claim \"t\" {claim}"));
        assert!(found.starts_with(said), "{claim}: {found}");
    }
}

fn line(claim: &str) -> String {
    told(&format!("{SHIFTED}{claim}"), &CheckOptions { to: Some(4), ..CheckOptions::default() })
}

#[test]
fn verdicts_on_families() {
    let rows: [Row; 10] = [
        ("claim \"t\" on g[c] for c in 0..: P iff a <= c and b <= c or a = b", "proved 125 to 4; all"),
        // A range that begins above 0 makes the parameter of the game a natural number.
        (
            "claim \"t\" on g[c - 2] at (a, b) for c in 2..: P iff a + 2 <= c and b + 2 <= c or a = b",
            "proved 125 to 6; all",
        ),
        (
            "claim \"t\" on g[c] for c in 0..3: P iff a <= c and b <= c or a = b",
            "proved 100 to 4; proved for each of the 4 games with c from 0 to 3",
        ),
        // Longer than what is looked at game by game.
        ("claim \"t\" on g[c] for c in 0..10^9: P iff a <= c and b <= c or a = b", "proved 125 to 4; all"),
        (
            "claim \"t\" on g[c] for c in 0..: a + b >= 6 implies N",
            "false 125 to 4; at (3,3), c = 0: N is false, true is true",
        ),
        (
            "claim \"t\" on g[c] for c in {2, 4}: a + b >= 6 implies N",
            "false 25 to 4; at (3,3), c = 2: N is false, true is true",
        ),
        (
            "claim \"t\" on nim[n] for n in 2..4: P iff xor(x) = 0",
            "proved 775 to 4; proved for each of the 3 games with n from 2 to 4",
        ),
        (
            "claim \"t\" for s in 1..3: period(subtraction[{1, s + 1}](_)) = (if s mod 2 = 1 then s + 2 else 2)",
            "proved 3; proved for each of the 3 games with s from 1 to 3",
        ),
        (
            "erratum \"no\"\nclaim \"t\" on g[c] for c in 0..: P iff a = b",
            "noted 125 to 4; at (0,1), c = 1: P is true, a = b is false",
        ),
        ("claim \"t\" on g[c] for c in 0.., d in 0..c: G(g[d](a, b)) = 0 implies P or d < c", "proved 375 to 4; words"),
    ];
    for (claim, expected) in rows {
        assert_eq!(line(claim), expected, "{claim}");
    }
}

#[test]
fn what_is_wrong_with_parameters() {
    for (claim, words) in [
        ("claim \"t\" on g[c] for c in 5..4: P", "no game in this family"),
        ("claim \"t\" on g[c] for c in -1..: P", "a range without an end begins with a natural number"),
        ("claim \"t\" on g[c] for c in 3: P", "the range of a parameter is"),
        ("claim \"t\" on g[c] for c in 1.., c in 2..: P", "the parameter `c` is named twice"),
        ("claim \"t\" on g[c] for P in 1..: P", "`P` is reserved for claims"),
        ("claim \"t\" on g[c + 1] for c in 1..: P", "in the rules of the game it means something else"),
        ("claim \"t\" on g[c] for c in 1.. to 20: P", "expected `:`"),
        ("claim \"t\" on g[c] for c in 1..100, d in 1..101: P", "at most 10000 games"),
        ("claim \"t\" on g[c] for c in 1..3 if a > c: P", "the name `a` is not known"),
    ] {
        let said = line(claim);
        assert!(said.contains(words), "{claim}\n{said}");
    }
}

#[test]
fn what_is_not_proved_for_all_parameters_says_why() {
    let said = line("claim \"t\" on nim[n] for n in 2..: P iff xor(x) = 0");
    assert!(said.starts_with("holds"), "{said}");
    assert!(said.contains("proved for each of the 6 games with n from 2 to 7, and not for all: the parameters cannot be coordinates of the positions: the length"), "{said}");
    assert_eq!(WhyCode::Parameters.name(), "parameters");
}

/// The names of a compound's coordinates do not count the parameters that its components carry.
#[test]
fn coordinates_of_compounds_keep_their_names() {
    let alias = "game both[c] = g[c] + nim[1]\n";
    each_begins(
        alias,
        &[
            ("on pass(g[c]) for c in 0..: x2 = 0 and x3 = 0 implies P", "false"),
            ("on pass(g[c]) where x3 = 0 for c in 0..: x2 = 0 implies P", "false"),
            ("on g[c] + nim[1] for c in 0..: len(x) = 3", "proved"),
            ("on g[c] + nim[1] for c in 0..: len(x) = 4", "false"),
            ("on g[c] + nim[1] for c in 0..: x1 = x2 and x3 = 0 implies P", "proved"),
            ("on 2*g[c] for c in 0..: x1 = x3 and x2 = x4 implies P", "proved"),
            ("on both[c] for c in 0..: x1 = c or x1 != c", "proved"),
            ("on both[c] for c in 0..: x1 = c", "false"),
        ],
    );
}

/// Rules that make no sense for other numbers than those of the ranges.
#[test]
fn rules_are_read_for_the_parameters_of_the_claim() {
    let rules =
        "game step[k](m) { move m - k }\ngame late[k](n) { move n - i for i in 1..n if k != 1000 or n != 50 }\n";
    each_begins(
        rules,
        &[
            ("on step[k] for k in 1..: m < k implies P", "proved"),
            ("on step[k + 1] at (m) for k in 0..: m <= k implies P", "holds"),
            ("on step[k] for k in 0..: m < k implies P", "error"),
            ("on late[k] for k in 1001..: P iff n = 0", "proved"),
            ("on late[k] for k in 0.. if k != 1000: P iff n = 0", "proved"),
            // In the first game the claim speaks of no position. That none was looked at is another thing.
            ("on g[c] at (a, b) where a >= 1000*c for c in 0..1: c < 1 or a < 1500", "holds"),
            ("on g[c] at (a, b) where a < c and b < c for c in 0..3: P", "proved"),
        ],
    );
}

/// Sets and lengths are listed beside a parameter that positions carry.
#[test]
fn some_parameters_are_listed_and_others_carried() {
    let rules = "game lift[S, c](a) { move a - s for s in S if a >= c + s }\n\
                 game row[c, n](x[n]) { move x with [i] = v for i in 1..n, v in c..x[i] - 1 }\n";
    each_begins(
        rules,
        &[
            (
                "on lift[S, c] at (a) for S in {{1}, {1, 2}}, c in 0..: G = (if a < c then 0 else a - c) mod (1 + max(S))",
                "proved",
            ),
            ("on lift[S, c] at (a) for S in {{1}, {1, 2}}, c in 0..: G <= 1", "false"),
            // A parameter hides a definition with its name.
            ("on row[c, n] for k in 1.., c in 0.., n in 1..k: n <= 2 or G = 0\ndef k = 2", "false"),
            ("on lift[S, c] at (a) for c in 0.., S in subsets(1..2): G = 0 or a > c", "proved"),
            ("on row[c, n] for n in 1..3, c in 0..: xor([max(v - c, 0) for v in x]) = G", "proved"),
            ("on row[c, n] for n in 1..3, c in 0..: G = xor([max(v - c, 0) for v in x]) or n = 3", "proved"),
            ("on row[c, n] for n in 1..3, c in 0..: G = xor([max(v - c, 0) for v in x]) and n < 3", "false"),
        ],
    );
    let said =
        line(&format!("{rules}claim \"t\" on row[c, n] for n in 1..3, c in 0..: G = xor([max(v - c, 0) for v in x])"));
    assert!(said.ends_with("all"), "{said}");
}
