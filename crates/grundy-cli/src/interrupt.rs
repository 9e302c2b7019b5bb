//! Ctrl-C.
//!
//! The first one asks the engines to stop, which end with an error of their own; while results are written, and at the second
//! one, the process ends at once. Unfinished files are removed before.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Set by the first Ctrl-C; the engines look at it.
static FLAG: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// How many pieces of work may be ended at any moment.
static ENDABLE: AtomicU32 = AtomicU32::new(0);
/// Files that are being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The flag that stops the engines.
pub(crate) fn flag() -> Arc<AtomicBool> {
    FLAG.clone()
}

/// Handles Ctrl-C from now on, for the whole process.
///
/// On a system that refuses, Ctrl-C ends the process in the system's own way.
pub fn listen_to_interrupts() {
    let _ = ctrlc::set_handler(|| {
        let again = FLAG.swap(true, Ordering::SeqCst);
        if again || ENDABLE.load(Ordering::SeqCst) > 0 {
            unfinished().iter().for_each(|path| remove(path));
            std::process::exit(130);
        }
    });
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How often a folder is emptied in which others may be writing.
const ATTEMPTS: u32 = 20;

/// Removes a file, or a folder with all that is in it.
pub(crate) fn remove(path: &Path) {
    if !path.is_dir() {
        let _ = std::fs::remove_file(path);
        return;
    }
    for _ in 0..ATTEMPTS {
        match std::fs::remove_dir_all(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => std::thread::sleep(Duration::from_millis(5)),
            _ => return,
        }
    }
}

/// Remembers a file or folder that is to be removed if the process ends.
pub(crate) fn begin_file(path: &Path) {
    unfinished().push(path.to_path_buf());
}

/// Forgets a file that is whole, or what is gone.
pub(crate) fn end_file(path: &Path) {
    unfinished().retain(|other| other != path);
}

/// While it lives, Ctrl-C ends the process at once.
pub(crate) struct Endable;

impl Endable {
    /// From now on.
    pub(crate) fn new() -> Endable {
        ENDABLE.fetch_add(1, Ordering::SeqCst);
        Endable
    }
}

impl Drop for Endable {
    fn drop(&mut self) {
        ENDABLE.fetch_sub(1, Ordering::SeqCst);
    }
}
