//! What a change can break.
//!
//! In: a commit. Out: the crates with files that changed since, those that depend on one of them, and the faces whose tests are worth their time. A change of what is
//! outside the crates and is read by several of them, as games and the lock file are, concerns all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::cargo::output_of;

/// What is to be tested.
#[derive(Debug)]
pub(crate) struct Scope {
    /// The crates whose tests are run, if not those of all.
    pub(crate) crates: Option<BTreeSet<String>>,
    pub(crate) browser: bool,
    pub(crate) python: bool,
    pub(crate) papers: bool,
    pub(crate) coq: bool,
}

impl Scope {
    pub(crate) const ALL: Scope = Scope { crates: None, browser: true, python: true, papers: true, coq: true };
}

/// Where a change lies that is worth the tests of a browser, and those of Python. What engines say reaches both; the consoles of the book look at it first.
const BROWSER: [&str; 5] = [
    "crates/grundy-page/",
    "crates/grundy-picture/",
    "crates/grundy-format/",
    "crates/grundy/src/json/",
    "crates/grundy/src/front/",
];
const PYTHON: [&str; 3] = ["crates/grundy-python/", "crates/grundy/src/json/", "crates/grundy/src/front/"];
/// Changes that no test of a crate sees.
const NONE: [&str; 5] = [".github/", "fuzz/", "benches/", "xtask/", "coq/"];

/// What may be broken by what changed since a commit.
pub(crate) fn scope(root: &Path, commit: &str) -> Result<Scope, String> {
    let committed = output_of(root, "git", &["diff", "--name-only", commit])?;
    let new = output_of(root, "git", &["ls-files", "--others", "--exclude-standard"])?;
    let changed: Vec<&str> = committed.lines().chain(new.lines()).collect();
    Ok(of(&changed, &needs(root)?))
}

fn of(changed: &[&str], needs: &BTreeMap<String, BTreeSet<String>>) -> Scope {
    let owner = |file: &&str| Some(file.strip_prefix("crates/")?.split_once('/')?.0.to_string());
    let mut crates: BTreeSet<String> = changed.iter().filter_map(owner).collect();
    if changed.iter().any(|file| file.starts_with("xtask/")) {
        crates.insert("xtask".into());
    }
    for (folder, readers) in [
        ("book/", &["grundy-cli"][..]),
        ("README.md", &["grundy-cli"]),
        ("papers/", &["grundy-cli", "grundy-claims", "grundy-page"]),
    ] {
        if changed.iter().any(|file| file.starts_with(folder)) {
            crates.extend(readers.iter().map(ToString::to_string));
        }
    }
    let is_seen = |file: &&str| !file.contains('/') && file.ends_with(".md");
    let is_placed =
        |file: &&str| ["crates/", "book/", "papers/"].iter().chain(&NONE).any(|folder| file.starts_with(folder));
    if changed.iter().any(|file| !is_placed(file) && !is_seen(file)) {
        crates.extend(needs.keys().cloned());
    }
    loop {
        let more = needs.iter().filter(|(name, needs)| !crates.contains(*name) && !needs.is_disjoint(&crates));
        let more: Vec<String> = more.map(|(name, _)| name.clone()).collect();
        if more.is_empty() {
            break;
        }
        crates.extend(more);
    }
    let touches = |places: &[&str]| changed.iter().any(|file| places.iter().any(|place| file.starts_with(place)));
    Scope {
        papers: crates.contains("grundy-claims"),
        coq: touches(&["coq/"]),
        browser: touches(&BROWSER),
        python: touches(&PYTHON),
        crates: Some(crates),
    }
}

/// The crates of this workspace that each needs, for its tests, too.
fn needs(root: &Path) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let crates = root.join("crates");
    let entries = fs::read_dir(&crates).map_err(|error| format!("{}: {error}", crates.display()))?;
    let mut all = BTreeMap::new();
    for name in entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()) {
        let manifest = crates.join(&name).join("Cargo.toml");
        let text = fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
        let words = text.lines().filter_map(|line| line.split([' ', '.', '=']).next());
        let needed = words.filter(|word| word.starts_with("grundy") && **word != *name);
        all.insert(name.clone(), needed.map(str::to_string).collect());
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crates(changed: &[&str]) -> Vec<String> {
        let needs = [("a", vec![]), ("b", vec!["a"]), ("c", vec!["b"]), ("grundy-cli", vec!["c"])];
        let needs = needs.map(|(name, needs)| (name.to_string(), needs.into_iter().map(str::to_string).collect()));
        of(changed, &BTreeMap::from(needs)).crates.into_iter().flatten().collect()
    }

    #[test]
    fn a_change_concerns_what_depends_on_it() {
        assert_eq!(crates(&[]), [""; 0]);
        assert_eq!(crates(&["crates/b/src/lib.rs"]), ["b", "c", "grundy-cli"]);
        assert_eq!(crates(&["book/src/a.md"]), ["grundy-cli"]);
        assert_eq!(crates(&["xtask/src/main.rs", ".github/a.yml", "DESIGN.md"]), ["xtask"]);
        assert_eq!(crates(&["Cargo.lock"]).len(), 4);
        assert_eq!(crates(&["games/nim.game"]).len(), 4);
    }

    #[test]
    fn the_crates_of_this_workspace() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        let all = needs(root).expect("manifests");
        assert!(all["grundy"].contains("grundy-core") && all["grundy-cli"].contains("grundy"));
        let scope = of(&["crates/grundy-tables/src/lib.rs"], &all);
        let crates = scope.crates.as_ref().expect("some crates");
        assert!(crates.contains("grundy-cli") && !crates.contains("grundy-certify"), "{scope:?}");
        assert!(scope.papers && !scope.browser && !scope.python);
    }
}
