//! An archive of proved periods, kept from one check to the next.
//!
//! In: the sequences that claims speak of. Out: their periods, where a stored proof gives them without a search. A store of proofs implements
//! [`Archive`]; the checker of claims asks the archive before it searches, and hands new proofs to it.

use std::fmt;

use crate::theory::periods::{Period, Proof, Sequence};
use grundy_core::contract::options::Play;
use grundy_rules::rules::Game;

/// Keeps proofs of periods.
pub trait Archive: fmt::Debug + Send + Sync {
    /// The period of a sequence, if a proof of it is kept and holds.
    fn period(&self, game: &Game, sequence: &Sequence, play: Play) -> Option<Period>;

    /// Stores a new proof.
    fn keep(&self, game: &Game, proof: &mut Proof);
}
