//! `grundy completions`: a completion script for a shell, made from the declarations of the options.

use clap::CommandFactory;

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::options::{Cli, CompletionsArgs};

/// Prints the script.
pub(crate) fn run(args: &CompletionsArgs, console: &mut Console) -> Outcome<()> {
    let mut script = vec![];
    clap_complete::generate(args.shell, &mut Cli::command(), "grundy", &mut script);
    let written = console.out.write_all(&script);
    written.map_err(|error| Failure::of_writing(&error, "standard output"))
}
