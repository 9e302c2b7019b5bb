//! Periods of one heap as theorems about octal games: certificates of kind `heaps`, and of kind `recurrence`.
//!
//! In: a certificate, as JSON. Out: the parts of a file: all values, that they recur, and that the period and the preperiod are the least. The library has
//! octal games, so the rules need a code ([`Code::of`]). Coq computes as many values as Guy and Smith's bound asks for; where few heaps are rare, `HeapRare.v`
//! looks at these alone.

use serde_json::{Value, json};

use super::octal::{Code, Common, Shape};
use super::rules::{key, rules};
use super::terms::Lacks;
use super::text::{Part, list, truth};

/// The most heaps whose values Coq computes, with all their options, and where few heaps are rare.
const ALL: usize = 6000;
const RARE: usize = 20_000;
/// From so many heaps on it pays to look at the rare ones alone, if they are fewer than one of so many; the most pairs of a heap and a rare one.
const MANY: usize = 600;
const ONE_OF: usize = 8;
const PAIRS: usize = 5_000_000;
/// The heaps whose options are listed one by one.
const LISTED: usize = 20;

/// A period of an octal game.
#[derive(Debug)]
pub(super) struct Heaps {
    /// The term of the rules.
    rules: String,
    code: Code,
    shapes: Vec<Shape>,
    preperiod: usize,
    period: usize,
}

impl Heaps {
    /// The period that a certificate states, if there is a theorem for it.
    pub(super) fn of(certificate: &Value) -> Lacks<Heaps> {
        let object = certificate.as_object().ok_or("the certificate has another form")?;
        let number = |name: &str| {
            let number = key(object, name)?.as_u64().and_then(|n| usize::try_from(n).ok());
            number.ok_or_else(|| format!("its `{name}` is too large"))
        };
        if object.contains_key("kinds") {
            return Err("its heaps are of several kinds, and the library for Coq has octal games alone".into());
        }
        if certificate["play"] != "normal" {
            return Err(
                "it is about misère play, and the library for Coq has periods of octal games in normal play".into()
            );
        }
        if number("saltus")? != 0 {
            return Err("its values grow, and the library for Coq has octal games whose values recur".into());
        }
        let hash = key(object, "hash")?.as_str().unwrap_or_default();
        let game = key(object, "rules")?;
        let code = Code::of(game, hash).filter(|_| certificate["line"] == json!(["_"]));
        let (code, shapes) =
            code.ok_or("its rules are not those of an octal game, and the library for Coq has no other heaps")?;
        let rules = rules(game)?;
        let heaps = Heaps { rules, code, shapes, preperiod: number("preperiod")?, period: number("period")? };
        match heaps.count() {
            Some(count) if count <= RARE => Ok(heaps),
            _ => Err(format!(
                "its preperiod {} and period {} are too large for the library for Coq: it reads {RARE} heaps at most",
                heaps.preperiod, heaps.period
            )),
        }
    }

    /// How many values make all others known.
    fn count(&self) -> Option<usize> {
        self.preperiod.checked_add(self.period)
    }

    /// The files of the library that the theorem needs.
    pub(super) const REQUIRES: &'static str = "From Coq Require Import List NArith ZArith.\n\
         From Grundy Require Import Value HeapCheck HeapRare Expr Game OctalRules HeapRules.\n\
         Import ListNotations.\n";

    /// The theorem; the names end with `mark`.
    pub(super) fn part(&self, mark: &str) -> Lacks<Part> {
        let count = self.count().ok_or("its period is too large")?;
        let values = self.code.values(count).ok_or("its values are not found")?;
        let common = self.code.common(&values).filter(|common| count > MANY && common.rare < count / ONE_OF);
        if common.is_none_or(|common| common.rare * count > PAIRS) && count > ALL {
            return Err(format!(
                "too many of its {count} heaps before the end of the first period are rare for the library for Coq"
            ));
        }
        let mut part = self.definitions(mark, &values, common);
        part.checked(&format!("checked{mark}"), &format!("check_heaps the_certificate{mark}"));
        part.comment(
            "The value of a heap of n tokens is one of the values above, and then one of the last p of them, again and again: so the values recur. They recur \
             with no smaller period, and with this period from no smaller number on.",
        );
        let (n0, p) = (self.preperiod, self.period);
        let says = format!(
            "\n  (forall n, value (rules_game the_rules{mark}) [N.of_nat n] (said (N.to_nat {n0}) (N.to_nat {p}) (HeapRules.values the_certificate{mark}) n)) /\\\n  \
             (forall n, N.to_nat {n0} <= n -> recurs_by the_rules{mark} (N.to_nat {p}) n) /\\\n  \
             (forall q, 1 <= q < N.to_nat {p} -> ~ exists m, forall n, m <= n -> recurs_by the_rules{mark} q n) /\\\n  \
             (forall m, S m = N.to_nat {n0} -> ~ recurs_by the_rules{mark} (N.to_nat {p}) m)"
        );
        let proof = format!("exact (check_heaps_sound the_certificate{mark} the_rules{mark} eq_refl checked{mark}).");
        part.theorem(&format!("period{mark}"), &says, &proof);
        Ok(part)
    }

    fn definitions(&self, mark: &str, values: &[usize], common: Option<Common>) -> Part {
        let mut part = Part::default();
        part.definition(&format!("the_rules{mark}"), "rules", &format!("\n  {}", self.rules));
        part.comment(&format!(
            "The octal game {}: its families of moves, the preperiod, the period, and the values of the heaps before their sum.",
            self.code.text()
        ));
        let rare = match common {
            None => "None".to_string(),
            Some(common) => {
                part.comment(&format!(
                    "{} of these heaps are rare: they have values that are not common.",
                    common.rare
                ));
                format!("Some ({}, {LISTED})", kind(common))
            }
        };
        let shapes: Vec<String> = self.shapes.iter().map(|shape| shape.term()).collect();
        let values: Vec<String> = values.iter().map(usize::to_string).collect();
        let certificate = format!(
            "{{|\n  shapes := {};\n  preperiod := N.to_nat {};\n  period := N.to_nat {};\n  HeapRules.values := {}%N;\n  rare := {rare} |}}",
            list(&shapes),
            self.preperiod,
            self.period,
            list(&values)
        );
        part.definition(&format!("the_certificate{mark}"), "HeapRules.certificate", &certificate);
        part
    }

    /// The preperiod, the period and the saltus.
    pub(super) fn numbers(&self) -> (u64, u64, u64) {
        (self.preperiod as u64, self.period as u64, 0)
    }
}

/// A kind of common values as a term of `HeapRare.v`.
fn kind(common: Common) -> String {
    let digits: Vec<String> =
        (0..usize::BITS).filter(|bit| common.mask >> bit & 1 == 1).map(|bit| bit.to_string()).collect();
    format!(
        "{{| HeapRare.digits := [{}]%N; by_size := {}; odd := {} |}}",
        digits.join("; "),
        truth(common.by_size),
        truth(common.odd)
    )
}
