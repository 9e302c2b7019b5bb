//! Has the checker read a certificate of what was proved?
//!
//! In: the text of a certificate, and limits. Out: whether the crate `grundy-certify`, which shares no code with this library, verified it, or why it did not.
//! Nothing is called proved before it is [`Checked::Yes`].

use grundy_certify::{Refusal, verify};
use grundy_core::contract::limits::{Limits, TIME_IS_OVER};

/// What the checker says of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It verified a certificate of it.
    Yes,
    /// It did not, and why not.
    No(String),
}

impl Checked {
    /// Before the checker has read anything.
    pub(crate) fn before() -> Checked {
        Checked::No("the work ended before it was checked".to_string())
    }

    /// Did the checker verify it?
    #[must_use]
    pub fn is_yes(&self) -> bool {
        *self == Checked::Yes
    }

    /// What is said in place of *proved* where the checker did not verify it: who proved it, and why it was not checked.
    #[must_use]
    pub fn not(&self, by: &str) -> Option<String> {
        self.why().map(|why| format!("proved by {by}, not checked: {why}"))
    }

    /// Why the checker did not verify it.
    #[must_use]
    pub fn why(&self) -> Option<&str> {
        match self {
            Checked::Yes => None,
            Checked::No(why) => Some(why),
        }
    }
}

/// The most steps in which the checker reads a certificate, where this is limited: about ten seconds.
pub const STEPS: u64 = 1 << 26;
/// Why it was not read then.
pub const TOO_LONG: &str = "the checker needs more than about ten seconds";

/// Lets the checker read a certificate, until it is done or the limits end the work.
pub(crate) fn check(text: &str, limits: &Limits) -> Checked {
    match verify(text, &mut |_| limits.ended().is_some()) {
        Ok(_) => Checked::Yes,
        Err(Refusal::Stopped) => Checked::No(stopped(limits)),
        Err(refusal) => Checked::No(format!("the checker says: {}", why(refusal, limits))),
    }
}

/// Why the checker has not read a certificate.
pub(crate) fn why(refusal: Refusal, limits: &Limits) -> String {
    match refusal {
        Refusal::Stopped if limits.ended().is_none() => TOO_LONG.into(),
        Refusal::Stopped => stopped(limits),
        Refusal::False(why) | Refusal::Refuted(why) | Refusal::NoCertificate(why) => why,
    }
}

/// Why the checker was stopped.
fn stopped(limits: &Limits) -> String {
    match limits.ended() {
        Some(ended) if ended.message != TIME_IS_OVER => "it was interrupted before it was checked".to_string(),
        _ => "the time was over before it was checked".to_string(),
    }
}
