//! The program: passes the arguments and streams of the process to [`grundy_cli::run`].

use std::io::{IsTerminal, stderr, stdin, stdout};
use std::process::ExitCode;

use grundy_cli::Console;

fn main() -> ExitCode {
    let interrupts = grundy_cli::listen_to_interrupts();
    grundy_cli::keep_panics_quiet();
    let console = Console {
        input: &mut stdin(),
        out: &mut grundy_cli::Watched::new(stdout(), &interrupts),
        err: &mut stderr(),
        out_is_terminal: stdout().is_terminal(),
        err_is_terminal: stderr().is_terminal(),
        out_color: anstream::AutoStream::choice(&stdout()) != anstream::ColorChoice::Never,
        err_color: anstream::AutoStream::choice(&stderr()) != anstream::ColorChoice::Never,
        width: terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)),
        interrupt: None,
        interrupts,
        drawing: None,
    };
    ExitCode::from(grundy_cli::run(std::env::args_os(), console))
}
