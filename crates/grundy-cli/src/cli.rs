//! The command line: what may be typed, declared once; help, errors and completions come from it.

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches, Parser};

use crate::commands::{Command, examples};
use crate::options::{Common, INPUT, dressed};

/// The workbench for impartial games: rules as in a paper, and their Sprague-Grundy values
///
/// A GAME is an expression of the rules language: a built-in game (`grundy games` lists them), a sum `nim[2] + kayles`, a compound
/// `pass(nim[2])`; or FILE.game:EXPR, an expression that sees the names of a rule file; or a name from rules given with -e;
/// or `more.NAME`, a game of the cookbook. For `value` and `moves` it may carry its position: `nim(3, 5, 7)`.
/// A POSITION is written 3,4 or (3, 4) or [2,5],[3], that of a sum also (1,2),(3,4); an entry may be any constant expression such as 2^64 - 1.
#[derive(Debug, Parser)]
#[command(name = "grundy", version, arg_required_else_help = true)]
#[command(disable_help_flag = true, disable_help_subcommand = true, override_usage = "grundy COMMAND [OPTIONS] …")]
#[command(after_help = "In a shell, [ ] { } ( ) ; and blanks want quotes:\n  grundy table 'star_nim[2]' --to 10")]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The declarations as help shows them, in lines of that width.
pub(crate) fn help(width: usize) -> clap::Command {
    dressed(Cli::command(), examples, width)
}

/// Understands the command line; help is as wide as that.
pub(crate) fn parse(args: &[OsString], width: usize) -> Result<Cli, clap::Error> {
    let mut command = help(width);
    let args = args.iter().map(|arg| match arg.to_str().and_then(|arg| arg.strip_prefix("-:")) {
        Some(expression) => OsString::from(format!("{INPUT}{expression}")),
        None => arg.clone(),
    });
    let mut matches = command.try_get_matches_from_mut(args)?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declarations_fit_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_is_called_by_its_word() {
        for word in Cli::command().get_subcommands().map(|c| c.get_name().to_string()) {
            let rest: &[&str] = match word.as_str() {
                "completions" => &["bash"],
                "book" => &[],
                "sweep" => &["x", "--do", "period"],
                "plan" => &["x", "--to", "9", "--checkpoint", "y"],
                _ => &["x"],
            };
            let args: Vec<OsString> = ["grundy", &word].iter().chain(rest).map(OsString::from).collect();
            assert_eq!(parse(&args, 80).expect(&word).command.word(), word);
        }
    }
}
