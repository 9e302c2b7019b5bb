//! Statements about finitely many positions, evaluated one position after the other.
//!
//! In: a statement, and for each variable its greatest value. Out: what was verified. First, formulas say that nothing lies beyond: where the pattern is a
//! position and the condition is not false, no variable is above its greatest value. Then the statement is evaluated for all values up to these, from left to
//! right as far as the answer needs, with values by the definition. What is not defined, too large or too long is refused.

use crate::Refusal;
use crate::claim::plainly::Plainly;
use crate::claim::statement::Statement;
use crate::form::expr::{Expr, Result};
use crate::form::grounds::DEFINITION;
use crate::form::spent::{Stop, Told};
use crate::say::moves::{Env, Speaker};
use crate::say::sets::{Set, Sum};
use crate::say::steps::Steps;

/// The most values of all variables together that are run through.
const MOST: u64 = 1_000_000;

/// Why a formula does not speak of a value that no block says.
pub(crate) fn by_definition() -> String {
    "values by the definition are known only where positions are run through, which the key `most` asks for".into()
}

/// Verifies a statement; returns the proof in words.
pub(crate) fn verify(statement: &Statement, most: &[u64], stop: Stop) -> Result<String, Refusal> {
    stop(Told::Rests("finite"));
    stop(Told::Rests(DEFINITION));
    let (size, beyond) = all(statement, most, stop).map_err(Refusal::of)?;
    let plainly = Plainly::new(statement, stop).map_err(Refusal::of)?;
    let looked = each(&plainly, most, size).map_err(|why| match plainly.is_refuted() {
        true => Refusal::Refuted(why),
        false => Refusal::of(why),
    })?;
    Ok(match most {
        [] => "The statement was evaluated, with values by the definition.".into(),
        _ => format!(
            "{beyond}For each of these {size} values of the variables the statement was evaluated, with values by the definition; {looked} are positions for which `where` is true."
        ),
    })
}

/// How many values of the variables there are, and, in words, why these are all.
fn all(statement: &Statement, most: &[u64], stop: Stop) -> Result<(u64, &'static str)> {
    if !statement.values.is_empty() {
        return Err(
            "where positions are run through, values are those of the definition, and its `values` are none".into()
        );
    }
    let size = most.iter().try_fold(1u64, |size, most| size.checked_mul(most + 1)).filter(|size| *size <= MOST);
    let size = size.ok_or_else(|| format!("more than {MOST} values of its variables would be run through"))?;
    let beyond = match most {
        [] => "",
        _ => {
            nothing_beyond(statement, most, stop)?;
            "A formula that holds for all numbers says that the variables are not above the numbers in `most`, where `at` is a position and `where` is not false. "
        }
    };
    Ok((size, beyond))
}

/// Evaluates the statement for all values of the variables; for how many of them it says something.
fn each(plainly: &Plainly<'_>, most: &[u64], size: u64) -> Result<u64> {
    let (mut at, mut looked) = (vec![0u64; most.len()], 0);
    for _ in 0..size {
        let place = |why: String| match why.is_empty() || at.is_empty() {
            true => why,
            false => format!("for the values {at:?} of its variables: {why}"),
        };
        looked += u64::from(plainly.holds(&at).map_err(place)?);
        let mut next = at.iter_mut().zip(most).rev();
        // The last number is the one that is after all others.
        next.find_map(|(x, most)| {
            *x = if *x < *most { *x + 1 } else { 0 };
            (*x > 0).then_some(())
        });
    }
    Ok(looked)
}

/// Where the pattern is a position and the condition is not false, no variable is above its greatest value.
fn nothing_beyond(statement: &Statement, most: &[u64], stop: Stop) -> Result<()> {
    let mut steps = Steps::of(statement.numeration_of_terms());
    let speaker = &mut steps.speaker;
    speaker.begin();
    let variables = speaker.tracks(statement.variables)?;
    let own = statement.own(speaker, &variables)?;
    let mut parts = vec![];
    for (track, most) in variables.iter().zip(most) {
        parts.push(speaker.sets.at_most(&Sum::number(i128::from(*most) + 1), track)?);
    }
    let beyond = speaker.sets.or(parts);
    let among = not_false(speaker, statement, &Env::at(&variables));
    let wrong = match own {
        None => speaker.sets.and(vec![among, beyond]),
        Some((exists, _, defined)) => {
            let wrong = speaker.sets.and(vec![exists, among, beyond]);
            speaker.close(defined, wrong)
        }
    };
    let none = speaker.sets.not(wrong);
    steps.must(none, || "a variable may be above its greatest value in `most`".into(), stop)
}

/// More than where the condition is not false: where its first parts are not, as many of them as can be said.
///
/// A conjunction is false if its first parts are. A part behind them may be false, and the conjunction not: what comes before that part need not be defined.
fn not_false(speaker: &mut Speaker, statement: &Statement, env: &Env) -> Set {
    let rules = &statement.games[0];
    let parts = match &statement.among {
        Expr::And(parts) => &parts[..],
        one => std::slice::from_ref(one),
    };
    for count in (1..=parts.len()).rev() {
        if let Ok(judged) = speaker.judge(rules, &Expr::And(parts[..count].to_vec()), env) {
            return speaker.sets.not(judged.no);
        }
    }
    speaker.sets.constant(true)
}

#[cfg(test)]
mod tests;
