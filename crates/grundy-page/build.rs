//! Copies the papers into this package, in a checkout.
//!
//! In: the folder `papers` of the repository. Out: `papers` beside this file, which the sources include and `cargo package` packs. A symbolic link would do the same
//! where there are such links, and not on Windows. In a published package the folder of the repository is not there, and the copy is.

use std::fs;
use std::io;
use std::path::Path;

const FROM: &str = "../../papers";
const TO: &str = "papers";
const ENDING: &str = "game";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    if !Path::new(FROM).is_dir() {
        return Ok(());
    }
    println!("cargo::rerun-if-changed={FROM}");
    copy(Path::new(FROM), Path::new(TO))
}

/// Copies the files that have the ending and differ, and those of the folders within.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let copied = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &copied)?;
        } else if path.extension().is_some_and(|ending| ending == ENDING) {
            let bytes = fs::read(&path)?;
            if fs::read(&copied).ok().as_ref() != Some(&bytes) {
                fs::write(&copied, bytes)?;
            }
        }
    }
    Ok(())
}
