//! Values, moves, periods, descriptions of games.

use dashu_int::IBig;
use grundy_core::contract::options::{EngineName, Play};
use grundy_core::contract::position::Lists;
use grundy_core::contract::quantity::{Numbering, Quantity};
use grundy_core::engine::Answer;
use grundy_rules::library::Entry;
use grundy_rules::session::Game;
use serde_json::{Value, json};

use super::Object;
use super::numbers::{entries, lists, number, position};
use crate::choose::{Choice, Lengths, TimedChoice, Wins};
use crate::theory::genus::Genus;
use crate::theory::loopy::{LoopyChoice, LoopyOutcome, LoopyValue};
use crate::theory::periods::{Period, Verdict};

/// What every answer about a position begins with.
fn about(command: &str, game: &Game, position: Value, play: Play) -> Object {
    json!({
        "v": 1,
        "cmd": command,
        "game": game.text,
        "rules": game.rules.hash(),
        "position": position,
        "play": play.name(),
    })
}

/// The value of a position, and what gave it.
#[must_use]
pub fn value(game: &Game, play: Play, at: &[IBig], answer: &Answer) -> Object {
    let mut line = about("value", game, position(game, at), play);
    line["value"] = number(&answer.value);
    line["by"] = answer.by_name().into();
    line
}

/// The genus of a position: the value in this play, and the numbers of the genus, the normal value first.
#[must_use]
pub fn genus(game: &Game, play: Play, at: &[IBig], genus: &Genus, by: EngineName) -> Object {
    let mut line = about("value", game, position(game, at), play);
    line["value"] = genus.numbers()[usize::from(play.is_misere())].into();
    line["genus"] = genus.numbers().into();
    line["by"] = by.name().into();
    line
}

/// The value of a position from which play may go on for ever: a number, or a text such as `inf({0, 2})`; and who wins, `P`, `N` or `D`.
#[must_use]
pub fn loopy_value(game: &Game, at: &[IBig], value: &LoopyValue) -> Object {
    let mut line = about("value", game, position(game, at), Play::Normal);
    add_loopy(&mut line, value);
    line["by"] = "loopy".into();
    line
}

/// The value of a position from which play may go on for ever: a number, or a text.
#[must_use]
pub fn of_loopy(value: &LoopyValue) -> Value {
    match value {
        LoopyValue::Number(value) => number(value),
        LoopyValue::Infinite(_) => value.to_string().into(),
    }
}

/// Adds the value and the outcome of a position from which play may go on for ever.
fn add_loopy(line: &mut Object, value: &LoopyValue) {
    line["value"] = of_loopy(value);
    line["outcome"] = value.outcome().name().into();
}

/// The options of a position with this value from which play may go on for ever: each with its outcome, and whether it wins, or keeps a draw.
#[must_use]
pub fn loopy_moves(game: &Game, position: Value, value: &LoopyValue, choices: &[LoopyChoice]) -> Object {
    let mut line = about("moves", game, position, Play::Normal);
    add_loopy(&mut line, value);
    let is_drawn = value.outcome() == LoopyOutcome::D;
    let option = |choice: &LoopyChoice| {
        let mut option = json!({"to": left(game, &choice.to)});
        add_loopy(&mut option, &choice.value);
        option["wins"] = choice.wins().into();
        option["draws"] = (is_drawn && choice.draws()).into();
        option
    };
    line["options"] = choices.iter().map(option).collect();
    line["by"] = "loopy".into();
    line
}

/// The options of a position with this value.
#[must_use]
pub fn moves(game: &Game, play: Play, position: Value, value: &IBig, choices: &[Choice]) -> Object {
    let mut line = about("moves", game, position, play);
    line["value"] = number(value);
    line["options"] = choices.iter().map(|choice| option(game, choice)).collect();
    line
}

/// The options of a position with this value, with values of any size; `more` says why these are not all.
#[must_use]
pub fn first_moves(
    game: &Game,
    play: Play,
    position: Value,
    value: &IBig,
    (choices, more): (&[LoopyChoice], Option<&str>),
) -> Object {
    let mut line = moves(game, play, position, value, &[]);
    let option = |choice: &LoopyChoice| {
        let (value, wins) = (of_loopy(&choice.value), choice.wins());
        json!({"to": left(game, &choice.to), "value": value, "wins": wins})
    };
    line["options"] = choices.iter().map(option).collect();
    if let Some(more) = more {
        (line["complete"], line["more"]) = (false.into(), more.into());
    }
    line
}

/// Adds how long play lasts to the options of a position.
pub fn add_lengths(line: &mut Object, play: Play, own: Lengths, choices: &[TimedChoice]) {
    let Lengths { remoteness, suspense, birthday } = own;
    line["outcome"] = outcome(play, remoteness).into();
    (line["remoteness"], line["suspense"], line["birthday"]) = (remoteness.into(), suspense.into(), birthday.into());
    for (option, timed) in line["options"].as_array_mut().into_iter().flatten().zip(choices) {
        let Lengths { remoteness, suspense, .. } = timed.lengths;
        option["outcome"] = outcome(play, remoteness).into();
        (option["remoteness"], option["suspense"]) = (remoteness.into(), suspense.into());
        option["best"] = timed.best.into();
    }
}

/// The outcome of a position with this remoteness: `P` or `N`.
#[must_use]
pub fn outcome(play: Play, remoteness: u32) -> &'static str {
    let numbers = Numbering { quantity: Quantity::Remoteness, play };
    if numbers.is_p(remoteness.into()) { "P" } else { "N" }
}

/// The winning moves of a position: how many there are, and whether all are listed. The value is `null` where it is not known.
#[must_use]
pub fn wins(game: &Game, play: Play, position: Value, value: Option<&IBig>, wins: &Wins) -> Object {
    let mut line = moves(game, play, position, value.unwrap_or(&IBig::ZERO), &wins.listed);
    line["value"] = value.map_or(Value::Null, number);
    line["winning"] = number(&wins.count);
    line["complete"] = wins.complete().into();
    line
}

fn option(game: &Game, choice: &Choice) -> Value {
    json!({"to": left(game, &choice.to), "value": choice.value, "wins": choice.wins})
}

/// The positions that an option leaves, one after a move, several after a split.
fn left(game: &Game, to: &Lists<IBig>) -> Value {
    match &to[..] {
        all if all.iter().all(|tuples| tuples.len() == 1) => Value::from(vec![lists(game, all)]),
        [tuples] => tuples.iter().map(|tuple| tuple.iter().map(number).collect::<Value>()).collect(),
        all => Value::from(vec![all.iter().flat_map(|tuples| entries(tuples)).collect::<Value>()]),
    }
}

/// What is known of the period of a line.
#[derive(Clone, Debug)]
pub struct KnownPeriod {
    /// `proved`, `observed` or `not_found`.
    pub status: &'static str,
    /// The period, if one was found.
    pub period: Option<Period>,
    /// The last index examined, if there is no proof.
    pub to: Option<u64>,
    /// The theorem, or why there is no proof.
    pub reason: Option<String>,
    /// Of a proof: has the checker read its certificate?
    pub checked: Option<bool>,
}

impl KnownPeriod {
    /// From a verdict.
    #[must_use]
    pub fn of(verdict: &Verdict) -> KnownPeriod {
        let (status, period, to, reason, checked) = match verdict {
            Verdict::Proved(proof) => match proof.checked.not("an engine") {
                None => ("proved", Some(proof.period), None, Some(proof.theorem.clone()), Some(true)),
                why => ("observed", Some(proof.period), None, why, Some(false)),
            },
            Verdict::Observed(period, to, why) => ("observed", Some(*period), Some(*to), why.clone(), None),
            Verdict::NotFound(to, why) => ("not_found", None, Some(*to), why.clone(), None),
        };
        KnownPeriod { status, period, to, reason, checked }
    }
}

/// The period of a line, which is given as it was written; `certificate` says where the proof is.
#[must_use]
pub fn period(game: &Game, line: &str, told: &KnownPeriod, certificate: Option<&str>) -> Object {
    let mut line = json!({
        "v": 1,
        "cmd": "period",
        "game": game.text,
        "rules": game.rules.hash(),
        "line": line,
        "status": told.status,
        "preperiod": told.period.map(|p| p.preperiod),
        "period": told.period.map(|p| p.period),
        "saltus": told.period.map(|p| p.saltus),
        "checked_to": told.to,
        "reason": told.reason,
        "certificate": certificate,
    });
    if let Some(checked) = told.checked {
        line["checked"] = checked.into();
    }
    line
}

/// The description of a game.
#[must_use]
pub fn entry(entry: &Entry) -> Object {
    json!({
        "v": 1,
        "cmd": "games",
        "name": entry.name,
        "head": entry.head,
        "family": entry.file.trim_end_matches(".game"),
        "about": entry.about,
        "source": entry.source,
        "example": entry.example,
        "answer": entry.answer.split_whitespace().collect::<Vec<_>>(),
        "rules": entry.rules,
    })
}
