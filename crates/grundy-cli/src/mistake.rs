//! A mistake of the program's own: a panic, told as a sentence.
//!
//! In: what a thread has ended with. Out: its message and its place in the sources, for whoever reports it. A panic is handed on with its message
//! alone; so that its place is not lost, the hook keeps that of the first one.

use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where the first panic was.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

/// A panic is reported by [`run`](crate::run) as a sentence; the hook's own lines are left out.
pub fn keep_panics_quiet() {
    std::panic::set_hook(Box::new(|panic| {
        let of_first = || panic.location().map(ToString::to_string).unwrap_or_default();
        place().get_or_insert_with(of_first);
    }));
}

fn place() -> MutexGuard<'static, Option<String>> {
    PLACE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is said of it.
pub(crate) fn sentence(panic: &(dyn Any + Send)) -> String {
    let why = panic.downcast_ref::<String>().cloned();
    let why = why.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default();
    let at = place().take().filter(|at| !at.is_empty()).map_or(String::new(), |at| format!(", at {at}"));
    format!("error: grundy made a mistake of its own; please report it ({why}{at})")
}
