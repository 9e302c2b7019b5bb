//! Messages on words and signs of other languages.

use super::check;

#[test]
fn words_of_other_languages() {
    check(&[
        (
            "forall",
            "game g(n) { move n - k for k in 1..n if forall j in 1..k: j < 5 }",
            "",
            "",
            "rules.game:1:48: found the name `j`, expected the end of the line, `;`, `for`, `if`, or the `}` of the game; expected the end of the line, `;`, `for`, `if`, or the `}` of the game; help: write `all i in 1..n: …`",
        ),
        (
            "exists",
            "claim \"x\" on wythoff at (a, b): exists i in 1..a: i > 0",
            "",
            "",
            "rules.game:1:40: found the name `i`, expected the end of the line, or `;`; expected the end of the line, or `;`; help: write `any i in 1..n: …`",
        ),
        (
            "an inequality as a range",
            "game g(n) { move n - s for 1 <= s <= 3 }",
            "",
            "",
            "rules.game:1:28: found the number 1, expected a name to bind; expected a name to bind; help: a range is written `s in 1..3`",
        ),
        (
            "a condition behind the parameters",
            "claim \"x\" for a in 0..5 where a > 1: a = a",
            "",
            "",
            "rules.game:1:25: found the word `where`, expected `:` and what is claimed; expected `:` and what is claimed; help: the condition on the positions stands before the parameters: `where … for k in 1..: …`",
        ),
        (
            "the bound behind the colon",
            "claim \"x\" on wythoff at (a, b): G >= 0 to 20",
            "",
            "",
            "rules.game:1:40: found the word `to`, expected the end of the claim; expected the end of the claim; help: the bound stands before the colon: `claim \"…\" on GAME at (a, b) to 20: …`",
        ),
        (
            "forall in a claim",
            "claim \"x\" on wythoff at (a, b): forall i in 1..a: i > 0",
            "",
            "",
            "rules.game:1:40: found the name `i`, expected the end of the line, or `;`; expected the end of the line, or `;`; help: write `all i in 1..n: …`",
        ),
        (
            "a range with =",
            "game g(n) { move n - s for s = 1..3 }",
            "",
            "",
            "rules.game:1:30: found `=`, expected `in` and a range after the bound name; expected `in` and a range after the bound name; help: a range is written `s in 1..3`",
        ),
        (
            "for all",
            "game g(n) { move (n - s) for all s in 1..3 }",
            "",
            "",
            "rules.game:1:30: found the word `all`, expected a name to bind; expected a name to bind; this `{` is still open; help: a range after `for` is run through as a whole: `for s in 1..3`",
        ),
        (
            "a move with an arrow",
            "game g(n) { n -> n - 1 }",
            "",
            "",
            "rules.game:1:13: found the name `n`, expected `require`, `move`, `split`, `picture` or the closing `}`; expected `require`, `move`, `split`, `picture` or the closing `}`; help: a move is written with its target alone: `move n - s for s in 1..3`",
        ),
        (
            "rules behind a colon",
            "game g(n): move n - 1",
            "",
            "",
            "rules.game:1:10: found `:`, expected `{` and the rules; expected `{` and the rules; help: the rules stand in braces: `game g(n) { move n - 1 }`",
        ),
        (
            "a claim with with",
            "claim \"x\" on wythoff at (a, b) with a < b: G >= 0",
            "",
            "",
            "rules.game:1:32: found the word `with`, expected `:` and what is claimed; expected `:` and what is claimed; help: a condition on the positions is written `where …`",
        ),
        (
            "moves joined by or",
            "game g(n) { move n - 1 or n - 2 }",
            "",
            "",
            "rules.game:1:24: found the word `or`, expected the end of the line, `;`, `for`, `if`, or the `}` of the game; expected the end of the line, `;`, `for`, `if`, or the `}` of the game; this `{` is still open; help: every move is a clause of its own: `move n - 1; move n - 2`",
        ),
        (
            "a comma before if",
            "game g(n) { move n - s for s in {1, 2, 3}, if s <= n }",
            "",
            "",
            "rules.game:1:44: found the word `if`, expected a name to bind; expected a name to bind; this `{` is still open; help: no comma stands before `if`: `for s in 1..3 if …`",
        ),
        (
            "if without else",
            "claim \"x\" on wythoff at (a, b): if a = b then P",
            "",
            "",
            "rules.game:1:48: found the end of the line, expected `else` (an expression always has a value); expected `else` (an expression always has a value); help: a statement under a condition is written `… implies …`",
        ),
        (
            "there exists",
            "claim \"x\" on wythoff at (a, b): there exists i in 1..a: i > 0",
            "",
            "",
            "rules.game:1:39: found the name `exists`, expected the end of the line, or `;`; expected the end of the line, or `;`; help: write `any i in 1..n: …`",
        ),
    ]);
}
