//! Folders: emptied, and copied.

use std::fs;
use std::io;
use std::path::Path;

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
