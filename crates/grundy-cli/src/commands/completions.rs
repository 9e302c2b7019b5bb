//! `grundy completions`: a completion script for a shell, made from the declarations of the options.

use clap::Args;

use super::command::{Ended, Runs, Start};
use crate::console::Console;
use crate::failure::{Failure, Outcome};

/// The words after `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

impl Runs for CompletionsArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy completions bash > grundy.bash",
        "grundy completions zsh > _grundy",
        "grundy completions fish > grundy.fish",
    ];

    fn start(&self, start: Start) -> Ended {
        let declarations = start.program.declarations();
        start.without_rules(|_, console| run(self, declarations, console))
    }
}

/// Prints the script.
fn run(args: &CompletionsArgs, mut declarations: clap::Command, console: &mut Console) -> Outcome<()> {
    let mut script = vec![];
    clap_complete::generate(args.shell, &mut declarations, "grundy", &mut script);
    let written = console.out.write_all(&script);
    written.map_err(|error| Failure::of_writing(&error, "standard output"))
}
