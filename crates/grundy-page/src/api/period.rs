//! Lines of positions and their periods.

use grundy::json::KnownPeriod;
use grundy::lang::Code;
use grundy::rules::Line;
use grundy::session::Game;
use grundy::theory::periods::{Verdict, period as search};
use grundy::{Diagnostic, json};
use serde_json::Value;

use super::asked::Asked;
use super::{Lines, Reply};
use crate::tables::table;

/// How many values there are if the question does not say.
const TERMS: u64 = 256;
/// The most values.
const MOST: u64 = 1 << 16;

/// The game and the line.
fn line(asked: &mut Asked) -> Result<(Game, Line), Diagnostic> {
    let text = asked.question.need("line")?;
    asked.load()?;
    asked.written.line(asked.question.need("game")?, text)
}

/// What is known of the period; without a proof, what was seen in a part of the time.
fn verdict(asked: &Asked, game: &Game, line: &Line) -> Result<Verdict, Diagnostic> {
    let options = asked.options()?;
    search(&game.rules, line, &options, &mut |_| options.limits.ended().is_some())
}

/// The period of a line.
pub(super) fn period(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let wanted = asked.question.flag("certificate")?;
    let (game, line) = line(asked)?;
    let mut verdict = verdict(asked, &game, &line)?;
    let told = KnownPeriod::of(&verdict);
    let mut answer = json::period(&game, asked.question.need("line")?, &told, None);
    answer["play"] = asked.play()?.name().into();
    if let (true, Verdict::Proved(proof)) = (wanted, &mut verdict) {
        let certificate = proof.certificate(&game)?;
        answer["certificate"] = serde_json::from_str(&certificate).unwrap_or(Value::Null);
    }
    Ok(Reply::Json(answer))
}

/// The values along a line.
pub(super) fn sequence(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let terms = asked.question.number("terms")?.unwrap_or(TERMS);
    if terms == 0 || terms > MOST {
        let message = format!("the parameter `terms` is between 1 and {MOST}, found {terms}");
        return Err(Diagnostic::new(Code::Parameter, message));
    }
    let (game, line) = line(asked)?;
    let play = asked.play()?;
    let values = table(&asked.desk.tables, &game.rules, play, &line.position(terms - 1), &asked.limits)?;
    let list: Value = (0..terms).map(|n| values.get(&line.position(n))).collect();
    let told = KnownPeriod::of(&verdict(asked, &game, &line)?);
    let mut answer = json::period(&game, asked.question.need("line")?, &told, None);
    answer["cmd"] = "sequence".into();
    answer["play"] = play.name().into();
    answer["values"] = list;
    if let Some(object) = answer.as_object_mut() {
        object.remove("certificate");
    }
    Ok(Reply::Json(answer))
}
