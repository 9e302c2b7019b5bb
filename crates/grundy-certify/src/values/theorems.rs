//! Certificates as theorems on which a claim rests: which questions they answer.
//!
//! In: the key `theorems` of a certificate of kind `claim`, and a question. Out: the numbers that answer the question. A theorem answers a question if it is about the
//! same rules, the same play and the same line or value: rules are compared, and names are not.

use serde_json::{Map, Value};

use super::super::certificate::{self, Certificate, KindOf};
use super::super::expr::{Result, Rules, short};
use super::super::keys::key;
use super::super::recurs::Recurs;
use super::super::{Refusal, Verified};
use super::constants::Theorem;
use super::numeration::Numeration;
use crate::spent::Stop;

/// Reads a theorem: a whole certificate inside of another.
pub(crate) fn theorem(object: &Map<String, Value>) -> Result<Box<dyn Theorem>> {
    let kind = object.get("kind").and_then(Value::as_str).unwrap_or_default();
    if !KindOf::named(kind).is_ok_and(|kind| kind.answers) {
        return Err(format!("a theorem that it rests on is of the kind `{kind}`, which answers no question"));
    }
    if object.contains_key("domain") {
        return Err("a theorem that it rests on says the values of some positions alone".into());
    }
    let read = certificate::of(object.clone());
    Ok(Box::new(read.map_err(|refusal| format!("a theorem that it rests on: {refusal}"))?))
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
        self.stated.recurs().filter(|recurs| is_about && !recurs.line.is_empty())
    }

    fn verify(&self, verified: &Verified, stop: Stop) -> Result<(), Refusal> {
        self.stated.verify(self, verified, stop).map(|_| ())
    }
}

/// Do automata that read `digits`, and say all values if `all` is true, read the digits of a question, and give the values or outcomes that it asks for?
///
/// Where its automata read differences, one that reads the coordinates follows: their differences are linear, so that automata read them.
pub(crate) fn automatic(
    asks: &str,
    object: &Map<String, Value>,
    digits: Numeration,
    all: bool,
) -> Result<Option<(u64, u64)>> {
    if asks != "automatic" {
        return Ok(None);
    }
    let asked = Numeration::read(object.get("base"))?;
    let outcomes = match object.get("of").and_then(Value::as_str) {
        Some("outcomes") => true,
        Some("values") => false,
        _ => return Err("a question about automata is about neither `values` nor `outcomes`".into()),
    };
    Ok((asked == digits && (outcomes || all)).then_some((1, 1)))
}
