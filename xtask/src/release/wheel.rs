//! The package for Python: the wheel of this kind of machine, and the sources.
//!
//! In: the crate `grundy-python`. Out: a wheel that every Python from 3.10 on takes; on Linux zig links it against glibc 2.17, and auditwheel says whether it
//! keeps to that. The sources are those of the wheel, for machines that have none.

use std::fs;
use std::path::PathBuf;

use crate::cargo::program_with;
use crate::package;
use crate::release::place::{Place, at};
use crate::release::tools::{self, told};
use crate::step::say;

/// The policy that old systems keep to.
const POLICY: &str = "manylinux_2_17";

/// The wheel.
pub(super) fn wheel(place: &Place) -> Result<(), String> {
    let words = ["build", "--profile", "dist", "--target", &place.target];
    let old = ["--compatibility", POLICY];
    let words = if cfg!(target_os = "linux") { [&words[..], &old].concat() } else { words.to_vec() };
    maturin(place, &words)?;
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let audit = tools::python(place)?.join("auditwheel").to_string_lossy().into_owned();
    let wheel = made(place, "whl")?;
    let answer = told(&place.root, &audit, &["show", &wheel.to_string_lossy()])?;
    say(&answer);
    let consistent = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    if consistent.contains(&format!("following platform tag: \"{POLICY}_")) {
        return Ok(());
    }
    Err(format!("auditwheel does not find {POLICY} in {}", wheel.display()))
}

/// The sources.
pub(super) fn sources(place: &Place) -> Result<(), String> {
    package::fill(&place.root)?;
    maturin(place, &["sdist"])
}

fn maturin(place: &Place, words: &[&str]) -> Result<(), String> {
    let folder = tools::python(place)?;
    let environment = tools::environment(place)?;
    let to = place.dist.to_string_lossy();
    let locked = if words[0] == "sdist" { &[][..] } else { &["--locked"] };
    let maturin = folder.join("maturin").to_string_lossy().into_owned();
    let words = [words, locked, &["--out", &to]].concat();
    program_with(&place.root.join("crates/grundy-python"), &environment, &maturin, &words)
}

/// The file with an ending in the folder of the release.
pub(super) fn made(place: &Place, ending: &str) -> Result<PathBuf, String> {
    let entries = fs::read_dir(&place.dist).map_err(|error| at(&place.dist, &error))?;
    let mut files = entries.flatten().map(|entry| entry.path());
    files
        .find(|path| path.extension().is_some_and(|found| found == ending))
        .ok_or_else(|| format!("{} has no file that ends in .{ending}", place.dist.display()))
}
