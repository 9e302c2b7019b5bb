//! How errors are shown to a user or a script.
//!
//! In: an error. Out: a message on standard error, drawn like those of a compiler; with `--json` one object a line on standard
//! output, where a script reads everything else.

mod json;
mod other_word;
mod terminal;
mod usage;

use std::collections::HashMap;

use grundy::{Diagnostic, Kind, Sources};

use crate::book::{Topic, topic_of_error};
use crate::console::Console;
use crate::interrupt::LastWords;
use crate::options::Common;
use grundy_format::wrap::wrapped;

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

/// The topic that says more on a mistake in rules; not on one in a game, a position or an option of the command line.
fn topic_of(error: &Diagnostic, texts: &Texts) -> Option<Topic> {
    let place = error.labels.first()?;
    let in_rules = error.kind == Kind::Input && !texts.names.contains_key(&place.span.source);
    in_rules.then(|| topic_of_error(error.code)).flatten()
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
        let words = || LastWords {
            interrupted: line(&Diagnostic::interrupted()),
            time_is_over: line(&Diagnostic::time_is_over()),
        };
        self.common.json.then(words)
    }

    /// Shows an error. A failure to write it is ignored: there is no other place to report it.
    pub(crate) fn error(&self, error: &Diagnostic, texts: &Texts, console: &mut Console) {
        if self.common.json {
            let line = json::line(error, texts, Some(self.command));
            let start = console.interrupts.start_of_line();
            if writeln!(console.out, "{start}{line}").and_then(|()| console.out.flush()).is_err() {
                let _ = writeln!(console.err, "{line}");
            }
            if let Some(drawing) = console.drawing.as_deref_mut() {
                *drawing = terminal::drawing(error, texts, false, None);
            }
        } else {
            let color = self.common.color(console.err_color);
            let chapter = topic_of(error, texts).filter(|_| console.err_is_terminal);
            let error = match chapter {
                Some(topic) => &error.clone().help(format!("`grundy help {}` says more", topic.name)),
                None => error,
            };
            let width = console.width.filter(|_| console.err_is_terminal);
            let error = width.map_or_else(|| error.clone(), |width| in_lines(error, width));
            let _ = writeln!(console.err, "{}", terminal::drawing(&error, texts, color, console.width));
        }
    }
}

/// The error as it is drawn without colours.
pub(crate) fn drawing(error: &Diagnostic, sources: &Sources) -> String {
    let texts = Texts { sources: sources.clone(), names: HashMap::new() };
    terminal::drawing(error, &texts, false, None)
}

/// The error with its sentences in lines that a terminal of this width need not break inside a word.
fn in_lines(error: &Diagnostic, width: usize) -> Diagnostic {
    // What stands before a sentence: `error[code]: `, and for advice a number's width, `= help: `.
    let sentence = width.saturating_sub("error[]: ".len() + error.code.as_str().len()).max(NARROWEST);
    let advice = width.saturating_sub(16).max(NARROWEST);
    Diagnostic {
        message: wrapped(&error.message, sentence),
        help: error.help.iter().map(|help| wrapped(help, advice)).collect(),
        ..error.clone()
    }
}

/// The least width of a sentence, however narrow the terminal is.
const NARROWEST: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::said;

    #[test]
    fn no_line_of_an_error_is_wider_than_the_terminal() {
        let help =
            "positions of a line are written with one entry that runs, as in the examples of the chapter on periods";
        let long =
            Diagnostic::new(grundy::lang::Code::WhichLine, format!("which line of positions? {help}")).help(help);
        for width in [40, 60, 80, 120] {
            let text = terminal::drawing(&in_lines(&long, width), &Texts::default(), false, Some(width));
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}:\n{text}");
            assert_eq!(text.split_whitespace().filter(|word| *word == "examples").count(), 2);
        }
    }

    #[test]
    fn mistakes_in_rules_name_their_chapter_to_a_person() {
        let rules = ["value", "-e", "game g(n) { move n - k }", "g", "3"];
        assert!(said(&rules, true).ends_with("help: `grundy help language` says more\n"));
        assert!(!said(&rules, false).contains("grundy help"));
        assert!(!said(&["value", "wythof", "3,4"], true).contains("grundy help"));
        assert!(!said(&["value", "wythoff", "3,-4"], true).contains("grundy help"));
    }
}
