//! What is said where an expression cannot be read.

use super::value::Value;
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::expr::Place;

pub(super) type Result<T, D = Diagnostic> = std::result::Result<T, D>;

pub(super) fn arguments(n: usize) -> String {
    if n == 1 { "1 argument".into() } else { format!("{n} arguments") }
}

/// The error for a value of the wrong kind.
pub(super) fn wrong_kind(found: &Value, expected: &str, span: Span) -> Diagnostic {
    let message = format!("found {}, expected {expected}", found.kind());
    let error = Diagnostic::at(Code::Kind, span, message, format!("this is {}", found.kind()));
    match found {
        Value::Code(_) if expected.contains("number") => {
            error.help("numbers are integers; digits with a point are the code of an octal game")
        }
        Value::Digit(_) if expected.contains("number") => {
            error.help("this code is for `take_and_break`, which reads digits of every kind")
        }
        Value::Parts(_) => error.help("a move leaves such heaps by `split all (h for h in p) for p in …`"),
        Value::Coins(_) => error.help("a move leaves such coins by `split all (a for a in p) for p in turned(…)`"),
        _ => error,
    }
}

/// A place in the internal form.
pub(super) fn place(span: Span) -> Place {
    Place(Some(span))
}
