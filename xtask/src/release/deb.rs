//! The Debian package.
//!
//! In: the program, and what belongs to it; `package.metadata.deb` in the manifest of `grundy-cli`. Out: a file `.deb`, made by cargo-deb.

use crate::cargo::program_with;
use crate::release::place::Place;
use crate::release::tools::{DEB, found};

pub(super) fn write(place: &Place) -> Result<(), String> {
    let deb = found(&place.root, &DEB)?;
    let to = place.dist.to_string_lossy();
    let words = ["--no-build", "--no-strip", "--locked", "--package", "grundy-cli", "--profile", "dist"];
    let words = [&words[..], &["--target", &place.target, "--output", &to]].concat();
    program_with(&place.root, &place.environment(), &deb, &words)
}
