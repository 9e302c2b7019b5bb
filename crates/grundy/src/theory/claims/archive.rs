//! Proofs of periods that are kept from one check to the next.
//!
//! In: the sequences that claims speak of. Out: what is known of them without a search. Who keeps proofs implements [`Archive`]; the checker of claims
//! asks it first and tells it what it has found.

use std::fmt;

use crate::theory::periods::{Period, Proof, Sequence};
use grundy_core::contract::options::Play;
use grundy_rules::rules::Game;

/// Keeps proofs of periods.
pub trait Archive: fmt::Debug + Send + Sync {
    /// The period of a sequence, if a proof of it is kept and holds.
    fn period(&self, game: &Game, sequence: &Sequence, play: Play) -> Option<Period>;

    /// A proof has been found.
    fn keep(&self, game: &Game, proof: &mut Proof);
}
