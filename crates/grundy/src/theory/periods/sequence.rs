//! Sequences of which periods are asked.
//!
//! In: what a person asks. Out: what a proof, its certificate and the name of that are of; the numbers themselves come from elsewhere.

use grundy_rules::rules::Line;

/// A sequence of numbers that belongs to rules and a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// The values along a line.
    Line(Line),
    /// b - a along the positions (a, b), a <= b, with a value, in the order of a and then of b.
    Solutions(u64),
}
