//! Messages on `split`.

use super::check;

#[test]
fn all_parts() {
    check(&[
        (
            "a move of all",
            "game g(n) { move all (n - j for j in 1..n) }",
            "",
            "",
            "rules.game:1:18: found the word `all`, expected the one position that a `move` leaves; expected the one position that a `move` leaves; this `{` is still open; help: a move that leaves several positions is a `split`: `split all (… for …)`",
        ),
        (
            "no parentheses",
            "game g(n) { split all n - 1 }",
            "",
            "",
            "rules.game:1:23: found the name `n`, expected `(` round the part and its range; expected `(` round the part and its range; help: `split all (n div k for j in 1..k)` leaves k parts",
        ),
        (
            "no range",
            "game g(n) { split all (n - 1) }",
            "",
            "",
            "rules.game:1:29: found `)`, expected `for` and the range of the parts; expected `for` and the range of the parts; help: `split all (n div k for j in 1..k)` leaves k parts",
        ),
        (
            "a range that is not closed",
            "game g(n) { split all (n - j for j in 1..n }",
            "",
            "",
            "rules.game:1:44: found `}`, expected `,` or `)`; expected `,` or `)`; this `(` is not closed",
        ),
        (
            "a part of two entries",
            "game g(n) { split all ((n, j) for j in 1..n) }",
            "g",
            "3",
            "rules.game:1:24: a target has one entry for each of (n), found 2; expected 1",
        ),
        (
            "a name of inside used outside",
            "game g(n) { split j, all (n - j for j in 1..n) }",
            "",
            "",
            "rules.game:1:19: the name `j` is not known; not defined",
        ),
        (
            "a union that the position decides",
            "game g(n) { split all (j for j in union(1..n, 3..n)) }",
            "g",
            "3",
            "rules.game:1:35: a name runs through a union only if its sets are known before the position is; the position decides what this holds; help: write two clauses, or a range with a condition",
        ),
        (
            "too many parts",
            "game g(n) { split all (1 for j in 1..10^9*n) if n > 1 }",
            "g",
            "3",
            "rules.game:1:13: this move runs through the numbers from 1 to 3000000000 at one position; the plain engine lists options one by one; too many options to list; help: a range may have 8388608 numbers at a position; ask for a smaller position",
        ),
        (
            "a part that is not defined",
            "game g(n) { split all (n div (j - 1) for j in 1..n - 1) }",
            "g",
            "3",
            "rules.game:1:30: division by 0, at the position (3); not defined there",
        ),
    ]);
}
