//! Has the checker read the certificate of a proof?
//!
//! In: the text of a certificate, and limits. Out: whether the crate `grundy-certify`, which shares no code with this library, verified it, or why it did not.
//! Nothing is called proved before it is [`Checked::Yes`].

use grundy_certify::{Refusal, Spent, verify};
use grundy_core::contract::limits::{Held, Limits, bytes};
use grundy_rules::lang::Kind;

/// The checker's answer about a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It verified a certificate of it.
    Yes,
    /// It did not, and why not.
    No(String),
}

impl Checked {
    /// Before the checker has read anything.
    pub fn before() -> Checked {
        Checked::No("the work ended before it was checked".to_string())
    }

    /// Did the checker verify it?
    #[must_use]
    pub fn is_yes(&self) -> bool {
        *self == Checked::Yes
    }

    /// The words in place of *proved* if the checker did not verify the proof: who proved it, and why it was not checked.
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

/// The most steps in which the checker reads a certificate, where this is limited and no time is given: about ten seconds.
pub const STEPS: u64 = 1 << 26;
/// Why it was not read then.
const TOO_LONG: &str = "the checker needs more than about ten seconds";

/// In how many steps the checker must have read a certificate of a claim: time that is given is used, but other claims have a share of it.
#[must_use]
pub fn steps(limits: &Limits) -> u64 {
    if limits.deadline.is_some() { 16 * STEPS } else { STEPS }
}

/// Lets the checker read a certificate, until it is done or the limits end the work.
pub fn check(text: &str, limits: &Limits) -> Checked {
    let mut room = Room::of(limits);
    match verify(text, &mut |spent| room.is_over(spent, u64::MAX)) {
        Ok(_) => Checked::Yes,
        Err(Refusal::Stopped) => Checked::No(room.stopped()),
        Err(refusal) => Checked::No(format!("the checker says: {}", room.why(refusal))),
    }
}

/// The limits of the checker: its memory is a part of the one account, while it reads.
pub struct Room<'l> {
    limits: &'l Limits,
    held: Held,
    /// Was there too little memory?
    full: bool,
}

impl<'l> Room<'l> {
    /// Within these limits.
    #[must_use]
    pub fn of(limits: &'l Limits) -> Room<'l> {
        Room { limits, held: limits.held(0), full: false }
    }

    /// Must the checker stop after this much work, if it may take at most so many steps?
    pub fn is_over(&mut self, spent: Spent, steps: u64) -> bool {
        self.full = spent.bytes > self.held.bytes() + self.limits.free();
        if !self.full {
            self.held.set(spent.bytes);
        }
        self.full || spent.steps > steps || self.limits.ended().is_some()
    }

    /// Why the checker has not read a certificate.
    #[must_use]
    pub fn why(&self, refusal: Refusal) -> String {
        match refusal {
            Refusal::Stopped => self.stopped(),
            Refusal::False(why) | Refusal::Refuted(why) | Refusal::NoCertificate(why) => why,
        }
    }

    /// Why the checker was stopped.
    fn stopped(&self) -> String {
        match self.limits.ended() {
            Some(ended) if ended.kind == Kind::Interrupted => "it was interrupted before it was checked".to_string(),
            Some(_) => "the time was over before it was checked".to_string(),
            None if self.full => {
                format!("the checker needs more than the {} of memory allowed", bytes(self.limits.memory))
            }
            None => TOO_LONG.into(),
        }
    }
}
