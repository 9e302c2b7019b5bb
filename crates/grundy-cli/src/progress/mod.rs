//! The progress line on a terminal during long work.
//!
//! In: the name of the work, and counters that the engines advance ([`grundy::Progress`]). Out: after a moment, on standard error, how much is done,
//! at which rate, and the time left ([`line`]); the line is erased at the end. Without a terminal nothing is shown.

mod line;
mod rate;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use grundy::Reading;

pub(crate) use self::line::ShownWork;
use self::line::{Pace, text};
use self::rate::Rate;

/// Work shorter than this is not announced.
const PATIENCE: Duration = Duration::from_secs(1);

/// The time between two updates of the line.
const REFRESH: Duration = Duration::from_millis(500);

/// Moves to the start of the line on a terminal and erases it.
pub(crate) const WIPED: &str = "\r\x1b[K";

/// A guard: the line is shown until it is dropped.
pub(crate) struct ProgressLine {
    shown: Option<(Sender<()>, JoinHandle<()>)>,
}

impl ProgressLine {
    /// Announces work, if `visible`, in lines of at most `width` characters; the work is read again for each update. `is_there` says whether the line is
    /// on the terminal now.
    pub(crate) fn start(
        work: impl Fn() -> ShownWork + Send + 'static,
        width: usize,
        visible: bool,
        is_there: Arc<AtomicBool>,
    ) -> ProgressLine {
        let shown = visible.then(|| {
            let (end, ended) = channel::<()>();
            let line = std::thread::spawn(move || {
                let (start, mut rate, mut said) = (Instant::now(), Rate::default(), false);
                while ended.recv_timeout(if said { REFRESH } else { PATIENCE }) == Err(RecvTimeoutError::Timeout) {
                    let (work, elapsed) = (work(), start.elapsed());
                    let speed = rate.note(elapsed, work.fresh());
                    let Reading { total, done, kept, .. } = work.reading;
                    let left = rate.seconds_left(kept, total.saturating_sub(done));
                    let pace = Pace { speed, left };
                    is_there.store(true, Ordering::SeqCst);
                    let _ = write!(std::io::stderr(), "{WIPED}{}", text(&work, pace, elapsed, width));
                    said = true;
                }
                if said {
                    let _ = write!(std::io::stderr(), "{WIPED}");
                    is_there.store(false, Ordering::SeqCst);
                }
            });
            (end, line)
        });
        ProgressLine { shown }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some((end, line)) = self.shown.take() {
            drop(end);
            let _ = line.join();
        }
    }
}
