//! Error messages: mistakes, and the exact line that each must give.
//!
//! Each row is a mistake, a rule file, a game expression, a position (the last three may be empty), and the error on one line: the
//! place, what was found, what was expected, the nearest name.

mod claims;
mod slips;
mod splits;

use grundy::{Diagnostic, Evaluator, Limits, Options, Session};

/// A mistake in words; the file, the game, the position; the line.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// Reads the file, the game and the position, and evaluates; stops at the first error.
fn all_steps(session: &mut Session, file: &str, game: &str, position: &str) -> Result<String, Diagnostic> {
    if !file.is_empty() {
        session.load("rules.game", file)?;
        if game.is_empty() {
            return Ok("the file is read".into());
        }
    }
    let entries = session.entries(position)?;
    let game = session.game(game, (!position.is_empty()).then_some(&entries[..]))?;
    let position = session.position(&game, position)?;
    let limits = Limits { memory: 16 << 20, ..Limits::default() };
    let mut evaluator = Evaluator::new(&game.rules, Options { limits, ..Options::default() });
    if !evaluator.exists(&position)? {
        return Ok("no such position".into());
    }
    evaluator.value(&position).map(|a| format!("the value {}", a.value))
}

fn check(rows: &[Row]) {
    let mut wrong = vec![];
    for (what, file, game, position, expected) in rows {
        let mut session = Session::new();
        let found = match all_steps(&mut session, file, game, position) {
            Ok(done) => format!("no error: {done}"),
            Err(error) => error.one_line(session.sources()),
        };
        if found != *expected {
            wrong.push(format!("{what}\n    found:    {found}\n    expected: {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} messages differ:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Of a text of a million characters, or a number of as many digits, an error shows the ends.
#[test]
fn errors_are_short_whatever_they_speak_of() {
    let long = "a".repeat(1 << 20);
    let moves = "game g(n) { move n - 1 div 0 if n > 1 }";
    for (file, game, position) in [
        (format!("game g(n) {{ move n - 1 if n > \"{long}\" }}"), "g", "3".to_string()),
        (format!("game g(n) {{ move n - {long} }}"), "g", "3".into()),
        (moves.into(), "g", "10^5000".into()),
        (moves.into(), "g", "-10^5000".into()),
        (moves.into(), long.as_str(), "3".into()),
    ] {
        let mut session = Session::new();
        let error = all_steps(&mut session, &file, game, &position).expect_err("an error");
        let text = error.one_line(session.sources());
        assert!(text.len() < 5000, "{} bytes: {}", text.len(), &text.chars().take(200).collect::<String>());
    }
}

#[test]
fn a_position_that_a_require_refuses_does_not_exist() {
    let mut session = Session::new();
    let found = all_steps(&mut session, "game g(a, b) {\n    require a != b\n    move (a - 1, b)\n}", "g", "2,2");
    assert_eq!(found.as_deref(), Ok("no such position"));
}

#[test]
fn names() {
    check(NAMES);
}

#[test]
fn numbers_of_entries_and_parameters() {
    check(COUNTS);
}

#[test]
fn brackets_signs_and_order() {
    check(SYNTAX);
}

#[test]
fn compounds() {
    check(COMPOUNDS);
}

#[test]
fn kinds_of_values() {
    check(VALUES);
}

/// Names.
const NAMES: &[Row] = &[
    (
        "an unknown name in a game",
        "game g(a) { move a - 1 if b > 0 }",
        "",
        "",
        "rules.game:1:27: the name `b` is not known; not defined",
    ),
    (
        "an unknown name, one near",
        "def height(z) = z\ngame g(a) { move a - 1 if heigth(a) > 0 }",
        "",
        "",
        "rules.game:2:27: the name `heigth` is not known; not defined; help: did you mean `height`?",
    ),
    (
        "an unknown function, one near",
        "game g(x[2]) { move x - t for t in box(x) if nonzeros(t) = 1 }",
        "",
        "",
        "rules.game:1:46: the name `nonzeros` is not known; not defined; help: did you mean `nonzero`?",
    ),
    (
        "an unknown game, one near",
        "",
        "wythof",
        "1,2",
        "<game>:1:1: the name `wythof` is not known; not defined; help: did you mean `wythoff`?",
    ),
    ("an unknown game, none near", "", "quux", "1,2", "<game>:1:1: the name `quux` is not known; not defined"),
    (
        "a game of the cookbook without its folder, though another name is near",
        "",
        "hexad",
        "1,2,3",
        "<game>:1:1: the name `hexad` is not known; not defined; help: did you mean `more.hexad`?",
    ),
    (
        "an unknown game in a compound",
        "",
        "nim[1] + wytoff",
        "1,2,3",
        "<game>:1:10: the name `wytoff` is not known; not defined; help: did you mean `wythoff`?",
    ),
    (
        "a reserved name for a variable",
        "game g(G) { move G - 1 }",
        "",
        "",
        "rules.game:1:8: `G` is reserved for claims; the name of a position variable needs another name; help: in a claim `G` is the value of the position",
    ),
    (
        "a reserved name for a game",
        "game P(a) { move a - 1 }",
        "",
        "",
        "rules.game:1:6: `P` is reserved for claims; the name of the game needs another name; help: in a claim `P` says who wins at the position",
    ),
    (
        "a reserved name for a binder",
        "game g(a) { move a - N for N in 1..a }",
        "",
        "",
        "rules.game:1:28: `N` is reserved for claims; a name to bind needs another name; help: in a claim `N` says who wins at the position",
    ),
    (
        "a reserved name in an expression",
        "game g(a) { move a - 1 if P }",
        "g",
        "1",
        "rules.game:1:27: `P` speaks of a position of a claim; only in claims",
    ),
    (
        "a keyword for a name",
        "game g(move) { move 0 }",
        "",
        "",
        "rules.game:1:8: `move` is a word of the language and cannot be a name; expected the name of a position variable",
    ),
    (
        "a keyword for a definition",
        "def mod(a) = a",
        "",
        "",
        "rules.game:1:5: `mod` is a word of the language and cannot be a name; expected the name to define",
    ),
    (
        "a built-in function for a definition",
        "def nonzero(a) = a",
        "",
        "",
        "rules.game:1:5: `nonzero` is a function of the language; another name is needed",
    ),
    (
        "a parameter and a variable of one name",
        "game g[a](a) { move a - 1 }",
        "",
        "",
        "rules.game:1:11: the name `a` is taken; a position variable needs a name of its own; again here; first here",
    ),
    (
        "two variables of one name",
        "game g(a, a) { move (a - 1, a) }",
        "",
        "",
        "rules.game:1:11: the name `a` is taken; a position variable needs a name of its own; again here; first here",
    ),
    (
        "two games of one name",
        "game g(a) { move a - 1 }\ngame g(b) { move b - 1 }",
        "",
        "",
        "rules.game:2:6: `g` is defined twice; again here; first here",
    ),
    (
        "a game and a definition of one name",
        "game g(a) { move a - 1 }\ndef g = 2",
        "",
        "",
        "rules.game:2:5: `g` is defined twice; again here; first here",
    ),
    (
        "a number run into a name",
        "game g(a, b) { move (a - 2b, b) }",
        "",
        "",
        "rules.game:1:26: `2b` is no number; a number has digits only, a name does not begin with one; help: a product is written with `*`: `2*b`",
    ),
    (
        "a tuple in a definition",
        "def p = (1, 2)\ngame g(a) { move a - 1 if a in p }",
        "g",
        "1",
        "rules.game:1:9: `(a, b)` is a target, a pattern or arguments, not a value; not a value; help: a vector is written `[a, b]`",
    ),
    (
        "a misspelt keyword of an item",
        "gaem g(a) { move a - 1 }",
        "",
        "",
        "rules.game:1:1: found the name `gaem`, expected `game`, `def`, `claim`, `table`, `erratum` or `paper`; expected `game`, `def`, `claim`, `table`, `erratum` or `paper`; help: did you mean `game`?",
    ),
    (
        "a misspelt keyword of a clause",
        "game g(a) { mvoe a - 1 }",
        "",
        "",
        "rules.game:1:13: found the name `mvoe`, expected `require`, `move`, `split`, `picture` or the closing `}`; expected `require`, `move`, `split`, `picture` or the closing `}`; help: did you mean `move`?",
    ),
    (
        "a game that names itself",
        "game g = g + nim[1]",
        "g",
        "1,2",
        "rules.game:1:10: `g` is defined by itself; definitions may not go round",
    ),
    (
        "definitions that go round",
        "def f(a) = h(a)\ndef h(a) = f(a)\ngame g(a) { move a - f(a) }",
        "g",
        "1",
        "rules.game:2:12: `f` is defined by itself; definitions may not go round",
    ),
    (
        "a function with a wrong number of arguments",
        "def f(a) = a\ngame g(a) { move a - f(a, 1) }",
        "g",
        "1",
        "rules.game:2:22: `f` has 1 argument, found 2; called here; declared here",
    ),
    (
        "a built-in function with a wrong number of arguments",
        "game g(a) { move a - bit(a) }",
        "g",
        "1",
        "rules.game:1:22: `bit` has 2 arguments, found 1; called here",
    ),
    (
        "a function that is not called",
        "def f(a) = a\ngame g(a) { move a - f }",
        "g",
        "1",
        "rules.game:2:22: found a function, expected a number or a vector; this is a function",
    ),
    (
        "an entry of a line outside a claim",
        "game g(a) { move a - _ }",
        "g",
        "1",
        "rules.game:1:22: `_` stands only in a line such as `star_nim[2](7, _)`; not an expression",
    ),
    (
        "a word of claims in rules",
        "game g(a) { move a - 1 if terminal }",
        "g",
        "1",
        "rules.game:1:27: `terminal` speaks of a position of a claim; only in claims",
    ),
    (
        "the value of a game in rules",
        "game g(a) { move a - 1 if G(nim[1](a)) = 0 }",
        "g",
        "1",
        "rules.game:1:27: `G` speaks of a position of a claim; only in claims",
    ),
    (
        "functions compared",
        "def f(a) = a\ngame g(a) { move a - 1 if f = f }",
        "g",
        "1",
        "rules.game:2:31: functions cannot be compared; here",
    ),
];

/// Positions, targets, parameters.
const COUNTS: &[Row] = &[
    (
        "too many entries in a position",
        "",
        "wythoff",
        "1,2,3",
        "<position>:1:1: a position of `wythoff` has 2 entries, found 3; expected (a,b)",
    ),
    (
        "too few entries in a position",
        "",
        "wythoff",
        "1",
        "<position>:1:1: a position of `wythoff` has 2 entries, found 1; expected (a,b)",
    ),
    (
        "a wrong number of entries with the length given",
        "",
        "nim[3]",
        "1,2",
        "<position>:1:1: a position of `nim[3]` has 3 entries, found 2; expected (x1,x2,x3)",
    ),
    (
        "strips of other lengths",
        "",
        "star_silver_dollar[[1,2]]",
        "[1,2],[3]",
        "<position>:1:1: a position of `star_silver_dollar[[1, 2]]` has 3 entries, found brackets in other places; expected ([s1_1],[s2_1,s2_2])",
    ),
    (
        "a negative entry",
        "",
        "wythoff",
        "1,-2",
        "<position>:1:3: an entry of a position is a natural number, found -2; negative",
    ),
    ("an entry that is no number", "", "wythoff", "1,a", "<position>:1:3: the name `a` is not known; not defined"),
    (
        "a position of nothing",
        "",
        "wythoff",
        "",
        "<position>:1:1: a position of `wythoff` has 2 entries, found 0; expected (a,b)",
    ),
    (
        "too few entries in a target",
        "game g(a, b) { move a - 1 }",
        "g",
        "1,2",
        "rules.game:1:21: a target has one entry for each of (a, b), found 1; expected 2",
    ),
    (
        "too many entries in a target",
        "game g(a) { move (a - 1, 0) }",
        "g",
        "1",
        "rules.game:1:18: a target has one entry for each of (a), found 2; expected 1",
    ),
    (
        "a target without its parentheses",
        "game g(a, b) { move a - 1, b }",
        "g",
        "1,2",
        "rules.game:1:26: found `,`, expected the end of the line, `;`, `for`, `if`, or the `}` of the game; expected the end of the line, `;`, `for`, `if`, or the `}` of the game; help: a target of several entries stands in parentheses: `move (a - i, b) for …`",
    ),
    (
        "a number where a vector moves",
        "game g(x[2]) { move 0 if x[1] > 0 }",
        "g",
        "1,2",
        "rules.game:1:21: found a number, expected a vector for `x`; this is a number",
    ),
    (
        "a vector of another length as a target",
        "game g(x[2]) { move [0] if x[1] > 0 }",
        "g",
        "1,2",
        "rules.game:1:21: `x` has 2 entries, this target has 1; here",
    ),
    (
        "too few parameters",
        "",
        "moore_nim[2]([1,2])",
        "",
        "<game>:1:1: a game with a position stands only in a claim, inside `G(…)`, `P(…)` and their kin; not an expression here",
    ),
    (
        "too few parameters that are settled",
        "",
        "moore_nim",
        "1,2",
        "<game>:1:1: `moore_nim[n, k]` takes 2 parameters, found 0; here; help: or 1 parameter: a position settles n: `moore_nim[k]`",
    ),
    (
        "too many parameters",
        "",
        "moore_nim[2, 1, 3]",
        "1,2",
        "<game>:1:1: `moore_nim[n, k]` takes 2 parameters, found 3; here; help: or 1 parameter: a position settles n: `moore_nim[k]`",
    ),
    (
        "parameters of a game that has none",
        "",
        "wythoff[2]",
        "1,2",
        "<game>:1:1: `wythoff` has no parameters, found 1; here",
    ),
    (
        "parameters twice",
        "",
        "nim[2][2]",
        "1,2",
        "<game>:1:1: parameters stand behind the name of a game, once; no parameters here",
    ),
    (
        "a parameter that is left out with its length",
        "",
        "nim",
        "",
        "<game>:1:1: the length `n` of `nim` is not settled here; left out; help: write `nim[n]` with its length",
    ),
    (
        "a range of a huge length",
        "game g(a) { move a mod i for i in 1..a }",
        "g",
        "10^18",
        "rules.game:1:13: this move runs through the numbers from 1 to 1000000000000000000 at one position; the plain engine lists options one by one; too many options to list; help: a range may have 8388608 numbers at a position; ask for a smaller position",
    ),
    (
        "a binder that repeats a parameter",
        "game g[k](a) { move a - k for k in 1..3 }",
        "",
        "",
        "rules.game:1:31: the name `k` is taken; a binder needs a name of its own; again here; first here",
    ),
    (
        "two lengths that only their sum settles",
        "",
        "star_nim + nim",
        "1,2,3",
        "<game>:1:1: the length `m` of `star_nim` is not settled here; left out; help: write `star_nim[m]` with its length; help: two lengths that only their sum would settle: give them",
    ),
    (
        "two lengths of one game that only their sum settles",
        "game g[n, m](x[n], y[m]) { move (x - t, y) for t in bits(n) if nonzero(t) = 1 }",
        "g",
        "1,2,3",
        "<game>:1:1: the lengths `n`, `m` of `g` are not settled here; left out; help: write `g[n, m]` with their lengths; help: two lengths that only their sum would settle: give them, or write each vector in brackets",
    ),
    (
        "vectors of two lengths",
        "game g(x[2]) { move x - [1, 1, 1] }",
        "g",
        "1,2",
        "rules.game:1:25: `-` of vectors with 2 and 3 entries; 3 entries; 2 entries",
    ),
    (
        "a length that is no number",
        "game g[n](x[n]) { move x - t for t in bits(n) if sum(t) = 1 }",
        "g[true]",
        "1",
        "rules.game:1:13: the length `n` of `x` must be a natural number or a list of them; this is a condition",
    ),
    (
        "a length that is negative",
        "",
        "nim[-1]",
        "1",
        "<built-in nim.game>:8:15: the length `n` of `x` must be a natural number or a list of them; this is -1",
    ),
    (
        "a length without end",
        "",
        "nim[10^9]",
        "1",
        "<built-in nim.game>:8:15: a game has at most 4096 coordinates; this length is larger",
    ),
    (
        "a position behind the game",
        "",
        "nim(1,2)",
        "1,2",
        "<game>:1:1: a game with a position stands only in a claim, inside `G(…)`, `P(…)` and their kin; not an expression here",
    ),
];

/// Brackets and order.
const SYNTAX: &[Row] = &[
    (
        "a range that uses a later binder",
        "game g(a) { move a - i for i in 1..j, j in 1..a }",
        "",
        "",
        "rules.game:1:36: this range uses `j`, which is bound further to the right; not known yet; bound here; help: ranges are read from left to right: put the binder that is used first to the left",
    ),
    (
        "a round bracket that is not closed",
        "game g(a, b) { move (a - 1, b for i in 1..a }",
        "",
        "",
        "rules.game:1:31: found the word `for`, expected `,` or `)`; expected `,` or `)`; this `(` is still open",
    ),
    (
        "a round bracket closed by a square one",
        "game g(a, b) { move (a - 1, b] }",
        "",
        "",
        "rules.game:1:30: found `]`, expected `,` or `)`; expected `,` or `)`; this `(` is not closed",
    ),
    (
        "a brace that is not closed",
        "game g(a) {\n    move a - 1\n",
        "",
        "",
        "rules.game:3:1: found the end of the text, expected `require`, `move`, `split`, `picture` or the closing `}`; expected `require`, `move`, `split`, `picture` or the closing `}`; this `{` is still open",
    ),
    (
        "a closing brace too many",
        "game g(a) { move a - 1 } }",
        "",
        "",
        "rules.game:1:26: found `}`, expected the end of the line, or `;`; expected the end of the line, or `;`",
    ),
    (
        "a bracket that is not closed in a game expression",
        "",
        "nim[2",
        "1,2",
        "<game>:1:6: found the end of the text, expected `,` or `]`; expected `,` or `]`; this `[` is still open",
    ),
    (
        "a chain of ranges",
        "game g(a) { move a - i for i in 1..2..3 }",
        "",
        "",
        "rules.game:1:37: `..` does not chain; a second one; help: write parentheses",
    ),
    (
        "a chain of iff",
        "game g(a) { move a - 1 if a = 1 iff a = 2 iff a = 3 }",
        "",
        "",
        "rules.game:1:43: `iff` does not chain; a second one; help: write parentheses",
    ),
    (
        "a code with a wrong digit",
        "",
        "octal[0.1W]",
        "3",
        "<game>:1:7: `0.1W` is no code; `W` is no digit of a code; they are 0-9 and A-V",
    ),
    (
        "a code in the long notation, without quotes",
        "",
        "take_and_break[4!.0]",
        "3",
        "<game>:1:17: `!` means nothing in the rules language; help: a code is one digit 0-9, a point, and digits 0-9 and A-V: `0.77`; a longer notation stands in quotes: `\"4!.0\"`",
    ),
    (
        "a text that is no code",
        "",
        "take_and_break[\"0.3!?\"]",
        "3",
        "<game>:1:21: `0.3!?` is no code: a digit has one of `!`, `?` and `=`; a second one; help: a digit is one of 0-9 and A-V, `*`, `&N;`, or `{2,5+}`, and `!`, `?` or `=` may follow it: \"4!.0\", \"0.1[3]\"",
    ),
    (
        "a code with more than octal digits",
        "",
        "octal[\"4!.0\"]",
        "3",
        "<built-in octal.game>:12:41: found a digit that is no number, expected a number; this is a digit that is no number; help: this code is for `take_and_break`, which reads digits of every kind",
    ),
    (
        "a list of heaps where a number is wanted",
        "game g(n) { move p[1] for p in partitions(n) }",
        "g",
        "3",
        "rules.game:1:18: found a list of heaps whose number the position decides, expected a vector, a code or a game; this is a list of heaps whose number the position decides; help: a move leaves such heaps by `split all (h for h in p) for p in …`",
    ),
    (
        "a list of heaps that is left twice",
        "game g(n) { split all (h for h in p), all (h for h in p) for p in partitions(n) }",
        "g",
        "3",
        "rules.game:1:55: a move leaves one list of heaps whose number the position decides, and leaves it once; more is asked here",
    ),
    (
        "all ways to break a number, in a condition",
        "game g(n) { move n - 1 if any p in partitions(n): len(p) = 2 }",
        "g",
        "3",
        "rules.game:1:36: only a move runs through the ways to break what the position decides into heaps; the position decides what this holds, or there are too many",
    ),
    (
        "a code in small letters",
        "",
        "octal[0.1f]",
        "3",
        "<game>:1:7: `0.1f` is no code; `f` is no digit of a code; they are 0-9 and A-V",
    ),
    (
        "a code with two points",
        "",
        "octal[0.1.2]",
        "3",
        "<game>:1:10: found `.`, expected `,` or `]`; expected `,` or `]`; this `[` is not closed; help: a code is one digit 0-9, a point, and digits 0-9 and A-V: `0.77`; a longer notation stands in quotes: `\"4!.0\"`",
    ),
    (
        "a code with a letter before the point",
        "",
        "octal[C.0]",
        "3",
        "<game>:1:7: `C.0` is no code; found `C` before the point, expected a digit 0-9; help: a code is one digit 0-9, a point, and digits 0-9 and A-V: `0.77`; a longer notation stands in quotes: `\"4!.0\"`",
    ),
    (
        "a code with nothing behind the point",
        "",
        "octal[0.]",
        "3",
        "<game>:1:8: found `.`, expected `,` or `]`; expected `,` or `]`; this `[` is not closed; help: a code is one digit 0-9, a point, and digits 0-9 and A-V: `0.77`; a longer notation stands in quotes: `\"4!.0\"`",
    ),
    (
        "a code with two digits before the point",
        "",
        "octal[10.7]",
        "3",
        "<game>:1:7: `10.7` is no code; a code has one digit before its point",
    ),
    (
        "a number where a code is expected",
        "",
        "octal[137]",
        "3",
        "<built-in octal.game>:12:30: found a number, expected a vector, a set or a code; this is a number; help: this is `octal` with code = 137; a length that was left out is settled by the position",
    ),
    (
        "a sign that the keyboard of a paper has",
        "game g(a, b) { move (a - 1, b) if a ≤ b }",
        "",
        "",
        "rules.game:1:37: `≤` means nothing in the rules language; help: write `<=`",
    ),
    (
        "a minus sign of typography",
        "game g(a) { move a − 1 }",
        "",
        "",
        "rules.game:1:20: `−` means nothing in the rules language; help: write `-`",
    ),
    (
        "a sign of programmers, ==",
        "game g(a) { move a - 1 if a == 1 }",
        "",
        "",
        "rules.game:1:30: found `=`, expected an expression; expected an expression; help: `=` is written once",
    ),
    (
        "a sign of programmers, &&",
        "game g(a) { move a - 1 if a > 1 && a < 3 }",
        "",
        "",
        "rules.game:1:33: `&` means nothing in the rules language; help: write `and`",
    ),
    (
        "a sign of programmers, %",
        "game g(a) { move a - 1 if a % 2 = 0 }",
        "",
        "",
        "rules.game:1:29: `%` means nothing in the rules language; help: write `mod`",
    ),
    (
        "a sign of programmers, /",
        "game g(a) { move a / 2 if a > 0 }",
        "",
        "",
        "rules.game:1:20: `/` means nothing in the rules language; help: write `div`",
    ),
    (
        "a sign of programmers, !",
        "game g(a) { move a - 1 if !(a = 1) }",
        "",
        "",
        "rules.game:1:27: `!` means nothing in the rules language; help: write `not`",
    ),
    (
        "a floating number",
        "game g(a) { move a - 1 if a > 1.5 }",
        "g",
        "1",
        "rules.game:1:31: found a code, expected a number; this is a code; help: numbers are integers; digits with a point are the code of an octal game",
    ),
    (
        "an empty game expression",
        "",
        "",
        "1",
        "<game>:1:1: found the end of the text, expected an expression; expected an expression",
    ),
    (
        "not without parentheses",
        "game g(a, b) { move a - 1 if a = not b }",
        "",
        "",
        "rules.game:1:34: this form needs parentheses here; it would swallow everything to its right; help: write `(not …)`",
    ),
    (
        "if without parentheses",
        "game g(a, b) { move (a - if b > 0 then 1 else 2, b) }",
        "",
        "",
        "rules.game:1:26: this form needs parentheses here; it would swallow everything to its right; help: write `(if … then … else …)`",
    ),
    (
        "a sum without parentheses",
        "game g(x[2]) { move x - t for t in bits(2) if 1 + sum v in t: v > 1 }",
        "",
        "",
        "rules.game:1:51: this form needs parentheses here; it would swallow everything to its right; help: write `(sum … in …: …)`",
    ),
    (
        "if without else",
        "game g(a) { move (if a > 1 then a - 1) }",
        "",
        "",
        "rules.game:1:38: found `)`, expected `else` (an expression always has a value); expected `else` (an expression always has a value); help: a statement under a condition is written `… implies …`",
    ),
    (
        "a string that is not closed",
        r#"game g(a) {
    "Nim
    move a - 1
}"#,
        "",
        "",
        r#"rules.game:2:5: a string is not closed on its line; it begins here; help: write the closing `"` on the same line"#,
    ),
    (
        "for after if",
        "game g(a) { move a - i if a > 1 for i in 1..a }",
        "",
        "",
        "rules.game:1:33: found the word `for`, expected the end of the clause; expected the end of the clause; this `{` is still open; help: `for` comes before `if`",
    ),
    (
        "for after for",
        "game g(a, b) { move (a - i, b - j) for i in 0..a for j in 0..b if i + j > 0 }",
        "",
        "",
        "rules.game:1:50: found the word `for`, expected the end of the clause; expected the end of the clause; this `{` is still open; help: after one `for` stand several ranges, with a comma between them, as in `for i in 1..a, j in 1..b`",
    ),
    (
        "for before and after if",
        "game g(a, b) { move (a - i, b - j) for i in 1..a if i > 1 for j in 1..b }",
        "",
        "",
        "rules.game:1:59: found the word `for`, expected the end of the clause; expected the end of the clause; this `{` is still open; help: all ranges stand after one `for`, before `if`, with commas between them, as in `for i in 1..a, j in 1..b if i < j`",
    ),
    (
        "a clause outside of a game",
        "move a - 1",
        "",
        "",
        "rules.game:1:1: found the word `move`, expected `game`, `def`, `claim`, `table`, `erratum` or `paper`; expected `game`, `def`, `claim`, `table`, `erratum` or `paper`; help: `move` belongs inside the braces of a game",
    ),
    (
        "two clauses on a line",
        "game g(a) { move a - 1 move a - 2 }",
        "",
        "",
        "rules.game:1:24: found the word `move`, expected the end of the line, `;`, `for`, `if`, or the `}` of the game; expected the end of the line, `;`, `for`, `if`, or the `}` of the game; this `{` is still open",
    ),
    (
        "a game without its variables",
        "game g { move a - 1 }",
        "",
        "",
        "rules.game:1:8: found `{`, expected the position variables in parentheses, or `=` and a game expression; expected the position variables in parentheses, or `=` and a game expression",
    ),
    (
        "a game without rules",
        "game g(a)",
        "",
        "",
        "rules.game:1:10: found the end of the line, expected `{` and the rules; expected `{` and the rules",
    ),
    (
        "a binder without a range",
        "game g(a) { move a - i for i }",
        "",
        "",
        "rules.game:1:30: found `}`, expected `in` and a range after the bound name; expected `in` and a range after the bound name",
    ),
    (
        "nesting without end",
        "game g(a) { move a - ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) }",
        "",
        "",
        "rules.game:1:181: this nests deeper than 160 levels; here; help: name parts of it with `def`",
    ),
];

/// Compounds.
const COMPOUNDS: &[Row] = &[
    ("near of nothing", "", "near()", "1", "<game>:1:1: `near` of no game; here; help: write `near(G, H, …)`"),
    (
        "ordinal of one game",
        "",
        "ordinal(nim[1])",
        "1",
        "<game>:1:1: `ordinal` has at least two games, found 1; here; help: write `ordinal(G, H, …)`",
    ),
    (
        "an ordinal sum of a game with options to forbid",
        "",
        "ordinal(nim[1], blocked(1; nim[1]))",
        "1,1,0",
        "<game>:1:1: `blocked` stands outside of all other compounds; here; help: the values of a sum in which options of each component may be forbidden are the nim-sums of the components' values; ask for each by itself",
    ),
    (
        "a product of one game",
        "",
        "product(nim[1])",
        "1",
        "<game>:1:1: `product` has at least two games, found 1; here; help: write `product(G, H, …)`",
    ),
    (
        "a product of a game with passes",
        "",
        "acrostic(nim[1], pass(nim[1]))",
        "1,1,1",
        "<game>:1:1: a component of `acrostic` has moves that ask about a whole game, as `pass` and `near` do, and there only single positions are known; here; help: leave the passes or the restriction out",
    ),
    (
        "a product of a sum that splits",
        "",
        "product(2*kayles, nim[1])",
        "1,1,1",
        "<game>:1:1: a component of `product` is made of several games, and moves split one of them: what a move leaves there are no positions of the component; here; help: a game with rules of its own may split; the product of a sum has the nim-sum of its games' products as its value",
    ),
    (
        "a product of a game that leaves any number of heaps",
        "",
        "product(take_and_break[\"0.*\"], nim[1])",
        "1,1",
        "<game>:1:1: a move of a component of `product` leaves as many heaps as the position decides, and each of them would stand beside each part of the other component; here; help: in `acrostic` such moves may be made",
    ),
    (
        "conjunctive of nothing",
        "",
        "conjunctive()",
        "1",
        "<game>:1:1: `conjunctive` of no game; here; help: write `conjunctive(G, H, …)`",
    ),
    (
        "hyper with the empty edge",
        "",
        "hyper({{}}; nim[1], nim[1])",
        "1,1",
        "<game>:1:7: the empty hyperedge would be a move in no component; here",
    ),
    (
        "hyper with a component that is not there",
        "",
        "hyper({{1,3}}; nim[1], nim[1])",
        "1,1",
        "<game>:1:7: a hyperedge holds numbers of components, 1 to 2, found 3; here",
    ),
    (
        "hyper with component 0",
        "",
        "hyper({{0,1}}; nim[1], nim[1])",
        "1,1",
        "<game>:1:7: a hyperedge holds numbers of components, 1 to 2, found 0; here",
    ),
    (
        "hyper with a set of numbers",
        "",
        "hyper({1,2}; nim[1], nim[1])",
        "1,1",
        "<game>:1:7: found a number, expected a set of component numbers; this is a number",
    ),
    (
        "hyper with a comma for the semicolon",
        "",
        "hyper({{1}}, nim[1])",
        "1",
        "<game>:1:1: `hyper` has its rule before a `;` and the games after it; here; help: write `hyper({{1,2}, {3}}; G, H, K)`",
    ),
    (
        "at_most with a comma for the semicolon",
        "",
        "at_most(2, nim[1], nim[1])",
        "1,1",
        "<game>:1:1: `at_most` has its rule before a `;` and the games after it; here; help: write `at_most(k; G, H, …)`",
    ),
    (
        "at_most 0",
        "",
        "at_most(0; nim[1], nim[1])",
        "1,1",
        "<game>:1:9: the number of components is a constant of at least 1, found 0; here",
    ),
    ("pass of a number", "", "pass(3)", "1", "<game>:1:6: found a number, expected a game; this is a number"),
    (
        "pass of two games",
        "",
        "pass(nim[1], nim[1])",
        "1,1",
        "<game>:1:14: found a game, expected a number; this is a game",
    ),
    (
        "pass of three things",
        "",
        "pass(nim[1], 1, 2)",
        "1,1",
        "<game>:1:1: `pass` has a game and perhaps a number, found 3 arguments; here; help: write `pass(G) or pass(G, p)`",
    ),
    (
        "a negative number of passes",
        "",
        "pass(nim[1], -1)",
        "1,1",
        "<game>:1:14: the number of passes is a natural constant, found -1; here",
    ),
    (
        "a number in a sum of games",
        "",
        "nim[1] + 3",
        "1",
        "<game>:1:10: found a number, expected a game; this is a number",
    ),
    (
        "copies on the wrong side",
        "",
        "nim[1]*3",
        "1,1,1",
        "<game>:1:1: copies of a game are written with the number first; a game; help: write `3*G`",
    ),
    (
        "a negative number of copies",
        "",
        "-2*nim[1]",
        "1",
        "<game>:1:1: the number of copies is a constant from 0 to 4096, found -2; here",
    ),
    (
        "the product of games",
        "",
        "nim[1]*nim[1]",
        "1,1",
        "<game>:1:1: found a game, expected a number or a vector; this is a game",
    ),
    ("no game at all", "", "2 + 3", "1", "<game>:1:1: found a number, expected a game; this is a number"),
];

/// Kinds of values, and where they are defined.
const VALUES: &[Row] = &[
    (
        "a vector as a number",
        "game g(x[2]) { move x - t for t in box(x) if x > 1 }",
        "g",
        "1,2",
        "rules.game:1:46: found a vector, expected a number; this is a vector",
    ),
    (
        "a vector as an index",
        "game g(x[2]) { move x with [x] = 0 }",
        "g",
        "1,2",
        "rules.game:1:29: found a vector, expected a number; this is a vector",
    ),
    (
        "a number as a vector",
        "game g(a) { move a - nonzero(a) }",
        "g",
        "1",
        "rules.game:1:30: found a number, expected a vector; this is a number",
    ),
    (
        "a number as a condition",
        "game g(a) { move a - 1 if a mod 2 }",
        "g",
        "1",
        "rules.game:1:27: found a number, expected a condition; this is a number; help: a condition compares: `bit(n, i) = 1`, not `bit(n, i)`",
    ),
    (
        "a number as an operand of and",
        "game g(a) { move a - 1 if a > 1 and bit(a, 0) }",
        "g",
        "1",
        "rules.game:1:37: found a number, expected a condition; this is a number; help: a condition compares: `bit(n, i) = 1`, not `bit(n, i)`",
    ),
    (
        "a condition as a number",
        "game g(a) { move a - (a > 1) }",
        "g",
        "1",
        "rules.game:1:22: found a condition, expected a number or a vector; this is a condition",
    ),
    (
        "rules that go round",
        "game g(a, b) {\n    move (a - 1, b + 1)\n    move (a + 1, b - 1)\n}",
        "g",
        "1,2",
        "rules.game:2:5: the rules go round, so play would never end: the moves (-1, +1), (+1, -1) lead from (1, 2) back to it; help: play may go on for ever in this game: `value`, `moves`, `table`, `sequence` and `positions` give its loopy values, in normal play and without `--engine`; what was asked needs rules under which every play ends",
    ),
    (
        "rules that go round over three",
        "game g(a) { move (a + 1) mod 3 if a < 3 }",
        "g",
        "1",
        "the rules go round, so play would never end: (1) -> (2) -> (0) -> (1); help: play may go on for ever in this game: `value`, `moves`, `table`, `sequence` and `positions` give its loopy values, in normal play and without `--engine`; what was asked needs rules under which every play ends",
    ),
    (
        "a family that visibly does not move",
        "game g(a) { move a - i for i in 0..a }",
        "g",
        "2",
        "rules.game:1:13: this move leaves the position as it is, so play would never end; a circle of one position; help: let the ranges begin at 1, or add a condition",
    ),
    (
        "a family that visibly does not move, with a box",
        "game g(x[2]) { move x - t for t in box(x) }",
        "g",
        "1,2",
        "rules.game:1:16: this move leaves the position as it is, so play would never end; a circle of one position; help: let the ranges begin at 1, or add a condition",
    ),
    (
        "a division by zero at a position",
        "game g(a, b) { move (a - 1, b) if a div b > 0 }",
        "g",
        "3,0",
        "rules.game:1:41: division by 0, at the position (3, 0); not defined there",
    ),
    (
        "a constant division by zero",
        "game g(a) { move a - 1 if a div 0 > 0 }",
        "g",
        "3",
        "rules.game:1:33: division by 0, at the position (3); not defined there",
    ),
    (
        "mod 0 at a position",
        "game g(a, b) { move (a - 1, b) if a mod b = 0 }",
        "g",
        "3,0",
        "rules.game:1:41: `mod` by 0, at the position (3, 0); not defined there",
    ),
    (
        "xor of a negative number",
        "game g(a) { move a - 1 if (a - 4) xor 1 = 0 }",
        "g",
        "3",
        "rules.game:1:39: `xor` of the negative number -1, at the position (3); not defined there",
    ),
    (
        "log2 of 0",
        "game g(a) { move a - 1 if log2(a - 3) = 0 }",
        "g",
        "3",
        "rules.game:1:27: log2(0) does not exist, at the position (3); not defined there",
    ),
    (
        "a negative exponent",
        "game g(a) { move a - 1 if 2^(a - 4) = 0 }",
        "g",
        "3",
        "rules.game:1:27: the exponent -1 is negative, at the position (3); not defined there",
    ),
    (
        "the minimum of nothing",
        "game g(a) { move a - 1 if (min v in 5..a: v) = 0 }",
        "g",
        "3",
        "rules.game:1:28: `min` of nothing, at the position (3); not defined there",
    ),
    (
        "an index out of range",
        "game g(x[2]) { move x with [3] = 0 }",
        "g",
        "1,2",
        "rules.game:1:29: there is no entry 3: the vector has 2 (they count from 1); out of range",
    ),
    (
        "a constant index out of range",
        "game g(x[2]) { move x - t for t in box(x) if nonzero(t) = 1 and x[3] = 0 }",
        "g",
        "1,2",
        "rules.game:1:67: there is no entry 3: the vector has 2 (they count from 1), at the position (1, 2); not defined there",
    ),
    (
        "the index 0",
        "game g(x[2]) { move x with [1] = x[0] }",
        "g",
        "1,2",
        "rules.game:1:36: there is no entry 0: the vector has 2 (they count from 1), at the position (1, 2); not defined there",
    ),
    (
        "an index out of range at a position",
        "def L = [1, 2]\ngame g(a) { move a - 1 if L[a] = 1 }",
        "g",
        "3",
        "rules.game:2:29: there is no entry 3: the vector has 2 (they count from 1), at the position (3); not defined there",
    ),
    (
        "a binder that repeats a variable",
        "game g(a) { move 0 for a in 1..3 }",
        "",
        "",
        "rules.game:1:24: the name `a` is taken; a binder needs a name of its own; again here; first here",
    ),
    (
        "a binder that repeats a binder",
        "game g(a) { move a - i for i in 1..3, i in 1..2 }",
        "",
        "",
        "rules.game:1:39: the name `i` is taken; a binder needs a name of its own; again here; first here",
    ),
    (
        "a number compared with a vector",
        "game g(a) { move a - 1 if a = [1] }",
        "g",
        "1",
        "rules.game:1:31: `=` compares two values of one kind, found a number and a vector; this is a vector",
    ),
    (
        "a number compared with a set",
        "game g(a) { move a - 1 if a = {1} }",
        "g",
        "1",
        "rules.game:1:31: `=` compares two values of one kind, found a number and a set; this is a set",
    ),
    (
        "vectors in an order",
        "game g(x[2]) { move x - t for t in box(x) if x < [1, 2] }",
        "g",
        "1,2",
        "rules.game:1:46: found a vector, expected a number; this is a vector",
    ),
    (
        "in a number",
        "game g(a) { move a - 1 if a in 3 }",
        "g",
        "1",
        "rules.game:1:32: found a number, expected a set; this is a number",
    ),
    (
        "a tuple as a value",
        "game g(a, b) { move (a - 1, b) if (a, b) = (1, 2) }",
        "g",
        "1,2",
        "rules.game:1:35: `(a, b)` is a target, a pattern or arguments, not a value; not a value; help: a vector is written `[a, b]`",
    ),
    (
        "a game with empty variables",
        "game g() { move 0 }",
        "",
        "",
        "rules.game:1:8: found `)`, expected the name of a position variable; expected the name of a position variable",
    ),
    (
        "a number that is called",
        "def k = 2\ngame g(a) { move a - k(a) }",
        "g",
        "1",
        "rules.game:2:22: found a number, expected a function; this is a number",
    ),
    (
        "a number with an index",
        "game g(a) { move a - a[1] }",
        "g",
        "1",
        "rules.game:1:22: found a number, expected a vector, a code or a game; this is a number",
    ),
    (
        "a binder that runs over a number",
        "game g(a) { move a - i for i in a }",
        "g",
        "1",
        "rules.game:1:33: found a number, expected a range `lo..hi`, a set or a vector; this is a number",
    ),
    (
        "an undefined guard of one component shows the whole position",
        "game g(a, b) { move (a - 1, b) if 6 div (a - 1) > 0\n    move (a, b - 1) }",
        "g",
        "1,2",
        "rules.game:1:41: division by 0, at the position (1, 2); not defined there",
    ),
];
