//! `--checkpoint`: runs that are killed, and what the next one makes of it.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder of a test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-checkpoint-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn names(&self) -> Vec<String> {
        let list = fs::read_dir(&self.0).expect("a folder").flatten();
        let mut names: Vec<String> = list.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn grundy(args: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(args: &[&str], folder: &Path) -> Output {
    grundy(args, folder).output().expect("it starts")
}

/// Kills runs at moments that differ from run to run; the last one is left alone, and its file is that of an undisturbed run.
fn killed(name: &str, table: &[&str], more: &[&str], times: u32) {
    let folder = Folder::new(name);
    let undisturbed = run(&[table, &["-o", "expected.csv"]].concat(), &folder.0);
    assert!(undisturbed.status.success(), "{}", String::from_utf8_lossy(&undisturbed.stderr));
    let args = [table, more, &["--checkpoint", "kept", "-o", "found.csv", "--explain"]].concat();
    let (mut killed, mut dice) = (0, u64::from(std::process::id()));
    for _ in 0..times {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moment = Duration::from_millis((dice >> 33) % 300);
        let mut child = grundy(&args, &folder.0).spawn().expect("it starts");
        std::thread::sleep(moment);
        killed += u32::from(child.try_wait().expect("a child").is_none());
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
    assert!(killed > times / 4, "most runs ended before they were killed");
    let last = run(&args, &folder.0);
    assert!(last.status.success(), "{}", String::from_utf8_lossy(&last.stderr));
    let read = |name: &str| fs::read(folder.0.join(name)).expect("a file");
    assert!(read("found.csv") == read("expected.csv"));
    let told = String::from_utf8_lossy(&last.stderr);
    assert_eq!(told.contains("cells on disk"), more.contains(&"--memory"), "{told}");
    assert_eq!(folder.names(), ["expected.csv", "found.csv", "kept"], "killed runs leave nothing beside");
}

#[test]
fn a_table_by_enumeration_survives_fifty_kills() {
    killed("plain", &["table", "euclid", "--to", "1200"], &["--threads", "2"], 50);
}

#[test]
fn a_table_by_rays_on_disk_survives_kills() {
    killed("disk", &["positions", "star_nim[2]", "--value", "700", "--to", "2500,16000"], &["--memory", "80M"], 8);
}

#[test]
fn a_table_by_steps_on_disk_survives_kills() {
    let table = ["table", "slow_moore[3, 3]", "--to", "160,120,3000", "--fix", "x1=160"];
    killed("steps", &table, &["--memory", "16M"], 8);
}

#[test]
fn a_table_by_enumeration_on_disk_survives_kills() {
    let table = ["positions", "subtraction[{1, 3, 8}]", "--value", "3", "--to", "30000000"];
    killed("far", &table, &["--memory", "26M"], 8);
}

#[test]
fn a_second_run_in_the_folder_is_refused_until_the_first_ends() {
    let folder = Folder::new("two");
    let args = ["table", "euclid", "--to", "3000", "--checkpoint", "kept", "-o", "e.npy"];
    let mut first = grundy(&args, &folder.0).spawn().expect("it starts");
    let start = Instant::now();
    while !folder.0.join("kept/manifest.json").exists() && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = run(&args, &folder.0);
    first.kill().expect("killed");
    first.wait().expect("ended");
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("another run is working in the folder `kept`"), "{said}");
    assert_eq!(second.status.code(), Some(2));
}
