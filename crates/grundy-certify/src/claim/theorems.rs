//! Certificates as theorems on which a claim rests: which questions they answer.
//!
//! In: the key `theorems` of a certificate of kind `claim`, and a question. Out: the numbers that answer the question. A theorem answers a question if it is about the
//! same rules, the same play and the same line or value: rules are compared, and names are not.

use serde_json::{Map, Value};

use crate::claim::constants::Theorem;
use crate::form::all_kinds::named;
use crate::form::certificate;
use crate::form::expr::{Expr, Result, Rules, short};
use crate::form::keys::key;
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
    if object.contains_key("domain") {
        return Err("a theorem that it rests on says the values of some positions alone".into());
    }
    let read = certificate::of(object.clone());
    Ok(Box::new(read.map_err(|refusal| format!("a theorem that it rests on: {refusal}"))?.0))
}

impl Theorem for Certificate {
    fn answer(&self, object: &Map<String, Value>, rules: &Rules) -> Result<(u64, u64)> {
        if self.rules != *rules {
            return Err("a theorem that should answer a question is about other rules".into());
        }
        let misere = match object.get("play").and_then(Value::as_str) {
            Some("normal") => false,
            Some("misere") => true,
            _ => return Err("the play of a question that a theorem answers is neither `normal` nor `misere`".into()),
        };
        if self.misere != misere {
            return Err("a theorem that should answer a question is about the other play".into());
        }
        let asks = key(object, "asks")?.as_str().unwrap_or_default();
        let found = self.stated.answer(asks, object, self)?;
        found.ok_or_else(|| format!("a theorem does not answer the question {}", short(&Value::Object(object.clone()))))
    }

    fn recurs(&self, rules: &Rules, misere: bool) -> Option<&Recurs> {
        let is_about = self.rules == *rules && self.misere == misere;
        self.stated.recurs().filter(|recurs| is_about && recurs.line().is_ok())
    }

    fn stands_for(&self, rules: &Rules, misere: bool) -> Option<(&Rules, &[Expr])> {
        self.stated.stands_for().filter(|_| self.rules == *rules && self.misere == misere)
    }

    fn verify(&self, verified: &Verified, stop: Stop) -> Result<(), Refusal> {
        Certificate::verify(self, verified, stop).map(|_| ())
    }
}
