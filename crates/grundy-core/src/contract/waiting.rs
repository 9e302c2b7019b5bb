//! Threads that wait for each other's work, and end together.
//!
//! In: a flag that all of them share. Out: what another thread has made, once it is there; or nothing where one has ended early. That somebody
//! is working on what is waited for is the waiting thread's own proof.

use std::sync::atomic::{AtomicBool, Ordering};

/// Tells the other threads that this one has ended early, unless it is disarmed: also where it panics.
pub struct Alarm<'a>(Option<&'a AtomicBool>);

impl<'a> Alarm<'a> {
    /// Sets the flag when it is dropped.
    pub fn new(failed: &'a AtomicBool) -> Alarm<'a> {
        Alarm(Some(failed))
    }

    /// All went well.
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

/// Looks until there is something to see, so often in a row before it lets others run; `None` where a thread has ended early.
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
