//! One version everywhere.
//!
//! In: the folder of the workspace, perhaps a tag. Out: the version; or which file says another one.

use std::fs;
use std::path::Path;

use crate::step::say;

/// The version of the workspace.
pub(super) fn version(root: &Path) -> Result<String, String> {
    let manifest = read(root, "Cargo.toml")?;
    let package = manifest.split_once("[workspace.package]").map_or("", |(_, rest)| rest);
    quoted(package, "version = ").map(str::to_owned).ok_or_else(|| "Cargo.toml has no version of the workspace".into())
}

/// Compares all places that name the version; a tag must name it, and the changelog must have a heading for it.
pub(super) fn check(root: &Path, tag: Option<&str>) -> Result<(), String> {
    let version = version(root)?;
    let mut wrong = manifests(root, &version)?;
    let citation = read(root, "CITATION.cff")?;
    if !citation.lines().any(|line| line == format!("version: {version}")) {
        wrong.push(format!("CITATION.cff has no line `version: {version}`"));
    }
    if let Some(tag) = tag {
        if tag != format!("v{version}") {
            wrong.push(format!("the tag is {tag}, and that of this version is v{version}"));
        }
        for file in ["Cargo.toml", "crates/grundy-python/pyproject.toml", "CITATION.cff"] {
            if read(root, file)?.contains("/OWNER/") {
                wrong.push(format!("{file} has OWNER in place of the owner of the repository"));
            }
        }
        let heading = format!("## [{version}]");
        if !read(root, "CHANGELOG.md")?.lines().any(|line| line.starts_with(&heading)) {
            wrong.push(format!("CHANGELOG.md has no heading `{heading}`"));
        }
    } else {
        wrong.extend(head(&read(root, "CHANGELOG.md")?, &version));
    }
    if !wrong.is_empty() {
        return Err(wrong.join("; "));
    }
    say(&format!("   all files are of version {version}"));
    Ok(())
}

/// Between releases the changelog begins with what is not released, or with this version.
fn head(changelog: &str, version: &str) -> Option<String> {
    let first = changelog.lines().find(|line| line.starts_with("## ")).unwrap_or_default();
    let is_right = first == "## [Unreleased]" || first.starts_with(&format!("## [{version}]"));
    (!is_right).then(|| format!("CHANGELOG.md begins with `{first}`, not with [Unreleased] or [{version}]"))
}

/// Crates take the version of the workspace, and name it where they depend on each other; Python takes that of its crate.
fn manifests(root: &Path, version: &str) -> Result<Vec<String>, String> {
    let mut wrong = vec![];
    let mut files = vec!["Cargo.toml".to_owned()];
    let crates = root.join("crates");
    for entry in fs::read_dir(&crates).map_err(|error| format!("{}: {error}", crates.display()))?.flatten() {
        let file = format!("crates/{}/Cargo.toml", entry.file_name().to_string_lossy());
        if root.join(&file).is_file() {
            if !read(root, &file)?.contains("\nversion.workspace = true\n") {
                wrong.push(format!("{file} has a version of its own"));
            }
            files.push(file);
        }
    }
    for file in files {
        for line in read(root, &file)?.lines().filter(|line| line.contains("path = \"")) {
            if quoted(line, "version = ").is_some_and(|found| found != version) {
                wrong.push(format!("{file} has `{line}`, and the version is {version}"));
            }
        }
    }
    if !read(root, "crates/grundy-python/pyproject.toml")?.contains("dynamic = [\"version\"]") {
        wrong.push("pyproject.toml does not take the version of its crate".into());
    }
    Ok(wrong)
}

/// What stands in quotes after these words.
fn quoted<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    text.split_once(words)?.1.split('"').nth(1)
}

fn read(root: &Path, file: &str) -> Result<String, String> {
    fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of the workspace")
    }

    #[test]
    fn this_state_has_one_version() {
        assert_eq!(check(root(), None), Ok(()));
    }

    #[test]
    fn a_tag_of_another_version_is_refused() {
        let reason = check(root(), Some("v99.0.0")).expect_err("another version");
        assert!(reason.contains("the tag is v99.0.0, and that of this version is v"), "{reason}");
    }

    #[test]
    fn an_old_head_of_the_changelog_is_noticed() {
        assert_eq!(head("# Changelog\n\n## [Unreleased]\n", "2.0.0"), None);
        assert_eq!(head("## [2.0.0] - 2027-01-01\n", "2.0.0"), None);
        assert!(head("## [1.0.0] - 2026-01-01\n", "2.0.0").is_some_and(|told| told.contains("[1.0.0]")));
    }
}
