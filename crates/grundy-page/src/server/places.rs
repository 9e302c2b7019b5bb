//! The places for work: of each kind so many, and of one client no more than its share of them, so that one person's slow game does not stop a class.
//!
//! In: who asks, and for what kind of work. Out: a place, once there is one. Questions of persons have two kinds of places: a question begins at a quick
//! one, and goes to a slow one if it takes long. So the next person who clicks finds a quick place, however many slow games go on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::api::Pace;

/// How many checks of claims, or files, are worked on at once.
const LONG: usize = 2;
/// So many clients are remembered before those that wait for nothing are forgotten.
const CLIENTS: usize = 1024;

/// All places of a server.
#[derive(Clone, Debug)]
pub(super) struct Places {
    quick: Class,
    slow: Class,
    pieces: Class,
    long: Class,
    waiting: Arc<Semaphore>,
    /// How many questions wait for a quick place that no other question is about to leave.
    wanted: watch::Sender<isize>,
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

/// Counts one while it lives.
pub(super) struct Counted<'p>(&'p watch::Sender<isize>, isize);

impl<'p> Counted<'p> {
    fn of(count: &'p watch::Sender<isize>, by: isize) -> Counted<'p> {
        count.send_modify(|count| *count += by);
        Counted(count, by)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= self.1);
    }
}

/// How many questions of each kind are worked on at once, and how many of all kinds wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) together: usize,
    pub(super) slow: usize,
    pub(super) pieces: usize,
    pub(super) waiting: usize,
}

impl Places {
    pub(super) fn new(counts: Counts) -> Places {
        Places {
            quick: Class::of(counts.together, 2),
            slow: Class::of(counts.slow, 4),
            pieces: Class::of(counts.pieces, 2),
            long: Class::of(LONG, 2),
            waiting: Arc::new(Semaphore::new(counts.waiting)),
            wanted: watch::Sender::new(0),
        }
    }

    /// A place for a client, once there is one; `None` if too many wait.
    pub(super) async fn take(&self, pace: Pace, client: &str) -> Option<Place> {
        let _waits = self.waiting.clone().try_acquire_owned().ok()?;
        match pace {
            Pace::Person => {
                let own = self.quick.of_client(client).await?;
                let _wants = (self.quick.all.available_permits() == 0).then(|| Counted::of(&self.wanted, 1));
                self.quick.place(own).await
            }
            Pace::Piece => self.pieces.take(client).await,
            Pace::Long => self.long.take(client).await,
        }
    }

    /// A slow place for a client, once there is one.
    pub(super) async fn slow(&self, client: &str) -> Option<Place> {
        self.slow.take(client).await
    }

    /// Waits until somebody wants the quick place of a question. Who is told so leaves the place, and drops what it was given then.
    pub(super) async fn wanted(&self) -> Counted<'_> {
        // The sender lives as long as this does.
        let _ = self.wanted.subscribe().wait_for(|count| *count > 0).await;
        Counted::of(&self.wanted, -1)
    }
}

impl Class {
    /// So many places, of which one client has one part of so many.
    fn of(places: usize, parts: usize) -> Class {
        let all = Arc::new(Semaphore::new(places));
        Class { all, share: places.div_ceil(parts), clients: Arc::default() }
    }

    async fn take(&self, client: &str) -> Option<Place> {
        let own = self.of_client(client).await?;
        self.place(own).await
    }

    async fn place(&self, own: Option<OwnedSemaphorePermit>) -> Option<Place> {
        let of_all = self.all.clone().acquire_owned().await.ok()?;
        Some(Place { _own: own, _of_all: of_all })
    }

    /// A place in the share of a client. Who has no name is a program, which knows what it asks for.
    async fn of_client(&self, client: &str) -> Option<Option<OwnedSemaphorePermit>> {
        if client.is_empty() {
            return Some(None);
        }
        self.share(client).acquire_owned().await.ok().map(Some)
    }

    fn share(&self, client: &str) -> Arc<Semaphore> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= CLIENTS {
            clients.retain(|_, places| Arc::strong_count(places) > 1);
        }
        clients.entry(client.to_string()).or_insert_with(|| Arc::new(Semaphore::new(self.share))).clone()
    }
}

/// The most threads that work at once: a file is made on two.
pub(super) fn threads(counts: Counts) -> usize {
    counts.together + counts.slow + counts.pieces + LONG
}
