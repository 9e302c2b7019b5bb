//! Ctrl-C.
//!
//! The first Ctrl-C asks the engines to stop, which then end with an error. While something is read or written, and at the second
//! Ctrl-C, the process ends at once, with the same message and the same exit code, after unfinished files have been removed. The
//! message may have no reader, so the process waits for it only a moment.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::failure::{Outcome, interrupted};
use crate::progress;

/// Set by the first Ctrl-C; the engines look at it.
static FLAG: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// The number of activities during which Ctrl-C ends the process at once. The handler holds the lock when it ends the process, so that none
/// continues.
static ENDABLE: Mutex<u32> = Mutex::new(0);
/// Files that are being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// The line that an interrupted process prints on standard output; `None` if it prints a word on standard error.
static OBJECT: Mutex<Option<String>> = Mutex::new(None);
/// Is standard output in the middle of a line? A writer to standard output holds the lock.
static WITHIN_LINE: Mutex<bool> = Mutex::new(false);

/// How long the last message waits for a reader.
const MOMENT: Duration = Duration::from_secs(3);

/// The flag that stops the engines.
pub(crate) fn flag() -> Arc<AtomicBool> {
    FLAG.clone()
}

/// An error if the user has pressed Ctrl-C.
pub(crate) fn check() -> Outcome<()> {
    if FLAG.load(Ordering::SeqCst) { Err(interrupted()) } else { Ok(()) }
}

/// Handles Ctrl-C from now on, for the whole process.
///
/// If the system does not allow a handler, Ctrl-C ends the process in the way of the system.
pub fn listen_to_interrupts() {
    let _ = ctrlc::set_handler(|| {
        let again = FLAG.swap(true, Ordering::SeqCst);
        let endable = lock(&ENDABLE);
        if again || *endable > 0 {
            unfinished().iter().for_each(|path| remove(path));
            say_last_words();
            std::process::exit(130);
        }
    });
}

fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on an interrupted process prints this line on standard output.
pub(crate) fn end_with_object(line: Option<String>) {
    *lock(&OBJECT) = line;
}

fn say_last_words() {
    let Some(object) = lock(&OBJECT).clone() else {
        in_a_moment(|| writeln!(io::stderr(), "{}interrupted", progress::wiped()));
        return;
    };
    let line = object.clone();
    let said =
        in_a_moment(move || writeln!(io::stdout(), "{}{line}", start_of_line()).and_then(|()| io::stdout().flush()));
    if !said {
        in_a_moment(move || writeln!(io::stderr(), "{object}"));
    }
}

/// The characters that lead to the start of a line on standard output, once no write is in progress.
pub(crate) fn start_of_line() -> &'static str {
    if *lock(&WITHIN_LINE) { "\n" } else { "" }
}

/// Was the message written within [`MOMENT`]?
fn in_a_moment(write: impl FnOnce() -> io::Result<()> + Send + 'static) -> bool {
    let (said, wait) = channel();
    std::thread::spawn(move || said.send(write().is_ok()));
    wait.recv_timeout(MOMENT).unwrap_or(false)
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    lock(&UNFINISHED)
}

/// How often the removal of a folder is tried, since threads may still write to it.
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

/// Registers a file or folder to be removed if the process ends.
pub(crate) fn begin_file(path: &Path) {
    unfinished().push(path.to_path_buf());
}

/// Unregisters a file that is complete, or a path that has been removed.
pub(crate) fn end_file(path: &Path) {
    unfinished().retain(|other| other != path);
}

/// A guard: until it is dropped, Ctrl-C ends the process at once.
pub(crate) struct Endable;

impl Endable {
    /// Begins now.
    pub(crate) fn new() -> Endable {
        *lock(&ENDABLE) += 1;
        Endable
    }
}

impl Drop for Endable {
    fn drop(&mut self) {
        *lock(&ENDABLE) -= 1;
    }
}

/// Standard output of a process that [listens](listen_to_interrupts) to Ctrl-C: an interruption works even if nobody reads the output.
pub struct Watched<W>(
    /// The stream.
    pub W,
);

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _endable = Endable::new();
        let mut within = lock(&WITHIN_LINE);
        let count = self.0.write(bytes)?;
        if let Some(last) = bytes[..count].last() {
            *within = *last != b'\n';
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        let _endable = Endable::new();
        let _within = lock(&WITHIN_LINE);
        self.0.flush()
    }
}
