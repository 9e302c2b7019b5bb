//! `cargo xtask size`: how many lines each crate has.
//!
//! In: the Rust files of the crates and of this package. Out: a table of lines of code, of comments, and of tests; and a failure where the lines outside tests are more
//! than the budget of the crate in `xtask/sizes.txt`. Who raises a budget does so in a commit of its own, whose message says what the lines are for.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::folders::files_below;
use crate::step::say;

/// The budgets: a line for each crate, its name and its lines of code and comments outside tests.
const FILE: &str = "xtask/sizes.txt";

/// Lines that are not blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Lines {
    code: usize,
    comments: usize,
    tests: usize,
}

impl Lines {
    fn add(&mut self, other: Lines) {
        self.code += other.code;
        self.comments += other.comments;
        self.tests += other.tests;
    }

    fn outside(self) -> usize {
        self.code + self.comments
    }
}

/// Prints the table.
pub(crate) fn list(root: &Path) -> Result<(), String> {
    let (all, budgets) = (sizes(root)?, budgets(root)?);
    say("    code  comments    tests   budget  crate");
    let row = |lines: Lines, budget: String, name: &str| {
        let Lines { code, comments, tests } = lines;
        say(&format!("{code:8}  {comments:8}  {tests:7}  {budget:>7}  {name}"));
    };
    let mut sum = Lines::default();
    for (name, lines) in &all {
        row(*lines, budgets.get(name).map(usize::to_string).unwrap_or_default(), name);
        sum.add(*lines);
    }
    row(sum, budgets.values().sum::<usize>().to_string(), "all");
    within(&all, &budgets)
}

/// No crate is larger than its budget.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    within(&sizes(root)?, &budgets(root)?)
}

fn within(all: &BTreeMap<String, Lines>, budgets: &BTreeMap<String, usize>) -> Result<(), String> {
    let strange = budgets.keys().find(|name| !all.contains_key(*name));
    if let Some(name) = strange {
        return Err(format!("{FILE} has a budget for `{name}`, and there is no such crate"));
    }
    for (name, lines) in all {
        let budget = budgets.get(name).ok_or_else(|| format!("{FILE} has no budget for the crate `{name}`"))?;
        if lines.outside() > *budget {
            return Err(format!(
                "{name} has {} lines of code and comments outside tests, and its budget in {FILE} is {budget}: take lines away, or raise the budget in a commit \
                 that says what they are for",
                lines.outside()
            ));
        }
    }
    Ok(())
}

fn budgets(root: &Path) -> Result<BTreeMap<String, usize>, String> {
    let text = fs::read_to_string(root.join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
    let entry = |line: &str| {
        let (name, budget) = line.split_once(' ')?;
        Some((name.to_string(), budget.trim().parse().ok()?))
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| entry(line).ok_or_else(|| format!("{FILE}: `{line}` is no name and number"))).collect()
}

/// The lines of each crate.
fn sizes(root: &Path) -> Result<BTreeMap<String, Lines>, String> {
    let crates = root.join("crates");
    let entries = fs::read_dir(&crates).map_err(|error| format!("{}: {error}", crates.display()))?;
    let folders = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut all = BTreeMap::new();
    for (name, folder) in
        folders.map(|name| (name.clone(), crates.join(name))).chain([("xtask".into(), root.join("xtask"))])
    {
        let mut sum = Lines::default();
        for file in files_below(&folder, "rs").map_err(|error| format!("{}: {error}", folder.display()))? {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            sum.add(lines(&text, is_test(&file, &folder)));
        }
        all.insert(name, sum);
    }
    Ok(all)
}

/// The lines of a file, or of the files of a folder, outside tests.
pub(crate) fn outside_tests(path: &Path) -> Result<usize, String> {
    let of_folder = || files_below(path, "rs").map_err(|error| format!("{}: {error}", path.display()));
    let files = if path.is_dir() { of_folder()? } else { vec![path.to_path_buf()] };
    let mut sum = Lines::default();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        sum.add(lines(&text, is_test(&file, path)));
    }
    Ok(sum.outside())
}

/// Is a file of a crate one of tests, examples or measurements?
fn is_test(file: &Path, folder: &Path) -> bool {
    let own: PathBuf = file.strip_prefix(folder).unwrap_or(file).into();
    own.components()
        .any(|part| ["tests", "tests.rs", "examples", "benches"].iter().any(|name| part.as_os_str() == *name))
}

/// The lines of a file; a module behind `#[cfg(test)]` is its end.
fn lines(text: &str, is_test: bool) -> Lines {
    let own = text.find("\n#[cfg(test)]\nmod tests {").filter(|_| !is_test);
    let (own, tests) = text.split_at(own.unwrap_or(if is_test { 0 } else { text.len() }));
    let written = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
    let comments = own.lines().filter(|line| line.trim_start().starts_with("//")).count();
    Lines { code: written(own) - comments, comments, tests: written(tests) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_of_three_kinds() {
        let text = "//! What it is.\n\nfn f() {}\n// why\n#[cfg(test)]\nmod tests {\n    // a test\n}\n";
        assert_eq!(lines(text, false), Lines { code: 1, comments: 2, tests: 4 });
        assert_eq!(lines(text, true), Lines { code: 0, comments: 0, tests: 7 });
        assert!(
            is_test(Path::new("a/tests/b.rs"), Path::new("a"))
                && !is_test(Path::new("tests/a/src/b.rs"), Path::new("tests/a"))
        );
    }

    #[test]
    fn a_crate_beyond_its_budget_is_told() {
        let all = BTreeMap::from([("a".to_string(), Lines { code: 7, comments: 2, tests: 50 })]);
        let budget = |lines: usize| BTreeMap::from([("a".to_string(), lines)]);
        assert_eq!(within(&all, &budget(9)), Ok(()));
        assert!(within(&all, &budget(8)).is_err_and(|told| told.contains("9 lines")));
        assert!(within(&all, &BTreeMap::new()).is_err() && within(&BTreeMap::new(), &budget(1)).is_err());
    }
}
