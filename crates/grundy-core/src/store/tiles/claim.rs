//! A piece of work that one process takes for itself, by a lock on a file.
//!
//! In: the name of a file. Out: a claim, or that another process has it. The system releases a lock when its process ends, however it ends; the file is removed
//! with the claim, before the lock is released. So a lock counts only if its file still has the name: another process may have removed it meanwhile. A file system
//! without locks lets two processes do the same work, which writes the same bytes.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::shelf::cannot;
use crate::contract::limits::Limits;
use crate::contract::stop::Result;

/// The ending of a file by which a step of a plan is claimed.
pub(super) const CLAIM: &str = "claim";
/// The ending of one for which others wait.
pub(super) const LOCK: &str = "lock";

/// How long to wait before a lock is asked for again.
const PAUSE: Duration = Duration::from_millis(20);

/// A file that is locked until this is dropped.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    _file: File,
}

impl Claim {
    /// Takes a claim; `None` if another process has it.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn take(path: &Path) -> Result<Option<Claim>> {
        loop {
            let file = File::options().create(true).append(true).open(path).map_err(|e| cannot("write", path, &e))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(None),
                Ok(()) if !is_at(&file, path) => {}
                Ok(()) | Err(TryLockError::Error(_)) => {
                    return Ok(Some(Claim { path: path.to_path_buf(), _file: file }));
                }
            }
        }
    }

    /// Takes a claim, as soon as no other process has it.
    ///
    /// # Errors
    /// A file that cannot be written; an interruption.
    pub(super) fn wait(path: &Path, limits: &Limits) -> Result<Claim> {
        loop {
            limits.interrupted()?;
            match Claim::take(path)? {
                Some(claim) => return Ok(claim),
                None => sleep(PAUSE),
            }
        }
    }
}

/// Does the file have this name?
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(own), Ok(named)) = (file.metadata(), fs::metadata(path)) else { return false };
    (own.dev(), own.ino()) == (named.dev(), named.ino())
}

/// Does a file have this name? No standard function says which.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
