//! Threads that wait for each other's work, and end together.
//!
//! In: a flag that all threads share. Out: the result of another thread once it is there, or nothing if a thread has ended early. The caller must
//! ensure that some thread is working on what it waits for.

use std::sync::atomic::{AtomicBool, Ordering};

/// Tells the other threads that this thread has ended early, also by a panic, unless the alarm is disarmed.
pub struct Alarm<'a>(Option<&'a AtomicBool>);

impl<'a> Alarm<'a> {
    /// An alarm that sets the flag when it is dropped.
    pub fn new(failed: &'a AtomicBool) -> Alarm<'a> {
        Alarm(Some(failed))
    }

    /// The work went well: the flag will not be set.
    pub fn disarm(&mut self) {
        self.0 = None;
    }
}

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if let Some(failed) = self.0 {
            failed.store(true, Ordering::Relaxed);
        }
    }
}

/// Calls `look` until it finds something: `spins` times in a busy loop, then yielding to other threads. `None` if a thread has ended early.
pub fn wait_for<T>(failed: &AtomicBool, spins: usize, look: impl Fn() -> Option<T>) -> Option<T> {
    let mut looks = 0;
    loop {
        if let Some(found) = look() {
            return Some(found);
        }
        if failed.load(Ordering::Relaxed) {
            return None;
        }
        looks += 1;
        if looks < spins {
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
}
