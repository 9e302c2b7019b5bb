//! What a way to prove claims is.
//!
//! In: the claims of a group, and what is known so far. Out: more claims that are proved, each with the words of its proof and with its certificates.

use std::fmt::Debug;
use std::sync::Arc;

use grundy_automata::Budget;
use grundy_certify::Checker;

use crate::CheckOptions;
use crate::prove::theory::Theory;
use crate::read::claim::Claim;
use crate::state::archive::Proofs;

/// Proves those claims that it can, of those that are open.
pub(crate) type Method = fn(&mut Theory, &Work<'_>);

/// The claims of a group, and what the search for their proofs may take.
pub(crate) struct Work<'w> {
    /// All claims of the file. Where moves of a game of the group depend on P-positions of parts, the game is one that says these by formulas.
    pub(crate) claims: &'w [Arc<Claim>],
    /// The same claims, as they were read.
    pub(crate) as_read: &'w [Arc<Claim>],
    /// The claims of the group, by their numbers.
    pub(crate) members: &'w [usize],
    pub(crate) checker: &'w Checker,
    pub(crate) options: &'w CheckOptions,
    pub(crate) budget: &'w Budget<'w>,
    /// How many proofs are looked for at a time.
    pub(crate) threads: usize,
}

/// The proof of a claim.
pub(crate) trait Proof: Debug + Send + Sync {
    /// Why the claim is true, in words.
    fn words(&self) -> String;

    /// The certificates of the claim.
    ///
    /// # Errors
    /// Why there are none.
    fn certificates(&self, of: &Proved<'_>) -> Proofs;
}

/// A claim that was proved, and what is known beside it.
pub(crate) struct Proved<'p> {
    pub(crate) claim: &'p Claim,
    pub(crate) theory: &'p Theory,
    pub(crate) options: &'p CheckOptions,
}
