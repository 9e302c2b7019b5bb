//! Ctrl-C, SIGTERM, and the end of the time.
//!
//! The first Ctrl-C asks the engines to stop, which then end with an error, or with what they know. While something is read or written, at the
//! second Ctrl-C, and where the engines have not stopped within [`GRACE`], the process ends at once, with the same message and the same exit code,
//! after unfinished files have been removed, and what is [known](Interrupts::keep_known) by then is printed. SIGTERM is treated alike, with an exit code of its
//! own. At the end of the time that `--time` allows, what is read or written has [`GRACE`], too. The message may have no reader, so the process waits for it only
//! a moment.
//!
//! All of this is one value, [`Interrupts`], which a run carries in its console. The program makes the one of its process, whose handler of Ctrl-C holds it,
//! too; any other run has one of its own, and never ends the process.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grundy::{Diagnostic, Kind, TIME_IS_OVER};

use crate::failure::{Failure, Outcome, code_of, interrupted};
use crate::progress::WIPED;
use crate::unfinished::Unfinished;

/// How a run ends early. A clone is of the same run.
#[derive(Debug, Clone, Default)]
pub struct Interrupts {
    shared: Arc<Shared>,
    /// When the time of the run is over.
    deadline: Option<Instant>,
}

/// What all threads of a run share, and the handler of Ctrl-C.
#[derive(Debug, Default)]
struct Shared {
    /// Set by the first Ctrl-C; the engines look at it.
    flag: Arc<AtomicBool>,
    /// Was it SIGTERM?
    terminated: AtomicBool,
    /// The number of activities during which Ctrl-C ends the process at once. The handler holds the lock when it ends the process, so that none
    /// continues.
    endable: Mutex<u32>,
    /// The lines that a process which ends at once prints on standard output; `None` if it prints a word on standard error.
    objects: Mutex<Option<LastWords>>,
    /// Has the run seen that it must end? Then it ends by itself.
    noticed: AtomicBool,
    /// Does the process handle Ctrl-C for this run, so that the run may end it?
    listens: AtomicBool,
    /// What is known so far: what a process that ends at once prints before it says why it ends.
    known: Mutex<Option<Known>>,
    /// When the time is over.
    deadline: Mutex<Option<Instant>>,
    /// Is standard output in the middle of a line? A writer to standard output holds the lock.
    within_line: Mutex<bool>,
    /// What must not outlive the process.
    unfinished: Unfinished,
    /// Is the line of progress on the terminal now?
    progress: Arc<AtomicBool>,
}

/// How long the engines may take to stop.
const GRACE: Duration = Duration::from_millis(400);

/// Why a process ends at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Interrupted,
    Terminated,
    TimeIsOver,
}

impl End {
    fn code(self) -> u8 {
        match self {
            End::Interrupted => code_of(Kind::Interrupted),
            // 128 and the number of the signal, as shells have it.
            End::Terminated => 143,
            End::TimeIsOver => code_of(Kind::TimeIsOver),
        }
    }
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

impl Interrupts {
    /// A run that ends where the flag is set.
    pub(crate) fn at(flag: Arc<AtomicBool>) -> Interrupts {
        Interrupts { shared: Arc::new(Shared { flag, ..Shared::default() }), deadline: None }
    }

    /// A part of this run, which has no time of its own.
    pub(crate) fn of_part(&self) -> Interrupts {
        Interrupts { shared: self.shared.clone(), deadline: None }
    }

    /// Why the run must end: Ctrl-C, or its time is over. It is taken as seen, so that the run ends by itself.
    pub(crate) fn ended(&self) -> Option<Failure> {
        if let Err(failure) = self.check() {
            return Some(failure);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then(|| {
            self.shared.noticed.store(true, Ordering::SeqCst);
            Diagnostic::time_is_over().into()
        })
    }

    /// Keeps what is known so far, for a process that ends at once.
    pub(crate) fn keep_known(&self, known: Option<Known>) {
        *lock(&self.shared.known) = known;
    }

    /// The flag that stops the engines.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.shared.flag.clone()
    }

    /// An error if the user has pressed Ctrl-C.
    pub(crate) fn check(&self) -> Outcome<()> {
        if !self.shared.flag.load(Ordering::SeqCst) {
            return Ok(());
        }
        self.shared.noticed.store(true, Ordering::SeqCst);
        Err(interrupted())
    }

    /// Ends the run at a moment, and the process if it works on for a moment after that.
    pub(crate) fn end_at(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
        *lock(&self.shared.deadline) = deadline;
        if let Some(deadline) = deadline.filter(|_| self.shared.listens.load(Ordering::SeqCst)) {
            end_unless_noticed(self.shared.clone(), deadline + GRACE, End::TimeIsOver);
        }
    }

    /// Notes that the work has ended: from now on the run ends by itself. A process that is being ended does not get further: its files are being
    /// removed, and the run would tell that they are gone.
    pub(crate) fn work_has_ended(&self) {
        self.keep_known(None);
        let _endable = lock(&self.shared.endable);
        self.shared.noticed.store(true, Ordering::SeqCst);
    }

    /// From now on a process that ends at once prints one of these lines on standard output.
    pub(crate) fn end_with_objects(&self, lines: Option<LastWords>) {
        *lock(&self.shared.objects) = lines;
    }

    /// The characters that lead to the start of a line on standard output, once no write is in progress.
    pub(crate) fn start_of_line(&self) -> &'static str {
        self.shared.start_of_line()
    }

    /// Until the guard is dropped, Ctrl-C ends the process at once.
    pub(crate) fn endable(&self) -> Endable {
        Endable::of(self.shared.clone())
    }

    /// The same while results are printed. If the run must end already, they are what is known, and nothing but Ctrl-C cuts them off.
    pub(crate) fn printing(&self) -> Endable {
        let _ = self.ended();
        self.endable()
    }

    /// The exit code of a run that ends with this one by itself.
    pub(crate) fn code(&self, code: u8) -> u8 {
        let terminated = code == End::Interrupted.code() && self.shared.terminated.load(Ordering::SeqCst);
        if terminated { End::Terminated.code() } else { code }
    }

    /// What must not outlive the process.
    pub(crate) fn unfinished(&self) -> &Unfinished {
        &self.shared.unfinished
    }

    /// Is the line of progress on the terminal now? It says so itself.
    pub(crate) fn progress(&self) -> Arc<AtomicBool> {
        self.shared.progress.clone()
    }
}

/// Handles Ctrl-C and SIGTERM from now on, for the whole process; a run ends by them whose console has the result.
///
/// If the system does not allow a handler, they end the process in the way of the system.
#[must_use]
pub fn listen_to_interrupts() -> Interrupts {
    let interrupts = Interrupts::default();
    let shared = interrupts.shared.clone();
    // Who waits for the handler of Ctrl-C finds this one, too.
    listen_to_sigterm(shared.clone());
    let listens = ctrlc::set_handler(move || shared.interrupt(End::Interrupted));
    interrupts.shared.listens.store(listens.is_ok(), Ordering::SeqCst);
    interrupts
}

/// Handles SIGTERM. The crate `ctrlc` could, but does not tell it from Ctrl-C.
#[cfg(unix)]
fn listen_to_sigterm(shared: Arc<Shared>) {
    let Ok(mut signals) = signal_hook::iterator::Signals::new([signal_hook::consts::SIGTERM]) else { return };
    let listen = move || signals.forever().for_each(|_| shared.interrupt(End::Terminated));
    let _ = std::thread::Builder::new().name("sigterm".into()).spawn(listen);
}

/// There is no SIGTERM.
#[cfg(not(unix))]
fn listen_to_sigterm(_: Arc<Shared>) {}

/// A thread that ends the process at a moment, unless the run has seen by then that it must end.
fn end_unless_noticed(shared: Arc<Shared>, moment: Instant, why: End) {
    let thread = std::thread::Builder::new().name("end".into());
    let watch = move || {
        std::thread::sleep(moment.saturating_duration_since(Instant::now()));
        let _endable = lock(&shared.endable);
        if !shared.noticed.load(Ordering::SeqCst) {
            shared.end(why);
        }
    };
    let _ = thread.spawn(watch);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Ends the run, or the process at once.
    fn interrupt(self: &Arc<Shared>, why: End) {
        // Who sees the flag and prints what is known is not taken for one who was printing before.
        let endable = lock(&self.endable);
        self.terminated.fetch_or(why == End::Terminated, Ordering::SeqCst);
        if self.flag.swap(true, Ordering::SeqCst) || *endable > 0 {
            self.end(why);
        }
        drop(endable);
        end_unless_noticed(self.clone(), Instant::now() + GRACE, why);
    }

    /// Ends the process. The caller holds the lock of `endable`.
    fn end(self: &Arc<Shared>, why: End) -> ! {
        let _removed = self.unfinished.remove_all();
        self.say_last_words(why);
        std::process::exit(why.code().into())
    }

    /// Notes that the run has seen its end, if it must end: what it writes now is what is known. Not while something is printed that was begun before.
    fn notice(&self) {
        let is_late = || lock(&self.deadline).is_some_and(|deadline| Instant::now() >= deadline);
        if *lock(&self.endable) == 0 && (self.flag.load(Ordering::SeqCst) || is_late()) {
            self.noticed.store(true, Ordering::SeqCst);
        }
    }

    fn say_last_words(self: &Arc<Shared>, why: End) {
        if let Some(Known { lines, notes }) = lock(&self.known).take() {
            let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let shared = self.clone();
            in_a_moment(move || {
                write!(io::stdout(), "{}{lines}", shared.start_of_line()).and_then(|()| io::stdout().flush())?;
                *lock(&shared.within_line) = false;
                Ok(())
            });
            let shared = self.clone();
            in_a_moment(move || {
                notes.iter().try_for_each(|note| writeln!(io::stderr(), "{}note: {note}", shared.wiped()))
            });
        }
        let Some(objects) = lock(&self.objects).clone() else {
            let word = if why == End::TimeIsOver { TIME_IS_OVER } else { "interrupted" };
            let shared = self.clone();
            in_a_moment(move || writeln!(io::stderr(), "{}{word}", shared.wiped()));
            return;
        };
        let object = if why == End::TimeIsOver { objects.time_is_over } else { objects.interrupted };
        let (line, shared) = (object.clone(), self.clone());
        let said = in_a_moment(move || {
            writeln!(io::stdout(), "{}{line}", shared.start_of_line()).and_then(|()| io::stdout().flush())
        });
        if !said {
            in_a_moment(move || writeln!(io::stderr(), "{object}"));
        }
    }

    fn start_of_line(&self) -> &'static str {
        if *lock(&self.within_line) { "\n" } else { "" }
    }

    /// The characters that erase the line of progress, if there is one.
    fn wiped(&self) -> &'static str {
        if self.progress.load(Ordering::SeqCst) { WIPED } else { "" }
    }
}

/// Was the message written within [`MOMENT`]?
fn in_a_moment(write: impl FnOnce() -> io::Result<()> + Send + 'static) -> bool {
    let (said, wait) = channel();
    std::thread::spawn(move || said.send(write().is_ok()));
    wait.recv_timeout(MOMENT).unwrap_or(false)
}

/// A guard: until it is dropped, Ctrl-C ends the process at once.
pub(crate) struct Endable(Arc<Shared>);

impl Endable {
    fn of(shared: Arc<Shared>) -> Endable {
        *lock(&shared.endable) += 1;
        Endable(shared)
    }
}

impl Drop for Endable {
    fn drop(&mut self) {
        *lock(&self.0.endable) -= 1;
    }
}

/// Standard output of a process that [listens](listen_to_interrupts) to Ctrl-C: an interruption works even if nobody reads the output.
pub struct Watched<W> {
    out: W,
    shared: Arc<Shared>,
}

impl<W> Watched<W> {
    /// The stream of a run.
    pub fn new(out: W, interrupts: &Interrupts) -> Watched<W> {
        Watched { out, shared: interrupts.shared.clone() }
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.shared.notice();
        let _endable = Endable::of(self.shared.clone());
        let mut within = lock(&self.shared.within_line);
        let count = self.out.write(bytes)?;
        if let Some(last) = bytes[..count].last() {
            *within = *last != b'\n';
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        let _endable = Endable::of(self.shared.clone());
        let _within = lock(&self.shared.within_line);
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_must_end_ends_no_other() {
        let flag = Arc::new(AtomicBool::new(false));
        let (mut run, other) = (Interrupts::at(flag.clone()), Interrupts::default());
        run.end_at(Some(Instant::now()));
        let part = run.of_part();
        assert!(run.ended().is_some() && part.ended().is_none() && other.ended().is_none());
        flag.store(true, Ordering::SeqCst);
        assert!(run.check().is_err() && part.check().is_err() && other.check().is_ok());
    }
}
