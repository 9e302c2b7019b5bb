//! How errors are shown to a user or a script.
//!
//! In: an error. Out: a message on standard error, drawn like those of a compiler; with `--json` one object a line on standard
//! output, where a script reads everything else.

mod json;
mod terminal;
mod usage;

use std::collections::HashMap;

use grundy::{Diagnostic, Sources};

use crate::console::Console;
use crate::failure::{interruption, time_is_over};
use crate::interrupt::{self, LastWords};
use crate::options::Common;

pub(crate) use usage::usage;

/// The texts that errors point into, with names for those whose names the library does not know.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    /// The texts.
    pub(crate) sources: Sources,
    /// Names such as `--to`, by the index of the text.
    pub(crate) names: HashMap<u32, String>,
}

impl Texts {
    /// The name of a text that is shown to the user.
    pub(crate) fn name(&self, source: u32) -> &str {
        let own = self.names.get(&source).map(String::as_str);
        own.or_else(|| self.sources.get(source).map(|s| s.name.as_str())).unwrap_or("")
    }
}

/// How errors of this run are shown.
pub(crate) struct Reporter<'a> {
    common: &'a Common,
    command: &'static str,
}

impl Reporter<'_> {
    /// The way for a run of this command.
    pub(crate) fn new<'a>(common: &'a Common, command: &'static str) -> Reporter<'a> {
        Reporter { common, command }
    }

    /// What a run that ends at once prints on standard output; `None` if it prints a word on standard error.
    pub(crate) fn last_words(&self) -> Option<LastWords> {
        let line = |error: &Diagnostic| json::line(error, &Texts::default(), Some(self.command)).to_string();
        let words = || LastWords { interrupted: line(&interruption()), time_is_over: line(&time_is_over()) };
        self.common.json.then(words)
    }

    /// Shows an error. A failure to write it is ignored: there is no other place to report it.
    pub(crate) fn error(&self, error: &Diagnostic, texts: &Texts, console: &mut Console) {
        if self.common.json {
            let line = json::line(error, texts, Some(self.command));
            let start = interrupt::start_of_line();
            if writeln!(console.out, "{start}{line}").and_then(|()| console.out.flush()).is_err() {
                let _ = writeln!(console.err, "{line}");
            }
        } else {
            let color = self.common.color(console.err_color);
            let _ = writeln!(console.err, "{}", terminal::drawing(error, texts, color, console.width));
        }
    }
}
