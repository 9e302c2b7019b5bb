//! Why there is no value: the errors of engine work.
//!
//! In: what went wrong at a position or in the work. Out: a [`Stop`], which one engine may leave to another, and in the end a [`Diagnostic`] for a
//! person.

use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::expr::Place;

/// Why there is no value.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The rules do not define one here.
    Undefined(Place, String),
    /// The numbers do not fit; larger ones would.
    Overflow,
    /// Something else ended the work.
    Error(Box<Diagnostic>),
}

impl From<Diagnostic> for Stop {
    fn from(error: Diagnostic) -> Self {
        Stop::Error(Box::new(error))
    }
}

/// A result of engine work.
pub type Result<T> = std::result::Result<T, Stop>;

/// Says at which position the rules were not defined.
pub fn located(stop: Stop, position: &str) -> Stop {
    match stop {
        Stop::Undefined(place, why) => {
            Stop::from(Diagnostic::undefined(format!("{why}, at the position {position}"), place.0))
        }
        stop => stop,
    }
}

/// For a person, where nobody is left to go on.
pub fn diagnostic(stop: Stop) -> Diagnostic {
    match located(stop, "asked for") {
        Stop::Error(error) => *error,
        _ => Diagnostic::limit("overflow", "a number grew beyond all bounds"),
    }
}

/// Numbers as a tuple: `(3, 4)`.
pub fn tuple_text(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|n| n.to_string()).collect();
    format!("({})", numbers.join(", "))
}
