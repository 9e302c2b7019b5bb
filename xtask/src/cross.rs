//! `cargo xtask cross`: what the checker of certificates decided, decided once more by others.
//!
//! In: two papers. Out: `grundy check` makes certificates of their claims; the checker reads them. Each formula that it decides on the way is decided once more by the
//! yardstick of the tests, by MONA, which reads it as a file, and by the kernel that is proved correct in Coq ([`kernel`](crate::kernel)). Different answers are an error. A formula that takes
//! one of them long is counted, and is no error. A part of `cargo xtask test --long`; a sentence says what was left out because it is not installed. The files stay in `target/cross`.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::cargo::{cargo_output, grundy, output_of};
use crate::folders;
use crate::kernel;
use crate::spent::ends_within;
use crate::step::say;

const PAPERS: [&str; 2] = ["papers/found.game", "papers/farr-ho.game"];
/// The time for one formula.
const TIME: Duration = Duration::from_secs(10);
const CERTIFICATES: &str = "target/cross/certificates";
const FORMULAS: &str = "target/cross/formulas";

fn is_there() -> bool {
    // It has no word for its version alone, and reads a file in any case.
    Command::new("mona").arg("-h").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Compares the answers.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    for folder in [CERTIFICATES, FORMULAS] {
        let path = root.join(folder);
        folders::empty(&path).map_err(|error| format!("{folder}: {error}"))?;
    }
    let program = grundy(root)?;
    output_of(
        root,
        &program.to_string_lossy(),
        &[&["check"], &PAPERS[..], &["--certificates", CERTIFICATES]].concat(),
    )?;
    let writer = ["run", "--quiet", "--locked", "-p", "grundy-certify", "--example", "mona", "--"];
    let told = cargo_output(root, &[&writer[..], &[CERTIFICATES, FORMULAS]].concat())?;
    if is_there() {
        let mut counts = Counts::default();
        told.lines().try_for_each(|line| counts.look(root, line))?;
        counts.end()?;
    } else {
        say("   left out: MONA is not installed (Debian: `apt install mona`)");
    }
    kernel::decide(root, &root.join(FORMULAS))
}

/// What MONA says of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Holds(bool),
    TooLong,
    TooLarge,
}

#[derive(Default)]
struct Counts {
    /// The answers, by the name of the file.
    known: HashMap<String, Answer>,
    /// How many formulas the certificates have.
    certificates: HashMap<String, u64>,
    /// How many formulas have such an answer: the same, no answer in time, none in its memory, another one.
    same: u64,
    too_long: u64,
    too_large: u64,
    other: Vec<String>,
    /// How many formulas were not written.
    left_out: u64,
}

impl Counts {
    /// A formula: what the checker says, the file, and the certificate.
    fn look(&mut self, root: &Path, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        let [said @ ("true" | "false"), file, certificate] = words[..] else {
            return Err(format!("`{line}` is nothing that the checker says of a formula"));
        };
        *self.certificates.entry(certificate.to_owned()).or_default() += 1;
        if file == "-" {
            self.left_out += 1;
            return Ok(());
        }
        let path = root.join(FORMULAS).join(file);
        let answer = match self.known.get(file) {
            Some(answer) => *answer,
            None => asked(&path)?,
        };
        self.known.insert(file.to_owned(), answer);
        match answer {
            Answer::TooLong => self.too_long += 1,
            Answer::TooLarge => self.too_large += 1,
            Answer::Holds(holds) if holds == (said == "true") => self.same += 1,
            Answer::Holds(holds) => {
                self.other.push(format!("{}: {said} by the checker, {holds} by MONA ({certificate})", path.display()));
            }
        }
        Ok(())
    }

    fn end(self) -> Result<(), String> {
        say(&format!(
            "   {} certificates, {} formulas ({} different ones were asked for): MONA agrees about {}, has no answer to {} in {} seconds and \
             to {} in its memory; {} were left out (no base 2, or large automata)",
            self.certificates.len(),
            self.certificates.values().sum::<u64>(),
            self.known.len(),
            self.same,
            self.too_long,
            TIME.as_secs(),
            self.too_large,
            self.left_out,
        ));
        match self.other.first() {
            None if self.same == 0 => Err("MONA has answered nothing".into()),
            None => Ok(()),
            Some(_) => Err(format!("MONA and the checker disagree:\n{}", self.other.join("\n"))),
        }
    }
}

/// Asks MONA for the truth of the formula in a file.
fn asked(file: &Path) -> Result<Answer, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("mona -q {}: {error}", file.display());
    let mut command = Command::new("mona");
    let command = command.arg("-q").arg(file).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| wrong(&error))?;
    // What it says is short: it does not wait for a reader.
    if ends_within(&mut child, TIME).map_err(|error| wrong(&error))?.is_none() {
        return Ok(Answer::TooLong);
    }
    let mut told = String::new();
    child.stdout.take().map_or(Ok(0), |mut out| out.read_to_string(&mut told)).map_err(|error| wrong(&error))?;
    understood(&told).ok_or_else(|| wrong(&told))
}

fn understood(told: &str) -> Option<Answer> {
    let says = |words: &str| told.contains(words);
    match (says("Formula is valid"), says("Formula is unsatisfiable")) {
        (true, false) => Some(Answer::Holds(true)),
        (false, true) => Some(Answer::Holds(false)),
        _ => says("too large").then_some(Answer::TooLarge),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said() {
        assert_eq!(understood("Formula is valid\n"), Some(Answer::Holds(true)));
        assert_eq!(understood("Formula is unsatisfiable\n"), Some(Answer::Holds(false)));
        assert_eq!(understood("BDD too large (>16777216 nodes)"), Some(Answer::TooLarge));
        assert_eq!(understood("Error in file 0.mona line 2"), None);
    }

    #[test]
    fn another_answer_is_an_error() {
        let (mut counts, root) = (Counts::default(), Path::new("."));
        counts.known = [("0.mona", true), ("1.mona", false)].map(|(f, h)| (f.to_owned(), Answer::Holds(h))).into();
        for line in ["true 0.mona a", "false 1.mona a", "true - b"] {
            counts.look(root, line).expect("known");
        }
        assert_eq!((counts.same, counts.left_out, counts.certificates.len()), (2, 1, 2));
        counts.look(root, "false 0.mona c").expect("known");
        assert!(counts.end().expect_err("different").contains("true by MONA (c)"));
    }
}
