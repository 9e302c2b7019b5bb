//! The memory of automata and formulas.
//!
//! In: the most bytes that a proof may hold, and the account of a caller. Out: holdings that are given back when they are dropped; an error as soon as a
//! proof wants more than its own bytes, or than the account has left. Bytes are foreseen from numbers of entries, as many as a store takes while it
//! doubles, so they do not depend on the machine; the bytes of a proof are its own, so what it may hold does not depend on other proofs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::budget::Stop;

/// Keeps account of bytes for several proofs and whatever else takes memory.
pub trait Account: Send + Sync {
    /// Takes bytes if they are free; says whether they were.
    fn take(&self, bytes: usize) -> bool;
    /// Takes bytes, whether they are free or not: for data that exists already.
    fn note(&self, bytes: usize);
    /// Gives bytes back.
    fn give(&self, bytes: usize);
}

/// The bytes that a proof may hold, and those it holds. Clones share what is held.
#[derive(Clone)]
pub struct Memory {
    most: usize,
    /// What it is at the usual effort, and at any.
    range: (usize, usize),
    used: Arc<AtomicUsize>,
    refused: Arc<AtomicBool>,
    account: Option<Arc<dyn Account>>,
}

/// The bytes of a proof that is not limited otherwise.
const MOST: usize = 512 << 20;
/// The formulas of a proof may take this part of what its automata may take.
const FORMULAS: usize = 4;
/// Temporary stores take so many bytes at a time.
const CHUNK: usize = 1 << 14;

/// Bytes of an entry of a list that doubles: it is at most twice as long as its content.
pub(crate) const fn listed(bytes: usize) -> usize {
    2 * bytes
}

/// Bytes of an entry of a hash table that doubles: while it grows the old table is there, too.
pub(crate) const fn hashed(bytes: usize) -> usize {
    4 * (bytes + 1)
}

/// Bytes of a list on the heap that does not grow.
pub(crate) const fn boxed(bytes: usize) -> usize {
    bytes + 16
}

impl Default for Memory {
    fn default() -> Memory {
        Memory { most: MOST, range: (MOST, MOST), used: Arc::default(), refused: Arc::default(), account: None }
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("most", &self.most).field("used", &self.used).finish_non_exhaustive()
    }
}

impl Memory {
    /// So many bytes for a proof at the usual effort, never more than `most`, and all from an account.
    #[must_use]
    pub fn new(usual: usize, most: usize, account: Arc<dyn Account>) -> Memory {
        let usual = usual.min(most);
        Memory { most: usual, range: (usual, most), account: Some(account), ..Memory::default() }
    }

    /// The same memory, of which a proof may hold what `scaled` makes of the bytes at the usual effort.
    #[must_use]
    pub fn scaled(&self, scaled: impl Fn(usize) -> usize) -> Memory {
        let (usual, most) = self.range;
        Memory { most: scaled(usual).min(most), ..self.clone() }
    }

    /// As much for another proof.
    pub(crate) fn another(&self) -> Memory {
        Memory { used: Arc::default(), ..self.clone() }
    }

    /// The part for the formulas of a proof.
    pub(crate) fn for_formulas(&self) -> Memory {
        Memory { most: self.most / FORMULAS, ..self.another() }
    }

    /// The same, for work of which one wants to know whether it was refused memory.
    #[must_use]
    pub fn watched(&self) -> Memory {
        Memory { refused: Arc::default(), ..self.clone() }
    }

    /// Was memory refused to anything that has this, or was made from it?
    #[must_use]
    pub fn was_refused(&self) -> bool {
        self.refused.load(Ordering::Relaxed)
    }

    /// Nothing yet.
    pub(crate) fn none(&self) -> Held {
        Held { memory: Some(self.clone()), bytes: 0 }
    }

    /// Holds bytes.
    ///
    /// # Errors
    /// They are more than is left.
    pub fn hold(&self, bytes: usize) -> Result<Held, Stop> {
        let mut held = self.none();
        held.set(bytes)?;
        Ok(held)
    }

    fn take(&self, bytes: usize) -> Result<(), Stop> {
        let fits = self.used.load(Ordering::Relaxed).saturating_add(bytes) <= self.most;
        if fits && self.account.as_ref().is_none_or(|account| account.take(bytes)) {
            self.used.fetch_add(bytes, Ordering::Relaxed);
            return Ok(());
        }
        self.refused.store(true, Ordering::Relaxed);
        Err(Stop::Memory)
    }

    fn give(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
        self.account.iter().for_each(|account| account.give(bytes));
    }
}

/// Bytes of a proof, given back when this is dropped. A clone holds as many bytes again, whether they are free or not.
#[derive(Debug, Default)]
pub struct Held {
    memory: Option<Memory>,
    bytes: usize,
}

impl Held {
    /// Changes the holding to `bytes`.
    pub(crate) fn set(&mut self, bytes: usize) -> Result<(), Stop> {
        let Some(memory) = &self.memory else { return Ok(()) };
        match bytes.checked_sub(self.bytes) {
            Some(more) => memory.take(more)?,
            None => memory.give(self.bytes - bytes),
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Holds `bytes` at least, for a store that grows.
    pub(crate) fn cover(&mut self, bytes: usize) -> Result<(), Stop> {
        if bytes <= self.bytes { Ok(()) } else { self.set(bytes.saturating_add(CHUNK)) }
    }

    /// Holds so many bytes more, for a store that grows.
    pub(crate) fn add(&mut self, bytes: usize) -> Result<(), Stop> {
        self.set(self.bytes.saturating_add(bytes))
    }
}

impl Clone for Held {
    fn clone(&self) -> Held {
        if let Some(memory) = &self.memory {
            memory.used.fetch_add(self.bytes, Ordering::Relaxed);
            memory.account.iter().for_each(|account| account.note(self.bytes));
        }
        Held { memory: self.memory.clone(), bytes: self.bytes }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.memory.iter().for_each(|memory| memory.give(self.bytes));
    }
}
