//! What automata say of a claim, as data.

use dashu_int::IBig;
use grundy_decide::Meaning;

use crate::tell::why::Why;

/// What automata say of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// It is true for every position, by automata of at most so many states.
    True { states: usize },
    /// It is true for every position by a correspondence of moves, or by a strategy, which automata of at most so many states prove.
    Alike { states: usize, strategy: bool },
    /// It is true whatever the values are that can stand near a number and near its quotients.
    Nearby,
    /// It follows from what its words, or values, mean.
    Meant {
        meaning: Meaning,
        /// Of positions of the claim's own game that stand for those of others?
        elsewhere: bool,
    },
    /// It is false, or not defined, at these values of its variables and of the binders of its outermost `all`, if they are known; and at no position
    /// with a smaller sum of coordinates.
    False { variables: Vec<IBig>, running: Vec<IBig> },
    /// Nothing: why.
    Open(Box<Why>),
}

impl Decision {
    /// Is it true for every position?
    pub(crate) fn is_true(&self) -> bool {
        match self {
            Decision::True { .. } | Decision::Alike { .. } | Decision::Nearby | Decision::Meant { .. } => true,
            Decision::False { .. } | Decision::Open(_) => false,
        }
    }
}
