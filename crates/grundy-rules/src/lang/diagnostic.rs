//! One error, as data.
//!
//! In: what went wrong and where. Out: a [`Diagnostic`] that the terminal, JSON and the page each show in their
//! own way. A message says what was found; the label at the place says what was expected; the help says
//! what to write instead, with the nearest name where there is one.

use std::fmt;

use super::source::{Sources, Span};

/// A short word at a place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is to be seen there.
    pub text: String,
}

/// What kind of trouble: it decides the program's exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The input is wrong (exit code 2).
    Input,
    /// A limit of memory, time or range was reached (exit code 3).
    Limit,
    /// The person interrupted the work (exit code 130).
    Interrupted,
}

/// An error that a mathematician understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable short name such as `unknown-name`.
    pub code: &'static str,
    /// Which kind.
    pub kind: Kind,
    /// The sentence.
    pub message: String,
    /// Places; the first is the main one.
    pub labels: Vec<Label>,
    /// What to do.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error of the input without a place.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Diagnostic { code, kind: Kind::Input, message: message.into(), labels: vec![], help: vec![] }
    }

    /// An error of the input at a place.
    pub fn at(code: &'static str, span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        Diagnostic::new(code, message).label(span, label)
    }

    /// A limit that was reached.
    pub fn limit(code: &'static str, message: impl Into<String>) -> Self {
        Diagnostic { kind: Kind::Limit, ..Diagnostic::new(code, message) }
    }

    /// What is not defined at a position, with the place in the rules if it is known.
    pub fn undefined(message: impl Into<String>, place: Option<Span>) -> Self {
        let error = Diagnostic::new("undefined", message);
        match place {
            Some(span) => error.label(span, "not defined there"),
            None => error,
        }
    }

    /// Adds a place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
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
