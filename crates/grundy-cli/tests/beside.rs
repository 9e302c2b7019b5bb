//! Tables larger than the memory with `-o`: where they stand meanwhile, and what is left of them.
#![cfg(target_os = "linux")]

use std::fs;

use crate::program::{Folder, Run};

/// 40 million cells of two bytes, which these limits refuse in memory.
const TABLE: [&str; 6] = ["positions", "star_nim[2]", "--value", "700", "--to", "16000,2500"];
const LESS: [&str; 2] = ["--memory", "80M"];

/// A table that no disk holds and no machine finishes.
const ENDLESS: [&str; 8] = ["positions", "subtraction[{1, 3, 8}]", "--value", "9", "--to", "10^12", "--memory", "26M"];

/// What a folder of tiles beside `a.csv` is called.
fn beside(name: &str) -> bool {
    name.starts_with(".a.csv.") && name.ends_with(".grundy-tiles")
}

/// Starts the endless table, and waits until tiles are there.
fn begun(folder: &Folder) -> Run {
    let mut run = folder.start(&[&ENDLESS[..], &["-o", "a.csv"]].concat());
    run.until("there was a folder beside", |_| folder.names().iter().any(|name| beside(name)));
    run
}

#[test]
fn a_table_larger_than_the_memory_stands_beside_its_file() {
    let folder = Folder::new();
    let (output, said) = folder.run(&[&TABLE[..], &LESS, &["-o", "a.csv", "--explain"]].concat());
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
fn standard_output_is_no_file_that_anything_stands_beside() {
    let (output, said) = Folder::new().run(&[&TABLE[..], &LESS].concat());
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("with `--checkpoint DIR`"), "{said}");
}

#[test]
fn another_run_for_the_same_file_leaves_the_folder_alone() {
    let folder = Folder::new();
    let mut first = begun(&folder);
    let (output, said) = folder.run(&["table", "nim[2]", "--to", "3", "-o", "a.csv"]);
    assert!(output.status.success(), "{said}");
    assert!(!first.has_ended());
    assert!(folder.names().iter().any(|name| beside(name)), "{:?}", folder.names());
    first.kill();
}

#[test]
fn what_a_killed_run_leaves_is_removed_by_the_next() {
    let folder = Folder::new();
    begun(&folder).kill();
    assert_eq!(folder.names().len(), 2, "{:?}", folder.names());
    let (output, said) = folder.run(&["table", "nim[2]", "--to", "3", "-o", "a.csv"]);
    assert!(output.status.success(), "{said}");
    assert_eq!(folder.names(), ["a.csv"]);
}

#[test]
fn an_interruption_leaves_nothing() {
    for times in [1, 2] {
        let folder = Folder::new();
        let mut run = begun(&folder);
        (0..times).for_each(|_| run.interrupt());
        let (output, said) = run.end();
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.ends_with("interrupted\n"), "{said}");
        assert_eq!(folder.names(), [""; 0], "{times} interruptions");
    }
}
