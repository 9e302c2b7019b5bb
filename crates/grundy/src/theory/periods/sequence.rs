//! The sequences whose periods can be asked for.
//!
//! In: a question. Out: the identity of a sequence, which proofs, certificates and their file names refer to. The terms are computed elsewhere.

use grundy_rules::rules::Line;

/// A sequence of numbers, given rules and a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// The values along a line.
    Line(Line),
    /// The differences b - a of the positions (a, b), a <= b, with this value, in the order of a and then of b.
    Solutions(u64),
}
