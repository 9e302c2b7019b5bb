//! Certificates of kind `answered`: P-positions by a strategy, without the values of others.
//!
//! In: rules, conditions on positions (`sets`), a condition `where` and an outcome `says`, `P` or `N`. The set S is that of the positions that meet one of the conditions.
//! Out: that the positions of `where` have this outcome, by the theorem `strategy`. A condition that is not defined at a position does not hold there.

use serde_json::{Map, Value};

use super::super::Refusal;
use super::super::concrete::{At, Few, small_positions};
use super::super::expr::{Expr, Result, Rules};
use super::super::keys::{list, text};
use super::super::plain::Plain;
use super::descent::{self, Falls};
use super::moves::{Env, Speaker};
use super::numeration::Numeration;
use super::obligations::{Model, Thing, everywhere, no_word, show};
use super::sets::Set;
use super::steps::Steps;
use crate::Verified;
use crate::spent::{Spent, Stop, Told};
use crate::stated::{Certificate, Stated};
use crate::values::constants::ReadTheorem;

/// The most conditions.
const SETS: usize = 64;
/// How many positions are compared with the definition, about.
const COMPARED: u64 = 1 << 8;

/// What a certificate states.
struct Claim {
    falls: Falls,
    sets: Vec<Expr>,
    among: Expr,
    /// Are the positions P-positions?
    loses: bool,
}

impl Claim {
    /// Reads the keys of the kind.
    fn read(object: &Map<String, Value>, rules: &Rules) -> Result<Claim> {
        let sets = list(object, "sets")?;
        if !(1..=SETS).contains(&sets.len()) {
            return Err(format!("its `sets` are not 1 to {SETS}"));
        }
        let loses = match text(object, "says")? {
            "P" => true,
            "N" => false,
            _ => return Err("its `says` is neither `P` nor `N`".into()),
        };
        Ok(Claim {
            falls: descent::read(object, rules.width)?,
            sets: sets.iter().map(|set| rules.expression(set)).collect::<Result<_>>()?,
            among: rules.expression(object.get("where").ok_or("it lacks the key `where`")?)?,
            loses,
        })
    }

    /// The theorem, in words that follow "for every position of …".
    fn words(&self) -> String {
        let outcome = if self.loses { "a P-position" } else { "an N-position" };
        format!("where the condition `where` of the certificate holds, it is {outcome}.")
    }
}

/// Verifies a certificate of this kind; returns the proof in words.
fn verify(rules: &Rules, misere: bool, claim: &Claim, stop: Stop) -> Result<String, Refusal> {
    let (proof, mut steps) = (Proof { rules, misere, claim }, Steps::of(Numeration::default()));
    show(&mut steps, "strategy", &proof, &|speaker| everywhere(speaker, rules), stop).map_err(Refusal::of)?;
    let compared = proof.compare(stop).map_err(Refusal::of)?;
    Ok(format!(
        "By induction: every move lowers the sum of multiples of the coordinates that the certificate names, and every move from a position of `sets` has an answer that leads to \
         one{}. Each step is a formula that holds for all numbers; {} formulas were made automata, and in each state that can be reached they accept. The outcomes of {compared} \
         small positions are those of the definition.",
        if misere { ", or leaves the other player without a move, who wins" } else { "" },
        steps.formulas,
    ))
}

struct Proof<'a> {
    rules: &'a Rules,
    misere: bool,
    claim: &'a Claim,
}

impl Model for Proof<'_> {
    fn game(&self, _: usize) -> (&Rules, bool) {
        (self.rules, false)
    }

    fn is_misere(&self) -> bool {
        self.misere
    }

    fn says(&self, speaker: &mut Speaker, word: &str, of: &[Thing]) -> Result<Set> {
        let Proof { rules, claim, .. } = *self;
        match (word, of) {
            // Of several parts none of the conditions speaks.
            ("S", [Thing::At(_, parts)]) if parts.len() != 1 => Ok(speaker.sets.constant(false)),
            ("cancels", [Thing::At(_, parts)]) => match &parts[..] {
                [] => Ok(speaker.sets.constant(true)),
                [a, b] => speaker.sets.all_equal(a, b),
                _ => Ok(speaker.sets.constant(false)),
            },
            ("S", [x]) => {
                let env = Env::at(x.at()?);
                let ways = claim.sets.iter().map(|set| speaker.truth(rules, set, &env));
                let ways = ways.collect::<Result<Vec<Set>>>()?;
                Ok(speaker.sets.or(ways))
            }
            ("said", [x]) => Ok(speaker.judge(rules, &claim.among, &Env::at(x.at()?))?.yes),
            ("unsaid", [x]) => Ok(speaker.judge(rules, &claim.among, &Env::at(x.at()?))?.no),
            ("loses", []) => Ok(speaker.sets.constant(claim.loses)),
            ("falls", [x]) => descent::holds(speaker, rules, &claim.falls, x.at()?),
            _ => Err(no_word(word)),
        }
    }
}

impl Proof<'_> {
    /// Compares with the definition at the positions of a small box.
    fn compare(&self, stop: Stop) -> Result<u64> {
        let (mut plain, mut compared, few) = (Plain::new(self.rules, self.misere), 0, Few::default());
        small_positions(self.rules, COMPARED, &mut |at| {
            if !At::within(self.rules, at, Some(&few)).truth(&self.claim.among)? {
                return Ok(());
            }
            let value = plain.value(at, &mut |bytes| stop(Told::Spent(Spent { steps: compared, bytes })))?;
            compared += 1;
            let loses = value == 0;
            if loses == self.claim.loses { Ok(()) } else { Err(format!("at {at:?} the value is {value}")) }
        })?;
        Ok(compared)
    }
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, rules: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>> {
    Ok(Box::new(Claim::read(object, rules)?))
}

impl Stated for Claim {
    fn verify(&self, of: &Certificate, _: &Verified, stop: Stop) -> Result<String, Refusal> {
        verify(&of.rules, of.misere, self, stop)
    }

    fn words(&self, of: &Certificate) -> String {
        of.everywhere(&Claim::words(self))
    }
}
