//! The error type: a diagnostic as one sentence.

use std::fmt;

use grundy_rules::lang::{Diagnostic, Sources};

/// What went wrong: a sentence with its place, and the diagnostic with all its parts.
#[derive(Clone, Debug)]
pub struct Error(Box<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    diagnostic: Diagnostic,
    line: String,
    sources: Sources,
}

impl Error {
    pub(super) fn new(diagnostic: Diagnostic, sources: &Sources) -> Error {
        Error(Box::new(Parts { line: diagnostic.one_line(sources), diagnostic, sources: sources.clone() }))
    }

    /// The diagnostic with all its parts: kind, code, message, places, help.
    #[must_use]
    pub fn diagnostic(&self) -> &Diagnostic {
        &self.0.diagnostic
    }

    /// The texts into which the places of the diagnostic point.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.0.sources
    }
}

/// An error without a place in a text.
impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Error {
        Error::new(diagnostic, &Sources::default())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0.line)
    }
}

impl std::error::Error for Error {}
