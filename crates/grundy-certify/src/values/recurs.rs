//! The period of a line, by the values of all positions.
//!
//! In: a certificate with automata that say the values of all positions, and a line, a preperiod N, a period p and a saltus s, and the first values. Out: that G(x(n + p)) = G(x(n)) + s for n >= N, where x(n)
//! is the position n of the line, and that N and p are the least such numbers:
//!
//! 1. The automata say the values of all positions, as in kind `values`.
//! 2. They go on along the line as the period does (theorem `line`). So the equation holds for ever.
//! 3. The values x(0), …, x(N + p - 1) are those of the definition, and the later ones follow from them. By these N and p are the least ([`least`]).

use crate::Refusal;
use crate::definition::plain::Plain;
use crate::form::expr::Result;
use crate::form::numbers::index;
use crate::form::spent::Stop;
use crate::form::stated::Certificate;
use crate::recurrence::least::{Equation, Known, least};
use crate::recurrence::recurs::{Recurs, cell};
use crate::values::along::FIRST;
use crate::values::{Automata, Claim, Proof};

/// The greatest saltus.
const GREATEST: u64 = 1 << 32;

/// Verifies a certificate; returns the proof in words.
pub(crate) fn verify(of: &Certificate, recurs: &Recurs, claim: &Claim, stop: Stop) -> Result<String, Refusal> {
    let Equation { preperiod, period, saltus } = recurs.equation;
    if claim.differences || claim.domain.is_some() || matches!(claim.values, Automata::Levels { complete: false, .. }) {
        return Err(Refusal::False("it does not say the values of all positions by their coordinates".into()));
    }
    if period == 0 || saltus > GREATEST {
        return Err(Refusal::False(format!("a period is at least 1, and a saltus at most {GREATEST}")));
    }
    let Some(first) = recurs.equation.first(FIRST) else {
        return Err(Refusal::False(format!("more than {FIRST} first values would be computed by the definition")));
    };
    let mut proof = Proof::of(&of.rules, of.misere, claim);
    proof.whole(stop).and_then(|_| proof.goes_on(recurs, stop)).map_err(Refusal::of)?;
    let mut plain = Plain::new(&of.rules, of.misere);
    let value = |n| plain.value_at(&cell(recurs.line()?, n)?, n, stop);
    let values = (0..first).map(value).collect::<Result<Vec<Option<u64>>>>().map_err(Refusal::of)?;
    // A value of the line, by the equation.
    let value = |n: u64| {
        let rounds = n.saturating_sub(preperiod) / period;
        Some(values[index(n - rounds * period)]? + rounds * saltus)
    };
    least(&Known { at: &value, from: 0 }, &recurs.values, preperiod, recurs.equation, stop)?;
    Ok(format!(
        "By induction along the moves, the automata give the values of all positions. That the values along the line recur is a formula that holds for all numbers; {} formulas were \
         made automata, and in each state that can be reached they accept. The first {first} values of the line were computed by the definition. The equation fails of the index \
         before {preperiod}, and of every period that is {period} divided by a prime.",
        proof.steps.formulas,
    ))
}
