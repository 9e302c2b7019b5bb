//! Certificates as theorems on which a claim rests: which questions they answer.
//!
//! In: the key `theorems` of a certificate of kind `claim`, and a question. Out: the numbers that answer the question. A theorem answers a question if it is about the
//! same rules, the same play and the same line or value: rules are compared, and names are not.

use serde_json::{Map, Value};

use super::super::certificate::{self, Certificate, Kind};
use super::super::expr::{Result, Rules, short};
use super::super::keys::{Entry, entries, key, natural};
use super::super::{Refusal, Verified, proved};
use super::Said;
use super::constants::{Recurs, Theorem};
use super::numeration::Numeration;
use crate::spent::Stop;

/// The kinds of certificates that answer questions.
const KINDS: [&str; 10] =
    ["recurs", "line", "heaps", "solutions", "diagonal", "convergence", "apart", "automaton", "values", "quotient"];

/// Reads a theorem: a whole certificate inside of another.
pub(crate) fn theorem(object: &Map<String, Value>) -> Result<Box<dyn Theorem>> {
    let kind = object.get("kind").and_then(Value::as_str).unwrap_or_default();
    if !KINDS.contains(&kind) {
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
        answer(object, rules, self)
    }

    fn recurs(&self, rules: &Rules, misere: bool) -> Option<Recurs> {
        let is_about = self.rules == *rules && self.misere == misere && !self.line.is_empty();
        let Certificate { ref line, preperiod, period, saltus, .. } = *self;
        is_about.then(|| Recurs { line: line.clone(), preperiod, period, saltus })
    }

    fn verify(&self, verified: &Verified, stop: Stop) -> Result<(), Refusal> {
        proved(self, verified, stop).map(|_| ())
    }
}

/// What a theorem says of the number that a question asks for: the least and the greatest that it may be.
fn answer(object: &Map<String, Value>, rules: &Rules, theorem: &Certificate) -> Result<(u64, u64)> {
    let exactly = |number: u64| Some((number, number));
    let found = match (key(object, "asks")?.as_str(), &theorem.kind) {
        (Some("convergence"), Kind::Convergence(claim)) => claim.steps(),
        (Some("converges"), Kind::Convergence(claim)) => claim.steps().and_then(|_| exactly(1)),
        (Some("converges"), Kind::Apart(_)) => exactly(0),
        (Some("quotient_size"), Kind::Quotient(claim)) => claim.size_for_all().and_then(exactly),
        (Some("automatic"), kind) if automatic(object, kind)? => exactly(1),
        (Some(asks @ ("preperiod" | "period" | "saltus")), _) if is_about(object, rules, theorem)? => {
            exactly(match asks {
                "preperiod" => theorem.preperiod,
                "period" => theorem.period,
                _ => theorem.saltus,
            })
        }
        _ => None,
    };
    found.ok_or_else(|| format!("a theorem does not answer the question {}", short(&Value::Object(object.clone()))))
}

/// Is a theorem about the line, or about the positions with the value, of a question?
fn is_about(object: &Map<String, Value>, rules: &Rules, theorem: &Certificate) -> Result<bool> {
    match (&theorem.kind, object.get("line"), object.get("value")) {
        (Kind::Solutions { value, .. }, None, Some(asked)) => Ok(natural(asked) == Some(*value)),
        (Kind::Line { .. } | Kind::Heaps { .. } | Kind::Diagonal { .. } | Kind::Recurs(_), Some(_), None) => {
            let line: Vec<Entry> = entries(object, rules.width)?;
            Ok(line == theorem.line)
        }
        _ => Ok(false),
    }
}

/// Does a theorem show an automaton that reads the digits of a question, and gives the values or outcomes that it asks for?
///
/// Where its automata read differences, one that reads the coordinates follows: their differences are linear, so that automata read them.
fn automatic(object: &Map<String, Value>, kind: &Kind) -> Result<bool> {
    let asked = Numeration::read(object.get("base"))?;
    let outcomes = match object.get("of").and_then(Value::as_str) {
        Some("outcomes") => true,
        Some("values") => false,
        _ => return Err("a question about automata is about neither `values` nor `outcomes`".into()),
    };
    Ok(match kind {
        Kind::Automaton(table) => asked == Numeration::Base(table.base().into()),
        Kind::Values(claim) => {
            let all = !matches!(claim.values, Said::Levels { complete: false, .. });
            claim.numeration == asked && (outcomes || all)
        }
        _ => false,
    })
}
