//! Certificates of kind `heaps` as theorems about octal games.
//!
//! In: a certificate, as JSON. Out: the parts of a file: all values, that they recur, and that the period and the preperiod are the least. The theorem is about the octal game of
//! `Heap.v`, so it needs a code ([`Code::of`]). Coq computes as many values as Guy and Smith's bound asks for; where few heaps are rare, `HeapRare.v`
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
    pub(super) const REQUIRES: &'static str = "From Coq Require Import List NArith ZArith Arith.\n\
         From Grundy Require Import Value Sum Heap HeapCheck HeapRare HeapLeast Expr Game OctalRules.\n\
         Import ListNotations.\n";

    /// The theorem; the names end with `mark`.
    pub(super) fn part(&self, mark: &str) -> Lacks<Part> {
        let count = self.count().ok_or("its period is too large")?;
        let values = self.code.values(count);
        let common = self.code.common(&values).filter(|common| count > MANY && common.rare < count / ONE_OF);
        if common.is_none_or(|common| common.rare * count > PAIRS) && count > ALL {
            return Err(format!(
                "too many of its {count} heaps before the end of the first period are rare for the library for Coq"
            ));
        }
        let mut part = self.definitions(mark, &values);
        part.append(&self.proofs(mark, common));
        Ok(part)
    }

    fn definitions(&self, mark: &str, values: &[usize]) -> Part {
        let mut part = Part::default();
        part.definition(&format!("the_rules{mark}"), "rules", &format!("\n  {}", self.rules));
        let join = |numbers: Vec<String>| numbers.join("; ");
        part.comment(&format!("The octal game {}: the digits of its code.", self.code.text()));
        let digits = join(self.code.0.iter().map(u8::to_string).collect());
        part.definition(&format!("the_code{mark}"), "code", &format!("[{digits}]%N"));
        part.comment("The preperiod, the period, and the values of the heaps before their sum.");
        part.definition(&format!("n0{mark}"), "nat", &format!("N.to_nat {}", self.preperiod));
        part.definition(&format!("p{mark}"), "nat", &format!("N.to_nat {}", self.period));
        let values = join(values.iter().map(usize::to_string).collect());
        part.definition(&format!("first{mark}"), "list N", &format!("[{values}]%N"));
        part
    }

    fn proofs(&self, mark: &str, common: Option<Common>) -> Part {
        let mut part = Part::default();
        let these = format!("the_code{mark} n0{mark} p{mark} first{mark}");
        let (check, sound) = match common {
            None => ("check".to_string(), "check_sound _ _ _ _".to_string()),
            Some(common) => {
                part.comment(&format!(
                    "{} of these heaps are rare: they have values that are not common.",
                    common.rare
                ));
                part.definition(&format!("common_values{mark}"), "kind", &kind(common));
                (format!("check_rare common_values{mark} {LISTED}"), "check_rare_sound _ _ _ _ _ _".to_string())
            }
        };
        part.checked(&format!("checked{mark}"), &format!("{check} {these}"));
        part.checked(&format!("least_checked{mark}"), &format!("least n0{mark} p{mark} first{mark}"));
        let octal = format!("forall n, value (octal the_code{mark}) n (said n0{mark} p{mark} first{mark} n)");
        part.lemma(&format!("of_code{mark}"), &octal, &format!("exact ({sound} checked{mark})."));
        part.append(&self.theorems(mark));
        part
    }

    fn theorems(&self, mark: &str) -> Part {
        let mut part = Part::default();
        part.comment("The rules are those of the octal game of this code.");
        let shapes: Vec<String> = self.shapes.iter().map(|shape| shape.term()).collect();
        part.definition(&format!("shapes{mark}"), "list shape", &list(&shapes));
        part.lemma(&format!("rules_are{mark}"), &format!("the_rules{mark} = octal_rules shapes{mark}"), "reflexivity.");
        part.lemma(&format!("code_is{mark}"), &format!("agrees shapes{mark} the_code{mark} = true"), "reflexivity.");
        part.comment("The value of a heap of n tokens: the values above, and then the last p of them again and again.");
        let game = format!("value (rules_game the_rules{mark})");
        let says = format!("forall n, {game} [N.of_nat n] (said n0{mark} p{mark} first{mark} n)");
        let by = format!("shapes{mark} the_code{mark}");
        let proof = format!("rewrite rules_are{mark}. exact (rules_values {by} _ code_is{mark} of_code{mark}).");
        part.theorem(&format!("values{mark}"), &says, &proof);
        part.comment("The values recur from n0 on.");
        let says =
            format!("forall n, n0{mark} <= n -> forall t, {game} [N.of_nat n] t <-> {game} [N.of_nat (n + p{mark})] t");
        let proof = format!(
            "rewrite rules_are{mark}. exact (rules_recur {by} n0{mark} p{mark} first{mark} code_is{mark} of_code{mark} eq_refl)."
        );
        part.theorem(&format!("recur{mark}"), &says, &proof);
        part.comment("The values of the game of this code recur with no smaller period, and with this period from no smaller number on.");
        let says = format!(
            "(forall n, n0{mark} <= n -> recurs_at the_code{mark} p{mark} n) /\\\n  \
             (forall q, 1 <= q < p{mark} -> ~ exists m, forall n, m <= n -> recurs_at the_code{mark} q n) /\\\n  \
             (forall m, S m = n0{mark} -> ~ recurs_at the_code{mark} p{mark} m)"
        );
        let proof = format!("exact (least_sound _ _ _ _ of_code{mark} least_checked{mark}).");
        part.theorem(&format!("least_period{mark}"), &says, &proof);
        part
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
