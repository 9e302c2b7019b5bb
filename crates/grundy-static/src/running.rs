//! The questions that are being answered, and how each is ended.
//!
//! In: the number of a question that begins, or of one whose answer is no longer wanted. Out: the sign that every engine looks at.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct All(Mutex<HashMap<u64, Arc<AtomicBool>>>);

/// A question that is being answered; dropped, it is forgotten.
#[derive(Debug)]
pub(crate) struct Running {
    id: u64,
    interrupt: Arc<AtomicBool>,
}

/// The questions of this program.
pub(crate) fn running() -> &'static All {
    static ALL: OnceLock<All> = OnceLock::new();
    ALL.get_or_init(All::default)
}

impl All {
    fn open(&self) -> MutexGuard<'_, HashMap<u64, Arc<AtomicBool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A question begins.
    pub(crate) fn begin(&self, id: u64) -> Running {
        let interrupt = Arc::new(AtomicBool::new(false));
        self.open().insert(id, interrupt.clone());
        Running { id, interrupt }
    }

    /// Ends the work on a question, if it goes on.
    pub(crate) fn stop(&self, id: u64) {
        if let Some(interrupt) = self.open().get(&id) {
            interrupt.store(true, Ordering::Relaxed);
        }
    }
}

impl Running {
    /// The number of the question.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// The sign that ends the work.
    pub(crate) fn interrupt(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        running().open().remove(&self.id);
    }
}
