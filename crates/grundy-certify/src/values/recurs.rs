//! Certificates of kind `recurs`: the period of a line, by the values of all positions.
//!
//! In: the keys of a certificate of kind `values`, a line, a preperiod N, a period p and a saltus s, and the first values. Out: that G(x(n + p)) = G(x(n)) + s for n >= N, where x(n)
//! is the position n of the line, and that N and p are the least such numbers:
//!
//! 1. The automata say the values of all positions, as in kind `values`.
//! 2. They go on along the line as the period does (theorem `line`). So the equation holds for ever.
//! 3. The values x(0), …, x(N + p - 1) are those of the definition, and the later ones follow from them. The equation fails at N - 1; and for each prime q that divides p and s, p / q
//!    with the saltus s / q fails somewhere from N on. All periods are multiples of the least one, so that p is the least.

use serde_json::{Map, Value};

use super::super::Refusal;
use super::super::concrete::exists;
use super::super::expr::{Result, Rules};
use super::super::least::{Known, least};
use super::super::plain::Plain;
use super::along::{FIRST, cell};
use super::{Claim, Proof, Said};
use crate::Verified;
use crate::recurs::Recurs;
use crate::spent::{Spent, Stop, Told};
use crate::stated::{Certificate, Stated};
use crate::values::constants::ReadTheorem;

/// The greatest saltus.
const GREATEST: u64 = 1 << 32;

/// Verifies a certificate of this kind; returns the proof in words.
fn verify((rules, misere): (&Rules, bool), claim: &Claim, line: &Recurs, stop: Stop) -> Result<String, Refusal> {
    let values = &line.values;
    if claim.differences || claim.domain.is_some() || matches!(claim.values, Said::Levels { complete: false, .. }) {
        return Err(Refusal::False("it does not say the values of all positions by their coordinates".into()));
    }
    if line.period == 0 || line.saltus > GREATEST {
        return Err(Refusal::False(format!("a period is at least 1, and a saltus at most {GREATEST}")));
    }
    let mut proof = Proof::of(rules, misere, claim);
    proof.whole(stop).map_err(Refusal::of)?;
    proof.goes_on(line, stop).map_err(Refusal::of)?;
    first((rules, misere), line, values, stop)?;
    Ok(format!(
        "By induction along the moves, the automata give the values of all positions. That the values along the line recur is a formula that holds for all numbers; {} formulas were \
         made automata, and in each state that can be reached they accept. The first {} values of the line were computed by the definition. The equation fails of the index \
         before {}, and of every period that is {} divided by a prime.",
        proof.steps.formulas,
        line.preperiod + line.period,
        line.preperiod,
        line.period,
    ))
}

/// The first values are right, and the preperiod and the period are the least.
fn first((rules, misere): (&Rules, bool), line: &Recurs, stated: &[Option<u64>], stop: Stop) -> Result<(), Refusal> {
    let Recurs { preperiod, period, saltus, .. } = *line;
    let first = preperiod.checked_add(period).filter(|first| *first <= FIRST);
    let many = || Refusal::False(format!("more than {FIRST} first values would be computed by the definition"));
    let first = first.ok_or_else(many)?;
    let mut plain = Plain::new(rules, misere);
    let mut values: Vec<Option<u64>> = vec![];
    for index in 0..first {
        let mut value = || {
            let at = cell(&line.line, index)?;
            let mut value = || plain.value(&at, &mut |bytes| stop(Told::Spent(Spent { steps: index, bytes })));
            Ok(if exists(rules, &at)? { Some(value()?) } else { None })
        };
        values.push(value().map_err(Refusal::of)?);
    }
    // A value of the line, by the equation.
    let value = |n: u64| {
        let rounds = n.saturating_sub(preperiod) / period;
        let near = values.get(usize::try_from(n - rounds * period).unwrap_or(usize::MAX)).copied().flatten();
        near.map(|value| value + rounds * saltus)
    };
    Ok(least(&Known { at: &value, from: 0 }, stated, preperiod, line.equation(), stop)?)
}

/// A certificate of kind `recurs`: the period of a line, by automata that say the value of every position.
struct Everywhere {
    claim: Claim,
    recurs: Recurs,
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, rules: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>> {
    Ok(Box::new(Everywhere { claim: Claim::read(object, rules)?, recurs: Recurs::read(object, rules)? }))
}

impl Stated for Everywhere {
    fn verify(&self, of: &Certificate, _: &Verified, stop: Stop) -> Result<String, Refusal> {
        verify((&of.rules, of.misere), &self.claim, &self.recurs, stop)
    }

    fn words(&self, of: &Certificate) -> String {
        self.recurs.words(of, !of.rules.requires.is_empty())
    }

    fn recurs(&self) -> Option<&Recurs> {
        Some(&self.recurs)
    }
}
