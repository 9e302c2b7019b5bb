//! Ways to break a number of tokens into heaps, and to turn coins, as values.
//!
//! In: nothing. Out: the types; [`breaking`](super::breaking) and [`turning`](super::turning) have what they mean.

use std::sync::Arc;

use crate::lang::{Heaps, Turning};
use crate::rules::expr::{C, E, Range};

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

/// All lists of coins that a move turns besides one.
#[derive(Debug)]
pub struct Turned {
    /// The code.
    pub code: Arc<Turning>,
    /// The place of the one, which lies farther to the right than the others.
    pub coin: E,
}

/// Coins whose number the position decides: those for the places of a range that meet a condition.
#[derive(Debug)]
pub struct Coins {
    /// The range, with the variable that stands for a place in it.
    pub range: Range,
    /// The condition.
    pub guard: C,
    /// The coin.
    pub coin: E,
}
