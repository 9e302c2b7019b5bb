//! `cargo xtask package`: the crates in the form in which they would be published.
//!
//! In: the folder of the workspace. Out: a file for each crate under `target/package`; or what is missing in a crate: a readme, a licence, an
//! embedded file, a version of a dependency.

use std::path::Path;

use crate::cargo::{cargo, output_of};
use crate::folders;
use crate::step::step;

/// The packages that are not published: the random games for tests, the chores.
const UNPUBLISHED: &[&str] = &["grundy-testing", "xtask"];
/// Folders of the repository, the crates that include them, the ending of the files that they include. Their build scripts look for these copies where the repository is not.
const COPIES: [(&str, &str, &str); 3] = [
    ("games", "crates/grundy-rules/games", "game"),
    ("papers", "crates/grundy-page/papers", "game"),
    ("book/src", "crates/grundy-cli/book", "md"),
];

/// Packages all crates that would be published, without building them again; or publishes them, each after those that it depends on.
pub(crate) fn run(root: &Path, publish: bool) -> Result<(), String> {
    let mut words = vec![if publish { "publish" } else { "package" }, "--workspace", "--no-verify", "--locked"];
    words.extend(UNPUBLISHED.iter().flat_map(|name| ["--exclude", name]));
    // Cargo takes the copies for changes, since git ignores them; whatever else differs from the last commit is looked for here.
    words.push("--allow-dirty");
    step("packages", || {
        if publish && !output_of(root, "git", &["status", "--porcelain"])?.trim().is_empty() {
            return Err("what is published must be committed first".into());
        }
        fill(root)?;
        cargo(root, &words)
    })
}

/// Copies what the crates include, anew: a file that is gone is packed no longer.
pub(crate) fn fill(root: &Path) -> Result<(), String> {
    for (from, to, ending) in COPIES {
        let to = root.join(to);
        let wanted = |path: &Path| path.extension().is_some_and(|found| found == ending);
        folders::empty(&to)
            .and_then(|()| folders::copy(&root.join(from), &to, &wanted))
            .map_err(|error| format!("cannot copy {from} to {}: {error}", to.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_published_crate_has_the_licences() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        let read = |path: &Path| fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for entry in fs::read_dir(root.join("crates")).expect("crates").flatten() {
            if entry.file_name() != "grundy-testing" && entry.path().join("Cargo.toml").is_file() {
                for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
                    assert!(
                        read(&entry.path().join(name)) == read(&root.join(name)),
                        "{} has another {name}",
                        entry.path().display()
                    );
                }
            }
        }
    }
}
