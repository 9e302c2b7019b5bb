//! `SHA256SUMS`, in the format of `sha256sum --check`.
//!
//! In: the folder of the release. Out: a line for each file in it, by name.

use std::fs;

use crate::cargo::is_installed;
use crate::release::place::{Place, at};
use crate::release::tools::told;

pub(super) const FILE: &str = "SHA256SUMS";

pub(super) fn write(place: &Place) -> Result<(), String> {
    let names = names(place)?;
    let words: Vec<&str> = names.iter().map(String::as_str).collect();
    let lines = if is_installed("sha256sum") {
        told(&place.dist, "sha256sum", &words)?
    } else {
        told(&place.dist, "shasum", &[&["-a", "256"], &words[..]].concat())?
    };
    let file = place.dist.join(FILE);
    fs::write(&file, lines + "\n").map_err(|error| at(&file, &error))
}

/// The names of the files, sorted.
pub(super) fn names(place: &Place) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(&place.dist).map_err(|error| at(&place.dist, &error))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name != FILE).collect();
    names.sort();
    Ok(names)
}
