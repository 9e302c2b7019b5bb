//! The questions that are being answered, and what stops them.
//!
//! In: questions as they begin and end, Ctrl-C, the end of the time, `Game.stop`. Out: for each question, whether it has to stop, and why; the flag that its
//! engines look at.
//!
//! Several questions of one game have one flag, since they are answered one after the other. So a question that is stopped before its turn notes it for
//! itself, and a question that begins its turn clears the flag.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

use pyo3::prelude::*;
use signal_hook::SigId;
use signal_hook::consts::SIGINT;

use crate::work::lock;

/// Why a question stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Halt {
    /// Ctrl-C, or an exception that Python raised meanwhile.
    Signal = 1,
    /// Its time is over.
    Time = 2,
    /// `Game.stop`.
    Call = 3,
}

/// A question.
pub(crate) struct Ask {
    /// The game that is asked; 0 if none is.
    game: u64,
    process: u32,
    /// Why it stops.
    halt: AtomicU8,
    /// What its engines look at.
    flag: Arc<AtomicBool>,
    /// Is it being answered, so that the flag is its own?
    at_work: Mutex<bool>,
    /// Set by Ctrl-C.
    signal: Arc<AtomicBool>,
}

/// All questions of the process. Locked only by the thread that holds the interpreter, so that no other thread holds the lock at a `fork`.
static ASKED: Mutex<Vec<Weak<Ask>>> = Mutex::new(vec![]);

impl Ask {
    /// A question to a game, whose engines look at this flag.
    pub(crate) fn new(game: u64, flag: Arc<AtomicBool>) -> Arc<Ask> {
        let process = std::process::id();
        Arc::new(Ask {
            game,
            process,
            halt: AtomicU8::new(0),
            flag,
            at_work: Mutex::new(false),
            signal: Arc::default(),
        })
    }

    /// A number for a game.
    pub(crate) fn number() -> u64 {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        NEXT.fetch_add(1, Ordering::Relaxed)
    }

    /// Notes that the question is asked.
    pub(crate) fn enter(self: &Arc<Ask>, py: Python<'_>) -> Entered {
        lock(&ASKED).push(Arc::downgrade(self));
        Entered { ask: self.clone(), listening: listen(py, &self.signal) }
    }

    /// Its turn: `false` if it has been stopped before.
    pub(crate) fn begin(&self) -> bool {
        let mut at_work = lock(&self.at_work);
        *at_work = true;
        self.flag.store(false, Ordering::SeqCst);
        self.halted().is_none()
    }

    /// Its turn is over.
    pub(crate) fn end(&self) {
        *lock(&self.at_work) = false;
    }

    /// Stops it; the first reason stays.
    pub(crate) fn halt(&self, why: Halt) {
        let _ = self.halt.compare_exchange(0, why as u8, Ordering::SeqCst, Ordering::SeqCst);
        if *lock(&self.at_work) {
            self.flag.store(true, Ordering::SeqCst);
        }
    }

    /// Why it was stopped.
    pub(crate) fn halted(&self) -> Option<Halt> {
        [Halt::Signal, Halt::Time, Halt::Call].into_iter().find(|why| *why as u8 == self.halt.load(Ordering::SeqCst))
    }

    /// Has Ctrl-C been pressed since it began?
    pub(crate) fn has_signal(&self) -> bool {
        self.signal.load(Ordering::SeqCst)
    }

    /// Stops all questions of the process.
    pub(crate) fn halt_all(_: Python<'_>) {
        those(|_| true).iter().for_each(|ask| ask.halt(Halt::Signal));
    }

    /// Stops the questions to a game.
    pub(crate) fn halt_game(_: Python<'_>, game: u64) {
        those(|ask| ask.game == game).iter().for_each(|ask| ask.halt(Halt::Call));
    }

    /// How many questions to a game are asked now, also those that wait for their turn.
    pub(crate) fn count(_: Python<'_>, game: u64) -> usize {
        those(|ask| ask.game == game).len()
    }

    /// Is a question to a game being answered?
    pub(crate) fn is_busy(_: Python<'_>, game: u64) -> bool {
        those(|ask| ask.game == game).iter().any(|ask| *lock(&ask.at_work))
    }
}

/// The questions of this process that are of a kind.
fn those(kind: impl Fn(&Ask) -> bool) -> Vec<Arc<Ask>> {
    let asked = lock(&ASKED);
    let here = asked.iter().filter_map(Weak::upgrade).filter(|ask| ask.process == std::process::id());
    here.filter(|ask| kind(ask)).collect()
}

/// A question that is asked.
pub(crate) struct Entered {
    ask: Arc<Ask>,
    listening: Option<SigId>,
}

impl Entered {
    /// Notes that it is no longer asked.
    pub(crate) fn leave(&mut self, _: Python<'_>) {
        lock(&ASKED).retain(|ask| ask.strong_count() > 0 && !std::ptr::eq(ask.as_ptr(), Arc::as_ptr(&self.ask)));
        if let Some(id) = self.listening.take() {
            signal_hook::low_level::unregister(id);
        }
    }
}

/// Has Ctrl-C set the flag, too, if the question is not of the main thread, which raises the exception, and if Python's own handler would raise it. What Python
/// does at a signal stays as it is.
fn listen(py: Python<'_>, flag: &Arc<AtomicBool>) -> Option<SigId> {
    let raises = || -> PyResult<bool> {
        let threading = py.import("threading")?;
        let is_main = threading.call_method0("main_thread")?.is(&threading.call_method0("current_thread")?);
        let signal = py.import("signal")?;
        let handler = signal.call_method1("getsignal", (SIGINT,))?;
        Ok(!is_main && handler.is(&signal.getattr("default_int_handler")?))
    };
    raises().is_ok_and(|raises| raises).then(|| signal_hook::flag::register(SIGINT, flag.clone()).ok()).flatten()
}
