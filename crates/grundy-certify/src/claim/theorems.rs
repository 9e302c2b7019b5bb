//! Certificates as theorems on which a claim rests: which questions they answer.
//!
//! In: the key `theorems` of a certificate of kind `claim`, and a question. Out: the numbers that answer the question. A theorem answers a question if it is about the
//! same rules, the same play and the same line or value: rules are compared, and names are not.

use serde_json::{Map, Value};

use crate::claim::constants::Theorem;
use crate::claim::reached::Reached;
use crate::form::all_kinds::named;
use crate::form::certificate;
use crate::form::expr::{Expr, Result, Rules, short};
use crate::form::keys::{key, misere};
use crate::form::spent::Stop;
use crate::form::stated::Certificate;
use crate::recurrence::recurs::Recurs;
use crate::{Refusal, Verified};

/// Reads a theorem: a whole certificate inside of another.
pub(crate) fn theorem(object: &Map<String, Value>) -> Result<Box<dyn Theorem>> {
    let kind = object.get("kind").and_then(Value::as_str).unwrap_or_default();
    if !named(kind).is_ok_and(|kind| kind.answers) {
        return Err(format!("a theorem that it rests on is of the kind `{kind}`, which answers no question"));
    }
    let read = certificate::of(object.clone());
    let (certificate, reached) = read.map_err(|refusal| format!("a theorem that it rests on: {refusal}"))?;
    Ok(Box::new(Nested { certificate, reached }))
}

/// A certificate inside of another, and the P-positions of parts with which its rules are read.
struct Nested {
    certificate: Certificate,
    reached: Vec<Reached>,
}

impl Nested {
    fn is_about(&self, rules: &Rules, misere: bool) -> bool {
        self.certificate.rules == *rules && self.certificate.misere == misere
    }
}

impl Theorem for Nested {
    fn answer(&self, object: &Map<String, Value>, rules: &Rules) -> Result<(u64, u64)> {
        if self.certificate.rules != *rules {
            return Err("a theorem that should answer a question is about other rules".into());
        }
        if self.certificate.misere != misere(object)? {
            return Err("a theorem that should answer a question is about the other play".into());
        }
        let asks = key(object, "asks")?.as_str().unwrap_or_default();
        let found = self.certificate.stated.answer(asks, object, &self.certificate)?;
        found.ok_or_else(|| format!("a theorem does not answer the question {}", short(&Value::Object(object.clone()))))
    }

    fn recurs(&self, rules: &Rules, misere: bool) -> Option<&Recurs> {
        self.certificate.stated.recurs().filter(|recurs| self.is_about(rules, misere) && recurs.line().is_ok())
    }

    fn stands_for(&self, rules: &Rules, misere: bool) -> Option<(&Rules, &[Expr])> {
        self.certificate.stated.stands_for().filter(|_| self.is_about(rules, misere))
    }

    fn verify(&self, verified: &Verified, stop: Stop) -> Result<(), Refusal> {
        self.reached.iter().try_for_each(|part| part.verify(stop)).map_err(Refusal::of)?;
        self.certificate.verify(verified, stop).map(|_| ())
    }
}
