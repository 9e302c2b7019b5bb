//! Slips in claims and tables, and the line that each must give.

use grundy::theory::claims::{self, Effort, Meter};
use grundy::{Diagnostic, Session};

/// A mistake in words, the file, the line.
type Row = (&'static str, &'static str, &'static str);

/// The error of the file, or of its first statement that has one.
fn first_error(session: &mut Session, file: &str) -> Result<String, Diagnostic> {
    let file = session.load("paper.game", file)?;
    let effort = Effort { to: Some(9), ..Effort::default() };
    for statement in claims::read(session, &file) {
        let verdict = claims::check(&statement, &effort, &Meter::default())?;
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
    ("too few entries", "claim \"c\" on nim[3] at (a, b): G = a", ""),
    ("too many entries", "claim \"c\" on wythoff at (a, b, c): G = a", ""),
    ("brackets in other places", "claim \"c\" on star_silver_dollar[[1, 2]] at ([a, b], [c]): G = a", ""),
    ("strips whose number is not settled", "claim \"c\" on star_silver_dollar: G = 0", ""),
    ("a game with no lengths", "claim \"c\" on nim: G = 0", ""),
    ("an unknown game", "claim \"c\" on nimm[2] at (a, b): G = a", ""),
    ("an unknown name", "claim \"c\" on nim[2] at (a, b): G = a xor c", ""),
    ("no game", "claim \"c\" on 3 at (a, b): G = a", ""),
    ("a word of claims for a variable", "claim \"c\" on nim[2] at (P, N): true", ""),
    ("no condition", "claim \"c\" on nim[2] at (a, b): G", ""),
    ("a number for a where", "claim \"c\" on nim[2] at (a, b) where a: true", ""),
    ("a bound that is not constant", "claim \"c\" on nim[2] at (a, b) to a: true", ""),
    ("a bound of a value", "claim \"c\" on nim[1] at (a) to G(nim(3)): true", ""),
    ("a negative bound", "claim \"c\" on nim[2] at (a, b) to 0 - 1: true", ""),
    ("a bound too large", "claim \"c\" on nim[1] at (a) to 2^64: true", ""),
    ("no colon", "claim \"c\" on nim[2] at (a, b) G = 0", ""),
    ("no name", "claim on nim[2] at (a, b): G = 0", ""),
    ("no parentheses", "claim \"c\" on nim[2] at a, b: G = 0", ""),
    ("two filters", "claim \"c\" on nim[1] at (a) to 3 where a > 1: G = 0", ""),
];

const WORDS: &[Row] = &[
    ("`G` without `on`", "claim \"c\": G = 1", ""),
    ("`P` without `on`", "claim \"c\": all a in 0..3: P", ""),
    ("`exists` alone", "claim \"c\" on nim[1] at (a): exists", ""),
    ("no position", "claim \"c\": G(nim) = 1", ""),
    ("a compound without a position", "claim \"c\": G(pass(nim[2])) = 1", ""),
    ("a number", "claim \"c\": G(3) = 1", ""),
    ("a position without its game", "claim \"c\": G(1, 2) = 1", ""),
    ("the wrong number of entries", "claim \"c\": G(nim[2](1, 2, 3)) = 1", ""),
    ("a condition for an entry", "claim \"c\": G(nim(1 = 2)) = 1", ""),
    ("a position alone", "claim \"c\": nim(1, 2) = 1", ""),
    ("an unknown game", "claim \"c\": G(wythof(1, 2)) = 1", ""),
    ("a number as a condition", "claim \"c\": G(nim(1))", ""),
    ("`P` as a number", "claim \"c\": P(nim(1)) = 1", ""),
    ("a position that does not exist", "claim \"c\": G(star_nim(0, 0)) = 1", ""),
    ("a negative entry", "claim \"c\" on nim[1] at (a): G(nim(3 - a)) < 5", ""),
    ("passes that there are not", "claim \"c\": G(pass(nim[1])(3, 2)) = 1", ""),
    ("division by 0", "claim \"c\" on nim[2] at (a, b): 6 div (a - b - 3) < 7", ""),
    ("division by 0 of a binder", "claim \"c\": all i, j in 1..5: 6 div (i*j - 6) < 7", ""),
    ("division by 0, the constants", "claim \"c\" on nim[1] at (3): 6 div (G - 3) < 7", ""),
    ("an index out of range", "claim \"c\" on nim[2] to 5: x[x[1]] < 7", ""),
    ("xor of a negative number", "claim \"c\" on nim[1] at (a): (a - 3) xor 1 < 9", ""),
    ("rules cannot use values", "game x(n) { move n - 1 if G = 0 }", ""),
    ("rules cannot use values of others", "game x(n) { move n - 1 if P(nim(n)) }", ""),
    (
        "rules cannot use values through a def",
        "def zero(n) = G(nim(n)) = 0\ngame x(n) { move n - 1 if zero(n) }\nclaim \"c\" on x at (n): G = 0",
        "",
    ),
    (
        "rules cannot use values through a def",
        "def zero = P\ngame x(n) { move n - 1 if zero }\nclaim \"c\": G(x(3)) = 0",
        "",
    ),
];

const VARYING: &[Row] = &[
    ("a parameter that varies", "claim \"c\" on nim[1] at (a): G(subtraction[{a}](3)) = 0", ""),
    ("a parameter that asks", "claim \"c\" on nim[1] at (a): G(subtraction[{G + 1}](3)) = 0", ""),
    ("a parameter that a binder varies", "claim \"c\": all k in 1..3: G(subtraction[{k}](3)) = 0", ""),
    (
        "a set stands for constants",
        "claim \"c\": all k in {1, 3}: G(subtraction[{k}](3)) = 1",
        "no error: every statement is evaluated",
    ),
    ("a function that varies", "claim \"c\" on nim[1] at (a): G(bar[z -> a](0, 3)) = 3", ""),
    ("a function that asks", "claim \"c\" on nim[1] at (a): G(bar[z -> G](0, 3)) = 3", ""),
    ("a function handed on", "def V(f, a) = G(bar[f](0, a))\nclaim \"c\" on nim[1] at (a): V(z -> z + a, 3) = 3", ""),
    (
        "a function handed on that is fixed",
        "def V(f, a) = G(bar[f](0, a))\nclaim \"c\" on nim[1] at (a): V(z -> z, a) = a",
        "no error: every statement is evaluated",
    ),
    ("a game handed on", "def V(g, a) = G(g(a))\nclaim \"c\" on nim[1] at (a): V(subtraction[{a}], 3) = 3", ""),
    ("a part of a compound", "claim \"c\" on nim[1] at (a): G((nim[1] + subtraction[{a}])(3, 3)) = 3", ""),
    ("a length", "claim \"c\" on nim[1] at (a): G(nim[a](3)) = 0", ""),
    ("copies", "claim \"c\" on nim[1] at (a): G((a*nim[1])(3)) = 0", ""),
    ("a property", "claim \"c\" on nim[1] at (a): tame(subtraction[{a + 1}])", ""),
    ("the game itself", "claim \"c\" on subtraction[{G}] at (a): true", ""),
];

const TABLES: &[Row] = &[
    ("a row too short", "table \"t\" on nim[2] at (a, b) for a in 0..1, b in 0..2:\n 0 1 2\n 1 0", ""),
    ("a row too long", "table \"t\" on nim[2] at (a, b) for a in 0..1, b in 0..2:\n 0 1 2 3\n 1 0 3", ""),
    ("too many rows", "table \"t\" on nim[2] at (a, b) for a in 0..1, b in 0..2:\n 0 1 2\n 1 0 3\n 2 3 0", ""),
    ("too few rows", "table \"t\" on nim[2] at (a, b) for a in 0..2, b in 0..2:\n 0 1 2\n 1 0 3", ""),
    ("too few entries", "table \"t\" on nim[1] at (a) for a in 0..3:\n 0 1\n 2", ""),
    ("no rows", "table \"t\" on nim[1] at (a) for a in 0..3:\nclaim \"c\": true", ""),
    ("a negative entry", "table \"t\" on nim[1] at (a) for a in 0..3:\n 0 -1 2 3", ""),
    ("a range that varies", "table \"t\" on nim[2] at (a, b) for a in 0..b, b in 0..1:\n 0\n 0", ""),
    ("a set of vectors", "table \"t\" on nim[2] at (a, a) for a in {[1, 2]}:\n 0", ""),
    ("no such variable", "table \"t\" on nim[2] at (a, c) for a in 0..1, b in 0..1:\n 0 1\n 1 0", ""),
    ("a condition of", "table \"t\" on nim[1] at (a) of P for a in 0..1: 0 1", ""),
    (
        "a position that does not exist",
        "table \"t\" on star_nim[2] at (a, b) for a in 0..1, b in 0..1:\n 0 0\n 0 1",
        "",
    ),
    ("a pattern of values", "table \"t\" on nim[1] at (G) for a in 0..1: 0 1", ""),
    ("a pattern of other values", "table \"t\" on nim[1] at (a + G(nim(3))) for a in 0..1: 0 1", ""),
    ("a pattern of properties", "table \"t\" on nim[1] at (if tame(nim[1]) then a else 0) for a in 0..1: 0 1", ""),
    ("no binders", "table \"t\" on nim[1] at (3): 3", ""),
    ("an erratum without a claim", "erratum \"e\"\ngame g(a) { move a - 1 }", ""),
    ("an erratum at the end", "claim \"c\": true\nerratum \"e\"", ""),
];

const PROPERTIES: &[Row] = &[
    ("an unknown property", "claim \"c\": tamed(nim[2])", ""),
    ("a property of a position", "claim \"c\": tame(nim(1, 2))", ""),
    ("a property of nothing", "claim \"c\": tame() = 1", ""),
    ("a property of two", "claim \"c\": tame(nim[1], nim[2])", ""),
    ("a property of no length", "claim \"c\": tame(nim)", ""),
    ("a property of a number", "claim \"c\": tame(3)", ""),
    ("a property alone", "claim \"c\": tame", ""),
    ("no bound", "claim \"c\": ns_property(z -> z)", ""),
    ("a bound that is not constant", "claim \"c\" on nim[1] at (a): ns_property(z -> z, a)", ""),
    ("a bound too large", "claim \"c\": ns_property(z -> z, 10^7)", ""),
    ("a negative bound", "claim \"c\": ns_property(z -> z, 0 - 1)", ""),
    ("no function", "claim \"c\": ns_property(3, 10)", ""),
    ("a function of three", "claim \"c\": ns_property((x, y, z) -> z, 10)", ""),
    ("a built-in function", "claim \"c\": ns_property(abs, 10)", ""),
    ("a condition for a function", "claim \"c\": ns_property(z -> z = 1, 10)", ""),
    ("a function not defined", "claim \"c\": ns_property(z -> 6 div (z - 3), 10)", ""),
    ("a function that varies", "claim \"c\" on nim[1] at (a): ns_property(z -> z + a, 10)", ""),
    ("a function of a binder", "claim \"c\": all k in 1..3: ns_property(z -> z + k, 10)", ""),
    ("a function that asks", "claim \"c\": ns_property(z -> G(nim(z)), 10)", ""),
    ("a function that takes long", "claim \"c\": ns_property(z -> 0*(sum i in 0..10^6: i*z), 10^6)", ""),
    ("no running entry", "claim \"c\": period(star_nim[2](3, 4)) = 9", ""),
    ("no line", "claim \"c\": period(3) = 9", ""),
    ("no line", "claim \"c\": period(star_nim[2]) = 9", ""),
    ("two lines", "claim \"c\": period(star_nim[2](3, _), star_nim[2](4, _)) = 9", ""),
    ("too many entries", "claim \"c\": period(star_nim[2](3, 4, _)) = 9", ""),
    ("an unknown game", "claim \"c\": preperiod(star_nin[2](3, _)) = 9", ""),
    ("solutions of one", "claim \"c\": saltus(solutions(star_nim[2])) = 9", ""),
    ("a running entry elsewhere", "claim \"c\": G(nim(_)) = 9", ""),
    ("a running entry elsewhere", "claim \"c\" on nim[1] at (_): G = 9", ""),
    ("a running entry elsewhere", "claim \"c\": _ = 9", ""),
    ("convergence of two", "claim \"c\": convergence(nim[1], nim[1]) = 3", ""),
    ("convergence of a position", "claim \"c\": convergence(nim(1)) = 3", ""),
];
