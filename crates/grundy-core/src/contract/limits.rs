//! Limits of work: memory, interruption, a deadline.
//!
//! In: a number of bytes and a flag that Ctrl-C sets. Out: an error when memory runs out or the flag is set; and the progress of the work.
//! Everything made with the same limits, or with clones of them, takes its memory from one account ([`Held`]) and gives it back when it is dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::contract::progress::Progress;
use crate::contract::stop::{Result, Stop};
use grundy_rules::lang::{Code, Diagnostic};

/// The limits of a piece of work.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The memory allowed, in bytes.
    pub memory: u64,
    /// The bytes in use. Clones share this account; limits with another amount of memory need an account of their own.
    pub account: MemoryAccount,
    /// Set to stop the work.
    pub interrupt: Arc<AtomicBool>,
    /// When the work stops as if it were interrupted.
    pub deadline: Option<Instant>,
    /// When the work stops, too. A deadline is also a wish that the time until then be used for what otherwise would be given up; this is none.
    pub cut: Option<Instant>,
    /// Counters that the work advances, to be read from outside.
    pub progress: Arc<Progress>,
    /// The number of threads; 0 means as many as the machine has.
    pub threads: usize,
    /// The most cells in a tile of a table. A table with at least this many cells may be shared among threads. No value depends on this number.
    pub tile: usize,
}

/// The bytes held by everything that was made with the same limits.
#[derive(Clone, Debug, Default)]
pub struct MemoryAccount(Arc<AtomicU64>);

/// A part of the memory, given back when it is dropped.
#[derive(Debug)]
pub struct Held {
    account: MemoryAccount,
    bytes: u64,
}

impl Held {
    /// The bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Changes the holding to `bytes`, whether they are free or not.
    pub fn set(&mut self, bytes: u64) {
        let used = &self.account.0;
        match bytes.checked_sub(self.bytes) {
            Some(more) => used.fetch_add(more, Ordering::Relaxed),
            None => used.fetch_sub(self.bytes - bytes, Ordering::Relaxed),
        };
        self.bytes = bytes;
    }

    /// Changes the holding to `bytes`. Any increase must be free. Also checks for an interruption.
    ///
    /// # Errors
    /// As [`Limits::check`].
    pub fn grow(&mut self, bytes: u64, limits: &Limits, what: &str) -> Result<()> {
        limits.check(bytes.saturating_sub(self.bytes), what)?;
        self.set(bytes);
        Ok(())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.set(0);
    }
}

/// Tiles of some megabytes: few files, and little work lost on interruption.
const TILE: usize = 1 << 22;

impl Default for Limits {
    /// Two gibibytes, no interruption and no deadline, all threads, tiles of 2^22 cells.
    fn default() -> Self {
        Limits {
            memory: 2 << 30,
            account: MemoryAccount::default(),
            interrupt: Arc::default(),
            deadline: None,
            cut: None,
            progress: Arc::default(),
            threads: 0,
            tile: TILE,
        }
    }
}

/// A number of bytes as readable text.
#[must_use]
pub fn bytes(n: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut value = n as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{n} bytes") } else { format!("{value:.1} {}", units[unit]) }
}

impl Limits {
    /// Tables with fewer cells than this are left to one thread, where several threads pay from `pays` cells on.
    pub fn alone(&self, pays: usize) -> usize {
        pays.min(self.tile)
    }

    /// The number of threads to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        }
    }

    /// The bytes in use.
    #[must_use]
    pub fn in_use(&self) -> u64 {
        self.account.0.load(Ordering::Relaxed)
    }

    /// The bytes that are free.
    #[must_use]
    pub fn free(&self) -> u64 {
        self.memory.saturating_sub(self.in_use())
    }

    /// Holds bytes, whether they are free or not: for data that exists already.
    #[must_use]
    pub fn held(&self, bytes: u64) -> Held {
        let mut held = Held { account: self.account.clone(), bytes: 0 };
        held.set(bytes);
        held
    }

    /// Holds bytes that are free.
    ///
    /// # Errors
    /// As [`Limits::check`].
    pub fn hold(&self, bytes: u64, what: &str) -> Result<Held> {
        self.check(bytes, what)?;
        Ok(self.held(bytes))
    }

    /// Fails if `bytes` more bytes are not free, or after an interruption.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self, bytes: u64, what: &str) -> Result<()> {
        self.interrupted()?;
        if bytes > self.free() {
            let message = format!("{what} needs more than the {} of memory allowed", self::bytes(self.memory));
            return Err(Stop::Error(Box::new(
                Diagnostic::limit(Code::Memory, message).help("allow more with `--memory`, or ask for smaller positions; if a move raises a coordinate without end, so does the search"),
            )));
        }
        Ok(())
    }

    /// Fails if the user interrupted the work, or the deadline has passed.
    ///
    /// # Errors
    /// The interruption.
    pub fn interrupted(&self) -> Result<()> {
        self.ended().map_or(Ok(()), |why| Err(Stop::from(why)))
    }

    /// As [`Limits::interrupted`], for whoever says the reason to a person.
    ///
    /// # Errors
    /// Why the work must end.
    pub fn may_go_on(&self) -> std::result::Result<(), Diagnostic> {
        self.ended().map_or(Ok(()), Err)
    }

    /// The same limits, with the deadline after one of so many equal parts of the time that is left.
    #[must_use]
    pub fn share(&self, parts: usize) -> Limits {
        let now = Instant::now();
        let parts = u32::try_from(parts.max(1)).unwrap_or(u32::MAX);
        let deadline = self.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / parts);
        Limits { deadline, ..self.clone() }
    }

    /// The same limits with at most so many of the bytes that are free now, in an account of their own: for work that is given up where it grows.
    #[must_use]
    pub fn apart(&self, bytes: u64) -> Limits {
        Limits { memory: bytes.min(self.free()), account: MemoryAccount::default(), ..self.clone() }
    }

    /// Why the work must end now: an interruption, or the deadline; `None` if it may go on.
    #[must_use]
    pub fn ended(&self) -> Option<Diagnostic> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(Diagnostic::interrupted());
        }
        let is_over = |end: &Instant| Instant::now() >= *end;
        [self.deadline, self.cut].iter().flatten().any(is_over).then(Diagnostic::time_is_over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_take_from_one_account_and_give_back() {
        let limits = Limits { memory: 100, ..Limits::default() };
        let mut first = limits.hold(60, "a table").expect("room");
        let others = limits.clone();
        assert!(others.hold(41, "another table").is_err());
        let second = others.hold(40, "another table").expect("room");
        assert!(first.grow(61, &limits, "a table").is_err());
        assert_eq!(limits.free(), 0);
        first.set(10);
        drop(second);
        assert_eq!(others.free(), 90);
        drop(first);
        assert_eq!(limits.free(), 100);
    }
}
