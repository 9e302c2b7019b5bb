//! Answers as JSON objects, in the form that all faces of grundy give them: the program with `--json`, the page's interface, Python.
//!
//! In: answers of the library. Out: a [`Value`] each, with `"v":1` and `"cmd"`. Numbers from 2^53 on are strings of digits, since readers with
//! 64-bit floats would round them. A field that is not known is null.

mod answers;
mod errors;
mod numbers;
mod quotient;
mod theorem;

use serde_json::Value;

pub use answers::{
    KnownPeriod, add_lengths, entry, first_moves, genus, loopy_moves, loopy_value, moves, of_loopy, outcome, period,
    value, wins,
};
pub use errors::error;
pub use numbers::{lists, number, position, position_text, small, written};
pub use quotient::{quotient, quotient_outcome};
pub use theorem::theorem;

/// An object of the answers; the order of its keys is kept.
pub type Object = Value;
