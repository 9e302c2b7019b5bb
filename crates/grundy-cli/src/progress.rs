//! A sign of life on a terminal while something takes long.
//!
//! After a moment a line says what is being done; it is wiped away at the end. Without a terminal, nothing is shown.

use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Work shorter than this is not announced.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often an announcement is written anew.
const REFRESH: Duration = Duration::from_millis(500);

/// Characters of the announcement, so that it stays one line.
const LONGEST: usize = 48;

/// While it lives, the line is shown.
pub(crate) struct Progress {
    shown: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Announces work, such as `computing 10201 positions`, if `visible`.
    pub(crate) fn start(work: String, visible: bool) -> Progress {
        Progress::watch(Box::new(move || work.clone()), visible)
    }

    /// Announces work that changes as it goes on.
    pub(crate) fn watch(work: Box<dyn Fn() -> String + Send>, visible: bool) -> Progress {
        let shown = visible.then(|| {
            let (end, ended) = channel::<()>();
            let line = std::thread::spawn(move || {
                let start = Instant::now();
                let mut said = false;
                while ended.recv_timeout(if said { REFRESH } else { PATIENCE }) == Err(RecvTimeoutError::Timeout) {
                    let seconds = start.elapsed().as_secs();
                    let work: String = work().chars().take(LONGEST).collect();
                    let _ = write!(std::io::stderr(), "\r\x1b[K{work}: {seconds} s so far, Ctrl-C ends it");
                    said = true;
                }
                if said {
                    let _ = write!(std::io::stderr(), "\r\x1b[K");
                }
            });
            (end, line)
        });
        Progress { shown }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((end, line)) = self.shown.take() {
            drop(end);
            let _ = line.join();
        }
    }
}
