//! Periods of lines inside claims.
//!
//! In: the lines that a claim speaks of. Out: what is proved of them, as the answers to its questions; or that the claim is open, since a period
//! that is not proved may be another one further on.

use super::world::World;
use super::{Effort, Verdict as Claimed};
use crate::engine::Play;
use crate::lang::Diagnostic;
use crate::rules::lower::{Known, Question};
use crate::rules::{Game, Line};
use crate::theory::periods::{Period, Verdict, period};
use crate::theory::solutions::differences;

/// Columns in which the period of a line of a claim is looked for.
const COLUMNS: u64 = 1 << 26;

/// A period that is proved, or why it is not.
type Found = Result<Period, String>;

/// Answers the questions about lines; the verdict of a claim that asks for what is not proved.
///
/// # Errors
/// An interruption; rules that are not defined at one of the first positions.
pub(super) fn settle(world: &mut World, effort: &Effort) -> Result<Option<Claimed>, Diagnostic> {
    for question in 0..world.scope.questions.len() {
        let games = &world.scope.games;
        let (found, of) = match &world.scope.questions[question] {
            Question::Line { game, line, of } => (of_line(&games[*game], line, effort)?, of),
            Question::Solutions { game, value, of } => {
                let options = effort.options(Play::Normal);
                (proved(&differences(&games[*game].rules, *value, &options, &mut far)?), of)
            }
            _ => continue,
        };
        let Period { preperiod, period, saltus } = match found {
            Ok(period) => period,
            Err(why) => return Ok(Some(Claimed::open(why))),
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

fn far(column: u64) -> bool {
    column > COLUMNS
}

/// The period of a line: from the archive, or by a search whose proof goes there.
fn of_line(game: &Game, line: &Line, effort: &Effort) -> Result<Found, Diagnostic> {
    let play = Play::Normal;
    if let Some(period) = effort.archive.as_ref().and_then(|archive| archive.period(game, line, play)) {
        return Ok(Ok(period));
    }
    let mut verdict = period(&game.rules, line, &effort.options(play), &mut far)?;
    if let (Verdict::Proved(proof), Some(archive)) = (&mut verdict, &effort.archive) {
        archive.keep(game, line, play, proof);
    }
    Ok(proved(&verdict))
}

fn proved(verdict: &Verdict) -> Found {
    let more = |why: &Option<String>| why.as_ref().map_or(String::new(), |why| format!("; {why}"));
    match verdict {
        Verdict::Proved(proof) => Ok(proof.period),
        Verdict::Observed(seen, to, why) => Err(format!("observed {seen} to {to}, which is no proof{}", more(why))),
        Verdict::NotFound(to, why) => Err(format!("no period was found to {to}{}", more(why))),
    }
}
