//! Nothing is called proved before the checker has read it.
//!
//! In: a verdict that the prover would give, and the certificates of its proof. Out: the verdict that is given. It is *proved* if the crate `grundy-certify`, which
//! shares no code with the prover, verifies certificates that state the claim. What the checker does not read, or does not finish, is said to *hold*, with the
//! reason. Where the checker finds a claim false that the prover calls true, one of them has a fault, and no verdict is given.

use grundy_certify::{Checker, Refusal};
use grundy_core::contract::limits::Limits;
use grundy_rules::lang::Diagnostic;

use super::archive::ClaimProof;
use super::read::Statement;
use super::{Effort, Status, Verdict};
use crate::theory::checked::stopped;

/// The code of the error that prover and checker disagree.
pub const DISAGREEMENT: &str = "disagreement";

/// The most steps in which the checker reads a certificate: about ten seconds.
const STEPS: u64 = 1 << 26;
const TOO_LONG: &str = "the checker needs more than about ten seconds";

/// The certificates that state a claim together; or why there are none.
pub(super) type Proofs = Result<Vec<ClaimProof>, String>;

/// What the checker says of some certificates.
enum Reading {
    Verified,
    Unread(String),
    Refuted(String),
}

/// Lets the checker read the certificates of a claim that is proved, or true beyond its own bound.
pub(super) fn gated(statement: &Statement, proofs: &Proofs, verdict: Verdict, effort: &Effort) -> Verdict {
    match read(statement.file.checker(), proofs, &effort.limits) {
        Reading::Verified => {
            if let (Some(archive), Ok(proofs)) = (&effort.archive, proofs) {
                proofs.iter().for_each(|proof| archive.keep_claim(proof));
            }
            Verdict { checked: Some(true), ..verdict }
        }
        Reading::Unread(why) => {
            if let Some(archive) = &effort.archive {
                archive.lacks(&why);
            }
            let reason = Some(format!("{}, not checked: {why}", grounds(verdict.by)));
            Verdict { status: Status::Holds, checked: Some(false), reason, ..verdict }
        }
        Reading::Refuted(why) => Verdict { tables: verdict.tables, ..Verdict::error(disagreement(&why)) },
    }
}

/// What the prover says for itself.
fn grounds(by: Option<&str>) -> &'static str {
    match by {
        Some("finite") => "every position was looked at, by one engine",
        Some("automaton") => "proved by automata",
        _ => "proved",
    }
}

fn read(checker: &Checker, proofs: &Proofs, limits: &Limits) -> Reading {
    let proofs = match proofs {
        Ok(proofs) if proofs.is_empty() => return Reading::Unread("there is no certificate of it".into()),
        Ok(proofs) => proofs,
        Err(why) => return Reading::Unread(why.clone()),
    };
    for proof in proofs {
        match checker.verify(&proof.text, &mut |steps| steps > STEPS || limits.ended().is_some()) {
            Ok(_) => {}
            Err(Refusal::Stopped) if limits.ended().is_none() => return Reading::Unread(TOO_LONG.into()),
            Err(Refusal::Stopped) => return Reading::Unread(stopped(limits)),
            Err(Refusal::Refuted(why)) => return Reading::Refuted(why),
            Err(Refusal::False(why) | Refusal::NoCertificate(why)) => return Reading::Unread(why),
        }
    }
    Reading::Verified
}

fn disagreement(why: &str) -> Diagnostic {
    let message = format!("grundy's prover calls this claim true, and its checker says: {why}");
    let error = Diagnostic::new(DISAGREEMENT, message);
    error.help("one of the two has a fault, and nothing is said of the claim: please report the file, the name of the claim, and `grundy --version`")
}
