//! The licences of all crates that the program is made of.
//!
//! In: `about.toml`, which names the licences that we accept, and `about.hbs`, the layout. Out: a text that cargo-about makes of the sources of the crates;
//! it asks nobody on the network.

use std::fs;

use crate::cargo::program;
use crate::release::place::{Place, at};
use crate::release::program::extras;
use crate::release::tools::{ABOUT, found};

const FILE: &str = "THIRD-PARTY-LICENSES.txt";

pub(super) fn write(place: &Place) -> Result<(), String> {
    let about = found(&place.root, &ABOUT)?;
    let (folder, name) = (extras(place), FILE);
    fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
    let file = folder.join(name);
    let words = ["generate", "--locked", "--manifest-path", "crates/grundy-cli/Cargo.toml", "--features", "parquet"];
    let more = ["--fail", "--output-file", &file.to_string_lossy(), "about.hbs"];
    program(&place.root, &about, &[&words[..], &more].concat())
}
