//! The book: is its table of contents correct, and can it be built?
//!
//! In: the folder `book`. Out: nothing, or a sentence that names every chapter
//! that is missing, not listed, or listed twice. mdBook itself ignores a chapter
//! that is not listed, and it is not installed everywhere.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use crate::cargo::{is_installed, program};
use crate::step::say;

const CONTENTS: &str = "SUMMARY.md";

/// Compares SUMMARY.md with the files; builds the book if mdBook is installed.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let source = root.join("book").join("src");
    let contents = source.join(CONTENTS);
    let summary =
        fs::read_to_string(&contents).map_err(|error| format!("cannot read {}: {error}", contents.display()))?;
    let files = chapters(&source).map_err(|error| format!("cannot list {}: {error}", source.display()))?;
    let listed = links(&summary);
    let problems = problems(&listed, &files);
    if !problems.is_empty() {
        return Err(format!("book/src/{CONTENTS} is not right: {}", problems.join("; ")));
    }
    say(&format!("   {CONTENTS} lists all {} chapters", listed.len()));
    build(root)
}

fn build(root: &Path) -> Result<(), String> {
    if is_installed("mdbook") {
        return program(root, "mdbook", &["build", "book"]);
    }
    say("   the book was not built: mdbook is not installed (`cargo install --locked mdbook`)");
    Ok(())
}

/// The Markdown files under `source`, by their path relative to it.
fn chapters(source: &Path) -> io::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut folders = vec![(source.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                folders.push((entry.path(), format!("{name}/")));
            } else if name.ends_with(".md") && name != CONTENTS {
                found.insert(name);
            }
        }
    }
    Ok(found)
}

/// The files to which a table of contents links, in its order. An empty link is
/// a chapter that is not written yet.
fn links(summary: &str) -> Vec<String> {
    let text = without_comments(summary);
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets
        .map(|(target, _)| target.trim().trim_start_matches("./").to_owned())
        .filter(|target| !target.is_empty())
        .collect()
}

fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<!--") {
        kept.push_str(before);
        rest = after.split_once("-->").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept
}

/// The problems, a phrase each.
fn problems(listed: &[String], files: &BTreeSet<String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for name in listed {
        if !seen.insert(name) {
            found.push(format!("{name} is listed twice"));
        } else if !files.contains(name) {
            found.push(format!("{name} is listed but there is no such file"));
        }
    }
    let forgotten = files.iter().filter(|name| !seen.contains(name));
    found.extend(forgotten.map(|name| format!("{name} is there but not listed")));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn links_of_a_summary() {
        let summary = "# Summary\n\n[Introduction](introduction.md)\n\n# Part\n\
            - [The `[ ]` language](./language.md)\n  - [Deep](more/deep.md)\n- [Draft]()\n\
            <!-- - [Out](out.md)\n-->\n---\n[End](end.md)";
        assert_eq!(links(summary), ["introduction.md", "language.md", "more/deep.md", "end.md"]);
        assert_eq!(links("<!-- [Out](out.md)"), [""; 0]);
    }

    #[test]
    fn a_right_table_of_contents_has_no_problems() {
        assert_eq!(problems(&links("[A](a.md) [B](b.md)"), &set(&["a.md", "b.md"])), [""; 0]);
    }

    #[test]
    fn every_problem_is_named() {
        let found = problems(&links("[A](a.md) [A](a.md) [C](c.md)"), &set(&["a.md", "b.md"]));
        let expected =
            ["a.md is listed twice", "c.md is listed but there is no such file", "b.md is there but not listed"];
        assert_eq!(found, expected);
    }
}
