//! Errors of the library as Python exceptions.
//!
//! In: an error of the library, or a sentence. Out: an exception of `grundy._errors`, with the fields of the JSON object that the program prints, and
//! the drawing that people see in a terminal.

use grundy::{Diagnostic, Error, Kind, json};
use pyo3::prelude::*;

use crate::asked::Halt;

/// The exception for an error of the library.
pub(crate) fn of_library(py: Python<'_>, error: &Error) -> PyErr {
    let diagnostic = error.diagnostic();
    let name = |source| error.sources().get(source).map_or(String::new(), |source| source.name.clone());
    let object = json::error(diagnostic, error.sources(), name, None);
    made(py, &object.to_string(), code_of(diagnostic.kind), &grundy_cli::drawing(diagnostic, error.sources()))
}

/// The exception for a sentence about what was given.
pub(crate) fn of_input(py: Python<'_>, code: &str, message: &str) -> PyErr {
    let object = serde_json::json!({"error": {"message": message, "code": code}});
    made(py, &object.to_string(), 2, &format!("error[{code}]: {message}"))
}

/// The exception of a question that was stopped: by the end of its time, or by `Game.stop`.
pub(crate) fn of_stop(py: Python<'_>, why: Halt) -> Option<PyErr> {
    match why {
        Halt::Signal => None,
        Halt::Time => Some(of_library(py, &Diagnostic::time_is_over().into())),
        Halt::Call => {
            let message = "the question was stopped";
            let object = serde_json::json!({"error": {"message": message, "code": "stopped"}});
            Some(made(py, &object.to_string(), 3, message))
        }
    }
}

/// The exception for a panic, which is a mistake of grundy's own.
pub(crate) fn of_panic() -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err("grundy made a mistake of its own; please report it, with the question")
}

/// The exit code that the program has for an error of this kind.
fn code_of(kind: Kind) -> u8 {
    match kind {
        Kind::Input => 2,
        Kind::Limit | Kind::TimeIsOver => 3,
        Kind::Interrupted => 130,
    }
}

fn made(py: Python<'_>, object: &str, exit: u8, drawing: &str) -> PyErr {
    let make = || py.import("grundy._errors")?.getattr("made")?.call1((object, exit, drawing));
    match make() {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
