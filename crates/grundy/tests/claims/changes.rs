//! The changes of a claim that `check --mutate` tries.

use grundy::Session;
use grundy::theory::claims::{Effort, Meter, Status, check, mutants, read};

/// The changes of a formula about positions (a, b) of nim, and which of them are true as well.
fn changes(formula: &str) -> Vec<(String, bool)> {
    let mut session = Session::new();
    let file = session.load("c", &format!("claim \"c\" on nim[2] at (a, b) to 12: {formula}")).expect("a claim");
    let statement = read(&session, &file).pop().expect("one claim");
    let told = |mutant: grundy::theory::claims::Mutant| {
        let verdict = check(&mutant.statement, &Effort::default(), &Meter::default()).expect("no limit");
        (format!("{} -> {}", mutant.from, mutant.to), matches!(verdict.status, Status::Holds | Status::Proved))
    };
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
