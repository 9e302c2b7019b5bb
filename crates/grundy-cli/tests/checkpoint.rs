//! `--checkpoint`: runs that are killed, and what the next one makes of it.
#![cfg(target_os = "linux")]

use std::path::Path;

use grundy_testing::Noise;

use crate::program::{Folder, SLOW};

/// How many files there are in a folder of folders.
fn files(folder: &Path) -> usize {
    let within = |path: &Path| std::fs::read_dir(path).into_iter().flatten().flatten().map(|e| e.path());
    within(folder).map(|path| if path.is_dir() { files(&path) } else { 1 }).sum()
}

/// Kills runs at signs that differ from run to run, and leaves the last one alone: its file is that of an undisturbed run.
///
/// `table` makes a table of a size. A machine on which no run lives long enough to be killed so many times gets a larger one.
fn killed(table: impl Fn(usize) -> Vec<String>, more: &[&str], times: usize) {
    let times = if grundy_testing::is_long() { 4 * times } else { times };
    let mut noise = Noise(u64::from(std::process::id()));
    let (mut size, mut killed) = (1, 0);
    let folder = loop {
        let folder = Folder::new();
        let table = table(size);
        let args = with(&table, &[more, &KEPT].concat());
        while killed < times && kill(&folder, &args, &mut noise) {
            killed += 1;
        }
        if killed == times {
            break folder;
        }
        size *= 2;
    };
    let table = table(size);
    let (undisturbed, said) = folder.run(&with(&table, &["-o", "expected.csv"]));
    assert!(undisturbed.status.success(), "{said}");
    let (last, said) = folder.run(&with(&table, &[more, &KEPT].concat()));
    assert!(last.status.success(), "{said}");
    assert!(folder.read("found.csv") == folder.read("expected.csv"));
    assert_eq!(said.contains("cells on disk"), more.contains(&"--memory"), "{said}");
    assert_eq!(folder.names(), ["expected.csv", "found.csv", "kept"], "killed runs leave nothing beside");
}

const KEPT: [&str; 5] = ["--checkpoint", "kept", "-o", "found.csv", "--explain"];

fn with<'a>(table: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    table.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

/// Starts a run, and kills it after it has kept something more, or nothing yet; `false` if it ended before.
fn kill(folder: &Folder, args: &[&str], noise: &mut Noise) -> bool {
    let kept = folder.0.join("kept");
    let (before, more, looks) = (files(&kept), noise.below(3), noise.below(64));
    let mut run = folder.start(args);
    while files(&kept) < before + more && !run.has_ended() {
        std::thread::yield_now();
    }
    // Some moments later, so that it is caught at anything.
    for _ in 0..looks {
        files(&kept);
    }
    let ended = run.has_ended();
    run.kill();
    !ended
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_string).collect()
}

#[test]
fn a_table_by_enumeration_survives_kills() {
    killed(|size| words(&format!("table euclid --to {}", 800 * size)), &["--threads", "2"], 6);
}

#[test]
fn a_table_by_rays_on_disk_survives_kills() {
    let table = |size| words(&format!("positions star_nim[2] --value 700 --to 2500,{}", 16_000 * size));
    killed(table, &["--memory", "80M"], 5);
}

#[test]
fn a_table_by_steps_on_disk_survives_kills() {
    let table = |size| {
        let mut words = words(&format!("table slow_moore[3,3] --to 160,120,{} --fix x1=160", 3000 * size));
        words[1] = "slow_moore[3, 3]".to_string();
        words
    };
    killed(table, &["--memory", "16M"], 8);
}

#[test]
fn a_table_by_enumeration_on_disk_survives_kills() {
    let table = |size| words(&format!("positions subtraction[{{1,3,8}}] --value 3 --to {}", 30_000_000 * size));
    killed(table, &["--memory", "26M"], 5);
}

#[test]
fn a_second_run_in_the_folder_is_refused_until_the_first_ends() {
    let folder = Folder::new();
    let args = ["table", "-e", SLOW, "slow", "--to", "400", "--checkpoint", "kept", "-o", "e.npy"];
    let mut first = folder.start(&args);
    first.until("its folder was there", |_| folder.0.join("kept/manifest.json").exists());
    let (second, said) = folder.run(&args);
    first.kill();
    assert!(said.contains("another run is working in the folder `kept`"), "{said}");
    assert_eq!(second.status.code(), Some(2));
}
