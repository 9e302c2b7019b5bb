//! Numbers that the prose states of the house: are they so?
//!
//! In: sentences of DESIGN.md, of the README and of the book, and what they count. Out: nothing, or which number is stated, and what the house has. A number that
//! nobody reads off goes out of date unseen; one that is stated in round figures may differ by a tenth.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::cargo::cargo_output;
use crate::papers;
use crate::size::outside_tests;

/// What a sentence states, and what is so.
struct Stated {
    file: &'static str,
    /// The words before the number.
    before: &'static str,
    /// The words behind it.
    behind: &'static str,
    is: usize,
}

/// Looks at all numbers.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    for stated in stated(root)? {
        let text = read(&root.join(stated.file))?;
        let number = between(&text, stated.before, stated.behind);
        let number = number.ok_or_else(|| {
            format!("{} does not say `{}`, a number, `{}`", stated.file, stated.before, stated.behind)
        })?;
        agree(stated.file, &format!("{}{number}{}", stated.before, stated.behind), number, stated.is)?;
    }
    own_parts(root)
}

/// The sentences.
fn stated(root: &Path) -> Result<[Stated; 2], String> {
    Ok([
        Stated { file: "book/src/check-a-paper.md", before: "of some ", behind: " claims", is: statements(root)? },
        Stated { file: "README.md", before: "compiles ", behind: " crates", is: compiled(root)? },
    ])
}

/// The claims and tables of the papers.
fn statements(root: &Path) -> Result<usize, String> {
    let is_one = |line: &&str| ["claim \"", "table \""].iter().any(|word| line.trim_start().starts_with(word));
    let mut found = 0;
    for file in papers::files(root, &["papers"])? {
        found += read(&root.join(file))?.lines().filter(is_one).count();
    }
    Ok(found)
}

/// The crates that the program is made of.
fn compiled(root: &Path) -> Result<usize, String> {
    let words = ["tree", "-p", "grundy-cli", "-e", "normal,build", "--prefix", "none", "--locked", "--format", "{p}"];
    let tree = cargo_output(root, &words)?;
    let crates = tree.lines().map(|line| line.split(" (").next().unwrap_or_default());
    Ok(crates.filter(|line| !line.is_empty()).collect::<BTreeSet<&str>>().len())
}

/// DESIGN.md's table of what is our own: the second cell of a row states the lines of the files to which the first one links.
fn own_parts(root: &Path) -> Result<(), String> {
    let file = "DESIGN.md";
    let mut rows = 0;
    for row in read(&root.join(file))?.lines().filter(|line| line.starts_with("| ") && line.contains("](crates/")) {
        let mut cells = row.split('|').map(str::trim).skip(1);
        let (Some(part), Some(lines)) = (cells.next(), cells.next()) else { continue };
        let lines = digits(lines).ok_or_else(|| format!("{file}: `{lines}` is no number of lines"))?;
        let mut is = 0;
        for path in part.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            is += outside_tests(&root.join(path))?;
        }
        agree(file, &format!("{part}: {lines} lines"), lines, is)?;
        rows += 1;
    }
    if rows == 0 { Err(format!("{file} has no row that links to what is our own")) } else { Ok(()) }
}

/// Is what is stated so, up to a tenth?
fn agree(file: &str, told: &str, stated: usize, is: usize) -> Result<(), String> {
    if 10 * stated.abs_diff(is) <= is {
        return Ok(());
    }
    Err(format!("{file} says `{told}`, and it is {is}"))
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// The number between two words.
fn between(text: &str, before: &str, behind: &str) -> Option<usize> {
    text.split(before).skip(1).find_map(|rest| digits(rest.split(behind).next()?))
}

/// A number as prose has it: `1,200`.
fn digits(text: &str) -> Option<usize> {
    let text = text.trim();
    let is_number =
        text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_digit() || c == ',');
    if is_number { text.replace(',', "").parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_may_be_round() {
        assert_eq!(between("of some 1,200 claims, of some 7 games", "of some ", " claims"), Some(1200));
        assert_eq!(between("of some games", "of some ", " claims"), None);
        assert!(agree("a", "some 1,200", 1200, 1206).is_ok());
        assert!(agree("a", "some 1,200", 1200, 1400).is_err());
    }
}
