//! Why a command ends early, and the exit code that follows.
//!
//! Every error is a [`Diagnostic`] of the library, with its place in a text if it has one. Errors of files are turned into
//! sentences here.

use std::io::{self, ErrorKind};
use std::path::Path;

use grundy::lang::Code;
use grundy::{Diagnostic, Kind};

use grundy_format::FormatError;

/// Why a command ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An error that has to be shown.
    Error(Box<Diagnostic>),
    /// The reader of the output has closed it.
    Closed,
    /// Everything has been printed; this is the exit code.
    Reported(u8),
}

/// The outcome of a step.
pub(crate) type Outcome<T> = Result<T, Failure>;

impl From<Diagnostic> for Failure {
    fn from(error: Diagnostic) -> Self {
        Failure::Error(Box::new(error))
    }
}

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Formula { error } => Failure::Error(error),
            other => Diagnostic::new(Code::Format, other.to_string()).into(),
        }
    }
}

impl Failure {
    /// The same failure; an error is changed by `change`.
    pub(crate) fn map(self, change: impl FnOnce(Diagnostic) -> Diagnostic) -> Failure {
        match self {
            Failure::Error(error) => change(*error).into(),
            Failure::Closed => Failure::Closed,
            Failure::Reported(code) => Failure::Reported(code),
        }
    }

    /// An error of writing to `what`, such as `standard output`.
    pub(crate) fn of_writing(error: &io::Error, what: &str) -> Failure {
        if error.kind() == ErrorKind::BrokenPipe {
            return Failure::Closed;
        }
        if let Some(wish) = error.get_ref().and_then(|inner| inner.downcast_ref::<FormatError>()) {
            return wish.clone().into();
        }
        let message = format!("cannot write to {what}: {}", reason(error));
        match error.kind() {
            ErrorKind::NotFound
            | ErrorKind::PermissionDenied
            | ErrorKind::IsADirectory
            | ErrorKind::NotADirectory
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::InvalidFilename
            | ErrorKind::InvalidInput => Diagnostic::new(Code::Output, message).into(),
            _ => Diagnostic::limit(Code::Output, message).into(),
        }
    }

    /// An error of reading a file.
    pub(crate) fn of_reading(error: &io::Error, what: &str) -> Failure {
        Diagnostic::new(Code::File, format!("cannot read {what}: {}", reason(error))).into()
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::Closed => 0,
            Failure::Reported(code) => *code,
            Failure::Error(error) => code_of(error.kind),
        }
    }
}

/// The exit code of a kind of error.
pub(crate) fn code_of(kind: Kind) -> u8 {
    match kind {
        Kind::Input => 2,
        Kind::Limit | Kind::TimeIsOver => 3,
        Kind::Interrupted => 130,
    }
}

/// The interruption as an error.
pub(crate) fn interrupted() -> Failure {
    Diagnostic::interrupted().into()
}

/// A path as a sentence quotes it.
pub(crate) fn quoted(path: &Path) -> String {
    format!("`{}`", path.display())
}

/// The system's message, without the error number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_string(),
        ErrorKind::IsADirectory => "it is a folder".to_string(),
        ErrorKind::NotADirectory => "a part of its path is no folder".to_string(),
        ErrorKind::PermissionDenied => "permission denied".to_string(),
        ErrorKind::StorageFull => "no space is left".to_string(),
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_string(),
        _ => error.to_string(),
    };
    match text.find(" (os error") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(error: io::Error) -> (u8, String) {
        let failure = Failure::of_writing(&error, "`a.csv`");
        let message = match &failure {
            Failure::Error(error) => error.message.clone(),
            Failure::Closed | Failure::Reported(_) => String::new(),
        };
        (failure.code(), message)
    }

    #[test]
    fn a_closed_pipe_is_no_error() {
        assert_eq!(written(ErrorKind::BrokenPipe.into()), (0, String::new()));
    }

    #[test]
    fn a_wrong_name_is_the_persons_a_full_disk_is_not() {
        let missing = "cannot write to `a.csv`: there is no such file or folder";
        assert_eq!(written(ErrorKind::NotFound.into()), (2, missing.to_string()));
        let full = "cannot write to `a.csv`: no space is left";
        assert_eq!(written(ErrorKind::StorageFull.into()), (3, full.to_string()));
        let other = io::Error::from_raw_os_error(5);
        let (code, message) = written(other);
        assert_eq!(code, 3);
        assert!(!message.contains("os error"), "{message}");
    }

    #[test]
    fn what_a_format_cannot_hold_keeps_its_sentence() {
        let wish = FormatError::NotOneAxis { what: "a b-file", axes: vec![] };
        assert_eq!(written(wish.clone().into()), (2, wish.to_string()));
    }
}
