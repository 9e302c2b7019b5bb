//! The context of a command: the options of all commands, the session with its names, the streams.

use grundy::lang::Span;
use grundy::lang::ast::{File, ItemKind};
use grundy::{Diagnostic, Limits, Reading, Session, Written};

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::interrupt::Interrupts;
use crate::options::Common;
use crate::progress::{ProgressLine, ShownWork};
use crate::report::{Reporter, Texts};
use grundy_format::Text;
use grundy_format::wrap::wrapped;

/// The greatest width of the progress line.
const WIDTH: usize = 80;

/// The context of a command.
pub(crate) struct Context<'a, 'c> {
    /// The options of all commands.
    pub(crate) common: &'a Common,
    /// The streams.
    pub(crate) console: &'a mut Console<'c>,
    written: Written,
    noted: usize,
    own: Vec<(ItemKind, String)>,
}

impl<'a, 'c> Context<'a, 'c> {
    /// The built-in games, and nothing else yet.
    pub(crate) fn new(common: &'a Common, console: &'a mut Console<'c>) -> Self {
        Context { common, console, written: Written::new(Session::new()), noted: 0, own: vec![] }
    }

    /// The session, for requests without a text.
    pub(crate) fn session(&self) -> &Session {
        self.written.session()
    }

    /// Reads the rules given with `-e`.
    pub(crate) fn load_rules(&mut self) -> Outcome<()> {
        for (i, text) in self.common.rules.iter().enumerate() {
            let name = if self.common.rules.len() == 1 { "<-e>".to_string() } else { format!("<-e, {}>", i + 1) };
            self.load(&name, text)?;
        }
        Ok(())
    }

    /// Reads a rule file; from now on its games are known.
    pub(crate) fn load(&mut self, name: &str, text: &str) -> Outcome<File> {
        let file = self.written.session_mut().load(name, text)?;
        self.say_notes();
        let text_of = |span: Span| text.get(span.start as usize..span.end as usize).unwrap_or_default().to_string();
        self.own.extend(file.items.iter().map(|item| (item.kind.clone(), text_of(item.span))));
        Ok(file)
    }

    /// The items of the rules that were given, with their texts.
    pub(crate) fn own_items(&self) -> &[(ItemKind, String)] {
        &self.own
    }

    /// Reads a rule file in which an item may be wrong.
    pub(crate) fn load_items(&mut self, name: &str, text: &str) -> File {
        let file = self.written.session_mut().load_items(name, text);
        self.say_notes();
        file
    }

    /// Asks the session about a text that the user knows as `name`, such as `--to`; errors point into this text.
    pub(crate) fn ask<T>(
        &mut self,
        name: &str,
        question: impl FnOnce(&mut Session) -> Result<T, Diagnostic>,
    ) -> Outcome<T> {
        Ok(self.written.ask(name, question)?)
    }

    /// What was written, and by which name the user knows it.
    pub(crate) fn written(&mut self) -> &mut Written {
        &mut self.written
    }

    /// A span of the whole text that was asked about last.
    pub(crate) fn last_text(&mut self) -> Span {
        self.written.last_text()
    }

    /// Makes a text known under a name, so that errors can point into it.
    pub(crate) fn add_text(&mut self, name: &str, text: &str) -> Span {
        let source = self.written.session_mut().add_source(&format!("<{name}>"), text);
        Span { source, start: 0, end: text.len() as u32 }
    }

    /// Prints the notes of the session since the last call.
    pub(crate) fn say_notes(&mut self) {
        let notes: Vec<String> = self.session().notes()[self.noted..].to_vec();
        self.noted += notes.len();
        notes.iter().for_each(|note| self.note(note));
    }

    /// Prints a note on standard error.
    pub(crate) fn note(&mut self, note: &str) {
        let note = format!("note: {note}");
        let width = self.console.width.filter(|_| self.console.err_is_terminal);
        let _ = writeln!(self.console.err, "{}", width.map_or(note.clone(), |width| wrapped(&note, width)));
    }

    /// Writes a line of the results.
    pub(crate) fn line(&mut self, line: impl std::fmt::Display) -> Outcome<()> {
        let written = writeln!(self.console.out, "{line}");
        written.map_err(|error| Failure::of_writing(&error, "standard output"))
    }

    /// The style of text on standard output.
    pub(crate) fn text(&self) -> Text {
        let width = self.console.width.filter(|_| self.console.out_is_terminal);
        Text { width: width.unwrap_or(Text::default().width), color: self.common.color(self.console.out_color) }
    }

    /// Shows the progress of the engines while work goes on.
    pub(crate) fn progress(&self, name: String) -> ProgressLine {
        self.watch(move |reading| ShownWork { name: name.clone(), reading, what: "cells" })
    }

    /// Shows progress that is computed from what the engines do from now on.
    pub(crate) fn watch(&self, work: impl Fn(Reading) -> ShownWork + Send + 'static) -> ProgressLine {
        let (progress, before) = (self.common.progress.clone(), self.common.progress.read());
        let width = self.console.width.map_or(WIDTH, |width| width.saturating_sub(1).min(WIDTH));
        let visible = self.console.err_is_terminal && !self.common.json;
        let is_there = self.interrupts().progress();
        ProgressLine::start(move || work(progress.read().since(before)), width, visible, is_there)
    }

    /// Shows an error that does not end the run.
    pub(crate) fn show_error(&mut self, error: &Diagnostic) {
        let _ = self.console.out.flush();
        let texts = self.texts();
        Reporter::new(self.common, "check").error(error, &texts, self.console);
    }

    /// Forgets the files read since then, so that the next file does not know their names.
    pub(crate) fn apart<T>(&mut self, work: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let names = self.session().names();
        let outcome = work(self);
        self.written.session_mut().see_only(names);
        outcome
    }

    /// How the run ends early.
    pub(crate) fn interrupts(&self) -> &Interrupts {
        &self.console.interrupts
    }

    /// An error if the user has pressed Ctrl-C.
    pub(crate) fn check_interrupt(&self) -> Outcome<()> {
        self.interrupts().check()
    }

    /// Must work within some limits end? The run then ends by itself.
    pub(crate) fn must_end(&self, limits: &Limits) -> bool {
        let ends = limits.ended().is_some();
        if ends {
            let _ = self.interrupts().ended();
        }
        ends
    }

    fn texts(&self) -> Texts {
        let names = self.written.names().iter().map(|(source, name)| (*source, format!("<{name}>"))).collect();
        Texts { sources: self.session().sources().clone(), names }
    }

    /// The texts, for showing errors.
    pub(crate) fn into_texts(self) -> Texts {
        self.texts()
    }
}
