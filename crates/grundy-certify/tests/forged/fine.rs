//! What the checker verifies must be true at small numbers.
//!
//! In: a certificate of kind `claim`. Out: whether it is verified. The tests and a fuzz target use this file.

use grundy_certify::{Refusal, Spent, verify};
use grundy_testing::forge::nearby;

/// Whether a certificate is verified. If it is, it must be true at small numbers.
///
/// # Panics
/// It is not.
pub(crate) fn is_fine(text: &str, steps: u64) -> bool {
    let mut evaluations = 0u64;
    // Evaluation by the definition counts no steps of proofs. It asks after each 2^14 steps of its own, of which the checker bears 2^32: a minute.
    let mut limit = |spent: Spent| {
        evaluations += u64::from(spent.steps == 0);
        spent.steps > steps || evaluations > steps >> 6
    };
    if verify(text, &mut limit).is_err() {
        return false;
    }
    let Some(nearby) = nearby(text) else { return true };
    if let Err(Refusal::False(why) | Refusal::Refuted(why)) = verify(&nearby, &mut limit) {
        let is_wrong = ["the statement is false", "not defined at a position"].iter().any(|wrong| why.contains(wrong));
        assert!(!is_wrong, "{why}: {text}");
    }
    true
}
