//! What a certificate states, whatever its kind.
//!
//! In: nothing. Out: what all certificates have ([`Certificate`]), what each kind knows of what it states ([`Stated`]), and what its entry in the table of kinds is.

use serde_json::{Map, Value};

use crate::claim::constants::ReadTheorem;
use crate::form::expr::{Expr, Result, Rules};
use crate::form::grounds;
use crate::form::spent::{Stop, Told};
use crate::recurrence::recurs::Recurs;
use crate::{Refusal, Verified};

/// The contents of a certificate.
pub(crate) struct Certificate {
    pub(crate) game: String,
    pub(crate) rules: Rules,
    pub(crate) hash: String,
    pub(crate) misere: bool,
    pub(crate) kind: &'static KindOf,
    pub(crate) stated: Box<dyn Stated>,
}

/// What a certificate of some kind states.
pub(crate) trait Stated {
    /// Verifies it; returns the proof in words.
    fn verify(&self, of: &Certificate, verified: &Verified, stop: Stop) -> Result<String, Refusal>;

    /// The theorem in words.
    fn words(&self, of: &Certificate) -> String;

    /// What it says of the number that a question about the same rules asks for, the least and the greatest that the number may be; nothing if it does not answer.
    fn answer(&self, asks: &str, question: &Map<String, Value>, of: &Certificate) -> Result<Option<(u64, u64)>> {
        Ok(self.recurs().and_then(|recurs| recurs.answer(asks, question, &of.rules)))
    }

    /// The period that it states.
    fn recurs(&self) -> Option<&Recurs> {
        None
    }

    /// The game, and the entries of its position, that it states to have the value of every position.
    fn stands_for(&self) -> Option<(&Rules, &[Expr])> {
        None
    }

    /// Verifies that it is false for certain values of its variables, and of those that its outermost `all` runs through.
    fn refute(&self, _numbers: (&[i128], &[i128]), _verified: &Verified, _stop: Stop) -> Result<(), Refusal> {
        Err(Refusal::NoCertificate("its kind is not `claim`".into()))
    }
}

/// Reads the keys of a certificate, with its rules; and what reads the theorems on which it rests.
pub(crate) type ReadStated = fn(&Map<String, Value>, &Rules, &ReadTheorem) -> Result<Box<dyn Stated>>;

/// A kind of certificates.
pub(crate) struct KindOf {
    pub(crate) name: &'static str,
    /// The keys that not all kinds have, with spaces between them.
    pub(crate) keys: &'static str,
    /// On what all certificates of the kind rest.
    pub(crate) grounds: &'static [&'static str],
    /// May questions of claims rest on it?
    pub(crate) answers: bool,
    /// Reads what is stated of rules.
    pub(crate) read: ReadStated,
}

impl Certificate {
    /// Verifies it, and tells on what it rests; returns the proof in words.
    pub(crate) fn verify(&self, verified: &Verified, stop: Stop) -> Result<String, Refusal> {
        for ground in [grounds::FORM].iter().chain(self.kind.grounds) {
            stop(Told::Rests(ground));
        }
        self.stated.verify(self, verified, stop)
    }

    /// The play, in words.
    pub(crate) fn play(&self) -> &'static str {
        if self.misere { "misère" } else { "normal" }
    }

    /// What is so of every position, in words.
    pub(crate) fn everywhere(&self, words: &str) -> String {
        format!("In {} play, for every position of {}: {words}", self.play(), self.called())
    }

    /// The game, in words.
    pub(crate) fn called(&self) -> String {
        format!("the game with the rules {} (called `{}`)", self.hash, self.game)
    }
}
