//! Scoped threads whose panics keep their messages.
//!
//! In: the work of the threads. Out: their results. If any thread panics, the waiting thread resumes the first panic with its own message.
//! `std::thread::scope` alone replaces the message of a thread that is not joined by the message that some thread panicked.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope};

/// The first panic. Others may follow from it: a thread may wait for data that a panicked thread would have sent.
type First = Arc<Mutex<Option<Box<dyn Any + Send>>>>;

/// The threads of a scope.
pub struct Crew<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    first: First,
}

/// Runs `lead`, which may spawn threads, and waits for all of them.
#[expect(clippy::disallowed_methods, reason = "no panic is lost here: each is caught, and the first goes on")]
pub fn together<'env, T>(lead: impl for<'scope> FnOnce(&Crew<'scope, 'env>) -> T) -> T {
    let first = First::default();
    let led = std::thread::scope(|scope| caught(&first, || lead(&Crew { scope, first: first.clone() })));
    let panic = lock(&first).take();
    match (panic, led) {
        (None, Some(led)) => led,
        (panic, _) => resume_unwind(panic.unwrap_or_else(|| Box::new("a thread ended without a result"))),
    }
}

/// The results of `threads` threads that do the same work; the calling thread is the first of them.
pub fn each<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let mut made: Vec<Option<T>> = (0..threads.max(1)).map(|_| None).collect();
    together(|crew| {
        let work = &work;
        let mut places = made.iter_mut();
        let own = places.next();
        places.for_each(|place| crew.spawn(move || *place = Some(work())));
        own.into_iter().for_each(|place| *place = Some(work()));
    });
    made.into_iter().flatten().collect()
}

impl<'scope> Crew<'scope, '_> {
    /// Spawns a thread.
    pub fn spawn(&self, work: impl FnOnce() + Send + 'scope) {
        let first = self.first.clone();
        self.scope.spawn(move || _ = caught(&first, work));
    }

    /// Spawns a thread with `stack` bytes of stack.
    ///
    /// # Errors
    /// The operating system cannot create a thread.
    pub fn spawn_deep(&self, stack: usize, work: impl FnOnce() + Send + 'scope) -> io::Result<()> {
        let first = self.first.clone();
        Builder::new().stack_size(stack).spawn_scoped(self.scope, move || _ = caught(&first, work)).map(|_| ())
    }
}

fn lock(first: &First) -> MutexGuard<'_, Option<Box<dyn Any + Send>>> {
    first.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The result of `work`; `None` if it panicked. The first panic is stored and resumed later, so nobody sees work left half done.
fn caught<T>(first: &First, work: impl FnOnce() -> T) -> Option<T> {
    let outcome = catch_unwind(AssertUnwindSafe(work));
    outcome.map_err(|panic| _ = lock(first).get_or_insert(panic)).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    /// The message of the panic that `work` ends with.
    fn message(work: impl FnOnce()) -> String {
        let panic = catch_unwind(AssertUnwindSafe(work)).expect_err("a panic");
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).expect("a message")
    }

    #[test]
    fn a_panic_keeps_its_message() {
        let row = 7;
        assert_eq!(
            message(|| together(|crew| crew.spawn(move || panic!("row {row} is not there")))),
            "row 7 is not there"
        );
        let deep = |crew: &Crew| crew.spawn_deep(1 << 20, || panic!("too deep")).expect("a thread");
        assert_eq!(message(|| together(deep)), "too deep");
        assert_eq!(message(|| together(|_| panic!("the lead"))), "the lead");
        assert_eq!(message(|| _ = each(3, || panic!("all of them"))), "all of them");
    }

    #[test]
    fn the_first_panic_is_told_and_not_what_follows_from_it() {
        let (sender, receiver) = channel::<()>();
        let told = message(|| {
            together(|crew| {
                crew.spawn(move || {
                    let _gone_with_the_thread = sender;
                    panic!("the cause");
                });
                // Caught panics are kept after what the thread held is dropped, so the lead waits for the end of the thread.
                let cause = crew.first.clone();
                assert!(receiver.recv().is_err());
                while lock(&cause).is_none() {
                    std::thread::yield_now();
                }
                panic!("what follows");
            });
        });
        assert_eq!(told, "the cause");
    }

    #[test]
    fn all_results_come_back() {
        let next = std::sync::atomic::AtomicUsize::new(0);
        let mut made = each(5, || next.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        made.sort_unstable();
        assert_eq!(made, [0, 1, 2, 3, 4]);
        assert_eq!(each(0, || 1), [1]);
        assert_eq!(together(|_| 6), 6);
    }
}
