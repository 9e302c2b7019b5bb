//! Ctrl-C, and SIGTERM, in every phase of a run: the word, the exit code, and what is left behind.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use crate::program::{Folder, Run, SLOW};

/// The object that says so with `--json`.
const OBJECT: &str = r#""error":{"message":"interrupted","#;

/// Terms that no machine counts, and no disk holds.
const TERMS: [&str; 6] = ["sequence", "mark[{1}, {1000000}]", "--terms", "10^15", "--memory", "1G"];

/// More than a pipe holds, so that writing it ends only if somebody reads.
const LONG: [&str; 4] = ["table", "nim[2]", "--to", "1000"];

/// Interrupts a run, which ends with 130; what it said on standard error.
fn interrupted(run: Run) -> (Output, String) {
    signalled(run, "-INT", 130)
}

/// Ends a run by a signal; what it said on standard error.
fn signalled(mut run: Run, signal: &str, code: i32) -> (Output, String) {
    run.signal(signal);
    let (output, said) = run.end();
    assert_eq!(output.status.code(), Some(code), "{said}");
    (output, said)
}

#[test]
fn a_value_before_sigterm() {
    let mut run = Folder::new().start(&["value", "-e", SLOW, "slow", "0,0,0", "400,400,400", "--plain"]);
    blocked(&mut run);
    assert_eq!(signalled(run, "-TERM", 143).1, "interrupted\n");
}

/// What Slurm, `timeout` and containers send is an interruption: what is known is said, and nothing is left half-written.
#[test]
fn sigterm_is_an_interruption() {
    let claim = format!("{SLOW}\nclaim \"slow\" on slow at (a, b, c) to 150: G <= a*b*c");
    for (args, known, said) in [
        (&["table", "-e", SLOW, "slow", "--to", "400", "-o", "w.csv"][..], "", "interrupted\n"),
        (&["table", "-e", SLOW, "slow", "--to", "400", "--json"], OBJECT, ""),
        (&["check", "-e", &claim], "1 open", "interrupted\n"),
        (&["sweep", "octal[c] for c in {0.007}", "--do", "period --time 9999h", "--threads", "1"], "", "interrupted\n"),
    ] {
        let folder = Folder::new();
        let mut run = folder.start(args);
        run.until_it_has_worked(20);
        let (output, words) = signalled(run, "-TERM", 143);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.contains(known) && words.ends_with(said), "{args:?}: {printed}{words}");
        assert_eq!(folder.names(), [""; 0], "nothing is left behind");
    }
}

/// The same of a run that works; nothing is left behind.
fn at_work(args: &[&str]) -> (Output, String) {
    after(20, args)
}

fn after(hundredths: u64, args: &[&str]) -> (Output, String) {
    let folder = Folder::new();
    let mut run = folder.start(args);
    run.until_it_has_worked(hundredths);
    let ended = interrupted(run);
    assert_eq!(folder.names(), [""; 0], "nothing is left behind");
    ended
}

/// Standard output has begun, and nobody reads on.
fn blocked(run: &mut Run) {
    let out = run.child().stdout.as_mut().expect("a pipe");
    out.read_exact(&mut [0]).expect("it begins to write");
}

/// Waits for the end while nobody reads standard output.
fn unread(mut run: Run) -> (Output, String) {
    let out = run.child().stdout.take();
    let ended = interrupted(run);
    drop(out);
    ended
}

#[test]
fn a_table_by_enumeration() {
    let (_, said) = at_work(&["table", "-e", SLOW, "slow", "--to", "400", "-o", "w.csv"]);
    assert_eq!(said, "interrupted\n");
}

#[test]
fn a_table_as_an_object() {
    let (output, said) = at_work(&["table", "-e", SLOW, "slow", "--to", "400", "--json"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains(OBJECT));
    assert_eq!(said, "");
}

/// A verdict does not wait for the claim behind it, and each claim that is left has its line.
#[test]
fn a_claim_behind_one_that_is_decided() {
    let folder = Folder::new();
    let claims = format!(
        "{SLOW}\nclaim \"quick\" on nim[1] at (n): G = n\nclaim \"slow\" on slow at (a, b, c) to 150: G <= a*b*c\n"
    );
    std::fs::write(folder.0.join("two.game"), claims).expect("written");
    std::fs::write(folder.0.join("more.game"), "claim \"last\" on nim[1] at (n): G = n\n").expect("written");
    for json in [&[][..], &["--json"]] {
        let mut run = folder.start(&[&["check", "two.game", "more.game"], json].concat());
        let out = run.child().stdout.as_mut().expect("a pipe");
        let (mut said, mut byte) = (String::new(), [0]);
        while !(said.contains("quick") && said.ends_with('\n')) {
            out.read_exact(&mut byte).expect("a line");
            said.push(char::from(byte[0]));
        }
        let (output, _) = interrupted(run);
        let rest = String::from_utf8_lossy(&output.stdout).into_owned();
        let open = |name: &str| rest.lines().any(|line| line.contains(name) && line.contains("open"));
        assert!(open("slow"), "{rest}");
        // A process that ends at once has not read the other file.
        assert!(open("last") || rest.contains("the run ended before"), "{rest}");
        let counts = if json.is_empty() { "1 proved, 2 open" } else { r#""open":2"# };
        assert!(rest.contains(counts) || rest.contains("the run ended before"), "{rest}");
    }
}

/// The first verdicts are more than a pipe holds. Where nobody reads them, the run ends by itself, although the last claim is looked at without end.
#[test]
fn claims_of_which_nobody_reads() {
    let folder = Folder::new();
    let long = "long".repeat(1000);
    let quick: String = (0..40).map(|n| format!("claim \"{n} {long}\" on nim[1] at (n): G = n\n")).collect();
    let slow = "claim \"slow\" on slow at (a, b, c) to 150: G <= a*b*c";
    std::fs::write(folder.0.join("many.game"), format!("{SLOW}\n{quick}{slow}\n")).expect("written");
    let mut run = folder.start(&["check", "many.game", "--json"]);
    let mut out = run.child().stdout.take().expect("a pipe");
    out.read_exact(&mut [0]).expect("it begins to write");
    drop(out);
    let (output, said) = run.end();
    assert_eq!((output.status.code(), said.as_str()), (Some(0), ""));
}

#[test]
fn a_graph_of_followers() {
    let (output, said) = at_work(&["classify", "kayles", "--to", "2000", "--memory", "100T"]);
    // What smaller boxes have shown by then is printed.
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.is_empty() || told.starts_with("tame "), "{told}");
    assert!(said.ends_with("interrupted\n"), "{said}");
}

#[test]
fn terms_that_are_counted() {
    let (_, said) = at_work(&[&TERMS[..], &["--counts", "-o", "m.csv"]].concat());
    assert_eq!(said, "interrupted\n");
}

#[test]
fn the_search_for_a_proof() {
    let args =
        ["solutions", "star_nim[2]", "--value", "500", "--terms", "3", "--time", "9999h", "--certificate", "c.json"];
    // The positions are there before a proof is looked for, however long they take here.
    let hundredths = (0..).map(|doubled| 20 << doubled);
    let found = hundredths.map(|least| after(least, &args)).find(|(output, _)| !output.stdout.is_empty());
    let (output, said) = found.expect("it ends when the positions are there");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0 0 501\n1 1 500\n2 2 499\n");
    assert!(said.starts_with("note: b - a: ") && said.ends_with("\ninterrupted\n"), "{said}");
}

/// Writes into a file until it is interrupted.
fn while_writing(args: &[&str]) -> (Output, String) {
    while_writing_by("-INT", 130, args)
}

fn while_writing_by(signal: &str, code: i32, args: &[&str]) -> (Output, String) {
    let folder = Folder::new();
    let mut run = folder.start(args);
    let length = |name: &String| std::fs::metadata(folder.0.join(name)).map_or(0, |file| file.len());
    run.until("it had written", |_| folder.names().iter().any(|name| length(name) > 0));
    let ended = signalled(run, signal, code);
    assert_eq!(folder.names(), [""; 0], "nothing is left behind");
    ended
}

#[test]
fn writing_a_table() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let (_, said) = while_writing_by(signal, code, &["table", "nim[2]", "--to", "40000", "-o", "n.csv"]);
        assert_eq!(said, "interrupted\n");
    }
}

#[test]
fn writing_terms_as_they_come() {
    let (_, said) = while_writing(&[&TERMS[..], &["-o", "m.csv"]].concat());
    assert_eq!(said, "interrupted\n");
}

#[test]
fn writing_a_file_with_an_object_for_the_word() {
    let (output, said) = while_writing(&["table", "nim[2]", "--to", "40000", "-o", "n.json", "--json"]);
    let object = String::from_utf8_lossy(&output.stdout);
    assert!(object.contains(OBJECT) && object.lines().count() == 1, "{object}");
    assert_eq!(said, "");
}

/// What is read afterwards ends with a line of its own.
#[test]
fn an_object_after_a_line_that_was_cut() {
    for args in [&LONG[..], &TERMS[..]] {
        let folder = Folder::new();
        let mut run = folder.start(&[args, &["--json"]].concat());
        blocked(&mut run);
        let (output, said) = interrupted(run);
        let text = String::from_utf8_lossy(&output.stdout);
        // Where this test was not let read for some seconds, standard error has the object.
        let last = if said.is_empty() { text.lines().last().unwrap_or_default() } else { &said };
        assert!(last.starts_with(r#"{"v":1,"cmd":""#) && last.contains(OBJECT), "{last}");
    }
}

#[test]
fn output_that_nobody_reads() {
    let folder = Folder::new();
    for args in [&LONG[..], &TERMS[..], &["moves", "nim[3]", "10^4, 10^4, 10^4"]] {
        let mut run = folder.start(args);
        blocked(&mut run);
        let (_, said) = unread(run);
        assert!(said.ends_with("interrupted\n"), "{said}");
    }
}

/// Where nobody reads the object on standard output, standard error has it.
#[test]
fn an_object_that_nobody_reads() {
    let folder = Folder::new();
    let path = pipe(&folder, "out");
    let mut reader = File::options().read(true).custom_flags(O_NONBLOCK).open(&path).expect("a pipe");
    let (mut probe, out) = (opened(&path).expect("it has a reader"), File::options().write(true).open(&path));
    let mut command = folder.command(&[&LONG[..], &["--json"]].concat());
    let mut run = Run::of(command.stdout(out.expect("it has a reader")));
    run.until("it had written", |_| reader.read(&mut [0]).is_ok_and(|count| count == 1));
    run.until("the pipe was full", |_| probe.write(b".").is_err_and(|error| error.kind() == ErrorKind::WouldBlock));
    let (_, said) = interrupted(run);
    assert!(said.starts_with(r#"{"v":1,"cmd":"table","#) && said.contains(OBJECT), "{said}");
}

/// A pipe with a name.
fn pipe(folder: &Folder, name: &str) -> PathBuf {
    let path = folder.0.join(name);
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("a `mkfifo`").success());
    path
}

/// A file that does not end: another process writes it, and waits.
#[test]
fn reading_a_file() {
    for args in [
        &["check", "rules.game"][..],
        &["fmt", "rules.game"],
        &["value", "rules.game:g", "3"],
        &["verify", "rules.game"],
    ] {
        let folder = Folder::new();
        let path = pipe(&folder, "rules.game");
        let mut run = folder.start(args);
        let mut file = None;
        run.until("it read the file", |_| {
            file = opened(&path).ok();
            file.is_some()
        });
        file.as_mut().expect("opened").write_all(b"def one = 1\n").expect("somebody reads");
        let (_, said) = interrupted(run);
        assert_eq!(said, "interrupted\n", "{args:?}");
    }
}

/// What is not there is not waited for.
const O_NONBLOCK: i32 = 0o4000;

/// A pipe for writing, which can be opened as soon as somebody reads it.
fn opened(path: &Path) -> std::io::Result<File> {
    File::options().write(true).custom_flags(O_NONBLOCK).open(path)
}

#[test]
fn reading_standard_input() {
    let folder = Folder::new();
    let mut command = folder.command(&["check", "-"]);
    let mut run = Run::of(command.stdin(Stdio::piped()));
    run.until_it_listens();
    // Open until the run has ended: otherwise the end of the input might come before the signal.
    let input = run.child().stdin.take();
    let (_, said) = interrupted(run);
    drop(input);
    assert_eq!(said, "interrupted\n");
}
