//! Printed tables.

use grundy_claims::CheckOptions;

use super::told::{check, check_to, verdicts};

#[test]
fn shapes() {
    check(&[
        ("table \"t\" on nim[2] at (a, b) for a in 0..1, b in 0..2:\n 0 1 2\n 1 0 3", "proved 6"),
        ("table \"not claimed\" on nim[2] at (a, b) for a in 0..1, b in 0..2:\n . 1 .\n 1 . 3", "proved 3"),
        ("table \"one binder\" on nim[1] at (a) for a in 0..6:\n 0 1 2 3\n 4\n 5 6", "proved 7"),
        ("table \"one line\" on nim[1] at (a) for a in 0..2: 0 1 2", "proved 3"),
        (
            "table \"three binders\" on nim[3] at (a, b, c) for a in 0..1, b in 0..1, c in 0..2:\n 0 1 2\n 1 0 3\n 1 0 3\n 0 1 2",
            "proved 12",
        ),
        ("table \"dependent\" on nim[2] at (a, b) for a in 1..3, b in a..3:\n 0 3 2\n 0 1\n 0", "proved 6"),
        ("table \"sets and vectors\" on nim[2] at (a, b) for a in {1, 5}, b in [2, 0]:\n 3 1\n 7 5", "proved 4"),
        ("table \"a pattern\" on nim[2] at (3, 2*a) for a in 0..2: 3 1 7", "proved 3"),
        ("def k = 2\ntable \"constants\" on nim[2] at (k, a) for a in 0..k: 2 3 0", "proved 3"),
        (
            "table \"strips\" on star_silver_dollar[[1, 2]] at ([a], [b, 3]) for a in 1..2, b in 1..2:\n . .\n . .",
            "proved",
        ),
        ("table \"of\" on nim[1] at (a) of G_misere for a in 0..3: 1 0 2 3", "proved 4"),
        ("table \"of\" on nim[1] at (a) of a + 2*G for a in 0..3: 0 3 6 9", "proved 4"),
        ("table \"of others\" on nim[1] at (a) of G(kayles(a)) - G(nim(1)) + 1 for a in 0..4: 0 1 2 3 1", "proved 5"),
        ("table \"of\" on nim[1] at (a) of (if P then 7 else 8) for a in 0..2: 7 8 8", "proved 3"),
        (
            "table \"of 2^70\" on nim[1] at (a) of 2^70 + a for a in 0..1: 1180591620717411303424 1180591620717411303425",
            "proved 2",
        ),
        (
            "table \"then a claim\" on nim[1] at (a) for a in 0..2:\n 0 1 2\nclaim \"c\": P(nim(0))",
            "proved 3 | proved 1",
        ),
        ("table \"passes\" on pass(nim[1]) at (a, 1) for a in 0..3: 0 2 1 4", "proved 4"),
    ]);
}

#[test]
fn wrong_entries() {
    check(&[
        (
            "table \"the smallest sum\" on nim[2] at (a, b) for a in 0..2, b in 0..2:\n 0 1 9\n 9 0 3\n 9 3 0",
            "false 9; at (1,0): G is 1, the table's entry is 9",
        ),
        (
            "table \"then lexicographically\" on nim[2] at (a, b) for b in 0..2, a in 0..2:\n 0 1 9\n 1 9 3\n 9 3 0",
            "false 9; at (0,2): G is 2, the table's entry is 9",
        ),
        (
            "table \"of\" on nim[1] at (a) of a + 2*G for a in 0..3: 0 3 7 9",
            "false 4; at (2): a + 2*G is 6, the table's entry is 7",
        ),
        (
            "table \"does not exist\" on star_nim[2] at (a, b) for a in 0..1, b in 0..1:\n 0 0\n 0 1",
            "error; c:2:2: the position 0,0 of `star_nim[2]` does not exist; a value is claimed for it; help: an entry that is not claimed is written `.`",
        ),
        (
            "table \"negative\" on nim[1] at (a - 1) for a in 0..1: 0 0",
            "error; c:1:54: the position -1 of `nim[1]` does not exist; a value is claimed for it; help: an entry that is not claimed is written `.`",
        ),
        ("table \"undefined\" on nim[1] at (a) of 6 div (2 - a) for a in 0..3: 3 6 . .", "proved 2"),
        (
            "table \"undefined\" on nim[1] at (a) of 6 div (2 - a) for a in 0..3: 3 6 0 .",
            "error; c:1:72: division by 0, at this entry of the table; this entry; not defined there",
        ),
        (
            "table \"open\" on nim[1] at (a) of period(nim[1](_)) for a in 0..1: 1 1",
            "holds 2; proved, not checked: a theorem that it rests on has no certificate",
        ),
    ]);
}

/// Positions far out are evaluated from what is proved of the values, with claims about the game in the file and without.
#[test]
fn far_out() {
    let wrong = "false 4; at (1000000001,1): G is 1000000000, the table's entry is 1000000001";
    check(&[
        (FAR_RIGHT, "proved 4"),
        (FAR_WRONG, wrong),
        ("table \"t\" on kayles at (n) for n in 10^12..10^12 + 3: 1 4 7 2", "proved 4"),
        (
            "table \"t\" on kayles at (n) for n in 10^12..10^12 + 3: 1 4 3 2",
            "false 4; at (1000000000002): G is 7, the table's entry is 3",
        ),
        ("claim \"c\": G(nim(10^9, 1)) = 10^9 + 1", "proved 1"),
    ]);
    let beside = format!("{FAR_WRONG}\nclaim \"c\" on nim[2] at (a, b): G = a xor b");
    let verdicts = verdicts(&beside, &CheckOptions::default());
    assert_eq!(verdicts[0], wrong);
    assert!(verdicts[1].starts_with("proved"), "{verdicts:?}");
}

const FAR_RIGHT: &str = "table \"t\" on nim[2] at (a, b) for a in 10^9..10^9 + 1, b in 0..1:\n 1000000000 1000000001\n 1000000001 1000000000";
const FAR_WRONG: &str = "table \"t\" on nim[2] at (a, b) for a in 10^9..10^9 + 1, b in 0..1:\n 1000000000 1000000001\n 1000000001 1000000001";

#[test]
fn properties_of_games() {
    let rows = [
        (
            "table \"properties\" on nim[1] at (a) of (if tame(nim[2]) then 1 else 0) for a in 0..1: 1 1",
            "holds 2 to 10",
        ),
        (
            "table \"properties\" on nim[1] at (a) of (if tame(kayles) then 1 else 0) for a in 0..1: 0 0",
            "proved 2 to 10",
        ),
    ];
    check_to(&rows, Some(10));
}
