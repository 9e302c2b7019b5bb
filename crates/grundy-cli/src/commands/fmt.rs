//! `grundy fmt`: rule files in their normal layout.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use grundy::{Diagnostic, Sources, format_file};

use crate::console::Console;
use crate::failure::{Failure, Outcome, quoted};
use crate::input::{is_input, name_of, read_text};
use crate::options::FmtArgs;
use crate::output::Draft;
use crate::report::Texts;

/// Prints the files, or writes them in place; ends at the first file with an error.
pub(crate) fn run(args: &FmtArgs, console: &mut Console) -> (Outcome<()>, Texts) {
    let mut sources = Sources::default();
    let outcome = args.files.iter().try_for_each(|path| one(args, path, &mut sources, console));
    (outcome, Texts { sources, names: HashMap::new() })
}

fn one(args: &FmtArgs, path: &Path, sources: &mut Sources, console: &mut Console) -> Outcome<()> {
    if args.write && is_input(path) {
        return Err(Diagnostic::new("output", "standard input cannot be written in place")
            .help("leave `--write` out")
            .into());
    }
    let text = read_text(path, console)?;
    let laid_out = format_file(sources, &name_of(path), &text)?;
    if !args.write {
        let written = console.out.write_all(laid_out.as_bytes());
        return written.map_err(|error| Failure::of_writing(&error, "standard output"));
    }
    if laid_out == text {
        return Ok(());
    }
    let replaced = Draft::begin(path).and_then(|mut draft| {
        draft.write_all(laid_out.as_bytes())?;
        draft.finish()
    });
    replaced.map_err(|error| Failure::of_writing(&error, &quoted(path)))
}
