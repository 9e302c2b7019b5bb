//! `cargo xtask counts`: how many instructions the program takes for a few commands.
//!
//! In: the program, built in release; callgrind, a tool of valgrind, which counts; and the counts of an earlier commit, in `xtask/counts.txt`. Out: a table
//! of both and of the difference; a failure where a count grew by more than [`LIMIT`] hundredths; with `--update`, the file. Why: times on a shared machine
//! vary by a tenth and more, so that a loss of a few hundredths is not seen in them. `cargo xtask counts --kernels` (`bench.rs`) counts the engines alone,
//! and compares with the run before; this counts what a person waits for, and compares with what is committed.
//!
//! Counts of two compilers or two kinds of machine are not comparable: the file names them, and where they differ nothing is compared. Processors of one kind
//! and versions of the C library may differ by a little, too, as they choose other ways to copy and search.
//!
//! Three runs of one program differ by less than 0.01 hundredths, `check` by 0.06: some hash maps have random seeds, and times are printed. Addresses are valgrind's
//! own, `setarch -R` changes nothing. The environment did: what cargo sets for the linker takes 0.7 hundredths of a short command, so that the program gets none
//! but `PATH`. Short commands measure how the program starts and reads its library; the long ones measure engines and proofs.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::cargo::{cargo, error_output_of, output_of};
use crate::step::{say, step};
use crate::tools::need_valgrind;

/// The commands: different engines and different faces, each below 20 thousand million instructions. The later ones are questions that others asked of such
/// programs; each took minutes, or all of memory, before its engine was there, so that its count is a bound on the work.
const COMMANDS: [&str; 24] = [
    "value wythoff 30,50",
    "value nim 3,5,7",
    "value slow_exact[4,2] 20,20,20,20",
    "table star_nim[2] --to 60",
    "table pass_nim[2] --to 300",
    "sequence kayles --terms 2000",
    "sequence grundy --terms 5000",
    "period kayles (_)",
    "classify wythoff --to 60",
    "check crates/grundy-cli/tests/cmd/check.in/wythoff.game",
    "moves wythoff 30,50",
    "positions wythoff --to 2000 --count",
    "value all_but[{1,2,5}] 100000",
    "value subtraction[{123,4567}] 1000000000",
    "value subtraction[1234..98765] 1000000000",
    "value crates/grundy-cli/tests/cmd/field.in/heaps.game:primes 5000",
    "value crates/grundy-cli/tests/cmd/field.in/heaps.game:squares 20000",
    "value crates/grundy-cli/tests/cmd/field.in/cells.game:lattice[3,8] 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
    "value crates/grundy-cli/tests/cmd/field.in/cells.game:cram[4,6] 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
    "check crates/grundy-cli/tests/cmd/field.in/cells.game",
    "moves nim 1000000000000000000,5,3 --wins",
    "positions 9*kayles --to 124 --count --sorted",
    "value kayles 60 --misere",
    "value grundy 70 --misere",
];

/// A count may grow by so many hundredths.
const LIMIT: u64 = 3;
/// Where the counts are kept.
const FILE: &str = "xtask/counts.txt";
/// Its first line.
const TITLE: &str =
    "# Instructions that commands take with one thread, by callgrind. `cargo xtask counts --update` writes this file.";
/// How the line begins that names the machine.
const MACHINE: &str = "on ";

/// Counts, and compares with what is stored, or stores.
pub(crate) fn run(root: &Path, update: bool) -> Result<(), String> {
    need_valgrind()?;
    step("the program", || cargo(root, &["build", "--release", "--locked", "--bin", "grundy"]))?;
    step("instruction counts", || {
        let machine = machine(root)?;
        let stored = Stored::read(root)?;
        let counted = COMMANDS.iter().map(|command| Ok((*command, count(root, command)?)));
        let counted = counted.collect::<Result<Vec<Counted>, String>>()?;
        if update {
            stored.of(&machine).table(&counted).iter().for_each(|line| say(line));
            return fs::write(root.join(FILE), written(&machine, &counted)).map_err(|error| format!("{FILE}: {error}"));
        }
        compare(stored, &machine, &counted)
    })
}

/// A command and its instructions.
type Counted = (&'static str, u64);

/// What makes counts comparable: the kind of machine and the compiler.
fn machine(root: &Path) -> Result<String, String> {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let rustc = output_of(root, &rustc, &["--version"])?;
    Ok(format!("{}-{}, {}", std::env::consts::ARCH, std::env::consts::OS, rustc.trim()))
}

/// The instructions of a command.
fn count(root: &Path, command: &str) -> Result<u64, String> {
    let program = root.join("target/release").join(format!("grundy{}", std::env::consts::EXE_SUFFIX));
    let program = program.to_string_lossy();
    let mut words = vec!["--tool=callgrind", "--callgrind-out-file=/dev/null", &program];
    words.extend(command.split(' '));
    words.extend(["--threads", "1"]);
    let told = error_output_of(root, "valgrind", &words)?;
    collected(&told).ok_or_else(|| format!("callgrind has counted nothing for `{command}`:\n{told}"))
}

/// The count that callgrind says at its end: `==7== Collected : 1234`.
fn collected(told: &str) -> Option<u64> {
    told.lines().rev().find_map(|line| line.split_once("== Collected : ")?.1.trim().parse().ok())
}

/// The counts of an earlier run.
#[derive(Default)]
struct Stored {
    machine: String,
    counts: HashMap<String, u64>,
}

impl Stored {
    /// Those in the file; none where there is no file.
    fn read(root: &Path) -> Result<Stored, String> {
        let path = root.join(FILE);
        if !path.exists() {
            return Ok(Stored::default());
        }
        let text = fs::read_to_string(path).map_err(|error| format!("{FILE}: {error}"))?;
        Stored::of_text(&text)
    }

    fn of_text(text: &str) -> Result<Stored, String> {
        let mut stored = Stored::default();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            if let Some(machine) = line.strip_prefix(MACHINE) {
                machine.clone_into(&mut stored.machine);
                continue;
            }
            let entry = line.trim_start().split_once(' ').and_then(|(n, command)| Some((command, n.parse().ok()?)));
            let (command, n) = entry.ok_or_else(|| format!("{FILE}: `{line}` is no count and command"))?;
            stored.counts.insert(command.to_owned(), n);
        }
        Ok(stored)
    }

    /// Those that are comparable.
    fn of(self, machine: &str) -> Stored {
        if self.machine == machine { self } else { Stored::default() }
    }

    /// How much a count grew, in hundredths, to be shown.
    fn growth(&self, (command, now): &Counted) -> Option<f64> {
        let stored = *self.counts.get(*command)?;
        Some((*now as f64 / stored as f64 - 1.0) * 100.0)
    }

    /// Did a count grow by more than [`LIMIT`] hundredths?
    fn grew_too_much(&self, (command, now): &Counted) -> bool {
        self.counts.get(*command).is_some_and(|stored| stored.saturating_mul(100 + LIMIT) < now.saturating_mul(100))
    }

    fn table(&self, counted: &[Counted]) -> Vec<String> {
        let row = |command: &str, now: &str, stored: &str, growth: &str| {
            format!("   {now:>15} {stored:>15} {growth:>9}  {command}")
        };
        let mut lines = vec![row("command", "now", "stored", "")];
        lines.extend(counted.iter().map(|entry| {
            let stored = self.counts.get(entry.0).map_or("-".to_owned(), u64::to_string);
            let growth = self.growth(entry).map_or(String::new(), |growth| format!("{growth:+.2} %"));
            row(entry.0, &entry.1.to_string(), &stored, &growth)
        }));
        lines
    }
}

/// Says the table; fails where a count grew too much.
fn compare(stored: Stored, machine: &str, counted: &[Counted]) -> Result<(), String> {
    let old = stored.machine.clone();
    let stored = stored.of(machine);
    stored.table(counted).iter().for_each(|line| say(line));
    if old.is_empty() {
        say("   nothing is compared, since nothing is stored: `cargo xtask counts --update` does that");
        return Ok(());
    }
    if old != machine {
        say(&format!("   nothing is compared: stored are counts on {old}, this is {machine}"));
        return Ok(());
    }
    let grown: Vec<&str> = counted.iter().filter(|entry| stored.grew_too_much(entry)).map(|entry| entry.0).collect();
    if grown.is_empty() {
        return Ok(());
    }
    Err(format!(
        "more than {LIMIT} % more instructions: {}. Where that is meant, `cargo xtask counts --update` stores them, \
         and the commit says why",
        grown.iter().map(|command| format!("`{command}`")).collect::<Vec<_>>().join(", ")
    ))
}

/// The file.
fn written(machine: &str, counted: &[Counted]) -> String {
    let mut text = format!("{TITLE}\n{MACHINE}{machine}\n");
    counted.iter().for_each(|(command, n)| text += &format!("{n:>15} {command}\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = "x86_64-linux, rustc 1.0.0";

    fn stored(n: u64) -> Stored {
        Stored::of_text(&written(HERE, &[(COMMANDS[0], n)])).expect("as it was written")
    }

    #[test]
    fn what_is_written_is_read() {
        let stored = stored(12);
        assert_eq!(stored.machine, HERE);
        assert_eq!(stored.counts, HashMap::from([(COMMANDS[0].to_owned(), 12)]));
        assert!(Stored::of_text("many table nim").is_err());
    }

    #[test]
    fn what_callgrind_says() {
        let told = "==7== Events    : Ir\n==7== Collected : 1234\n==7==\n==7== I   refs:      1,234\n";
        assert_eq!(collected(told), Some(1234));
        assert_eq!(collected("valgrind: no such program"), None);
    }

    #[test]
    fn growth_above_the_limit_fails() {
        let now = |n: u64| compare(stored(1000), HERE, &[(COMMANDS[0], n)]);
        assert_eq!(now(1030), Ok(()));
        assert_eq!(now(500), Ok(()));
        assert!(now(1031).expect_err("it grew").contains(COMMANDS[0]));
    }

    #[test]
    fn another_machine_or_command_is_not_compared() {
        assert_eq!(compare(stored(1000), "aarch64-linux, rustc 1.0.0", &[(COMMANDS[0], 9000)]), Ok(()));
        assert_eq!(compare(stored(1000), HERE, &[(COMMANDS[1], 9000)]), Ok(()));
    }

    #[test]
    fn every_command_is_stored() {
        let stored =
            Stored::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("the file is as it is written");
        let mut names: Vec<&str> = stored.counts.keys().map(String::as_str).collect();
        let mut expected = COMMANDS.to_vec();
        names.sort_unstable();
        expected.sort_unstable();
        assert_eq!(names, expected);
    }
}
