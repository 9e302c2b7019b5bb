//! The work on a question, on a thread of its own.
//!
//! In: a question. Out: its first message, and the rest as a stream. Whoever drops the answer ends the work: the guard sets the interruption that
//! every engine looks at. Who has clicked waits neither for the pieces of a map nor for a check of claims, and not for all that another client asks.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use grundy::lang::Code;
use grundy::{Diagnostic, Limits};
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api::{Desk, Pace, Question, Refusal, Reply};

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

/// The places for work: of each kind so many, and of one client no more than its share of them, so that one person's slow game does not stop a class.
#[derive(Clone, Debug)]
pub(super) struct Places {
    persons: Class,
    pieces: Class,
    long: Class,
    waiting: Arc<Semaphore>,
}

/// The places for one kind of work.
#[derive(Clone, Debug)]
struct Class {
    all: Arc<Semaphore>,
    /// The places of one client.
    share: usize,
    clients: Arc<Mutex<HashMap<String, Arc<Semaphore>>>>,
}

/// A place for work, free again when it is dropped.
pub(super) struct Place {
    _own: Option<OwnedSemaphorePermit>,
    _of_all: OwnedSemaphorePermit,
}

/// How many checks of claims, or files, are worked on at once.
const LONG: usize = 2;
/// So many clients are remembered before those that wait for nothing are forgotten.
const CLIENTS: usize = 1024;

impl Places {
    /// So many questions of persons are worked on at once, so many pieces of maps, and so many of all kinds wait.
    pub(super) fn new(together: usize, pieces: usize, waiting: usize) -> Places {
        let (persons, pieces) = (Class::of(together), Class::of(pieces));
        Places { persons, pieces, long: Class::of(LONG), waiting: Arc::new(Semaphore::new(waiting)) }
    }

    /// A place for a client, once there is one; `None` if too many wait.
    pub(super) async fn take(&self, pace: Pace, client: &str) -> Option<Place> {
        let _waits = self.waiting.clone().try_acquire_owned().ok()?;
        let class = match pace {
            Pace::Person => &self.persons,
            Pace::Piece => &self.pieces,
            Pace::Long => &self.long,
        };
        // Who has no name is a program, which knows what it asks for.
        let own = match client {
            "" => None,
            client => Some(class.of_client(client).acquire_owned().await.ok()?),
        };
        let of_all = class.all.clone().acquire_owned().await.ok()?;
        Some(Place { _own: own, _of_all: of_all })
    }
}

impl Class {
    fn of(places: usize) -> Class {
        let all = Arc::new(Semaphore::new(places));
        Class { all, share: places.div_ceil(2), clients: Arc::default() }
    }

    fn of_client(&self, client: &str) -> Arc<Semaphore> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= CLIENTS {
            clients.retain(|_, places| Arc::strong_count(places) > 1);
        }
        clients.entry(client.to_string()).or_insert_with(|| Arc::new(Semaphore::new(self.share))).clone()
    }
}

/// The most threads that work at once: a file is made on two.
pub(super) fn threads(together: usize, pieces: usize) -> usize {
    together + pieces + LONG
}

/// Begins to work on a question.
pub(super) fn begin(desk: Arc<Desk>, name: String, question: Question, place: Place) -> Work {
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
