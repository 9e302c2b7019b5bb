//! The program: [`grundy_cli::of_process`].

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(grundy_cli::of_process(std::env::args_os()))
}
