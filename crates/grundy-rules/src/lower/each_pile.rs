//! A vector with one entry for each pile, where the number of piles is open.
//!
//! In: the number of piles, and the entry of a pile as a number about its size and about the tokens taken from it. Out: the range that a name runs through. What stands for a pile, and for
//! what a claim asks of the position, are marks, which are written as coordinates; [`tallies`](super::tallies) reads them.

use std::sync::Arc;

use crate::rules::build;
use crate::rules::change::substitute;
use crate::rules::expr::{E, Expr as Form, Range};

/// The first of the marks, which are written as coordinates; no game has so many, and a number of 32 bits holds them.
pub(super) const MARKS: usize = 1 << 30;
/// The size of a pile.
pub(super) const OWN: usize = MARKS;
/// The tokens taken from it.
pub(super) const GONE: usize = MARKS + 1;
/// The first number of a range that runs through all piles.
pub(super) const PILES: usize = MARKS + 2;
/// The value of the position, and whether it is 0.
pub(super) const VALUE: usize = MARKS + 3;
pub(super) const OUTCOME: usize = MARKS + 4;
/// The number of the pile that a move changes.
pub(super) const INDEX: usize = MARKS + 5;

/// A vector with one entry for each pile, however many there are.
#[derive(Debug)]
pub struct PilesOf {
    /// The number of piles.
    pub(super) length: E,
    /// The entry of a pile, a number about its size and about the tokens taken from it.
    pub(super) entry: E,
}

impl PilesOf {
    /// The entry at an index, if this is the number of the pile that a move changes.
    pub(super) fn at(&self, index: &E) -> Option<E> {
        matches!(**index, Form::Coord(INDEX)).then(|| self.entry.clone())
    }

    /// The same piles with another entry.
    pub(super) fn with(&self, entry: E) -> Arc<PilesOf> {
        Arc::new(PilesOf { length: self.length.clone(), entry })
    }

    /// A range that runs through all piles, and the entry of the one where it is. Two variables stand for the size of a pile and for the tokens taken from it.
    pub(super) fn running(&self, size: usize, taken: usize) -> (Range, E) {
        debug_assert_eq!(taken, size + 1, "the variable behind that of the size");
        let of_one = |leaf: &Form| match leaf {
            Form::Coord(OWN) => Some(build::var(size)),
            Form::Coord(GONE) => Some(build::var(taken)),
            _ => None,
        };
        let range = Range { var: size, lo: build::coord(PILES), hi: self.length.clone() };
        (range, substitute(&self.entry, &of_one))
    }
}
