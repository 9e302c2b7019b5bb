//! Ctrl-C, and the end of the time.
//!
//! The first Ctrl-C asks the engines to stop, which then end with an error, or with what they know. While something is read or written, at the
//! second Ctrl-C, and where the engines have not stopped within [`GRACE`], the process ends at once, with the same message and the same exit code,
//! after unfinished files have been removed, and what is [known](keep_known) by then is printed. The end of the time that `--time` allows is treated alike. The message may have no reader, so the
//! process waits for it only a moment.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grundy::{Diagnostic, TIME_IS_OVER};

use crate::failure::{Failure, Outcome, interrupted};
use crate::{progress, unfinished};

/// Set by the first Ctrl-C; the engines look at it.
static FLAG: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// The number of activities during which Ctrl-C ends the process at once. The handler holds the lock when it ends the process, so that none
/// continues.
static ENDABLE: Mutex<u32> = Mutex::new(0);
/// The lines that a process which ends at once prints on standard output; `None` if it prints a word on standard error.
static OBJECTS: Mutex<Option<LastWords>> = Mutex::new(None);
/// Has the run seen that it must end? Then it ends by itself.
static NOTICED: AtomicBool = AtomicBool::new(false);
/// Does this process handle Ctrl-C, so that it may end itself?
static LISTENS: AtomicBool = AtomicBool::new(false);
/// What is known so far: what a process that ends at once prints before it says why it ends.
static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
/// When the time is over.
static DEADLINE: Mutex<Option<Instant>> = Mutex::new(None);
/// Is standard output in the middle of a line? A writer to standard output holds the lock.
static WITHIN_LINE: Mutex<bool> = Mutex::new(false);

/// How long the engines may take to stop.
const GRACE: Duration = Duration::from_millis(400);

/// Why a process ends at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Interrupted,
    TimeIsOver,
}

/// The objects that say why a process ends at once.
#[derive(Debug, Clone)]
pub(crate) struct LastWords {
    /// After Ctrl-C.
    pub(crate) interrupted: String,
    /// After the time of `--time`.
    pub(crate) time_is_over: String,
}

/// What a run knows while it goes on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// The lines for standard output.
    pub(crate) lines: Vec<String>,
    /// The notes about it.
    pub(crate) notes: Vec<String>,
}

/// How long the last message waits for a reader.
const MOMENT: Duration = Duration::from_secs(3);

thread_local! {
    /// What stops the run on this thread, if it is not Ctrl-C.
    static OWN: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
    /// When the time of the run on this thread is over.
    static OWN_DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Why the run on this thread must end: Ctrl-C, or its time is over. It is taken as seen, so that the run ends by itself.
pub(crate) fn ended() -> Option<Failure> {
    if let Err(failure) = check() {
        return Some(failure);
    }
    OWN_DEADLINE.get().is_some_and(|deadline| Instant::now() >= deadline).then(|| {
        NOTICED.store(true, Ordering::SeqCst);
        Diagnostic::time_is_over().into()
    })
}

/// Keeps what is known so far, for a process that ends at once.
pub(crate) fn keep_known(known: Option<Known>) {
    *lock(&KNOWN) = known;
}

/// From now on this flag stops the run on this thread.
pub(crate) fn listen_to(own: Option<Arc<AtomicBool>>) {
    OWN.set(own);
}

/// What stops the run on this thread, if it is not Ctrl-C: for the threads that the run begins.
pub(crate) fn own() -> Option<Arc<AtomicBool>> {
    OWN.with_borrow(Clone::clone)
}

/// The flag that stops the engines.
pub(crate) fn flag() -> Arc<AtomicBool> {
    OWN.with_borrow(|own| own.as_ref().unwrap_or(&FLAG).clone())
}

/// An error if the user has pressed Ctrl-C.
pub(crate) fn check() -> Outcome<()> {
    if !flag().load(Ordering::SeqCst) {
        return Ok(());
    }
    NOTICED.store(true, Ordering::SeqCst);
    Err(interrupted())
}

/// Handles Ctrl-C from now on, for the whole process.
///
/// If the system does not allow a handler, Ctrl-C ends the process in the way of the system.
pub fn listen_to_interrupts() {
    let listens = ctrlc::set_handler(|| {
        let again = FLAG.swap(true, Ordering::SeqCst);
        let endable = lock(&ENDABLE);
        if again || *endable > 0 {
            end(End::Interrupted);
        }
        drop(endable);
        end_unless_noticed(Instant::now() + GRACE, End::Interrupted);
    });
    LISTENS.store(listens.is_ok(), Ordering::SeqCst);
}

/// Ends the process if it works on for a moment after a deadline.
pub(crate) fn end_at(deadline: Option<Instant>) {
    *lock(&DEADLINE) = deadline;
    OWN_DEADLINE.set(deadline);
    if let Some(deadline) = deadline.filter(|_| LISTENS.load(Ordering::SeqCst)) {
        end_unless_noticed(deadline + GRACE, End::TimeIsOver);
    }
}

/// A thread that ends the process at a moment, unless the run has seen by then that it must end.
fn end_unless_noticed(moment: Instant, why: End) {
    let thread = std::thread::Builder::new().name("end".into());
    let watch = move || {
        std::thread::sleep(moment.saturating_duration_since(Instant::now()));
        let _endable = lock(&ENDABLE);
        if !NOTICED.load(Ordering::SeqCst) {
            end(why);
        }
    };
    let _ = thread.spawn(watch);
}

/// Ends the process. The caller holds [`ENDABLE`].
fn end(why: End) -> ! {
    let _removed = unfinished::remove_all();
    say_last_words(why);
    std::process::exit(if why == End::Interrupted { 130 } else { 3 })
}

/// Notes that the work has ended: from now on the run ends by itself. A process that is being ended does not get further: its files are being
/// removed, and the run would tell that they are gone.
pub(crate) fn work_has_ended() {
    keep_known(None);
    let _endable = lock(&ENDABLE);
    NOTICED.store(true, Ordering::SeqCst);
}

/// Notes that the run has seen its end, if it must end: what it writes now is what is known.
fn notice() {
    let over = FLAG.load(Ordering::SeqCst) || lock(&DEADLINE).is_some_and(|deadline| Instant::now() >= deadline);
    if over {
        NOTICED.store(true, Ordering::SeqCst);
    }
}

fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a process that ends at once prints one of these lines on standard output.
pub(crate) fn end_with_objects(lines: Option<LastWords>) {
    *lock(&OBJECTS) = lines;
}

fn say_last_words(why: End) {
    if let Some(Known { lines, notes }) = lock(&KNOWN).take() {
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        in_a_moment(move || {
            write!(io::stdout(), "{}{lines}", start_of_line()).and_then(|()| io::stdout().flush())?;
            *lock(&WITHIN_LINE) = false;
            Ok(())
        });
        in_a_moment(move || {
            notes.iter().try_for_each(|note| writeln!(io::stderr(), "{}note: {note}", progress::wiped()))
        });
    }
    let Some(objects) = lock(&OBJECTS).clone() else {
        let word = if why == End::Interrupted { "interrupted" } else { TIME_IS_OVER };
        in_a_moment(move || writeln!(io::stderr(), "{}{word}", progress::wiped()));
        return;
    };
    let object = if why == End::Interrupted { objects.interrupted } else { objects.time_is_over };
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
        notice();
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
