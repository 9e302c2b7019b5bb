//! Files and folders that must not outlive the process unless they are finished.
//!
//! In: how one is made, and later that it is finished or gone. Out: when the process ends at once, all that are left are removed. One is made and
//! registered under the lock that the end of the process takes, and nothing is made after that: so none is left behind.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What a run has begun and not finished.
#[derive(Debug, Default)]
pub(crate) struct Unfinished(Mutex<Vec<PathBuf>>);

/// How often the removal of a folder is tried, since threads may still write to it.
const ATTEMPTS: u32 = 20;

impl Unfinished {
    fn paths(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a file or folder, which is removed if the process ends before [`Unfinished::end`].
    pub(crate) fn begin<T>(&self, make: impl FnOnce() -> io::Result<(PathBuf, T)>) -> io::Result<(PathBuf, T)> {
        let mut paths = self.paths();
        let (path, made) = make()?;
        paths.push(path.clone());
        Ok((path, made))
    }

    /// Notes that a file is finished, or that a path has been removed.
    pub(crate) fn end(&self, path: &Path) {
        self.paths().retain(|other| other != path);
    }

    /// Removes all that is unfinished. As long as the result lives, nothing new is made.
    pub(crate) fn remove_all(&self) -> impl Sized {
        let paths = self.paths();
        paths.iter().for_each(|path| remove(path));
        paths
    }
}

/// Removes a file, or a folder with all that is in it.
pub(crate) fn remove(path: &Path) {
    if !path.is_dir() {
        let _ = fs::remove_file(path);
        return;
    }
    for _ in 0..ATTEMPTS {
        match fs::remove_dir_all(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => std::thread::sleep(Duration::from_millis(5)),
            _ => return,
        }
    }
}
