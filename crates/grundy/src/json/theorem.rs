//! A verified certificate as JSON.

use grundy_certify::Theorem;
use serde_json::json;

use super::Object;

/// The theorem of a certificate that the checker has verified, with its proof in words. `file` names the certificate.
#[must_use]
pub fn theorem(file: &str, theorem: &Theorem) -> Object {
    json!({
        "v": 1,
        "cmd": "verify",
        "file": file,
        "status": "verified",
        "game": theorem.game,
        "rules": theorem.rules,
        "play": theorem.play,
        "line": theorem.line,
        "value": theorem.value,
        "preperiod": theorem.preperiod,
        "period": theorem.period,
        "saltus": theorem.saltus,
        "theorem": theorem.statement,
        "proof": theorem.proof,
        "rests_on": theorem.rests_on,
        "rests_on_lines": theorem.lines,
    })
}
