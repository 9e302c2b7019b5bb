//! A statement that is false: the counterexample, looked at by the checker.
//!
//! In: a statement, values of its variables, and of those of its outermost `all`. Out: that it is false there: the pattern is a position, `where` is true, the
//! numbers are in their ranges, `if` is true, and `holds` is defined and false. What is not defined is no counterexample.
//!
//! The statement is evaluated there, with values by the definition. Where that takes too much, and blocks say all values, these are verified, and a formula
//! about the numbers says the same: numbers take the place of variables.

use crate::claim::plainly::{Plainly, is_bound_once};
use crate::claim::statement::Statement;
use crate::form::expr::{Expr, Result};
use crate::form::spent::Stop;
use crate::say::moves::{Env, Speaker};
use crate::say::sets::{Set, Sum};
use crate::{Refusal, Verified};

/// The most steps of an evaluation, where a formula may say the same.
const FEW_STEPS: u64 = 1 << 14;

/// Verifies that a statement is false at a place.
pub(crate) fn refute(
    statement: &Statement,
    (variables, running): (&[i128], &[i128]),
    verified: &Verified,
    stop: Stop,
) -> Result<(), Refusal> {
    let each = variables.len() == statement.variables && running.len() == statement.all.len();
    if !each || variables.iter().any(|x| *x < 0) {
        let why = "the counterexample does not give each variable a number that is not below 0";
        return Err(Refusal::False(why.into()));
    }
    is_bound_once(statement).map_err(Refusal::of)?;
    statement.grounds(verified, stop)?;
    let said = statement.is_said();
    let Some(naturals) = variables.iter().map(|x| u64::try_from(*x).ok()).collect::<Option<Vec<u64>>>() else {
        return match said {
            true => by_formulas(statement, variables, running, stop),
            false => Err(Refusal::False("the counterexample has a number beyond 64 bits".into())),
        };
    };
    let plainly = Plainly::new(statement, &mut *stop).map_err(Refusal::of)?;
    let plainly = if said { plainly.within(FEW_STEPS) } else { plainly };
    match plainly.fails(&naturals, running) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Refusal::Refuted("the statement is true there, by the definition".into())),
        Err(why) if why.is_empty() || !said => Err(Refusal::of(why)),
        Err(_) => by_formulas(statement, variables, running, stop),
    }
}

/// By values that are verified, a formula says that the statement is false; or another formula says that it is true.
fn by_formulas(statement: &Statement, variables: &[i128], running: &[i128], stop: Stop) -> Result<(), Refusal> {
    let Err(why) = by_formula(statement, variables, running, false, &mut *stop) else { return Ok(()) };
    if why.is_empty() {
        return Err(Refusal::Stopped);
    }
    match by_formula(statement, variables, running, true, &mut *stop) {
        Ok(()) => Err(Refusal::Refuted("the statement is true there, by the values of every position".into())),
        Err(_) => Err(Refusal::of(why)),
    }
}

/// A formula says that the statement is false, or true, at a place where it says something.
fn by_formula(statement: &Statement, variables: &[i128], running: &[i128], truth: bool, stop: Stop) -> Result<()> {
    let mut steps = statement.steps()?;
    let speaker = &mut steps.speaker;
    speaker.begin();
    let coords: Vec<Sum> = variables.iter().map(|x| Sum::number(*x)).collect();
    let own = statement.own(speaker, &coords)?;
    statement.answers(
        speaker,
        own.as_ref().map(|(_, at, _)| at),
        vec![None; statement.swaps.len()],
        statement.exactly()?,
    );
    let ends = ends(speaker, statement, running, coords, truth)?;
    let formula = match own {
        None => ends,
        Some((exists, _, defined)) => {
            let ends = speaker.sets.and(vec![exists, ends]);
            speaker.close(defined, ends)
        }
    };
    steps.must(formula, || "the statement is not false there, or not defined".into(), stop)
}

/// All that is said of a counterexample, or of a place at which the statement is true, except that the pattern is a position.
fn ends(speaker: &mut Speaker, statement: &Statement, running: &[i128], coords: Vec<Sum>, truth: bool) -> Result<Set> {
    let rules = &statement.games[0];
    let mut env = Env::at(&coords);
    let mut parts = vec![speaker.judge(rules, &statement.among, &env)?.yes];
    for (number, ((lo, hi), value)) in statement.all.iter().zip(running).enumerate() {
        // The end less the number, or the number less the end, is at most 0.
        for (sign, end) in [(1, lo), (-1, hi)] {
            let value = value.checked_mul(-sign).ok_or("a number is beyond 128 bits")?;
            let inside = Expr::NonPos(Box::new(Expr::Sum(value, vec![(sign, end.clone())])));
            parts.push(speaker.judge(rules, &inside, &env)?.yes);
        }
        env = env.with(number, Sum::number(*value));
    }
    parts.push(speaker.judge(rules, &statement.inner, &env)?.yes);
    let holds = speaker.judge(rules, &statement.holds, &env)?;
    parts.push(if truth { holds.yes } else { holds.no });
    Ok(speaker.sets.and(parts))
}
