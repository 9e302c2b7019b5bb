//! The changes of a claim that `check --mutate` tries.

use grundy::Session;
use grundy_claims::{CheckOptions, Meter, Statement, Status, check, definitions, mutants, read};

fn is_true(statement: &Statement) -> bool {
    let verdict = check(statement, &CheckOptions::default(), &Meter::default()).expect("no limit");
    matches!(verdict.status, Status::Holds | Status::Proved)
}

/// The changes of a formula about positions (a, b) of nim, and which of them are true as well.
fn changes(formula: &str) -> Vec<(String, bool)> {
    let mut session = Session::new();
    let file = session.load("c", &format!("claim \"c\" on nim[2] at (a, b) to 12: {formula}")).expect("a claim");
    let statement = read(&session, &file).pop().expect("one claim");
    let told =
        |mutant: grundy_claims::Mutant| (format!("{} -> {}", mutant.from, mutant.to), is_true(&mutant.statement));
    mutants(&session, &file, &statement).into_iter().map(told).collect()
}

#[test]
fn a_change_is_one_that_says_something_else() {
    let rows: &[(&str, &[(&str, bool)])] = &[
        ("P iff a = b", &[("= -> !=", false)]),
        ("G = a xor b", &[("= -> !=", false)]),
        ("G != a + b + 1", &[("!= -> =", false), ("1 -> 2", true), ("1 -> 0", false)]),
        // The claimed bound is only made tighter.
        ("G <= a + b + 3", &[("<= -> <", true), ("3 -> 4", true), ("3 -> 2", true)]),
        ("a + b >= 0", &[(">= -> >", false), ("0 -> 1", false)]),
        ("G <= 15", &[("<= -> <", false), ("15 -> 14", false)]),
        // A premise is only made wider.
        (
            "a < 3 implies G <= b + 2",
            &[("< -> <=", false), ("3 -> 4", false), ("<= -> <", false), ("2 -> 3", true), ("2 -> 1", false)],
        ),
        ("not (G > a + b)", &[("> -> >=", false)]),
        (
            "all i in 1..3: G(nim[1](i)) >= 1",
            &[
                ("1 -> 2", true),
                ("1 -> 0", false),
                ("3 -> 4", true),
                ("3 -> 2", true),
                ("1 -> 2", false),
                ("1 -> 0", false),
                (">= -> >", false),
                ("1 -> 2", false),
            ],
        ),
        (
            "(a < 5 iff a <= 4)",
            &[
                ("< -> <=", false),
                ("5 -> 6", false),
                ("5 -> 4", false),
                ("<= -> <", false),
                ("4 -> 5", false),
                ("4 -> 3", false),
            ],
        ),
    ];
    for (formula, expected) in rows {
        let found = changes(formula);
        let found: Vec<(&str, bool)> = found.iter().map(|(change, is_true)| (change.as_str(), *is_true)).collect();
        assert_eq!(found, *expected, "{formula}");
    }
}

/// A changed definition changes the claims that use it, and no game.
#[test]
fn a_change_of_a_definition_is_noticed_by_some_claim() {
    let text = "
        def step(n) = n - 2
        game two(n) { move step(n) }
        def third(a) = a div 3
        def twice(a) = 2*third(a) + 0*step(a)
        def half(z) = z div 2
        def unused(z) = z div 2
        claim \"a\" on nim[2] at (a, b) to 12: twice(a) <= a
        claim \"b\" on nim[1] at (a) to 12: third(a) = a div 3
        claim \"c\" on two at (n) to 12: G = half(n) mod 2
        claim \"d\" on bar[half] at (y, z) to 5: G = 0 iff half(0) = 0 and P
    ";
    let mut session = Session::new();
    let file = session.load("c", text).expect("claims");
    let statements = read(&session, &file);
    assert!(statements.iter().all(is_true));
    let mut all = vec![];
    for definition in definitions(&file, &statements) {
        let mut unnoticed = vec![];
        for mutant in &definition.mutants {
            let claims = definition.claims.iter().map(|n| &statements[*n]);
            let mut changed = claims.map(|claim| mutant.statement(&session, &file, claim).expect("a claim"));
            if changed.all(|claim| is_true(&claim)) {
                unnoticed.push(format!("{} -> {}", mutant.from, mutant.to));
            }
        }
        all.push((definition.name, definition.claims, definition.mutants.len(), unnoticed.join(", ")));
    }
    let expected = [
        // The game `two` keeps its steps.
        ("step", vec![0], 2, "2 -> 3, 2 -> 1"),
        ("third", vec![0, 1], 2, ""),
        ("twice", vec![0], 3, "2 -> 3, 2 -> 1"),
        // Not the claim whose game has it.
        ("half", vec![2], 2, ""),
    ];
    let all: Vec<(&str, Vec<usize>, usize, &str)> =
        all.iter().map(|(name, claims, count, list)| (&**name, claims.clone(), *count, &**list)).collect();
    assert_eq!(all, expected);
}
