//! `cargo xtask package`: the crates in the form in which they would be published.
//!
//! In: the folder of the workspace. Out: a file for each crate under `target/package`; or what is missing in a crate: a readme, a licence, an
//! embedded file, a version of a dependency.

use std::path::Path;

use crate::cargo::cargo;
use crate::step::step;

/// The packages that are not published: the random games for tests, the chores.
const UNPUBLISHED: &[&str] = &["grundy-testing", "xtask"];

/// Packages all crates that would be published, without building them again.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let mut words = vec!["package", "--workspace", "--no-verify", "--locked"];
    words.extend(UNPUBLISHED.iter().flat_map(|name| ["--exclude", name]));
    step("packages", || cargo(root, &words))
}
