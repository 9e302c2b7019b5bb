//! Ctrl-C: the exit code, and what is left behind.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Starts the program, and interrupts it so many times.
fn interrupted(args: &[&str], folder: &PathBuf, times: u32) -> Output {
    fs::create_dir_all(folder).expect("a temporary folder");
    let program = env!("CARGO_BIN_EXE_grundy");
    let streams = || Stdio::piped();
    let child = Command::new(program).args(args).current_dir(folder).stdout(streams()).stderr(streams()).spawn();
    let mut child = child.expect("started");
    for _ in 0..times {
        std::thread::sleep(Duration::from_millis(400));
        signal(&child);
    }
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > Duration::from_secs(30) {
            child.kill().expect("killed");
            panic!("Ctrl-C did not end {args:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().expect("ended")
}

fn signal(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("a `kill`").success());
}

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("grundy-interrupt-{name}-{}", std::process::id()))
}

/// Runs until it is interrupted, and leaves nothing behind; what it said.
fn ends_and_leaves_nothing(name: &str, args: &[&str]) -> String {
    let folder = folder(name);
    let output = interrupted(args, &folder, 1);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "nothing is left behind");
    fs::remove_dir_all(&folder).expect("removed");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn work_ends_with_a_word_and_130() {
    let said = ends_and_leaves_nothing("work", &["table", "wythoff", "--to", "6000", "-o", "w.csv"]);
    assert!(said.contains("interrupted"), "{said}");
}

#[test]
fn a_graph_of_followers_ends_with_130() {
    let folder = folder("graph");
    let output = interrupted(&["classify", "kayles", "--to", "90", "--memory", "16G"], &folder, 1);
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn writing_ends_at_once_and_leaves_nothing() {
    ends_and_leaves_nothing("writing", &["table", "nim[2]", "--to", "40000", "-o", "n.csv"]);
}

#[test]
fn terms_that_are_written_as_they_come_leave_nothing() {
    let args = ["sequence", "mark[{1}, {2, 3}]", "--terms", "10^10", "-o", "m.csv", "--memory", "2G"];
    ends_and_leaves_nothing("terms", &args);
}

#[test]
fn terms_that_are_counted_end_with_a_word() {
    let args = ["sequence", "mark[{1}, {2, 3}]", "--terms", "10^10", "--counts", "-o", "m.csv", "--memory", "2G"];
    let said = ends_and_leaves_nothing("counts", &args);
    assert!(said.contains("interrupted"), "{said}");
}

#[test]
fn with_json_the_interruption_is_an_object() {
    let folder = folder("json");
    let output = interrupted(&["table", "wythoff", "--to", "6000", "--json"], &folder, 1);
    assert_eq!(output.status.code(), Some(130));
    let line = String::from_utf8_lossy(&output.stdout);
    assert!(line.contains(r#""code":"interrupted""#), "{line}");
    assert!(output.stderr.is_empty());
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn solutions_are_told_when_the_search_for_a_proof_is_ended() {
    let folder = folder("solutions");
    let words =
        ["solutions", "star_nim[2]", "--value", "63", "--terms", "3", "--time", "1h", "--certificate", "c.json"];
    let output = interrupted(&words, &folder, 1);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0 0 64\n1 1 63\n2 2 65\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("b - a: no period found"), "{said}");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "nothing is left behind");
    fs::remove_dir_all(&folder).expect("removed");
}
