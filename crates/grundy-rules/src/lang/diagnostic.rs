//! An error as data.
//!
//! In: what went wrong, and the place. Out: a [`Diagnostic`] that the terminal, JSON and the page each show in their
//! own way. The message says what was found, the label at the place what was expected, and the help what to
//! write instead, with the nearest name where there is one.

use std::fmt;

use super::code::Code;
use super::shown::shown;
use super::source::{Sources, Span};

/// A short text at a place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text shown at the place.
    pub text: String,
}

/// The kind of an error, which decides the program's exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The input is wrong (exit code 2).
    Input,
    /// A limit of memory, time or range was reached (exit code 3).
    Limit,
    /// The time that was given for the work is over (exit code 3).
    TimeIsOver,
    /// The person interrupted the work (exit code 130).
    Interrupted,
}

impl Kind {
    /// Was the work ended from outside, by a person or by its time? Then nothing is known of what it would have found.
    #[must_use]
    pub fn is_end(self) -> bool {
        matches!(self, Kind::TimeIsOver | Kind::Interrupted)
    }
}

/// The message of work whose time is over.
pub const TIME_IS_OVER: &str = "the time is over";

/// An error that a mathematician understands. Of long texts and numbers in its sentences the ends are [shown](super::shown()).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The sort of the error.
    pub code: Code,
    /// The kind, which decides the exit code.
    pub kind: Kind,
    /// The message, a sentence.
    pub message: String,
    /// The places; the first is the main one.
    pub labels: Vec<Label>,
    /// Advice on what to do.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error in the input, without a place.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic { code, kind: Kind::Input, message: shown(message.into()), labels: vec![], help: vec![] }
    }

    /// An error in the input, at a place.
    pub fn at(code: Code, span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        Diagnostic::new(code, message).label(span, label)
    }

    /// A limit that was reached.
    pub fn limit(code: Code, message: impl Into<String>) -> Self {
        Diagnostic { kind: Kind::Limit, ..Diagnostic::new(code, message) }
    }

    /// The time is over.
    #[must_use]
    pub fn time_is_over() -> Self {
        Diagnostic { kind: Kind::TimeIsOver, ..Diagnostic::new(Code::Time, TIME_IS_OVER) }
    }

    /// The person interrupted the work.
    #[must_use]
    pub fn interrupted() -> Self {
        Diagnostic { kind: Kind::Interrupted, ..Diagnostic::new(Code::Interrupted, "interrupted") }
    }

    /// The error for rules that are not defined at a position, with the place in the rules if it is known.
    pub fn undefined(message: impl Into<String>, place: Option<Span>) -> Self {
        let error = Diagnostic::new(Code::Undefined, message);
        match place {
            Some(span) => error.label(span, "not defined there"),
            None => error,
        }
    }

    /// Adds a place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: shown(text.into()) });
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(shown(text.into()));
        self
    }

    /// Adds the nearest of some names as advice, if one is near.
    #[must_use]
    pub fn nearest<'a>(self, found: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        match super::nearest::nearest(found, names) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        }
    }

    /// The error on one line with its place, for logs and tests.
    #[must_use]
    pub fn one_line(&self, sources: &Sources) -> String {
        let place = self.labels.first().and_then(|l| sources.locate(l.span));
        let mut text = place.map_or(String::new(), |p| format!("{p}: "));
        text.push_str(&self.message);
        for label in &self.labels {
            if !label.text.is_empty() {
                text.push_str("; ");
                text.push_str(&label.text);
            }
        }
        for help in &self.help {
            text.push_str("; help: ");
            text.push_str(help);
        }
        text
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}
