//! Verdicts as lines.
//!
//! In: a rule file. Out: the verdict on each statement, as a line of text that a row of a test can hold.

use grundy::{Diagnostic, Session, Sources};
use grundy_claims::{self, CheckOptions, Counterexample, Meter, Verdict, WhyCode};

/// A rule file, and a line for each of its statements.
pub(crate) type Row = (&'static str, &'static str);

/// All verdicts of a file, joined by ` | `.
pub(crate) fn told(text: &str, options: &CheckOptions) -> String {
    verdicts(text, options).join(" | ")
}

/// The verdict on each statement of a file.
pub(crate) fn verdicts(text: &str, options: &CheckOptions) -> Vec<String> {
    let mut session = Session::new();
    let file = match session.load("c", text) {
        Ok(file) => file,
        Err(error) => return vec![format!("not read: {}", error.one_line(session.sources()))],
    };
    let statements = grundy_claims::read(&session, &file);
    statements.iter().map(|s| said(grundy_claims::check(s, options, &Meter::default()), session.sources())).collect()
}

fn said(verdict: Result<Verdict, Diagnostic>, sources: &Sources) -> String {
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(error) => return format!("stopped: {}", error.message),
    };
    let mut line = verdict.status.name().to_string();
    if verdict.positions > 0 {
        line += &format!(" {}", verdict.positions);
    }
    if let Some(to) = verdict.to {
        line += &format!(" to {to}");
    }
    if let Some(counterexample) = &verdict.counterexample {
        line += &format!("; {}", shown(counterexample));
    }
    // How large the automata of a proof are, tests of proofs say.
    if let Some(reason) = &verdict.reason {
        let reason = match reason {
            _ if reason.starts_with("true for every position") => "all",
            _ if reason.starts_with("true whatever the values are") => "words",
            // What is missing for a proof is told by its code; other tests read the sentence.
            _ if reason.starts_with("not proved for every position") => verdict.why.map_or("no code", WhyCode::name),
            reason => reason,
        };
        line += &format!("; {reason}");
    }
    if let Some(error) = &verdict.error {
        line += &format!("; {}", error.one_line(sources));
    }
    line
}

fn shown(c: &Counterexample) -> String {
    let mut at: Vec<String> = c.position.iter().map(|p| format!("({p})")).collect();
    at.extend(c.vars.iter().map(|(name, value)| format!("{name} = {value}")));
    let place = if at.is_empty() { String::new() } else { format!("at {}: ", at.join(", ")) };
    format!("{place}{} is {}, {} is {}", c.left.0, c.left.1, c.right.0, c.right.1)
}

/// Compares all rows, with the bound `to` of the command line.
pub(crate) fn check_to(rows: &[Row], to: Option<u64>) {
    let options = CheckOptions { to, ..CheckOptions::default() };
    let mut wrong = vec![];
    for (text, expected) in rows {
        let found = told(text, &options);
        if found != *expected {
            wrong.push(format!("{text}\n    found:    {found}\n    expected: {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Compares all rows.
pub(crate) fn check(rows: &[Row]) {
    check_to(rows, None);
}
