//! Running cargo and other programs.
//!
//! In: the name of a program and its arguments. Out: nothing but the output of
//! the program, which goes directly to the terminal; or a sentence that says how
//! the program failed. All programs run through this module, so that all are
//! announced and explained in the same way.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use crate::compiler;
use crate::spent;
use crate::step::{is_held, say};

/// The cargo that runs this program, so that all steps use one toolchain.
fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// `cargo WORDS` in the folder `root`. What is tested is compiled in one way, by whichever step, so that nothing is compiled twice.
fn cargo_command(root: &Path, words: &[&str]) -> Result<Command, String> {
    let mut command = Command::new(cargo_program());
    command.args(words).current_dir(root);
    let is_other = words.iter().any(|word| ["--release", "--profile", "--target"].contains(word));
    if matches!(words, ["test" | "run" | "build", ..]) && !is_other {
        command.envs(compiler::environment(root)?);
    }
    Ok(command)
}

/// `cargo WORDS` in the folder `root`.
pub(crate) fn cargo(root: &Path, words: &[&str]) -> Result<(), String> {
    run(&mut cargo_command(root, words)?, &line("cargo", words))
}

/// The program as the tests have built it: with other words cargo would take other features of other people's crates, and build them a second time.
pub(crate) fn grundy(root: &Path) -> Result<PathBuf, String> {
    cargo(root, &["build", "--workspace", "--bin", "grundy", "--features", "grundy-cli/parquet", "--locked"])?;
    Ok(root.join("target/debug").join(format!("grundy{}", std::env::consts::EXE_SUFFIX)))
}

/// The standard output of `cargo WORDS`; its standard error goes to the terminal.
pub(crate) fn cargo_output(root: &Path, words: &[&str]) -> Result<String, String> {
    output(&mut cargo_command(root, words)?, &line("cargo", words))
}

/// The same of another program.
pub(crate) fn output_of(root: &Path, name: &str, words: &[&str]) -> Result<String, String> {
    output(Command::new(name).args(words).current_dir(root), &line(name, words))
}

/// The standard error of a program that succeeds, in an environment with nothing but `PATH`; its standard output is not wanted.
pub(crate) fn error_output_of(root: &Path, name: &str, words: &[&str]) -> Result<String, String> {
    let shown = line(name, words);
    say(&format!("   {shown}"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut command = Command::new(name);
    let output = command.args(words).current_dir(root).env_clear().env("PATH", path).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("`{shown}` could not be started: {error}"))?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(told) } else { Err(format!("`{shown}` {}:\n{told}", ending(output.status))) }
}

fn output(command: &mut Command, shown: &str) -> Result<String, String> {
    say(&format!("   {shown}"));
    let failed = |error| format!("`{shown}` could not be started: {error}");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
    let mut told = vec![];
    child.stdout.take().map_or(Ok(0), |mut out| out.read_to_end(&mut told)).map_err(failed)?;
    let told = String::from_utf8_lossy(&told).into_owned();
    let status = spent::wait(&mut child).map_err(failed)?;
    if status.success() {
        return Ok(told);
    }
    say(&told);
    Err(format!("`{shown}` {}", ending(status)))
}

/// `cargo WORDS`, whose lines are seen and said; its standard error goes to the terminal.
pub(crate) fn cargo_seen(
    root: &Path,
    set: &[(&str, &str)],
    words: &[&str],
    see: &mut dyn FnMut(&str),
) -> Result<(), String> {
    seen(cargo_command(root, words)?.envs(set.iter().copied()), &line("cargo", words), see)
}

/// The same of another program.
pub(crate) fn program_seen(
    root: &Path,
    set: &[(&str, &str)],
    name: &str,
    words: &[&str],
    see: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let mut command = Command::new(name);
    command.args(words).current_dir(root).envs(set.iter().copied());
    seen(&mut command, &line(name, words), see)
}

fn seen(command: &mut Command, shown: &str, see: &mut dyn FnMut(&str)) -> Result<(), String> {
    say(&format!("   {shown}"));
    let spawned = command.stdout(Stdio::piped()).spawn();
    let failed = |error| format!("`{shown}` could not be started: {error}");
    let mut child = spawned.map_err(failed)?;
    for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
        let line = line.map_err(failed)?;
        see(&line);
        say(&line);
    }
    match spent::wait(&mut child).map_err(failed)? {
        status if status.success() => Ok(()),
        status => Err(format!("`{shown}` {}", ending(status))),
    }
}

/// The same with one environment variable set.
pub(crate) fn cargo_with(root: &Path, name: &str, value: &str, words: &[&str]) -> Result<(), String> {
    run(cargo_command(root, words)?.env(name, value), &format!("{name}=\"{value}\" {}", line("cargo", words)))
}

/// Any other program in the folder `root`.
pub(crate) fn program(root: &Path, name: &str, words: &[&str]) -> Result<(), String> {
    run(Command::new(name).args(words).current_dir(root), &line(name, words))
}

/// The same with environment variables.
pub(crate) fn program_with(
    root: &Path,
    set: &[(impl AsRef<OsStr>, impl AsRef<OsStr>)],
    name: &str,
    words: &[&str],
) -> Result<(), String> {
    let mut command = Command::new(name);
    command.args(words).current_dir(root).envs(set.iter().map(|(name, value)| (name, value)));
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
    let status = if is_held() { held(command) } else { command.spawn().and_then(|mut child| spent::wait(&mut child)) };
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` {}", ending(status))),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(format!("`{shown}` could not be started, the program was not found"))
        }
        Err(error) => Err(format!("`{shown}` could not be started: {error}")),
    }
}

/// Runs a program and says what it has written.
fn held(command: &mut Command) -> io::Result<ExitStatus> {
    let (reader, writer) = io::pipe()?;
    let mut child = command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer).spawn()?;
    // The command's own ends of the pipe: while they are open, the pipe does not end.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    for line in BufReader::new(reader).split(b'\n') {
        say(String::from_utf8_lossy(&line?).trim_end());
    }
    spent::wait(&mut child)
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
