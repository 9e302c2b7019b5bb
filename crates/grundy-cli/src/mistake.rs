//! A mistake of the program itself: a panic, reported as a sentence.
//!
//! In: the payload of a panicked thread. Out: the message and the place in the sources, for a bug report. The payload of a panic has only the
//! message, so the hook keeps the place of the first panic.

use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where the first panic was. It is a static, since the hook of panics is one for the whole process and is told of no run.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

/// Installs a hook that prints nothing: [`run`](crate::run) reports a panic as a sentence.
pub fn keep_panics_quiet() {
    std::panic::set_hook(Box::new(|panic| {
        let of_first = || panic.location().map(ToString::to_string).unwrap_or_default();
        place().get_or_insert_with(of_first);
    }));
}

fn place() -> MutexGuard<'static, Option<String>> {
    PLACE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The sentence, as a run ends with it.
pub(crate) fn sentence(panic: &(dyn Any + Send)) -> String {
    format!("error: {}", message(panic))
}

/// What there is to report.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let why = panic.downcast_ref::<String>().cloned();
    let why = why.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default();
    let at = place().take().filter(|at| !at.is_empty()).map_or(String::new(), |at| format!(", at {at}"));
    format!("grundy made a mistake of its own; please report it ({why}{at})")
}
