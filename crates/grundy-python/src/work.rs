//! Long work beside Python.
//!
//! In: a question, what stops it, and how long it may take. Out: its answer. The question runs on a thread of its own, so that Python's thread can
//! look for signals meanwhile: signals are handled by Python's main thread alone, and only while it holds the interpreter. Meanwhile the same thread
//! shows progress, and reads lines that the question wants from a person.
//!
//! **Ctrl-C** stops all questions of the process. The main thread sees it as an exception of the signal's handler. Questions of other threads see it through a
//! flag that the signal sets besides, also if the main thread is within no question. They end with `KeyboardInterrupt`, too. Whoever sets another handler, as
//! notebooks and `asyncio.run` do, takes this flag away for the rest of the process: then the main thread's question stops the others, or nobody does.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grundy::Progress;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::asked::{Ask, Halt};
use crate::errors::of_panic;
use crate::watch::Watch;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);
/// Rules may be nested deeply.
const STACK: usize = 256 << 20;

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line that a question wants from a person: what stands before it, and where the answer goes.
pub(crate) type Wanted = (String, Sender<Option<String>>);

/// What comes from the thread of a question.
enum Message<T> {
    Answer(Option<T>),
    Wanted(Wanted),
}

/// How a question asks a person.
pub(crate) struct Person<'a>(&'a (dyn Fn(Wanted) + Sync));

impl Person<'_> {
    /// A line; `None` if there is none, or the question has to end.
    pub(crate) fn line(&self, prompt: String) -> Option<String> {
        let (send, answer) = channel();
        (self.0)((prompt, send));
        answer.recv().ok().flatten()
    }
}

/// What goes on beside a question.
#[derive(Default)]
pub(crate) struct Beside {
    /// When the question is stopped.
    pub(crate) until: Option<Instant>,
    /// What the engines have done.
    pub(crate) progress: Arc<Progress>,
    /// Python's function that reads a line.
    pub(crate) input: Option<Py<PyAny>>,
}

/// The answer to a question, and why it was stopped, if it was. `None` where it was stopped before it began.
///
/// # Errors
/// The exception of a signal; a panic; no memory for a thread.
#[expect(clippy::disallowed_methods, reason = "the one thread is joined")]
pub(crate) fn beside<T: Send>(
    py: Python<'_>,
    ask: &Arc<Ask>,
    beside: &Beside,
    question: impl FnOnce(&Person<'_>) -> Option<T> + Send,
) -> PyResult<(Option<T>, Option<Halt>)> {
    let mut guard = ask.enter(py);
    let answered = py.detach(|| {
        std::thread::scope(|scope| {
            let (send, messages) = channel();
            let asked = move || {
                let wanting = send.clone();
                let want = move |wanted| _ = wanting.send(Message::Wanted(wanted));
                _ = send.send(Message::Answer(question(&Person(&want))));
            };
            let thread = std::thread::Builder::new().name("grundy".into()).stack_size(STACK);
            let thread = thread.spawn_scoped(scope, asked).map_err(PyErr::from)?;
            let mut side = Side { ask, beside, watch: Watch::default(), raised: None };
            let answer = loop {
                match messages.recv_timeout(LOOK) {
                    Ok(Message::Answer(answer)) => break Some(answer),
                    Ok(Message::Wanted(wanted)) => side.read(&wanted),
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                side.look();
            };
            let joined = thread.join();
            let Side { mut watch, raised, .. } = side;
            watch.end();
            match (raised, answer) {
                (Some(raised), _) => Err(raised),
                (None, Some(answer)) if joined.is_ok() => Ok(answer),
                _ => Err(of_panic()),
            }
        })
    });
    guard.leave(py);
    match (answered?, ask.halted()) {
        (_, Some(Halt::Signal)) => Err(PyKeyboardInterrupt::new_err(())),
        answered => Ok(answered),
    }
}

/// What Python's thread does while the question is answered.
struct Side<'a> {
    ask: &'a Arc<Ask>,
    beside: &'a Beside,
    watch: Watch,
    /// The exception that ends the question.
    raised: Option<PyErr>,
}

impl Side<'_> {
    /// Looks for signals and the end of the time, and shows progress.
    fn look(&mut self) {
        if self.raised.is_none() {
            let looked = Python::attach(|py| {
                py.check_signals()?;
                self.watch.show(py, &self.beside.progress);
                Ok(())
            });
            self.note(looked);
        }
        if self.ask.has_signal() {
            self.ask.halt(Halt::Signal);
        }
        if self.beside.until.is_some_and(|until| Instant::now() >= until) {
            self.ask.halt(Halt::Time);
        }
    }

    /// Reads a line from a person.
    fn read(&mut self, (prompt, answer): &Wanted) {
        let read = Python::attach(|py| match &self.beside.input {
            Some(input) if self.raised.is_none() => match input.call1(py, (prompt,)) {
                Err(error) if error.is_instance_of::<pyo3::exceptions::PyEOFError>(py) => Ok(None),
                other => other?.extract::<String>(py).map(Some),
            },
            _ => Ok(None),
        });
        let line = match read {
            Ok(line) => line,
            Err(error) => {
                self.note(Err(error));
                None
            }
        };
        let _ = answer.send(line);
    }

    /// An exception ends this question; that of Ctrl-C, all others, too.
    fn note(&mut self, looked: PyResult<()>) {
        if let Err(error) = looked {
            self.ask.halt(Halt::Signal);
            Python::attach(|py| {
                if error.is_instance_of::<PyKeyboardInterrupt>(py) {
                    Ask::halt_all(py);
                }
            });
            self.raised = Some(error);
        }
    }
}
