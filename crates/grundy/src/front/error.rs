//! The error type: a diagnostic as one sentence.

use std::fmt;

use grundy_rules::lang::{Diagnostic, Sources};

/// What went wrong: a sentence with its place, and the diagnostic with all its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    diagnostic: Diagnostic,
    line: String,
}

impl Error {
    pub(super) fn new(diagnostic: Diagnostic, sources: &Sources) -> Error {
        Error { line: diagnostic.one_line(sources), diagnostic }
    }

    /// The diagnostic with all its parts: kind, code, message, places, help.
    #[must_use]
    pub fn diagnostic(&self) -> &Diagnostic {
        &self.diagnostic
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.line)
    }
}

impl std::error::Error for Error {}
