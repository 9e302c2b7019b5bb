//! Codes of taking and breaking, as the language asks them.
//!
//! In: a code, and an index or nothing. Out: a digit; the numbers of tokens that moves take.

use super::problem::Result;
use super::value::Value;
use crate::lang::{Code, Diagnostic, Digit, Notation, Span};
use crate::rules::build;
use crate::rules::expr::E;

/// The digit of a code at an index that counts the tokens taken.
pub(super) fn digit(code: &Notation, taken: &E, span: Span) -> Result<Value> {
    let Some(taken) = taken.as_i64() else {
        let message = format!("which digit of \"{}\" this is must be known before a position is", code.text);
        return Err(Diagnostic::at(Code::Undecided, span, message, "this index depends on the position")
            .help("let the index run over `takes(…)`, or over `tail(…)`"));
    };
    let Some(digit) = code.digit(taken) else {
        let first = -i64::try_from(code.added.len()).unwrap_or(i64::MAX);
        let message = format!("a code has no digit {taken}: the first of \"{}\" is {first}", code.text);
        return Err(Diagnostic::at(Code::Index, span, message, "out of range"));
    };
    Ok(match digit.plain() {
        Some(bits) => Value::Int(build::int(bits)),
        None => Value::Digit(digit.into()),
    })
}

/// The numbers of tokens that moves take by the digits that do not repeat, where these are not 0; negative numbers are added.
pub(super) fn takes(code: &Notation) -> Vec<i64> {
    let added = -i64::try_from(code.added.len()).unwrap_or(0);
    let last = i64::try_from(code.digits.len()).unwrap_or(0);
    (added..last).filter(|taken| code.digit(*taken).is_some_and(|digit| digit != Digit::default())).collect()
}

/// The numbers of tokens that moves take by the digits that repeat, the first time.
pub(super) fn tail(code: &Notation) -> std::ops::Range<usize> {
    code.digits.len()..code.digits.len() + code.tail.len()
}
