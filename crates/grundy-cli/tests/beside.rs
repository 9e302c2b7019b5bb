//! Tables larger than the memory with `-o`: where they stand meanwhile, and what is left of them.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// 40 million cells of two bytes, which these limits refuse in memory.
const TABLE: [&str; 6] = ["positions", "star_nim[2]", "--value", "700", "--to", "16000,2500"];
const LESS: [&str; 2] = ["--memory", "80M"];

/// A folder of a test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-beside-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn names(&self) -> Vec<String> {
        let list = fs::read_dir(&self.0).expect("a folder").flatten();
        let mut names: Vec<String> = list.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn start(&self, args: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.args(args).current_dir(&self.0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("it starts")
    }

    fn run(&self, args: &[&str]) -> (Output, String) {
        let output = self.start(args).wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output, said)
    }

    /// Starts the table, and waits until tiles are there.
    fn begun(&self, file: &str) -> Child {
        let child = self.start(&[&TABLE[..], &LESS, &["-o", file, "--explain"]].concat());
        let start = Instant::now();
        let prefix = format!(".{file}.");
        let beside = |name: &String| name.starts_with(&prefix) && name.ends_with(".grundy-tiles");
        while !self.names().iter().any(beside) {
            assert!(start.elapsed() < Duration::from_secs(30), "no folder beside");
            std::thread::sleep(Duration::from_millis(1));
        }
        child
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_table_larger_than_the_memory_stands_beside_its_file() {
    let folder = Folder::new("whole");
    let first = folder.begun("a.csv");
    // Another run for the same file leaves the folder alone.
    let (output, said) = folder.run(&["table", "nim[2]", "--to", "3", "-o", "a.csv"]);
    assert!(output.status.success(), "{said}");
    // Standard output is no file that anything stands beside.
    let (output, said) = folder.run(&[&TABLE[..], &LESS].concat());
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("with `--checkpoint DIR`"), "{said}");
    let output = first.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("note: the table is larger than the memory allowed: 76.3 MiB stand in `"), "{said}");
    assert!(said.contains(".grundy-tiles` until `a.csv` is written") && said.contains("cells on disk"), "{said}");
    assert_eq!(folder.names(), ["a.csv"]);
    let list = fs::read_to_string(folder.0.join("a.csv")).expect("a file");
    // One in each row, and so it is in memory.
    assert_eq!(list.lines().take(2).collect::<Vec<_>>(), ["x1,x2,value", "0,701,700"]);
    assert_eq!(list.lines().count(), 2502);
}

#[test]
fn what_a_killed_run_leaves_is_removed_by_the_next() {
    let folder = Folder::new("killed");
    let mut child = folder.begun("a.csv");
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_eq!(folder.names().len(), 2, "{:?}", folder.names());
    let (output, said) = folder.run(&["table", "nim[2]", "--to", "3", "-o", "a.csv"]);
    assert!(output.status.success(), "{said}");
    assert_eq!(folder.names(), ["a.csv"]);
}

#[test]
fn an_interruption_leaves_nothing() {
    let folder = Folder::new("interrupted");
    for times in [1, 2] {
        let child = folder.begun("a.csv");
        for _ in 0..times {
            let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(signal.expect("a `kill`").success());
        }
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert_eq!(folder.names(), [""; 0], "{times} interruptions");
    }
}
