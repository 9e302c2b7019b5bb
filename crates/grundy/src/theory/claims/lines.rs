//! Periods of lines inside claims.
//!
//! In: the lines that a claim speaks of. Out: what is proved of them, as the answers to its questions; or that the claim is open, since a period
//! that is not proved may be another one further on.

use super::world::World;
use super::{Effort, Verdict as Claimed};
use crate::engine::Play;
use crate::lang::Diagnostic;
use crate::rules::lower::{Known, Question};
use crate::theory::periods::{Period, Verdict, period};
use crate::theory::solutions::differences;

/// Columns in which the period of a line of a claim is looked for.
const COLUMNS: u64 = 1 << 26;

/// Answers the questions about lines; the verdict of a claim that asks for what is not proved.
///
/// # Errors
/// An interruption; rules that are not defined at one of the first positions.
pub(super) fn settle(world: &mut World, effort: &Effort) -> Result<Option<Claimed>, Diagnostic> {
    for question in 0..world.scope.questions.len() {
        let options = effort.options(Play::Normal);
        let until = &mut |column| column > COLUMNS;
        let games = &world.scope.games;
        let (verdict, of) = match &world.scope.questions[question] {
            Question::Line { game, line, of } => (period(&games[*game].rules, line, &options, until)?, of),
            Question::Solutions { game, value, of } => (differences(&games[*game].rules, *value, &options, until)?, of),
            _ => continue,
        };
        let Period { preperiod, period, saltus } = match verdict {
            Verdict::Proved(proof) => proof.period,
            Verdict::Observed(seen, to, why) => {
                let why = why.map_or(String::new(), |why| format!("; {why}"));
                return Ok(Some(Claimed::open(format!("observed {seen} to {to}, which is no proof{why}"))));
            }
            Verdict::NotFound(to, why) => {
                let why = why.map_or(String::new(), |why| format!("; {why}"));
                return Ok(Some(Claimed::open(format!("no period was found to {to}{why}"))));
            }
        };
        let known = match of {
            Known::Preperiod => i64::try_from(preperiod).ok(),
            Known::Period => i64::try_from(period).ok(),
            Known::Saltus => Some(saltus),
        };
        let Some(known) = known else {
            return Ok(Some(Claimed::open(format!("the line has {}", Period { preperiod, period, saltus }))));
        };
        world.constants[question] = Some(known);
    }
    Ok(None)
}
