//! Long work beside Python.
//!
//! In: a question, the flag that stops it, and how long it may take. Out: its answer. The question runs on a thread of its own, so that Python's thread can
//! look for signals meanwhile: signals are handled by Python's main thread alone, and only while it holds the interpreter.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::errors::of_panic;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);
/// Rules may be nested deeply.
const STACK: usize = 256 << 20;

/// The answer to a question. A signal, such as that of Ctrl-C, sets `stop`; when the question has ended, the exception of the signal's handler is raised.
/// So does the end of the time set `stop`; then the answer is whatever the question says when it is stopped.
///
/// # Errors
/// The exception of a signal; a panic; no memory for a thread.
#[expect(clippy::disallowed_methods, reason = "the one thread is joined")]
pub(crate) fn beside<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    until: Option<Instant>,
    question: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (send, answers) = channel();
            let asked = move || _ = send.send(question());
            let thread = std::thread::Builder::new().name("grundy".into()).stack_size(STACK);
            let thread = thread.spawn_scoped(scope, asked).map_err(PyErr::from)?;
            let mut signal = None;
            let answer = loop {
                match answers.recv_timeout(LOOK) {
                    Ok(answer) => break Some(answer),
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if let (None, Err(error)) = (&signal, Python::attach(|py| py.check_signals())) {
                    signal = Some(error);
                    stop.store(true, Ordering::SeqCst);
                }
                if until.is_some_and(|until| Instant::now() >= until) {
                    stop.store(true, Ordering::SeqCst);
                }
            };
            let joined = thread.join();
            match (signal, answer) {
                (Some(signal), _) => Err(signal),
                (None, Some(answer)) if joined.is_ok() => Ok(answer),
                _ => Err(of_panic()),
            }
        })
    })
}
