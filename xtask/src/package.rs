//! `cargo xtask package`: the crates in the form in which they would be published.
//!
//! In: the workspace's folder. Out: a file for each crate under `target/package`; or what is missing for it: a readme, a licence, a file that is
//! embedded, a version of a dependency.

use std::path::Path;

use crate::cargo::cargo;
use crate::step::step;

/// What stays here: the tests' random games, the measurements, the chores.
const UNPUBLISHED: &[&str] = &["grundy-testing", "xtask"];

/// Packages all crates that would be published, without building them once more.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let mut words = vec!["package", "--workspace", "--no-verify", "--locked"];
    words.extend(UNPUBLISHED.iter().flat_map(|name| ["--exclude", name]));
    step("packages", || cargo(root, &words))
}
