//! Folders: emptied, copied, and looked through.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// An empty folder, whatever stood there before.
pub(crate) fn empty(folder: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)
}

/// Copies the files of a folder, and of those within, that are wanted.
pub(crate) fn copy(from: &Path, to: &Path, wanted: &dyn Fn(&Path) -> bool) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let copied = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &copied, wanted)?;
        } else if wanted(&path) {
            fs::copy(&path, &copied)?;
        }
    }
    Ok(())
}

/// The files with an ending in a folder and in those within, but for what was built there.
pub(crate) fn files_below(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = vec![];
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if !["target", "node_modules"].iter().any(|built| path.ends_with(built)) {
                found.extend(files_below(&path, ending)?);
            }
        } else if path.extension().is_some_and(|own| own == ending) {
            found.push(path);
        }
    }
    Ok(found)
}
