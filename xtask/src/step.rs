//! One step of a task, with its name and its time.
//!
//! In: a name and the work. Out: a line before and a line after it, or the
//! sentence that says what failed. Lines are written without `println!`, which
//! panics when the reader of a pipe has gone away.

use std::io::Write;
use std::time::{Duration, Instant};

/// A line on standard output.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// A line on standard error: why it ends here.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "xtask: {message}");
}

/// Does the work between two lines; the error names the step.
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

/// A time as a person reads it.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
