//! Running cargo and other programs.
//!
//! In: the name of a program and its arguments. Out: nothing but the output of
//! the program, which goes directly to the terminal; or a sentence that says how
//! the program failed. All programs run through this module, so that all are
//! announced and explained in the same way.

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use crate::step::say;

/// The cargo that runs this program, so that all steps use one toolchain.
fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// `cargo WORDS` in the folder `root`.
pub(crate) fn cargo(root: &Path, words: &[&str]) -> Result<(), String> {
    run(Command::new(cargo_program()).args(words).current_dir(root), &line("cargo", words))
}

/// The standard output of `cargo WORDS`; its standard error goes to the terminal.
pub(crate) fn cargo_output(root: &Path, words: &[&str]) -> Result<String, String> {
    let shown = line("cargo", words);
    say(&format!("   {shown}"));
    let mut command = Command::new(cargo_program());
    let output = command.args(words).current_dir(root).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("`{shown}` could not be started: {error}"))?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(told);
    }
    say(&told);
    Err(format!("`{shown}` {}", ending(output.status)))
}

/// The same with one environment variable set.
pub(crate) fn cargo_with(root: &Path, name: &str, value: &str, words: &[&str]) -> Result<(), String> {
    let mut command = Command::new(cargo_program());
    command.args(words).current_dir(root).env(name, value);
    run(&mut command, &format!("{name}=\"{value}\" {}", line("cargo", words)))
}

/// Any other program in the folder `root`.
pub(crate) fn program(root: &Path, name: &str, words: &[&str]) -> Result<(), String> {
    run(Command::new(name).args(words).current_dir(root), &line(name, words))
}

/// The same with environment variables.
pub(crate) fn program_with(root: &Path, set: &[(&str, &OsStr)], name: &str, words: &[&str]) -> Result<(), String> {
    let mut command = Command::new(name);
    command.args(words).current_dir(root).envs(set.iter().copied());
    run(&mut command, &line(name, words))
}

/// Does `cargo WORD --version` succeed?
pub(crate) fn cargo_knows(word: &str) -> bool {
    answers(Command::new(cargo_program()).args([word, "--version"]))
}

/// Does `NAME --version` succeed?
pub(crate) fn is_installed(name: &str) -> bool {
    answers_to(name, &["--version"])
}

/// Does a program succeed with these arguments?
pub(crate) fn answers_to(name: &str, words: &[&str]) -> bool {
    answers(Command::new(name).args(words))
}

fn answers(command: &mut Command) -> bool {
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}

fn run(command: &mut Command, shown: &str) -> Result<(), String> {
    say(&format!("   {shown}"));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` {}", ending(status))),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(format!("`{shown}` could not be started, the program was not found"))
        }
        Err(error) => Err(format!("`{shown}` could not be started: {error}")),
    }
}

fn ending(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => "was stopped by a signal".to_owned(),
    }
}

fn line(program: &str, words: &[&str]) -> String {
    let mut all = vec![program];
    all.extend(words);
    all.join(" ")
}
