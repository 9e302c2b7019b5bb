//! Why there is no value: the errors of engine work.
//!
//! In: what went wrong at a position or in the work. Out: a [`Stop`]. After some stops another engine may take over; in the end a stop becomes a
//! [`Diagnostic`] for the user.

use std::io;

use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::expr::Place;

/// Why there is no value.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The rules define no value here.
    Undefined(Place, String),
    /// A number does not fit; a wider integer type would hold it.
    Overflow,
    /// Something else ended the work.
    Error(Box<Diagnostic>),
}

impl Stop {
    /// [`Stop::Overflow`], made only where a number does not fit: `ok_or(Stop::Overflow)` makes and drops one for each number that fits.
    pub fn overflow() -> Stop {
        Stop::Overflow
    }
}

impl From<Diagnostic> for Stop {
    fn from(error: Diagnostic) -> Self {
        Stop::Error(Box::new(error))
    }
}

/// A result of engine work.
pub type Result<T, E = Stop> = std::result::Result<T, E>;

/// What the system says of an error, without its number.
#[must_use]
pub fn said(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_string()
}

/// Says at which position the rules were not defined.
pub fn located(stop: Stop, position: &str) -> Stop {
    match stop {
        Stop::Undefined(place, why) => {
            Stop::from(Diagnostic::undefined(format!("{why}, at the position {position}"), place.0))
        }
        stop => stop,
    }
}

/// The error as shown to the user, when no other engine can take over.
pub fn diagnostic(stop: Stop) -> Diagnostic {
    match located(stop, "asked for") {
        Stop::Error(error) => *error,
        _ => Diagnostic::limit(Code::Overflow, "a number grew beyond all bounds"),
    }
}

/// Numbers as a tuple: `(3, 4)`.
pub fn tuple_text(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|n| n.to_string()).collect();
    format!("({})", numbers.join(", "))
}
