//! What is known of a claim for every position, as data.

use dashu_int::IBig;

use crate::tell::why::Why;

/// What proofs say of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// It is true for every position, by a proof in these words.
    True(String),
    /// It is false, or not defined, at these values of its variables and of the binders of its outermost `all`, if they are known; and at no position
    /// with a smaller sum of coordinates.
    False { variables: Vec<IBig>, running: Vec<IBig> },
    /// Nothing: why.
    Open(Box<Why>),
}

impl Decision {
    /// Is it true for every position?
    pub(crate) fn is_true(&self) -> bool {
        matches!(self, Decision::True(_))
    }
}
