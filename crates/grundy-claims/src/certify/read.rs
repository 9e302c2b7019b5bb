//! Has the checker read the certificates of a claim?
//!
//! In: the checker of a file, certificates, limits. Out: whether the checker verified all of them, or refuted one, or why it did not read them. A text that it has verified in
//! the same run is not read again.

use std::collections::BTreeSet;

use grundy_certify::{Checker, Refusal};
use grundy_core::contract::limits::Limits;

use crate::state::archive::{ClaimProof, Proofs};
use grundy::theory::checked::{Room, steps};

/// The checker's answer about some certificates.
pub(crate) enum Reading {
    /// On what the certificates rest.
    Verified(BTreeSet<&'static str>),
    Unread(String),
    Refuted(String),
}

const NONE: &str = "there is no certificate of it";

/// How often the checker may ask whether to go on. It asks every 2^14 steps of an evaluation.
#[derive(Clone, Copy)]
pub(crate) struct Patience(u64);

impl Patience {
    /// About a second.
    pub(crate) const BRIEF: Patience = Patience(1 << 10);
    /// As long as the limits allow.
    pub(crate) const FULL: Patience = Patience(u64::MAX);

    /// Must the checker stop, as it asks once more?
    pub(crate) fn is_over(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

/// Lets the checker read certificates, each with this patience.
pub(crate) fn read(checker: &Checker, proofs: &Proofs, limits: &Limits, patience: Patience) -> Reading {
    match proofs {
        Ok(proofs) if proofs.is_empty() => Reading::Unread(NONE.into()),
        Ok(proofs) => read_all(checker, proofs, limits, patience),
        Err(why) => Reading::Unread(why.clone()),
    }
}

fn read_all(checker: &Checker, proofs: &[ClaimProof], limits: &Limits, patience: Patience) -> Reading {
    let mut grounds = BTreeSet::new();
    for proof in proofs {
        if let Some(known) = checker.rests_on(&proof.text) {
            grounds.extend(known);
            continue;
        }
        let (mut room, mut patience) = (Room::of(limits), patience);
        match checker.verify(&proof.text, &mut |spent| patience.is_over() || room.is_over(spent, steps(limits))) {
            Ok(theorem) => grounds.extend(theorem.rests_on),
            Err(Refusal::Refuted(why)) => return Reading::Refuted(why),
            Err(refusal) => return Reading::Unread(room.why(refusal)),
        }
    }
    Reading::Verified(grounds)
}

/// A proof of which nothing is said before the checker has read it: the proof, if the checker verifies it.
pub(crate) fn verified(proof: ClaimProof, checker: &Checker, limits: &Limits) -> Option<ClaimProof> {
    let is_verified =
        matches!(read_all(checker, std::slice::from_ref(&proof), limits, Patience::FULL), Reading::Verified(_));
    is_verified.then_some(proof)
}
