//! Circles of files: those that import each other in a loop.
//!
//! In: the sources of the crates. Out: nothing, or a sentence for each crate with a larger circle than the goal, four files ([`GOAL`]).

mod rust;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::step::say;

/// The most files in a circle.
const GOAL: usize = 4;

/// For each file, those that it imports.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The names of the files of a circle.
type Circle = Vec<String>;

/// No circle is larger than the goal.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let all = of_all(root)?;
    let large = all.iter().flat_map(|(name, circles)| circles.iter().map(move |circle| (name, circle)));
    let large = large.filter(|(_, circle)| circle.len() > GOAL);
    let wrong: Vec<String> = large.map(|(name, circle)| sentence(name, circle)).collect();
    if wrong.is_empty() {
        say(&format!("   no circle of more than {GOAL} files"));
        return Ok(());
    }
    Err(format!("more than {GOAL} files import each other in a circle; {}", wrong.join("; ")))
}

/// Lists all circles.
pub(crate) fn list(root: &Path) -> Result<(), String> {
    for (name, circles) in of_all(root)? {
        circles.iter().for_each(|circle| say(&sentence(&name, circle)));
    }
    Ok(())
}

fn sentence(name: &str, circle: &Circle) -> String {
    format!("{name}: {} files: {}", circle.len(), circle.join(", "))
}

/// The circles of each crate.
fn of_all(root: &Path) -> Result<Vec<(String, Vec<Circle>)>, String> {
    let entries = fs::read_dir(root.join("crates")).map_err(|error| format!("crates: {error}"))?;
    let mut crates: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    crates.sort();
    let mut found = vec![];
    for folder in crates {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        found.push((name, circles(&rust::arrows(&rust::sources(&folder.join("src"))?))));
    }
    Ok(found)
}

/// The circles: two files are in one if each leads to the other.
fn circles(arrows: &Arrows) -> Vec<Circle> {
    let reach: BTreeMap<&String, BTreeSet<&String>> = arrows.keys().map(|file| (file, reached(file, arrows))).collect();
    let mut circles: BTreeSet<Circle> = BTreeSet::new();
    for (file, all) in &reach {
        if all.contains(file) {
            let together = all.iter().filter(|other| reach.get(*other).is_some_and(|back| back.contains(file)));
            circles.insert(together.map(|file| (*file).clone()).collect());
        }
    }
    circles.into_iter().collect()
}

/// All files to which arrows lead from one.
fn reached<'a>(from: &String, arrows: &'a Arrows) -> BTreeSet<&'a String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&String> = arrows.get(from).into_iter().flatten().collect();
    while let Some(file) = open.pop() {
        if found.insert(file) {
            open.extend(arrows.get(file).into_iter().flatten());
        }
    }
    found
}
