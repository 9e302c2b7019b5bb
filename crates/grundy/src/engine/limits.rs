//! What work may cost: memory, and the person's patience.
//!
//! In: a number of bytes and a flag that Ctrl-C sets. Out: an error when either is exceeded; meanwhile how far the work has come.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::compile::{Result, Stop};
use super::progress::Progress;
use crate::lang::{Diagnostic, Kind};

/// The limits of a piece of work.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: u64,
    /// Set to stop the work.
    pub interrupt: Arc<AtomicBool>,
    /// When the work is to stop by itself, as if it were interrupted.
    pub deadline: Option<Instant>,
    /// Advanced as the work goes on, for whoever wants to see.
    pub progress: Arc<Progress>,
    /// How many threads may work; 0 is as many as the machine has.
    pub threads: usize,
    /// The most cells of a tile of a table; at least so many are the work of several threads, and more where that pays only later. No value
    /// depends on it.
    pub tile: usize,
}

/// Tiles of some megabytes: few files, and little work lost.
const TILE: usize = 1 << 22;

impl Default for Limits {
    /// Two gibibytes, no interruption and no deadline, all threads, tiles of 2^22 cells.
    fn default() -> Self {
        Limits {
            memory: 2 << 30,
            interrupt: Arc::default(),
            deadline: None,
            progress: Arc::default(),
            threads: 0,
            tile: TILE,
        }
    }
}

/// Bytes for people.
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
    /// Tables of fewer cells are left to one thread, where several pay from so many on.
    pub(super) fn alone(&self, pays: usize) -> usize {
        pays.min(self.tile)
    }

    /// How many threads work.
    #[must_use]
    pub fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        }
    }

    /// Refuses to go on with so many bytes in use, or after an interruption.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self, used: u64, what: &str) -> Result<()> {
        self.interrupted()?;
        if used > self.memory {
            let message = format!("{what} needs more than the {} of memory allowed", bytes(self.memory));
            return Err(Stop::Error(Box::new(
                Diagnostic::limit("memory", message).help("allow more with `--memory`, or ask for smaller positions; if a move raises a coordinate without end, so does the search"),
            )));
        }
        Ok(())
    }

    /// Stops when the person asked for it, or the time is over.
    ///
    /// # Errors
    /// The interruption.
    pub fn interrupted(&self) -> Result<()> {
        if self.interrupt.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            let error = Diagnostic { kind: Kind::Interrupted, ..Diagnostic::new("interrupted", "interrupted") };
            return Err(Stop::Error(Box::new(error)));
        }
        Ok(())
    }
}
