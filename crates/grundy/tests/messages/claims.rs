//! Mistakes in claims and tables, and the line that each must give.

use grundy::{Diagnostic, Session};
use grundy_claims::{self, CheckOptions, Meter};

/// A mistake in words, the file, the line.
type Row = (&'static str, &'static str, &'static str);

/// The error of the file, or of its first statement that has one.
fn first_error(session: &mut Session, file: &str) -> Result<String, Diagnostic> {
    let file = session.load("paper.game", file)?;
    let effort = CheckOptions { to: Some(9), ..CheckOptions::default() };
    for statement in grundy_claims::read(session, &file) {
        let verdict = grundy_claims::check(&statement, &effort, &Meter::default())?;
        if let Some(error) = verdict.error {
            return Err(*error);
        }
    }
    Ok("every statement is evaluated".into())
}

fn check(rows: &[Row]) {
    let mut wrong = vec![];
    for (what, file, expected) in rows {
        let mut session = Session::new();
        let found = match first_error(&mut session, file) {
            Ok(done) => format!("no error: {done}"),
            Err(error) => error.one_line(session.sources()),
        };
        if found != *expected {
            wrong.push(format!("{what}\n    {file}\n    found:    {found}\n    expected: {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} messages differ:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn patterns_and_bounds() {
    check(PATTERNS);
}

#[test]
fn words_of_claims() {
    check(WORDS);
}

#[test]
fn games_that_vary() {
    check(VARYING);
}

#[test]
fn tables_and_errata() {
    check(TABLES);
}

#[test]
fn lines_and_properties() {
    check(PROPERTIES);
}

const PATTERNS: &[Row] = &[
    (
        "too few entries",
        "claim \"c\" on nim[3] at (a, b): G = a",
        "paper.game:1:25: a pattern of `nim[3]` has 3 entries, found 2; expected (x1,x2,x3)",
    ),
    (
        "too many entries",
        "claim \"c\" on wythoff at (a, b, c): G = a",
        "paper.game:1:26: a pattern of `wythoff` has 2 entries, found 3; expected (a,b)",
    ),
    (
        "brackets in other places",
        "claim \"c\" on star_silver_dollar[[1, 2]] at ([a, b], [c]): G = a",
        "paper.game:1:45: a pattern of `star_silver_dollar[[1, 2]]` has 3 entries, found brackets in other places; expected ([s1_1],[s2_1,s2_2])",
    ),
    (
        "strips whose number is not settled",
        "claim \"c\" on star_silver_dollar: G = 0",
        "paper.game:1:14: the length `shape` of `star_silver_dollar` is not settled here; left out; help: write `star_silver_dollar[shape]` with its length",
    ),
    (
        "a game with no lengths",
        "claim \"c\" on nim: G = 0",
        "paper.game:1:14: the length `n` of `nim` is not settled here; left out; help: write `nim[n]` with its length",
    ),
    (
        "an unknown game",
        "claim \"c\" on nimm[2] at (a, b): G = a",
        "paper.game:1:14: the name `nimm` is not known; not defined; help: did you mean `nim`?",
    ),
    (
        "an unknown name",
        "claim \"c\" on nim[2] at (a, b): G = a xor c",
        "paper.game:1:42: the name `c` is not known; not defined",
    ),
    (
        "no game",
        "claim \"c\" on 3 at (a, b): G = a",
        "paper.game:1:14: found a number, expected a game; this is a number",
    ),
    (
        "a word of claims for a variable",
        "claim \"c\" on nim[2] at (P, N): true",
        "paper.game:1:25: a pattern cannot speak of its own position; reserved for claims; help: a variable needs another name",
    ),
    (
        "no condition",
        "claim \"c\" on nim[2] at (a, b): G",
        "paper.game:1:32: found a number, expected a condition; this is a number; help: a condition compares: `bit(n, i) = 1`, not `bit(n, i)`",
    ),
    (
        "a number for a where",
        "claim \"c\" on nim[2] at (a, b) where a: true",
        "paper.game:1:37: found a number, expected a condition; this is a number; help: a condition compares: `bit(n, i) = 1`, not `bit(n, i)`",
    ),
    (
        "a bound that is not constant",
        "claim \"c\" on nim[2] at (a, b) to a: true",
        "paper.game:1:34: `to` needs a constant natural number below 2^64; the bound of this claim",
    ),
    (
        "a bound of a value",
        "claim \"c\" on nim[1] at (a) to G(nim(3)): true",
        "paper.game:1:31: `to` needs a constant natural number below 2^64; the bound of this claim",
    ),
    (
        "a negative bound",
        "claim \"c\" on nim[2] at (a, b) to 0 - 1: true",
        "paper.game:1:34: `to` needs a constant natural number below 2^64; the bound of this claim",
    ),
    (
        "a bound too large",
        "claim \"c\" on nim[1] at (a) to 2^64: true",
        "paper.game:1:31: `to` needs a constant natural number below 2^64; the bound of this claim",
    ),
    (
        "no colon",
        "claim \"c\" on nim[2] at (a, b) G = 0",
        "paper.game:1:31: found the name `G`, expected `:` and what is claimed; expected `:` and what is claimed",
    ),
    (
        "no name",
        "claim on nim[2] at (a, b): G = 0",
        "paper.game:1:7: found the word `on`, expected the claim's name in quotes; expected the claim's name in quotes",
    ),
    (
        "no parentheses",
        "claim \"c\" on nim[2] at a, b: G = 0",
        "paper.game:1:24: found the name `a`, expected a pattern in parentheses such as `(a, b)`; expected a pattern in parentheses such as `(a, b)`",
    ),
    (
        "two filters",
        "claim \"c\" on nim[1] at (a) to 3 where a > 1: G = 0",
        "paper.game:1:33: found the word `where`, expected `:` and what is claimed; expected `:` and what is claimed",
    ),
];

const WORDS: &[Row] = &[
    (
        "`G` without `on`",
        "claim \"c\": G = 1",
        "paper.game:1:12: `G` speaks of the position of a claim `on GAME`, and this claim has none; of which position?; help: write `G(GAME(position))`, or `on GAME at (…)` before the formula",
    ),
    (
        "`P` without `on`",
        "claim \"c\": all a in 0..3: P",
        "paper.game:1:27: `P` speaks of the position of a claim `on GAME`, and this claim has none; of which position?; help: write `P(GAME(position))`, or `on GAME at (…)` before the formula",
    ),
    (
        "`exists` alone",
        "claim \"c\" on nim[1] at (a): exists",
        "paper.game:1:29: `exists` asks of another position; of which?; help: the positions that a claim looks at exist; write `exists(GAME(position))`",
    ),
    (
        "no position",
        "claim \"c\": G(nim) = 1",
        "paper.game:1:14: `G` is asked of a position: a game with its entries in parentheses; no position; help: such as `G(nim[3](1, 2, 3))`",
    ),
    (
        "a compound without a position",
        "claim \"c\": G(pass(nim[2])) = 1",
        "paper.game:1:14: `G` is asked of a position: a game with its entries in parentheses; no position; help: such as `G(nim[3](1, 2, 3))`",
    ),
    (
        "a number",
        "claim \"c\": G(3) = 1",
        "paper.game:1:14: `G` is asked of a position: a game with its entries in parentheses; no position; help: such as `G(nim[3](1, 2, 3))`",
    ),
    (
        "a position without its game",
        "claim \"c\": G(1, 2) = 1",
        "paper.game:1:12: `G` is asked of a position: a game with its entries in parentheses; no position; help: such as `G(nim[3](1, 2, 3))`",
    ),
    (
        "the wrong number of entries",
        "claim \"c\": G(nim[2](1, 2, 3)) = 1",
        "paper.game:1:14: a position of `nim[2]` has 2 entries, found 3; expected (x1,x2)",
    ),
    (
        "a condition for an entry",
        "claim \"c\": G(nim(1 = 2)) = 1",
        "paper.game:1:18: found a condition, expected an entry of a position; this is a condition",
    ),
    (
        "a position alone",
        "claim \"c\": nim(1, 2) = 1",
        "paper.game:1:12: a game with a position stands only in a claim, inside `G(…)`, `P(…)` and their kin; not an expression here",
    ),
    (
        "an unknown game",
        "claim \"c\": G(wythof(1, 2)) = 1",
        "paper.game:1:14: the name `wythof` is not known; not defined; help: did you mean `wythoff`?",
    ),
    (
        "a number as a condition",
        "claim \"c\": G(nim(1))",
        "paper.game:1:12: found a number, expected a condition; this is a number; help: a condition compares: `bit(n, i) = 1`, not `bit(n, i)`",
    ),
    (
        "`P` as a number",
        "claim \"c\": P(nim(1)) = 1",
        "paper.game:1:24: `=` compares two values of one kind, found a condition and a number; this is a number",
    ),
    (
        "a position that does not exist",
        "claim \"c\": G(star_nim(0, 0)) = 1",
        "paper.game:1:14: the position 0,0 of `star_nim` does not exist: the rules require [x1 = 0] + [x2 = 0] <= 1; not defined there",
    ),
    (
        "a negative entry",
        "claim \"c\" on nim[1] at (a): G(nim(3 - a)) < 5",
        "paper.game:1:31: the position -1 of `nim[1]` does not exist: an entry is negative, at a = 4; not defined there",
    ),
    (
        "passes that there are not",
        "claim \"c\": G(pass(nim[1])(3, 2)) = 1",
        "paper.game:1:14: the position 3,2 of `pass(nim[1])` does not exist: x2 counts the passes left, at most 1; not defined there",
    ),
    (
        "division by 0",
        "claim \"c\" on nim[2] at (a, b): 6 div (a - b - 3) < 7",
        "paper.game:1:38: division by 0, at a = 3, b = 0; not defined there",
    ),
    (
        "division by 0 of a binder",
        "claim \"c\": all i, j in 1..5: 6 div (i*j - 6) < 7",
        "paper.game:1:36: division by 0, at i = 2, j = 3; not defined there",
    ),
    (
        "division by 0, the constants",
        "claim \"c\" on nim[1] at (3): 6 div (G - 3) < 7",
        "paper.game:1:35: division by 0, at (3); not defined there",
    ),
    (
        "an index out of range",
        "claim \"c\" on nim[2] to 5: x[x[1]] < 7",
        "paper.game:1:29: there is no entry 0: the vector has 2 (they count from 1), at x1 = 0, x2 = 0; not defined there",
    ),
    (
        "xor of a negative number",
        "claim \"c\" on nim[1] at (a): (a - 3) xor 1 < 9",
        "paper.game:1:41: `xor` of the negative number -3, at a = 0; not defined there",
    ),
    (
        "rules cannot use values",
        "game x(n) { move n - 1 if G = 0 }",
        "paper.game:1:27: `G` speaks of a position of a claim; only in claims",
    ),
    (
        "rules cannot use values of others",
        "game x(n) { move n - 1 if P(nim(n)) }",
        "paper.game:1:27: `P` speaks of a position of a claim; only in claims",
    ),
    (
        "rules cannot use values through a def",
        "def zero(n) = G(nim(n)) = 0\ngame x(n) { move n - 1 if zero(n) }\nclaim \"c\" on x at (n): G = 0",
        "paper.game:1:15: `G` speaks of a position of a claim; only in claims",
    ),
    (
        "rules cannot use values through a def",
        "def zero = P\ngame x(n) { move n - 1 if zero }\nclaim \"c\": G(x(3)) = 0",
        "paper.game:1:12: `P` speaks of a position of a claim; only in claims",
    ),
];

const VARYING: &[Row] = &[
    (
        "a parameter that varies",
        "claim \"c\" on nim[1] at (a): G(subtraction[{a}](3)) = 0",
        "paper.game:1:43: the parameters of a game are constant, and this one varies in this claim; varies; help: give the game constants; a binder over a set such as `{1, 2, 3}` stands for them one after the other",
    ),
    (
        "a parameter that asks",
        "claim \"c\" on nim[1] at (a): G(subtraction[{G + 1}](3)) = 0",
        "paper.game:1:43: the parameters of a game are constant, and this one varies in this claim; varies; help: give the game constants; a binder over a set such as `{1, 2, 3}` stands for them one after the other",
    ),
    (
        "a parameter that a binder varies",
        "claim \"c\": all k in 1..3: G(subtraction[{k}](3)) = 0",
        "paper.game:1:41: the parameters of a game are constant, and this one varies in this claim; varies; help: give the game constants; a binder over a set such as `{1, 2, 3}` stands for them one after the other",
    ),
    (
        "a set stands for constants",
        "claim \"c\": all k in {1, 3}: G(subtraction[{k}](3)) = 1",
        "no error: every statement is evaluated",
    ),
    (
        "a function that varies",
        "claim \"c\" on nim[1] at (a): G(bar[z -> a](0, 3)) = 3",
        "paper.game:1:40: the rules of a game are fixed, and `a` varies in this claim; varies; help: give the game constants; a binder over a set such as `{1, 2, 3}` stands for them one after the other",
    ),
    (
        "a function that asks",
        "claim \"c\" on nim[1] at (a): G(bar[z -> G](0, 3)) = 3",
        "paper.game:1:40: `G` speaks of a position of a claim; only in claims",
    ),
    (
        "a function handed on",
        "def V(f, a) = G(bar[f](0, a))\nclaim \"c\" on nim[1] at (a): V(z -> z + a, 3) = 3",
        "paper.game:2:40: the rules of a game are fixed, and `a` varies in this claim; varies; help: give the game constants; a binder over a set such as `{1, 2, 3}` stands for them one after the other",
    ),
    (
        "a function handed on that is fixed",
        "def V(f, a) = G(bar[f](0, a))\nclaim \"c\" on nim[1] at (a): V(z -> z, a) = a",
        "no error: every statement is evaluated",
    ),
    (
        "a game handed on",
        "def V(g, a) = G(g(a))\nclaim \"c\" on nim[1] at (a): V(subtraction[{a}], 3) = 3",
        "paper.game:2:43: the parameters of a game are constant, and this one varies in this claim; varies; help: give the game constants; a binder over a set such as `{1, 2, 3}` stands for them one after the other",
    ),
    (
        "a part of a compound",
        "claim \"c\" on nim[1] at (a): G((nim[1] + subtraction[{a}])(3, 3)) = 3",
        "paper.game:1:53: the parameters of a game are constant, and this one varies in this claim; varies; help: give the game constants; a binder over a set such as `{1, 2, 3}` stands for them one after the other",
    ),
    (
        "a length",
        "claim \"c\" on nim[1] at (a): G(nim[a](3)) = 0",
        "paper.game:1:35: the parameters of a game are constant, and this one varies in this claim; varies; help: give the game constants; a binder over a set such as `{1, 2, 3}` stands for them one after the other",
    ),
    (
        "copies",
        "claim \"c\" on nim[1] at (a): G((a*nim[1])(3)) = 0",
        "paper.game:1:32: the number of copies is a constant from 0 to 4096; here",
    ),
    (
        "a property",
        "claim \"c\" on nim[1] at (a): tame(subtraction[{a + 1}])",
        "paper.game:1:46: the parameters of a game are constant, and this one varies in this claim; varies; help: give the game constants; a binder over a set such as `{1, 2, 3}` stands for them one after the other",
    ),
    (
        "the game itself",
        "claim \"c\" on subtraction[{G}] at (a): true",
        "paper.game:1:27: `G` speaks of the position of a claim `on GAME`, and this claim has none; of which position?; help: write `G(GAME(position))`, or `on GAME at (…)` before the formula",
    ),
];

const TABLES: &[Row] = &[
    (
        "a row too short",
        "table \"t\" on nim[2] at (a, b) for a in 0..1, b in 0..2:\n 0 1 2\n 1 0",
        "paper.game:3:2: this line has 2 entries, its binder gives 3; expected 3 entries; help: an entry that is not claimed is written `.`",
    ),
    (
        "a row too long",
        "table \"t\" on nim[2] at (a, b) for a in 0..1, b in 0..2:\n 0 1 2 3\n 1 0 3",
        "paper.game:2:2: this line has 4 entries, its binder gives 3; expected 3 entries; help: an entry that is not claimed is written `.`",
    ),
    (
        "too many rows",
        "table \"t\" on nim[2] at (a, b) for a in 0..1, b in 0..2:\n 0 1 2\n 1 0 3\n 2 3 0",
        "paper.game:4:2: this table has 3 lines, its binders give 2 lines; the last line found; one line for each value of all binders but the last",
    ),
    (
        "too few rows",
        "table \"t\" on nim[2] at (a, b) for a in 0..2, b in 0..2:\n 0 1 2\n 1 0 3",
        "paper.game:3:2: this table has 2 lines, its binders give 3 lines; the last line found; one line for each value of all binders but the last",
    ),
    (
        "too few entries",
        "table \"t\" on nim[1] at (a) for a in 0..3:\n 0 1\n 2",
        "paper.game:2:2: this line has 3 entries, its binder gives 4; expected 4 entries; help: an entry that is not claimed is written `.`",
    ),
    (
        "no rows",
        "table \"t\" on nim[1] at (a) for a in 0..3:\nclaim \"c\": true",
        "paper.game:2:1: found the word `claim`, expected a row of values; expected a row of values",
    ),
    (
        "a negative entry",
        "table \"t\" on nim[1] at (a) for a in 0..3:\n 0 -1 2 3",
        "paper.game:2:4: found `-`, expected the end of the line, or `;`; expected the end of the line, or `;`",
    ),
    (
        "a range that varies",
        "table \"t\" on nim[2] at (a, b) for a in 0..b, b in 0..1:\n 0\n 0",
        "paper.game:1:43: the name `b` is not known; not defined",
    ),
    (
        "a set of vectors",
        "table \"t\" on nim[2] at (a, a) for a in {[1, 2]}:\n 0",
        "paper.game:1:40: the binders of a table run through ranges, sets or vectors of constant numbers; here",
    ),
    (
        "no such variable",
        "table \"t\" on nim[2] at (a, c) for a in 0..1, b in 0..1:\n 0 1\n 1 0",
        "paper.game:1:28: the name `c` is not known; not defined",
    ),
    (
        "a condition of",
        "table \"t\" on nim[1] at (a) of P for a in 0..1: 0 1",
        "paper.game:1:31: found a condition, expected a number; this is a condition",
    ),
    (
        "a position that does not exist",
        "table \"t\" on star_nim[2] at (a, b) for a in 0..1, b in 0..1:\n 0 0\n 0 1",
        "paper.game:2:2: the position 0,0 of `star_nim[2]` does not exist; a value is claimed for it; help: an entry that is not claimed is written `.`",
    ),
    (
        "a pattern of values",
        "table \"t\" on nim[1] at (G) for a in 0..1: 0 1",
        "paper.game:1:25: a pattern cannot speak of its own position; reserved for claims; help: a variable needs another name",
    ),
    (
        "a pattern of other values",
        "table \"t\" on nim[1] at (a + G(nim(3))) for a in 0..1: 0 1",
        "paper.game:1:25: the pattern of a table is made of numbers and its binders, not of what is known of games; this asks of a game",
    ),
    (
        "a pattern of properties",
        "table \"t\" on nim[1] at (if tame(nim[1]) then a else 0) for a in 0..1: 0 1",
        "paper.game:1:25: the pattern of a table is made of numbers and its binders, not of what is known of games; this asks of a game",
    ),
    (
        "no binders",
        "table \"t\" on nim[1] at (3): 3",
        "paper.game:1:27: found `:`, expected `for` and the ranges of the rows and columns; expected `for` and the ranges of the rows and columns",
    ),
    (
        "an erratum without a claim",
        "erratum \"e\"\ngame g(a) { move a - 1 }",
        "paper.game:1:1: an `erratum` stands directly before the claim or table that the paper prints; no claim follows",
    ),
    (
        "an erratum at the end",
        "claim \"c\": true\nerratum \"e\"",
        "paper.game:2:1: an `erratum` stands directly before the claim or table that the paper prints; no claim follows",
    ),
];

const PROPERTIES: &[Row] = &[
    (
        "an unknown property",
        "claim \"c\": tamed(nim[2])",
        "paper.game:1:12: the name `tamed` is not known; not defined; help: did you mean `tame`?",
    ),
    (
        "a property of a position",
        "claim \"c\": tame(nim(1, 2))",
        "paper.game:1:17: a game with a position stands only in a claim, inside `G(…)`, `P(…)` and their kin; not an expression here",
    ),
    (
        "a property of nothing",
        "claim \"c\": tame() = 1",
        "paper.game:1:12: `tame` is asked of one game, found 0 arguments; here; help: such as `tame(nim[2])`",
    ),
    (
        "a property of two",
        "claim \"c\": tame(nim[1], nim[2])",
        "paper.game:1:12: `tame` is asked of one game, found 2 arguments; here; help: such as `tame(nim[2])`",
    ),
    (
        "a property of no length",
        "claim \"c\": tame(nim)",
        "paper.game:1:17: the length `n` of `nim` is not settled here; left out; help: write `nim[n]` with its length",
    ),
    (
        "a property of a number",
        "claim \"c\": tame(3)",
        "paper.game:1:17: found a number, expected a game; this is a number",
    ),
    (
        "a property alone",
        "claim \"c\": tame",
        "paper.game:1:12: `tame` is asked of something, and nothing follows it in parentheses; of what?",
    ),
    (
        "no bound",
        "claim \"c\": ns_property(z -> z)",
        "paper.game:1:12: `ns_property` has a function and a bound, found 1 argument; here; help: such as `ns_property(z -> z div 2, 1000)`",
    ),
    (
        "a bound that is not constant",
        "claim \"c\" on nim[1] at (a): ns_property(z -> z, a)",
        "paper.game:1:49: the bound of `ns_property` is a constant from 0 to 1000000; here; help: such as `ns_property(z -> z div 2, 1000)`",
    ),
    (
        "a bound too large",
        "claim \"c\": ns_property(z -> z, 10^7)",
        "paper.game:1:32: the bound of `ns_property` is a constant from 0 to 1000000; here; help: such as `ns_property(z -> z div 2, 1000)`",
    ),
    (
        "a negative bound",
        "claim \"c\": ns_property(z -> z, 0 - 1)",
        "paper.game:1:32: the bound of `ns_property` is a constant from 0 to 1000000; here; help: such as `ns_property(z -> z div 2, 1000)`",
    ),
    (
        "no function",
        "claim \"c\": ns_property(3, 10)",
        "paper.game:1:24: found a number, expected a function; this is a number",
    ),
    (
        "a function of three",
        "claim \"c\": ns_property((x, y, z) -> z, 10)",
        "paper.game:1:25: the NS-property is one of functions of one or two numbers, this has 3; here; help: such as `ns_property(z -> z div 2, 1000)`",
    ),
    (
        "a built-in function",
        "claim \"c\": ns_property(abs, 10)",
        "paper.game:1:24: `ns_property` is asked of a function written down; here; help: such as `ns_property(z -> z div 2, 1000)`",
    ),
    (
        "a condition for a function",
        "claim \"c\": ns_property(z -> z = 1, 10)",
        "paper.game:1:24: found a condition, expected a number; this is a condition",
    ),
    (
        "a function not defined",
        "claim \"c\": ns_property(z -> 0 div (z - 3), 10)",
        "paper.game:1:24: division by 0, at (3); not defined there",
    ),
    (
        "a function that varies",
        "claim \"c\" on nim[1] at (a): ns_property(z -> z + a, 10)",
        "paper.game:1:41: the function of `ns_property` is fixed, and this one varies in this claim; speaks of a position, or of a binder outside",
    ),
    (
        "a function of a binder",
        "claim \"c\": all k in 1..3: ns_property(z -> z + k, 10)",
        "paper.game:1:39: the function of `ns_property` is fixed, and this one varies in this claim; speaks of a position, or of a binder outside",
    ),
    (
        "a function that asks",
        "claim \"c\": ns_property(z -> G(nim(z)), 10)",
        "paper.game:1:24: the function of `ns_property` is fixed, and this one varies in this claim; speaks of a position, or of a binder outside",
    ),
    (
        "a function that takes long",
        "claim \"c\": ns_property(z -> (sum i in 0..10^6: i*z) div 10^30, 10^6)",
        "paper.game:1:24: this takes too many steps, at (9); not defined there",
    ),
    (
        "no running entry",
        "claim \"c\": period(star_nim[2](3, 4)) = 9",
        "paper.game:1:31: a line has a running entry `_`; every entry is constant; help: such as `(7,_)`",
    ),
    (
        "no line",
        "claim \"c\": period(3) = 9",
        "paper.game:1:19: `period` is asked of a line: a game at a pattern with the running entry `_`; here; help: such as `period(star_nim[2](7, _))` or `period(solutions(star_nim[2], 3))`",
    ),
    (
        "no line",
        "claim \"c\": period(star_nim[2]) = 9",
        "paper.game:1:19: `period` is asked of a line: a game at a pattern with the running entry `_`; here; help: such as `period(star_nim[2](7, _))` or `period(solutions(star_nim[2], 3))`",
    ),
    (
        "two lines",
        "claim \"c\": period(star_nim[2](3, _), star_nim[2](4, _)) = 9",
        "paper.game:1:12: `period` is asked of one line, found 2 arguments; here; help: such as `period(star_nim[2](7, _))` or `period(solutions(star_nim[2], 3))`",
    ),
    (
        "too many entries",
        "claim \"c\": period(star_nim[2](3, 4, _)) = 9",
        "paper.game:1:31: a line of `star_nim[2]` has 2 entries, found 3; expected (x1,x2)",
    ),
    (
        "an unknown game",
        "claim \"c\": preperiod(star_nin[2](3, _)) = 9",
        "paper.game:1:22: the name `star_nin` is not known; not defined; help: did you mean `star_nim`?",
    ),
    (
        "solutions of one",
        "claim \"c\": saltus(solutions(star_nim[2])) = 9",
        "paper.game:1:19: `solutions` has a game and a value; here; help: such as `saltus(star_nim[2](7, _))` or `saltus(solutions(star_nim[2], 3))`",
    ),
    (
        "a running entry elsewhere",
        "claim \"c\": G(nim(_)) = 9",
        "paper.game:1:18: `_` stands only in a line such as `star_nim[2](7, _)`; not an expression",
    ),
    (
        "a running entry elsewhere",
        "claim \"c\" on nim[1] at (_): G = 9",
        "paper.game:1:25: `_` stands only in a line such as `star_nim[2](7, _)`; not an expression",
    ),
    (
        "a running entry elsewhere",
        "claim \"c\": _ = 9",
        "paper.game:1:12: `_` stands only in a line such as `star_nim[2](7, _)`; not an expression",
    ),
    (
        "convergence of two",
        "claim \"c\": convergence(nim[1], nim[1]) = 3",
        "paper.game:1:12: `convergence` is asked of one game, found 2 arguments; here",
    ),
    (
        "convergence of a position",
        "claim \"c\": convergence(nim(1)) = 3",
        "paper.game:1:24: a game with a position stands only in a claim, inside `G(…)`, `P(…)` and their kin; not an expression here",
    ),
];
