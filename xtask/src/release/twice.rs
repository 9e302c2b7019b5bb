//! Two builds in two folders give the same bytes.
//!
//! In: the last commit. Out: nothing; or the lines of `SHA256SUMS` that differ. The second folder has a longer name, so that a path in a file shows.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use crate::cargo::{output_of, program, program_with};
use crate::release::place::{Place, at};
use crate::release::{sums, tools};
use crate::step::{say, step};

const FOLDERS: [&str; 2] = ["target/twice/one", "target/twice/a longer name/two"];

pub(super) fn run(place: &Place) -> Result<(), String> {
    // Both are of this commit, also if another one comes while the first is built.
    let commit = output_of(&place.root, "git", &["rev-parse", "HEAD"])?;
    let both: Vec<String> =
        FOLDERS.iter().map(|folder| built(place, folder, commit.trim())).collect::<Result<_, _>>()?;
    let [one, two] = [&both[0], &both[1]].map(|sums| sums.lines().collect::<Vec<_>>());
    let different: Vec<_> = one.iter().filter(|line| !two.contains(line)).collect();
    if one.len() == two.len() && different.is_empty() {
        say(&format!("   {} files have the same bytes in both builds", one.len()));
        return Ok(());
    }
    Err(format!("the two builds differ:\n{}\nand the second has:\n{}", both[0], both[1]))
}

/// The sums of a release that is made in a clone.
fn built(place: &Place, folder: &str, commit: &str) -> Result<String, String> {
    let folder: PathBuf = place.root.join(folder);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| at(&folder, &error))?;
    }
    program(&place.root, "git", &["clone", "--quiet", ".", &folder.to_string_lossy()])?;
    program(&folder, "git", &["checkout", "--quiet", commit])?;
    let shared = tools::folder(&place.root);
    let set: [(&str, &OsStr); 1] = [("GRUNDY_TOOLS", shared.as_os_str())];
    step(&folder.to_string_lossy(), || program_with(&folder, &set, "cargo", &["xtask", "release"]))?;
    let file = folder.join("target/dist").join(sums::FILE);
    fs::read_to_string(&file).map_err(|error| at(&file, &error))
}
