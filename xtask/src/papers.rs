//! The papers, statement by statement.
//!
//! In: the folder `papers`. Out: the summary of `grundy check` in an optimised build, or a sentence that says which statement is not as expected.
//! The errata of the papers are also listed here, so that an erratum that is removed from its file is noticed.

use std::path::Path;

use crate::cargo::{grundy, output_of};
use crate::step::say;

/// The statements with the verdict *false, as noted*, in the order of the files.
const NOTED: &[&str] = &[
    "Section 3, those of Star Nim among them, as printed",
    "Proposition 4 (vi), as printed",
    "Remark 5 (4), as printed",
    "Theorem 4, proof, as printed",
    "Theorem 5, proof, H(0, b), as printed",
    "Theorem 5, proof (3), the column string, as printed",
    "Section 1.2, Berge's claim, k = 2",
    "Theorem 1.4, a cuboid, f(0) = 0 asked of the slices",
    "Table 2 as printed",
    "Section 2, from P to N by a pass, as printed",
];

/// The beginning of the line of such a statement.
const MARK: &str = "~ noted ";

/// Checks all statements of all papers.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let files = papers(root)?;
    // A release build would take minutes, and save less than one minute here.
    let program = grundy(root)?;
    let words: Vec<&str> = ["check"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let told = output_of(root, &program.to_string_lossy(), &words)?;
    for line in told.lines().filter(|line| line.starts_with(['✗', '!'])) {
        say(line);
    }
    say(told.lines().last().unwrap_or_default());
    let noted: Vec<&str> = told.lines().filter_map(|line| line.strip_prefix(MARK)).map(str::trim).collect();
    match NOTED.iter().find(|name| !noted.iter().any(|line| line.starts_with(**name))) {
        Some(missing) => Err(format!("the erratum before `{missing}` is gone")),
        None if noted.len() > NOTED.len() => Err("there is an erratum that xtask/src/papers.rs does not list".into()),
        None => Ok(()),
    }
}

/// The files of the folder, in order.
fn papers(root: &Path) -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(root.join("papers")).map_err(|error| format!("papers: {error}"))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut files: Vec<String> =
        names.filter(|name| name.ends_with(".game")).map(|name| format!("papers/{name}")).collect();
    files.sort();
    Ok(files)
}
