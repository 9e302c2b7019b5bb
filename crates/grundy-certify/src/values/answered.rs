//! Certificates of kind `answered`: P-positions by a strategy, without the values of others.
//!
//! In: rules, conditions on positions (`sets`), a condition `where` and an outcome `says`, `P` or `N`. The set S is that of the positions that meet one of the conditions.
//! Out: that the positions of `where` have this outcome. Each step is one formula that must hold for all numbers:
//!
//! 1. Every move lowers a sum of multiples of the coordinates, where no factor is below 0 unless its coordinate has a bound.
//! 2. Every option of a position of S has an option in S. In misère play a position of S has options, and an option of it has none, or one in S.
//! 3. The condition `where` is defined at every position. The positions of `where` are in S, if they are said to be P; or have an option in S, if N. In misère play,
//!    a position without options is an N-position, too.
//!
//! So by induction along the moves, S consists of P-positions. A condition that is not defined at a position does not hold there.

use serde_json::{Map, Value};

use super::super::Refusal;
use super::super::concrete::{At, Few, small_positions};
use super::super::expr::{Expr, Result, Rules};
use super::super::keys::{list, text};
use super::super::plain::Plain;
use super::descent::{self, Falls};
use super::moves::{Env, Speaker, only};
use super::numeration::Numeration;
use super::sets::{Set, Sum};
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

    /// The position meets one of the conditions.
    fn contains(&self, speaker: &mut Speaker, rules: &Rules, at: &[Sum]) -> Result<Set> {
        let mut ways = vec![];
        for set in &self.sets {
            ways.push(speaker.truth(rules, set, &Env::at(at))?);
        }
        Ok(speaker.sets.or(ways))
    }

    /// The position has an option in S; or none at all, in misère play.
    fn wins(&self, speaker: &mut Speaker, (rules, misere): (&Rules, bool), at: &[Sum]) -> Result<Set> {
        let mut ways =
            vec![speaker.moves(rules, at, &mut |speaker, parts| self.contains(speaker, rules, only(parts)?))?];
        if misere {
            let goes_on = speaker.has_moves(rules, at)?;
            ways.push(speaker.sets.not(goes_on));
        }
        Ok(speaker.sets.or(ways))
    }
}

/// Verifies a certificate of this kind; returns the proof in words.
fn verify(rules: &Rules, misere: bool, claim: &Claim, stop: Stop) -> Result<String, Refusal> {
    let mut proof = Proof { rules, misere, claim, steps: Steps::of(Numeration::default()) };
    proof.run(stop).map_err(Refusal::of)?;
    let compared = proof.compare(stop).map_err(Refusal::of)?;
    Ok(format!(
        "By induction: every move lowers the sum of multiples of the coordinates that the certificate names, and every move from a position of `sets` has an answer that leads to \
         one{}. Each step is a formula that holds for all numbers; {} formulas were made automata, and in each state that can be reached they accept. The outcomes of {compared} \
         small positions are those of the definition.",
        if misere { ", or leaves the other player without a move, who wins" } else { "" },
        proof.steps.formulas,
    ))
}

struct Proof<'a> {
    rules: &'a Rules,
    misere: bool,
    claim: &'a Claim,
    steps: Steps,
}

impl Proof<'_> {
    fn run(&mut self, stop: Stop) -> Result<()> {
        let (rules, misere, claim) = (self.rules, self.misere, self.claim);
        let what = "some move does not lower the sum that `falls` names";
        self.steps
            .must_everywhere(rules, what, stop, |speaker, at| descent::holds(speaker, rules, &claim.falls, at))?;
        let what = "some move from a position of its `sets` has no answer";
        self.steps.must_everywhere(rules, what, stop, |speaker, x| {
            let inside = claim.contains(speaker, rules, x)?;
            let unanswered = speaker.moves(rules, x, &mut |speaker, parts| {
                let wins = claim.wins(speaker, (rules, misere), only(parts)?)?;
                Ok(speaker.sets.not(wins))
            })?;
            let mut parts = vec![speaker.sets.not(unanswered)];
            if misere {
                parts.push(speaker.has_moves(rules, x)?);
            }
            let answered = speaker.sets.and(parts);
            Ok(speaker.sets.implies(inside, answered))
        })?;
        let what = "some position of its `where` is not in its `sets`, or has no move to them";
        self.steps.must_everywhere(rules, what, stop, |speaker, x| {
            let among = speaker.judge(rules, &claim.among, &Env::at(x))?;
            let there = match claim.loses {
                true => claim.contains(speaker, rules, x)?,
                false => claim.wins(speaker, (rules, misere), x)?,
            };
            let fine = speaker.sets.and(vec![among.yes, there]);
            Ok(speaker.sets.or(vec![among.no, fine]))
        })
    }

    /// Compares with the definition at the positions of a small box.
    fn compare(&mut self, stop: Stop) -> Result<u64> {
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
