//! Has the checker read the certificates of a claim?
//!
//! In: the checker of a file, certificates, limits. Out: whether the checker verified all of them, or refuted one, or why it did not read them. A text that it has verified in
//! the same run is not read again.

use grundy_certify::{Checker, Refusal};
use grundy_core::contract::limits::Limits;

use super::archive::{ClaimProof, Proofs};
use grundy::theory::checked::{Room, steps};

/// The checker's answer about some certificates.
pub(super) enum Reading {
    Verified,
    Unread(String),
    Refuted(String),
}

const NONE: &str = "there is no certificate of it";

/// Lets the checker read certificates.
pub(super) fn read(checker: &Checker, proofs: &Proofs, limits: &Limits) -> Reading {
    match proofs {
        Ok(proofs) if proofs.is_empty() => Reading::Unread(NONE.into()),
        Ok(proofs) => read_all(checker, proofs, limits),
        Err(why) => Reading::Unread(why.clone()),
    }
}

fn read_all(checker: &Checker, proofs: &[ClaimProof], limits: &Limits) -> Reading {
    for proof in proofs.iter().filter(|proof| !checker.has_verified(&proof.text)) {
        let mut room = Room::of(limits);
        match checker.verify(&proof.text, &mut |spent| room.is_over(spent, steps(limits))) {
            Ok(_) => {}
            Err(Refusal::Refuted(why)) => return Reading::Refuted(why),
            Err(refusal) => return Reading::Unread(room.why(refusal)),
        }
    }
    Reading::Verified
}

/// A proof of which nothing is said before the checker has read it: the proof, if the checker verifies it.
pub(super) fn verified(proof: ClaimProof, checker: &Checker, limits: &Limits) -> Option<ClaimProof> {
    let is_verified = matches!(read_all(checker, std::slice::from_ref(&proof), limits), Reading::Verified);
    is_verified.then_some(proof)
}
