//! Ways to break a number of tokens into heaps, as values.
//!
//! In: nothing. Out: the types; [`breaking`](super::breaking) has what they mean.

use crate::lang::Heaps;
use crate::rules::expr::E;

/// Numbers of heaps with an order: all partitions of a number into that many parts.
#[derive(Debug)]
pub struct Partitions {
    /// The number.
    pub of: E,
    /// How many parts.
    pub heaps: Vec<Heaps>,
}

/// A list of heaps whose number the position decides.
#[derive(Debug)]
pub struct PartsOf {
    /// What is broken into these heaps.
    pub of: E,
    /// How many there are, at least two.
    pub heaps: Heaps,
}
