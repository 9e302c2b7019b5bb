//! The program as another process: a folder of a test's own, and signs of how far a run has come.
//!
//! No test waits for so many seconds. A run shows a sign, and its work cannot end on any machine; whoever waits for a sign also sees
//! that the run has ended, and fails with what it said.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Rules whose table to 400 takes days by enumeration, and little memory.
pub(crate) const SLOW: &str = "game slow(a, b, c) {
    move (a - i, b - j, c - k) for i in 1..a, j in 1..b, k in 1..c if (i + j * k) mod 7 = 3
}";

/// A folder of a test's own, removed at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("grundy-program-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    /// What is in it, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let list = fs::read_dir(&self.0).expect("a folder").flatten();
        let mut names: Vec<String> = list.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The contents of a file.
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("a file")
    }

    /// The program in this folder, its output for the test.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.args(args).current_dir(&self.0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn start(&self, args: &[&str]) -> Run {
        Run::of(&mut self.command(args))
    }

    /// Runs to the end; what was said on standard error.
    pub(crate) fn run(&self, args: &[&str]) -> (Output, String) {
        self.start(args).end()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A run, killed if the test forgets it.
pub(crate) struct Run(Option<Child>);

impl Run {
    pub(crate) fn of(command: &mut Command) -> Run {
        Run(Some(command.spawn().expect("it starts")))
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        self.0.as_mut().expect("it was not waited for")
    }

    /// Has it ended?
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child().try_wait().expect("a child").is_some()
    }

    /// Waits for a sign.
    pub(crate) fn until(&mut self, what: &str, mut sign: impl FnMut(&Child) -> bool) {
        while !sign(self.child()) {
            if self.has_ended() {
                let (output, said) = self.take().end();
                panic!("it ended before {what}: {:?}\n{said}", output.status);
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    /// Waits until it handles Ctrl-C, and with it SIGTERM.
    pub(crate) fn until_it_listens(&mut self) {
        self.until("it listened to Ctrl-C", |child| {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> 1 & 1 == 1)
        });
    }

    /// Waits until it has worked so many hundredths of a second, by the processor's clock.
    pub(crate) fn until_it_has_worked(&mut self, least: u64) {
        self.until_it_listens();
        self.until("it had worked", |child| {
            let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
            let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
            after_name
                .split(' ')
                .nth(11)
                .and_then(|ticks| ticks.parse::<u64>().ok())
                .is_some_and(|ticks| ticks >= least)
        });
    }

    /// Ctrl-C.
    pub(crate) fn interrupt(&mut self) {
        self.signal("-INT");
    }

    /// A signal, as `kill` names it.
    pub(crate) fn signal(&mut self, name: &str) {
        let status = Command::new("kill").args([name, &self.child().id().to_string()]).status();
        assert!(status.expect("a `kill`").success());
    }

    pub(crate) fn kill(mut self) {
        self.child().kill().expect("killed");
        self.child().wait().expect("ended");
        self.0 = None;
    }

    /// Reads its output to the end; what was said on standard error.
    pub(crate) fn end(mut self) -> (Output, String) {
        let output = self.0.take().expect("it was not waited for").wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output, said)
    }

    fn take(&mut self) -> Run {
        Run(self.0.take())
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
