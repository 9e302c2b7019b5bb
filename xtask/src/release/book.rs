//! The book as HTML.
//!
//! In: the folder `book`. Out: its pages, packed.

use crate::cargo::program;
use crate::release::archive;
use crate::release::place::Place;
use crate::release::tools::{MDBOOK, found};

pub(super) fn write(place: &Place) -> Result<(), String> {
    let mdbook = found(&place.root, &MDBOOK)?;
    let folder = place.work.join("book");
    program(&place.root, &mdbook, &["build", "book", "--dest-dir", &folder.to_string_lossy()])?;
    archive::folder(place, &folder, &format!("grundy-{}-book", place.version))
}
