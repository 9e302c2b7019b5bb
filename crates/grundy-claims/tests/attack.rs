//! Attacks on the word *proved*: claims that are false only far out, alone and in files, under quantifiers, and where they are not defined.
//!
//! In: the text of files of claims, named or made at random. Out: what [`Verdicts`] say of them. A wrong *proved* is the worst answer that a check
//! can give; each submodule looks for it in its own way.

mod beatty;
mod defined;
mod distant;
mod entries;
mod families;
mod leaves;
mod leaving;
mod lines;
mod more;
mod named;
mod nearby;
mod neighbours;
mod partial;
mod pieces;
mod piles;
mod powers;
mod set;
mod sets;
mod splits;
mod strategies;
mod transfers;
mod undefined;

use grundy::{Limits, Session};
use grundy_claims::{self, CheckOptions, Meter, Status, Verdict, is_true_by_proofs};

/// Options with a bound and so many threads.
fn options(to: Option<u64>, threads: usize) -> CheckOptions {
    CheckOptions { to, limits: Limits { threads, ..Limits::default() }, ..CheckOptions::default() }
}

/// The name of each claim of a file, and the verdict on it. An error tells why the file cannot be read, or that a table and a proof disagree.
fn checked(text: &str, options: &CheckOptions) -> Result<Vec<(String, Verdict)>, String> {
    let mut session = Session::new();
    let file = session.load("attack.game", text).map_err(|error| format!("{}\n{text}", error.message))?;
    let check = |statement: &grundy_claims::Statement| {
        let verdict = grundy_claims::check(statement, options, &Meter::default()).expect("no interruption");
        let is_refuted = matches!(verdict.status, Status::False | Status::Error);
        match is_refuted && is_true_by_proofs(statement, options) {
            true => Err(format!("a proof and a table disagree about {}:\n{text}", statement.name)),
            false => Ok((statement.name.clone(), verdict)),
        }
    };
    grundy_claims::read(&session, &file).iter().filter(|statement| statement.is_claim).map(check).collect()
}

/// The verdicts on claims behind the definition of their games, each with whether it is true: none that is false is proved, and none that is true is false.
fn right_verdicts(before: &str, claims: &[(String, bool)], options: &CheckOptions) -> Vec<Verdict> {
    let item = |(n, (claim, _)): (usize, &(String, bool))| format!("claim \"{n}\" {claim}\n");
    let text = format!("{before}{}", claims.iter().enumerate().map(item).collect::<String>());
    let found = checked(&text, options).unwrap_or_else(|why| panic!("{why}"));
    for (name, verdict) in &found {
        let is_true = claims[name.parse::<usize>().expect("a number")].1;
        match verdict.status {
            Status::Proved => {
                assert!(is_true && verdict.checked == Some(true), "claim {name} is proved in\n{text}");
            }
            Status::False => assert!(!is_true, "claim {name} is false in\n{text}"),
            Status::Holds => {}
            other => {
                panic!("claim {name} ends as {} in\n{text}\n{:?}", other.name(), (&verdict.reason, &verdict.error))
            }
        }
    }
    found.into_iter().map(|(_, verdict)| verdict).collect()
}

/// The verdict on the one claim of a file.
fn verdict(text: &str, options: &CheckOptions) -> Result<Verdict, String> {
    checked(text, options)?.pop().map(|(_, verdict)| verdict).ok_or_else(|| format!("there is no claim: {text}"))
}

/// Each claim, alone and with all others in both orders, ends with its status.
fn each_is(before: &str, claims: &[(&str, Status)], options: &CheckOptions) {
    let item = |n: usize| format!("claim \"{n}\" {}\n", claims[n].0);
    let numbers: Vec<usize> = (0..claims.len()).collect();
    let together = |numbers: &[usize]| format!("{before}\n{}", numbers.iter().map(|n| item(*n)).collect::<String>());
    let mut orders: Vec<Vec<usize>> = numbers.iter().map(|n| vec![*n]).collect();
    orders.extend([numbers.clone(), numbers.into_iter().rev().collect()]);
    for order in orders {
        let text = together(&order);
        for (name, verdict) in checked(&text, options).unwrap_or_else(|why| panic!("{why}")) {
            let (claim, expected) = claims[name.parse::<usize>().expect("a number")];
            let why = (&verdict.reason, &verdict.error);
            assert_eq!(verdict.status, expected, "{claim}\nin\n{text}\n{why:?}");
        }
    }
}
