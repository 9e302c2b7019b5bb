//! One step of a task, with its name and its time.
//!
//! In: a name and the work. Out: a line before and a line after the work, or a
//! sentence that says what failed. Lines are written without `println!`, which
//! panics when the reader of a pipe has closed it. What runs beside other steps
//! is told when it has ended, so that lines of two steps do not mix.

use std::cell::RefCell;
use std::io::Write;
use std::time::{Duration, Instant};

thread_local! {
    /// The lines of this thread, where they are held back.
    static HELD: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Writes a line to standard output, or holds it back.
pub(crate) fn say(line: &str) {
    let written = HELD.with_borrow_mut(|held| held.as_mut().map(|held| *held += &format!("{line}\n")));
    if written.is_none() {
        let _ = writeln!(std::io::stdout(), "{line}");
    }
}

/// Are the lines of this thread held back?
pub(crate) fn is_held() -> bool {
    HELD.with_borrow(Option::is_some)
}

/// Does one work on this thread and another beside it, whose lines come when it has ended. Both are done whatever becomes of the other; the first failure counts.
#[expect(clippy::disallowed_methods, reason = "the thread is joined")]
pub(crate) fn beside(
    here: impl FnOnce() -> Result<(), String>,
    there: impl FnOnce() -> Result<(), String> + Send,
) -> Result<(), String> {
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            HELD.set(Some(String::new()));
            let outcome = there();
            (outcome, HELD.take().unwrap_or_default())
        });
        let outcome = here();
        let (other, lines) = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        say(lines.trim_end());
        outcome.and(other)
    })
}

/// Writes a line to standard error: why the run ends.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "xtask: {message}");
}

/// Does the work, with a line before and a line after; the error names the step.
pub(crate) fn step(name: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    say(&format!("== {name}"));
    let start = Instant::now();
    let outcome = work();
    let time = seconds(start.elapsed());
    match outcome {
        Ok(()) => {
            say(&format!("== {name}: done in {time}"));
            Ok(())
        }
        Err(reason) => Err(format!("the step `{name}` failed after {time}: {reason}")),
    }
}

/// A time in readable form.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
