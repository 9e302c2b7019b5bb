//! Certificates with changes: what the checker must refuse for what they say, and not for their hashes.

use grundy_certify::{Refusal, verify};
use grundy_testing::forge::sealed;
use serde_json::Value;

/// Why the checker refuses the certificate with `hash` and `check` recomputed; nothing if it verifies it.
pub(crate) fn refusal(object: &Value) -> Option<Refusal> {
    verify(&sealed(object.clone()), &mut |_| false).err()
}
