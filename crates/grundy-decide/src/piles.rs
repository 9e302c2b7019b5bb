//! Proofs about any number of piles.
//!
//! In: rules on piles that no rule tells apart, and what a claim says of their values in terms of tallies. Out: whether the claim is true for every number of piles, of any sizes.
//!
//! There are a threshold T and a modulus m such that each tally of the claim depends on the *kind* of each pile alone: on its size below T, and on its size modulo m from T on. A move
//! takes at most S tokens from a pile. Before a move piles are told apart up to T + S, so that the kind of a pile after the move follows from its kind before it, and from what is
//! taken. A position is given by the number of piles of each kind, a move by how many piles of each kind lose how many tokens. The two steps of an induction along the moves (no move
//! keeps the value; every smaller value is reached) are formulas of the arithmetic of addition over these numbers, and automata decide them (`steps`).
//!
//! Where the number of piles is given, the values themselves may depend on kinds alone, for some threshold and some modulus. Then a table of finitely many values gives all (`table`).

mod kinds;
mod steps;
mod table;

use grundy_automata::Budget;
use grundy_rules::rules::expr::{C, E};
use grundy_rules::rules::piles::{Piles, Tallied, Tally};

use super::NotExpressible;
use kinds::Kinds;
use steps::Steps;

pub use table::{PilesTable, table_of_piles};

const NO_KINDS: &str = "what is said of a pile does not depend on its size below some number, and on its remainder";

/// What is said of every position.
#[derive(Clone, Debug)]
pub enum OfPiles {
    /// It is a P-position just where this holds.
    P(Tallied<C>),
    /// This is its value.
    Value(Tallied<E>),
}

impl OfPiles {
    /// The tallies of what is said.
    fn of(&self) -> &[Tally] {
        match self {
            OfPiles::P(says) => &says.of,
            OfPiles::Value(says) => &says.of,
        }
    }
}

/// A claim about any number of piles.
#[derive(Debug)]
pub struct PilesClaim<'c> {
    /// The rules.
    pub piles: &'c Piles,
    /// The positions that are meant, with the condition on the parameters. No move leaves them.
    pub among: &'c Tallied<C>,
    /// What is claimed.
    pub says: &'c OfPiles,
    /// The play.
    pub play: grundy_rules::rules::Play,
}

/// The kinds of piles by which a claim is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PileKinds {
    /// Sizes below this are told apart.
    pub threshold: i64,
    /// Other sizes are known up to a multiple of this.
    pub modulus: i64,
    /// The states of the largest automaton of the proof.
    pub states: usize,
}

/// Why a claim about any number of piles is not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProof {
    /// In words.
    Words(String),
    /// A step is not said, or not decided.
    Open(NotExpressible),
}

/// Proves a claim about any number of piles.
///
/// # Errors
/// Why it is not proved.
pub fn prove_piles(claim: &PilesClaim<'_>, budget: &Budget<'_>) -> Result<PileKinds, NoProof> {
    let said: Vec<&Tally> = claim.among.of.iter().chain(claim.says.of()).collect();
    let kinds = Kinds::first(claim.piles, &said).ok_or_else(|| NoProof::Words(NO_KINDS.into()))?;
    let steps = Steps::new(claim, &kinds);
    let mut states = 0;
    for (body, what) in steps.all() {
        states = states.max(steps.holds(&body, what, budget)?);
    }
    Ok(PileKinds { threshold: kinds.threshold, modulus: kinds.modulus, states })
}
