//! The progress of a question, shown by Python.
//!
//! In: counters that the engines advance. Out: calls of `grundy._progress`, which decides whether anything is shown, and how. Short questions show nothing.

use std::time::{Duration, Instant};

use grundy::{Progress, Reading};
use pyo3::prelude::*;

/// Work shorter than this is not announced.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two calls.
const REFRESH: Duration = Duration::from_millis(200);

/// What shows the progress of one question.
pub(crate) struct Watch {
    next: Instant,
    /// `None` before it is announced; then Python's object, which is `None` if nothing is shown.
    shown: Option<Option<Py<PyAny>>>,
    before: Option<Reading>,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch { next: Instant::now() + PATIENCE, shown: None, before: None }
    }
}

impl Watch {
    /// Shows the progress, if it is time to.
    pub(crate) fn show(&mut self, py: Python<'_>, progress: &Progress) {
        let now = progress.read();
        // A game counts all its questions together.
        let before = *self.before.get_or_insert(now);
        if Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + REFRESH;
        let bar = self.shown.get_or_insert_with(|| {
            let begun = py.import("grundy._progress").and_then(|module| module.call_method0("begin"));
            begun.ok().filter(|bar| !bar.is_none()).map(Bound::unbind)
        });
        let Reading { total, done, looked, columns, .. } = now.since(before);
        let failed =
            bar.as_ref().is_some_and(|bar| bar.call_method1(py, "show", (total, done, looked + columns)).is_err());
        if failed {
            // What shows progress disturbs no question.
            self.shown = Some(None);
        }
    }

    /// The question has ended.
    pub(crate) fn end(&mut self) {
        if let Some(Some(bar)) = self.shown.take() {
            Python::attach(|py| _ = bar.call_method0(py, "close"));
        }
    }
}
