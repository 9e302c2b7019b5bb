//! `cargo xtask deny`: licences, versions, sources and advisories of the dependencies.
//!
//! In: `deny.toml` and `Cargo.lock`. Out: what cargo-deny finds. A part of `cargo xtask test --long`. The advisories stand in a repository on the network; where
//! it cannot be reached, a sentence says that they were not asked for.

use std::path::Path;

use crate::cargo::program;
use crate::release::tools::{DENY, found};
use crate::step::say;

/// The checks; cargo-deny must be there, or be installed.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let deny = found(root, &DENY)?;
    program(root, &deny, &["--locked", "check", "--hide-inclusion-graph", "licenses", "bans", "sources"])?;
    if let Err(reason) = program(root, &deny, &["--locked", "fetch", "db"]) {
        say(&format!("   advisories were left out: {reason}"));
        return Ok(());
    }
    program(root, &deny, &["--locked", "check", "--disable-fetch", "advisories"])
}

/// The checks where cargo-deny can be had.
pub(crate) fn run_if_there(root: &Path) -> Result<(), String> {
    match found(root, &DENY) {
        Ok(_) => run(root),
        Err(reason) => {
            say(&format!("   left out: {reason}"));
            Ok(())
        }
    }
}
