//! One step of a task, with its name and its time.
//!
//! In: a name and the work. Out: a line before and a line after the work, or a
//! sentence that says what failed. Lines are written without `println!`, which
//! panics when the reader of a pipe has closed it.

use std::io::Write;
use std::time::{Duration, Instant};

/// Writes a line to standard output.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
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
