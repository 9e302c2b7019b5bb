//! `grundy fmt`: rule files in their normal layout, printed or in place; or the names of those that have another layout.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use grundy::lang::Code;
use grundy::{Diagnostic, Sources, session::format_file};

use super::command::{Ended, Runs, Start};
use crate::console::Console;
use crate::failure::{Failure, Outcome, quoted};
use crate::input::{is_input, name_of, read_text};
use crate::output::Draft;
use crate::report::Texts;

/// The words after `fmt`.
#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Rule files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the files in place instead of printing them
    #[arg(long)]
    pub(crate) write: bool,
    /// Print nothing but the names of the files that would change; exit code 1 if there is one
    #[arg(long, conflicts_with = "write")]
    pub(crate) check: bool,
}

impl Runs for FmtArgs {
    const EXAMPLES: [&'static str; 3] =
        ["echo 'game down( n ){move n-1}' > down.game", "grundy fmt down.game", "grundy fmt --write down.game"];

    fn start(&self, start: Start) -> Ended {
        let _endable = start.console.interrupts.endable();
        run(self, start.console)
    }
}

/// Prints the files, or writes them in place, or names those that would change; ends at the first file with an error.
fn run(args: &FmtArgs, console: &mut Console) -> (Outcome<()>, Texts) {
    let mut sources = Sources::default();
    let mut same = true;
    let outcome = args.files.iter().try_for_each(|path| {
        same &= one(args, path, &mut sources, console)?;
        Ok(())
    });
    let outcome = outcome.and(if args.check && !same { Err(Failure::Reported(1)) } else { Ok(()) });
    (outcome, Texts { sources, names: HashMap::new() })
}

/// Prints, writes or names a file; says whether it was in its normal layout.
fn one(args: &FmtArgs, path: &Path, sources: &mut Sources, console: &mut Console) -> Outcome<bool> {
    if args.write && is_input(path) {
        return Err(Diagnostic::new(Code::Output, "standard input cannot be written in place")
            .help("leave `--write` out")
            .into());
    }
    let text = read_text(path, console)?;
    let laid_out = format_file(sources, &name_of(path), &text)?;
    let same = laid_out == text;
    if !args.write {
        let written = match (args.check, same) {
            (false, _) => console.out.write_all(laid_out.as_bytes()),
            (true, false) => writeln!(console.out, "{}", name_of(path)),
            (true, true) => Ok(()),
        };
        return written.map(|()| same).map_err(|error| Failure::of_writing(&error, "standard output"));
    }
    if same {
        return Ok(same);
    }
    let replaced = Draft::begin(path, &console.interrupts).and_then(|mut draft| {
        draft.write_all(laid_out.as_bytes())?;
        draft.finish()
    });
    replaced.map(|()| same).map_err(|error| Failure::of_writing(&error, &quoted(path)))
}
