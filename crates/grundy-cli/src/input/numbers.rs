//! Numbers on the command line.

use grundy::lang::Code;
use grundy::lang::Span;
use grundy::{Diagnostic, IBig};

use crate::context::Context;
use crate::failure::Outcome;

/// A constant natural number after the option `name`; `noun` names the number in messages, such as `bound`.
pub(crate) fn natural(context: &mut Context, name: &str, noun: &str, text: &str) -> Outcome<(IBig, Span)> {
    let number = context.ask(name, |session| session.number(text))?;
    let span = context.last_text();
    if number < IBig::ZERO {
        let message = format!("a {noun} is a natural number, found {number}");
        return Err(Diagnostic::at(Code::Negative, span, message, "negative").into());
    }
    Ok((number, span))
}

/// A number that fits a machine word; no computer can work through a larger number of things.
pub(crate) fn small(number: &IBig, noun: &str, span: Span) -> Outcome<u64> {
    u64::try_from(number).map_err(|_| {
        let message = format!("this {noun} is too large: no computer gets that far");
        Diagnostic::limit(Code::TooLarge, message).label(span, "2^64 or more").into()
    })
}

/// `1 position`, `2 positions`.
pub(crate) fn count(n: u64, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}
