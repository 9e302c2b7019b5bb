//! `cargo xtask site FOLDER`: the files of the project's place on the web.
//!
//! In: the folder of the workspace, a folder to write to. Out: the static page, the book under `book`, the documentation of the crates under `api`. mdBook is
//! found, or installed under `target/tools`.

use std::path::Path;

use crate::cargo::cargo_with;
use crate::edition;
use crate::folders;
use crate::release::tools::{MDBOOK, found};

pub(crate) fn write(root: &Path, folder: &Path) -> Result<(), String> {
    let mdbook = found(root, &MDBOOK)?;
    edition::write_with(root, folder, Some(&mdbook))?;
    cargo_with(root, "RUSTDOCFLAGS", "-D warnings", &["doc", "--workspace", "--no-deps", "--locked"])?;
    let api = folder.join("api");
    folders::copy(&root.join("target/doc"), &api, &|_| true).map_err(|error| format!("{}: {error}", api.display()))
}
