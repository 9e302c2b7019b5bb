//! What programs spent: the seconds of processors that they and their children took.
//!
//! In: a program that runs. Out: its ending; its seconds are added to those of the thread that waits, which belong to the step that runs there. Linux says them of a
//! program that has ended, until somebody asks for its ending; elsewhere they are not known.

use std::cell::Cell;
use std::fs;
use std::io;
use std::process::{Child, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

thread_local! {
    static SPENT: Cell<Option<f64>> = const { Cell::new(None) };
}

/// The ticks of a second: what Linux tells programs on every machine, whatever it counts itself.
const TICKS: f64 = 100.0;

/// Waits for a program.
pub(crate) fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    // Who waits in small steps for what takes long loses little.
    let mut pause = Duration::from_millis(1);
    while let Some((has_ended, seconds)) = state(child.id()) {
        if has_ended {
            SPENT.set(Some(SPENT.get().unwrap_or_default() + seconds));
            break;
        }
        sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(100));
    }
    child.wait()
}

/// Waits for a program so long at most; one that has not ended by then is ended, and has no status.
pub(crate) fn ends_within(child: &mut Child, time: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > time {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        sleep(Duration::from_millis(2));
    }
}

/// The seconds since this was asked last; none where no program has told any.
pub(crate) fn taken() -> Option<f64> {
    SPENT.take()
}

/// Has a program ended, and what did it spend?
fn state(id: u32) -> Option<(bool, f64)> {
    read(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
}

/// Reads `ID (NAME) STATE …`: the times are the 14th to the 17th entry, those of the program and of its children.
fn read(stat: &str) -> Option<(bool, f64)> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let entries: Vec<&str> = rest.split(' ').collect();
    let ticks: f64 = entries.get(11..15)?.iter().map(|ticks| ticks.parse::<f64>().unwrap_or_default()).sum();
    Some((entries[0] == "Z", ticks / TICKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_has_ended_has_its_times() {
        let stat = "7 (a (b) c) Z 1 7 7 0 -1 4 1 2 3 4 100 20 300 4 20 0 1";
        assert_eq!(read(stat), Some((true, 4.24)));
        assert_eq!(read(&stat.replace(" Z ", " S ")), Some((false, 4.24)));
        assert_eq!(read("7 (a"), None);
    }
}
