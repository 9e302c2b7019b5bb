//! The work on a question, on a thread of its own.
//!
//! In: a question. Out: its first message, and the rest as a stream. Whoever drops the answer ends the work: the guard sets the interruption that
//! every engine looks at. A question of a person that takes long goes to a slow place. Without a free one it keeps its quick place until somebody wants
//! that; then it is interrupted, waits for a slow place, and is worked on from its beginning.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use grundy::lang::Code;
use grundy::{Diagnostic, Limits};
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::{AbortHandle, JoinHandle};

use super::places::{Place, Places};
use crate::api::{Desk, MISTAKE, Question, Refusal, Reply, Who};

/// How many lines wait for a slow reader.
const AHEAD: usize = 16;

/// To a free slow place a question goes so many times earlier than it would leave its place without one: this costs nothing.
const EARLIER: u32 = 5;

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
    attended: AbortHandle,
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
        self.attended.abort();
    }
}

/// A question that is worked on.
pub(super) struct Asked {
    pub(super) desk: Arc<Desk>,
    pub(super) who: Who,
    pub(super) name: String,
    pub(super) question: Question,
    /// How long it may keep a quick place that others want, and who asks; `None` for a question that keeps its place.
    pub(super) quick: Option<(Duration, String)>,
}

/// The place of a question, which may change while a thread works on it. It is free when the thread has ended.
type Seat = Arc<Mutex<Option<Place>>>;

/// A thread that works. Dropped, the work is interrupted; it ends a little later.
struct Attempt {
    interrupt: Arc<AtomicBool>,
    thread: JoinHandle<Result<Reply, Refusal>>,
    seat: Seat,
}

impl Drop for Attempt {
    fn drop(&mut self) {
        self.interrupt.store(true, Ordering::Relaxed);
    }
}

/// Begins to work on a question.
pub(super) fn begin(asked: Asked, places: Places, place: Place) -> Work {
    let (sender, messages) = channel(AHEAD);
    let attended = tokio::spawn(async move {
        let end = attend(&asked, &places, place, &sender).await;
        // Nobody may be there to read it.
        let _ = sender.send(Message::End(end)).await;
    });
    Work { messages, attended: attended.abort_handle() }
}

/// Sees to it that a question is worked on, and in the right place.
async fn attend(asked: &Asked, places: &Places, place: Place, lines: &Sender<Message>) -> Result<Reply, Refusal> {
    let mut attempt = Attempt::begin(asked, place, lines);
    let Some((short, client)) = &asked.quick else { return attempt.end().await };
    if let Ok(end) = tokio::time::timeout(*short / EARLIER, attempt.end()).await {
        return end;
    }
    let overstayed = async {
        tokio::time::sleep(*short - *short / EARLIER).await;
        places.wanted().await
    };
    let mut slow = std::pin::pin!(places.slow(client));
    let leaves = tokio::select! {
        biased;
        end = attempt.end() => return end,
        place = &mut slow => {
            attempt.sit(place);
            return attempt.end().await;
        }
        leaves = overstayed => leaves,
    };
    attempt.interrupt.store(true, Ordering::Relaxed);
    // What was found until then may be a part.
    let _ = attempt.end().await;
    drop(attempt);
    drop(leaves);
    match slow.await {
        Some(place) => Attempt::begin(asked, place, lines).end().await,
        None => Err(mistake()),
    }
}

impl Attempt {
    fn begin(asked: &Asked, place: Place, lines: &Sender<Message>) -> Attempt {
        let interrupt = Arc::new(AtomicBool::new(false));
        let seat = Arc::new(Mutex::new(Some(place)));
        let limits = Limits { interrupt: interrupt.clone(), ..Limits::default() };
        let (desk, name, question) = (asked.desk.clone(), asked.name.clone(), asked.question.clone());
        let (who, held, lines) = (asked.who, seat.clone(), lines.clone());
        let thread = tokio::task::spawn_blocking(move || {
            let _held = held;
            let mut line = |line: Value| lines.blocking_send(Message::Line(line)).is_ok();
            let work = std::panic::AssertUnwindSafe(|| desk.answer_to(who, &name, &question, limits, &mut line));
            std::panic::catch_unwind(work).unwrap_or_else(|_| Err(mistake()))
        });
        Attempt { interrupt, thread, seat }
    }

    async fn end(&mut self) -> Result<Reply, Refusal> {
        (&mut self.thread).await.unwrap_or_else(|_| Err(mistake()))
    }

    /// Changes its place; the one before is free.
    fn sit(&self, place: Option<Place>) {
        *self.seat.lock().unwrap_or_else(PoisonError::into_inner) = place;
    }
}

/// A mistake of the program itself.
fn mistake() -> Refusal {
    Refusal::new(500, &Diagnostic::new(Code::Mistake, MISTAKE))
}
