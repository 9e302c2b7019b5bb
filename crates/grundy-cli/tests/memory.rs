//! The memory of proofs: a claim whose automata would take all of it ends with a verdict and a sentence.
//!
//! The address space of the program is limited, so that an account that misses a store shows as an abort.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Stdio};

use crate::program::{Folder, Run};

/// Quotients by powers of 3 in binary: to forget them takes sets of states without end.
const CLAIM: &str = "
game s(n) { split n - 2*b, n - b for b in 1..n div 2 }
claim \"two lines\" on s at (n): P iff (all i in 0..12: (n div 3^i) mod 3 != 2)
";

/// Kilobytes of address space: the memory allowed, the program, and the stacks and heaps of two threads.
const SPACE: u64 = 1_200_000;

/// The program where so many kilobytes of address space are allowed.
fn within(space: u64, folder: &Folder, words: &[&str]) -> (Option<i32>, String, String) {
    let limited = format!("ulimit -v {space}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_grundy")]).args(words).current_dir(&folder.0);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (output, said) = Run::of(&mut command).end();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), said)
}

#[test]
fn a_claim_whose_proof_would_take_all_memory_ends_with_a_sentence() {
    let folder = Folder::new();
    fs::write(folder.0.join("two.game"), CLAIM).expect("written");
    for more in [&["--memory", "300M"][..], &["--memory", "300M", "--to", "100"], &["--memory", "4M", "--to", "100"]] {
        let words = [&["check", "two.game", "--threads", "2"], more].concat();
        let (code, printed, said) = within(SPACE, &folder, &words);
        assert_eq!(code, Some(0), "{more:?}: {printed}{said}");
        let why = "whether it is true for every position is left open: the automata take more memory than is allowed";
        assert!(printed.contains("holds") && printed.contains(why), "{more:?}: {printed}{said}");
    }
}

#[test]
fn what_does_not_fit_the_address_space_is_refused_without_an_option() {
    let folder = Folder::new();
    let table = ["table", "wythoff", "--to", "50000,50000", "-o", "table.npy"];
    let (code, printed, said) = within(SPACE, &folder, &table);
    assert_eq!(code, Some(3), "{printed}{said}");
    assert!(said.contains("error[memory]: this table does not fit the memory"), "{said}");
}

#[test]
fn with_too_few_addresses_nothing_is_begun() {
    let folder = Folder::new();
    let (code, printed, said) = within(500_000, &folder, &["value", "nim", "1"]);
    assert_eq!((code, printed.as_str()), (Some(3), ""), "{said}");
    assert!(said.contains("488.3 MiB of addresses (`ulimit -v`), and grundy needs 600.0 MiB"), "{said}");
    let (code, printed, said) =
        within(640_000, &folder, &["check", "-e", "claim \"c\" on wythoff at (a, b): P iff G = 0"]);
    assert_eq!(code, Some(0), "{printed}{said}");
    assert!(printed.contains("1 proved"), "{printed}{said}");
}

#[test]
fn options_and_what_is_printed_of_them_are_taken_from_the_memory() {
    let folder = Folder::new();
    let moves = |more: &[&str]| folder.run(&[&["moves", "nim", "4000", "--memory", "2M"], more].concat());
    assert!(moves(&[]).0.status.success());
    let (output, said) = moves(&["--json"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{printed}{said}");
    assert!(printed.contains("4000 options need more than the 2.0 MiB of memory allowed"), "{printed}{said}");
}
