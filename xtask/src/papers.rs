//! The papers and the cookbook, statement by statement.
//!
//! In: the folders `papers` and `games/more`. Out: the verdicts of `grundy check`, or a sentence that says which statement is not as expected.
//! The errata of the papers are also listed here, so that an erratum that is removed from its file is noticed.

use std::path::Path;

use crate::cargo::{grundy, output_of};
use crate::cover;
use crate::step::say;
use crate::words::Extent;

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

/// The verdict on a statement.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) name: String,
    pub(crate) status: String,
    pub(crate) by: String,
    pub(crate) reason: String,
    pub(crate) seconds: f64,
    /// The files of its certificates.
    pub(crate) certificates: Vec<String>,
}

/// Checks the statements of all papers and of the cookbook: those of the cover, or all in a long run. A false one ends the program with an error.
pub(crate) fn check(root: &Path, extent: Extent) -> Result<(), String> {
    let names = if extent == Extent::Long { vec![] } else { cover::names(root)? };
    let all = verdicts(root, &[], &names)?;
    if let Some(gone) = names.iter().find(|name| !all.iter().any(|verdict| verdict.name == **name)) {
        return Err(format!("no file has the statement `{gone}` of the cover; `cargo xtask cover` makes it anew"));
    }
    let of = |status: &'static str| all.iter().filter(move |verdict| verdict.status == status);
    let counts = ["proved", "holds", "noted"].map(|status| format!("{} {status}", of(status).count()));
    say(&format!("{} statements: {}", all.len(), counts.join(", ")));
    match NOTED.iter().find(|name| !of("noted").any(|verdict| verdict.name == **name)) {
        Some(missing) => Err(format!("the erratum before `{missing}` is gone")),
        None if of("noted").count() > NOTED.len() => {
            Err("there is an erratum that xtask/src/papers.rs does not list".into())
        }
        None => Ok(()),
    }
}

/// The verdicts on the statements with one of these names, or on all; with other words of `grundy check`.
pub(crate) fn verdicts(root: &Path, other: &[&str], names: &[String]) -> Result<Vec<Verdict>, String> {
    let files = files(root, &["papers", "games/more"])?;
    // A release build would take minutes, and save less than one minute here.
    let program = grundy(root)?;
    let only = names.iter().flat_map(|name| ["--only", name]);
    let words: Vec<&str> =
        ["check", "--json"].iter().chain(other).copied().chain(files.iter().map(String::as_str)).chain(only).collect();
    let told = output_of(root, &program.to_string_lossy(), &words)?;
    Ok(told.lines().filter_map(verdict).collect())
}

/// The verdict that a line of JSON says; the last line is a summary.
fn verdict(line: &str) -> Option<Verdict> {
    let text = |key: &str| string(line, key).unwrap_or_default();
    Some(Verdict {
        file: string(line, "file")?,
        line: number(line, "line")?,
        name: string(line, "name")?,
        status: text("status"),
        by: text("by"),
        reason: text("reason"),
        seconds: number(line, "seconds")?,
        certificates: line
            .split_once("\"certificates\":")
            .map_or(vec![], |(_, rest)| rest.split('{').filter_map(|one| string(one, "file")).collect()),
    })
}

/// The string behind a key, in a line of JSON.
pub(crate) fn string(line: &str, key: &str) -> Option<String> {
    let (_, rest) = line.split_once(&format!("\"{key}\":\""))?;
    let (mut text, mut escaped) = (String::new(), false);
    for c in rest.chars() {
        match c {
            _ if std::mem::take(&mut escaped) => text.push(c),
            '\\' => escaped = true,
            '"' => return Some(text),
            _ => text.push(c),
        }
    }
    None
}

/// The number behind a key.
fn number<T: std::str::FromStr>(line: &str, key: &str) -> Option<T> {
    let (_, rest) = line.split_once(&format!("\"{key}\":"))?;
    rest.split([',', '}']).next()?.parse().ok()
}

/// The rule files of some folders, in order.
pub(crate) fn files(root: &Path, folders: &[&str]) -> Result<Vec<String>, String> {
    let mut files = vec![];
    for folder in folders {
        let entries = std::fs::read_dir(root.join(folder)).map_err(|error| format!("{folder}: {error}"))?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        files.extend(names.filter(|name| name.ends_with(".game")).map(|name| format!("{folder}/{name}")));
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_json_is_a_verdict() {
        let line = r#"{"v":1,"file":"papers/a.game","line":9,"name":"the \"first\"","status":"proved","by":null,"reason":"so","seconds":4.5,"checked":true,"certificates":[{"status":"written","file":"x/a.json","reason":null},{"status":"absent","file":null,"reason":"so"}]}"#;
        let found = verdict(line).expect("a verdict");
        assert_eq!((&*found.file, found.line, &*found.name), ("papers/a.game", 9, "the \"first\""));
        assert_eq!((&*found.status, &*found.by, &*found.reason, found.seconds), ("proved", "", "so", 4.5));
        assert_eq!(found.certificates, ["x/a.json"]);
        assert!(verdict(r#"{"summary":{"proved":1},"seconds":1.0}"#).is_none());
    }
}
