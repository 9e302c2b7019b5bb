//! A certificate, verified and told in words.
//!
//! In: the text of a certificate. Out: the theorem and its proof, as the crate `grundy-certify` tells them, which shares no code with the prover.

use grundy::lang::Code;
use grundy::theory::checked::Room;
use grundy::{Diagnostic, json};
use grundy_certify::{Refusal, verify as read};

use super::asked::Asked;
use super::{Lines, Reply};

/// The theorem of a certificate; a certificate that does not hold is an error that says why.
pub(super) fn verify(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let text = asked.question.need("certificate")?;
    let mut room = Room::of(&asked.limits);
    let told = match read(text, &mut |spent| room.is_over(spent, u64::MAX)) {
        Ok(theorem) => return Ok(Reply::Json(json::theorem("certificate", &theorem))),
        Err(Refusal::Stopped) => {
            let full = || Diagnostic::limit(Code::Memory, room.why(Refusal::Stopped));
            return Err(asked.limits.ended().unwrap_or_else(full));
        }
        Err(Refusal::NoCertificate(why)) => format!("the parameter `certificate` is no certificate: {why}"),
        Err(Refusal::False(why) | Refusal::Refuted(why)) => format!("the certificate is not verified: {why}"),
    };
    Err(Diagnostic::new(Code::Certificate, told))
}
