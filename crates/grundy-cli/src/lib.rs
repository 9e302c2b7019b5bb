//! The program `grundy` as a function. In: arguments and streams. Out: an exit code.
//!
//! ```
//! let (mut out, mut err) = (Vec::new(), Vec::new());
//! let mut input = std::io::empty();
//! let console = grundy_cli::Console::of(&mut input, &mut out, &mut err);
//! assert_eq!(grundy_cli::run(["grundy", "value", "nim", "3,5"], console), 0);
//! assert_eq!(out, b"6\n");
//! ```
//!
//! Each command is one file or folder of `commands`, each output format one file of `grundy-format`; `cli` is the command line as a whole. What
//! commands share is grouped by subject: `options`, `input` (games, positions and bounds as users write them), `output` (where
//! results go), `report` (how errors look). Nothing here computes a value: the library does.

mod book;
mod certificates;
mod cli;
mod commands;
mod console;
mod context;
mod coq;
mod failure;
mod input;
mod interrupt;
mod mistake;
mod options;
mod output;
mod progress;
mod report;
mod unfinished;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::time::Instant;

use commands::command::{Ended, Program, Start};
use failure::{Failure, Outcome};
use report::Reporter;

pub use console::Console;
pub use interrupt::{Interrupts, Watched, listen_to_interrupts};
pub use mistake::keep_panics_quiet;
pub use options::{available_memory, parse_memory};

/// The stack size of a run: rules may be nested deeply.
const STACK: usize = 256 << 20;

/// The width of messages about command lines that no person typed.
const WIDTH: usize = 80;

/// The declarations of all commands and options, of which help, completions and the manual page are made.
#[must_use]
pub fn command() -> clap::Command {
    <cli::Cli as clap::CommandFactory>::command()
}

/// An error of the library as people see it in a terminal: the sentence, the place in the text, and advice.
#[must_use]
pub fn drawing(error: &grundy::Diagnostic, sources: &grundy::Sources) -> String {
    report::drawing(error, sources)
}

/// Runs the program; the first of `args` is its own name.
///
/// Returns the exit code: 0 done, 1 the answer is no, 2 the input is wrong, 3 a limit was reached, 4 prover and checker disagree or a claim
/// broke the program, 130 interrupted, 143 by SIGTERM.
#[expect(clippy::disallowed_methods, reason = "the one thread is joined")]
pub fn run<A: Into<OsString>>(args: impl IntoIterator<Item = A>, console: Console) -> u8 {
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    let mut console = console;
    let outcome = std::thread::scope(|scope| {
        let worker = || run_here(&args, &mut console);
        let thread = std::thread::Builder::new().name("grundy".into()).stack_size(STACK);
        thread.spawn_scoped(scope, worker).map(|thread| thread.join())
    });
    match outcome {
        Ok(Ok(code)) => code,
        Ok(Err(panic)) => {
            let _ = writeln!(console.err, "{}", mistake::sentence(&*panic));
            3
        }
        Err(error) => {
            let _ = writeln!(console.err, "error: the system gave no memory for a thread: {error}");
            3
        }
    }
}

/// Runs the program with the streams of this process, whose Ctrl-C it handles from now on; the first of `args` is its own name.
///
/// For the program `grundy` itself, and for the one in the wheel for Python. Returns the exit code, as [`run`].
pub fn of_process<A: Into<OsString>>(args: impl IntoIterator<Item = A>) -> u8 {
    use std::io::{Write as _, stderr, stdin, stdout};
    if let Some(why) = options::lacks_addresses() {
        let _ = writeln!(stderr(), "error: {why}");
        return 3;
    }
    let interrupts = listen_to_interrupts();
    keep_panics_quiet();
    let console = Console {
        input: &mut stdin(),
        out: &mut Watched::new(stdout(), &interrupts),
        err: &mut stderr(),
        out_is_terminal: stdout().is_terminal(),
        err_is_terminal: stderr().is_terminal(),
        out_color: anstream::AutoStream::choice(&stdout()) != anstream::ColorChoice::Never,
        err_color: anstream::AutoStream::choice(&stderr()) != anstream::ColorChoice::Never,
        width: terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)),
        interrupt: None,
        interrupts,
        drawing: None,
        progress: None,
    };
    run(args, console)
}

/// Lets the engines of a run see what stops it, and count for whoever shows its progress.
fn connect(cli: &mut cli::Cli, console: &Console) {
    cli.common.stop = console.interrupts.flag();
    if let Some(progress) = &console.progress {
        cli.common.progress = progress.clone();
    }
}

/// The run, on the thread it is on.
fn run_here(args: &[OsString], console: &mut Console) -> u8 {
    let mut cli = match cli::parse(args, console.page_width()) {
        Ok(cli) => cli,
        Err(error) => return report::usage(error, args, console),
    };
    if let Some(flag) = console.interrupt.clone() {
        console.interrupts = Interrupts::at(flag);
    }
    connect(&mut cli, console);
    let reporter = Reporter::new(&cli.common, cli.command.word());
    console.interrupts.end_with_objects(reporter.last_words());
    console.interrupts.end_at(cli.common.deadline());
    let (outcome, sources) = execute(&cli, console);
    console.interrupts.work_has_ended();
    let flushed = console.out.flush().map_err(|error| Failure::of_writing(&error, "standard output"));
    match outcome.and(flushed) {
        Ok(()) => 0,
        Err(failure) => {
            let code = console.interrupts.code(failure.code());
            if let Failure::Error(error) = failure {
                reporter.error(&error, &sources, console);
            }
            code
        }
    }
}

/// Runs a command; returns the texts that its errors point into.
fn execute(cli: &cli::Cli, console: &mut Console) -> Ended {
    cli.command.start(Start { common: &cli.common, console, program: &Grundy })
}

/// The whole program, for its commands.
struct Grundy;

impl Program for Grundy {
    fn declarations(&self) -> clap::Command {
        command()
    }

    fn help(&self, width: usize) -> clap::Command {
        cli::help(width)
    }

    fn reads(&self, words: &[OsString]) -> Result<(), clap::Error> {
        cli::parse(words, WIDTH).map(drop)
    }

    fn run(
        &self,
        words: &[OsString],
        until: Option<Instant>,
        console: &mut Console,
    ) -> Result<Outcome<()>, clap::Error> {
        let mut cli = cli::parse(words, WIDTH)?;
        connect(&mut cli, console);
        cli.common.cut = until;
        Ok(execute(&cli, console).0)
    }
}
