//! The work on a question, on a thread of its own.
//!
//! In: a question. Out: its first message, and the rest as a stream. Whoever drops the answer ends the work: the guard sets the interruption that
//! every engine looks at. Checks of claims may last minutes, and wait for each other, so that they leave the quick questions alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy::lang::Code;
use grundy::{Diagnostic, Limits};
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api::{Desk, Question, Refusal, Reply};

/// How many lines wait for a slow reader.
const AHEAD: usize = 16;

/// A part of an answer.
pub(super) enum Message {
    /// A line of a stream.
    Line(Value),
    /// The end: the answer, or why there is none.
    End(Result<Reply, Refusal>),
}

/// An answer in the making; dropped, it ends the work.
pub(super) struct Work {
    messages: Receiver<Message>,
    interrupt: Arc<AtomicBool>,
}

impl Work {
    /// The next part.
    pub(super) async fn next(&mut self) -> Option<Message> {
        self.messages.recv().await
    }

    /// As [`Work::next`], for a body.
    pub(super) fn poll(&mut self, context: &mut std::task::Context<'_>) -> std::task::Poll<Option<Message>> {
        self.messages.poll_recv(context)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.interrupt.store(true, Ordering::Relaxed);
    }
}

/// The places for work.
#[derive(Clone, Debug)]
pub(super) struct Places {
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// How many checks of claims are worked on at once.
const LONG: usize = 2;

impl Places {
    /// So many questions are worked on at once, and so many wait.
    pub(super) fn new(together: usize, waiting: usize) -> Places {
        let of = |n| Arc::new(Semaphore::new(n));
        Places { quick: of(together), long: of(LONG), waiting: of(waiting) }
    }

    /// A place, once there is one; `None` if too many wait.
    pub(super) async fn take(&self, long: bool) -> Option<OwnedSemaphorePermit> {
        let _waits = self.waiting.clone().try_acquire_owned().ok()?;
        let places = if long { &self.long } else { &self.quick };
        places.clone().acquire_owned().await.ok()
    }
}

/// The most threads that work at once.
pub(super) fn threads(together: usize) -> usize {
    together + LONG
}

/// Begins to work on a question.
pub(super) fn begin(desk: Arc<Desk>, name: String, question: Question, place: OwnedSemaphorePermit) -> Work {
    let (sender, messages) = channel(AHEAD);
    let interrupt = Arc::new(AtomicBool::new(false));
    let limits = Limits { interrupt: interrupt.clone(), ..Limits::default() };
    tokio::task::spawn_blocking(move || {
        let _place = place;
        let mut line = |line: Value| sender.blocking_send(Message::Line(line)).is_ok();
        let work = std::panic::AssertUnwindSafe(|| desk.answer(&name, &question, limits, &mut line));
        let end = std::panic::catch_unwind(work).unwrap_or_else(|_| Err(mistake()));
        // Nobody may be there to read it.
        let _ = sender.blocking_send(Message::End(end));
    });
    Work { messages, interrupt }
}

/// A mistake of the program itself.
fn mistake() -> Refusal {
    Refusal::new(500, &Diagnostic::new(Code::Mistake, "grundy made a mistake of its own; please report it"))
}
