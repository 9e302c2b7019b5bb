//! Values and moves.

use grundy::engine::{Choice, Timer};
use grundy::lang::Code;
use grundy::rules::drawing::{Drawing, Kind, drawings, profile};
use grundy::session::Game;
use grundy::theory::opponent::Match;
use grundy::{Diagnostic, IBig, Session, json};
use serde_json::Value;

use super::asked::Asked;
use super::{Lines, Reply};

/// The value of a position.
pub(super) fn value(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let explain = asked.question.flag("explain")?;
    let (game, position) = asked.game_and_position(asked.question.need("position")?)?;
    let answer = asked.evaluator(&game)?.value(&position)?;
    let mut line = json::value(&game, asked.play()?, &position, &answer);
    if explain {
        let account = answer.account();
        let refused = account.refused.iter().map(ToString::to_string);
        line["explain"] = [account.how.clone()].into_iter().chain(refused).collect::<Vec<_>>().join("; ").into();
    }
    Ok(Reply::Json(line))
}

/// The game, and a match at the position or the parts that were given.
pub(super) fn played(asked: &mut Asked) -> Result<(Game, Match), Diagnostic> {
    let Some(parts) = asked.question.get("parts").filter(|parts| !parts.trim().is_empty()) else {
        let (game, position) = asked.game_and_position(asked.question.need("position")?)?;
        let played = Match::begin(asked.evaluator(&game)?, &position);
        return Ok((game, played));
    };
    let game = asked.game((!Session::is_split(parts)).then_some(parts))?;
    let lists = asked.ask("parts", |session| session.parts(&game, parts))?;
    let evaluator = asked.evaluator(&game)?;
    let firsts: Option<Vec<_>> = lists.iter().map(|tuples| tuples.first().cloned()).collect();
    if let Some(firsts) = firsts {
        for (leaf, tuples) in lists.iter().enumerate() {
            for tuple in tuples {
                let position = [&firsts[..leaf], std::slice::from_ref(tuple), &firsts[leaf + 1..]].concat().concat();
                if let Some(why) = evaluator.refusal(&position)? {
                    let message = format!("the position `{parts}` of `{}` does not exist: {why}", game.text);
                    return Err(Diagnostic::new(Code::NoPosition, message));
                }
            }
        }
    }
    Ok((game, Match::from(evaluator, lists)))
}

/// The options of a position, or those that win.
pub(super) fn moves(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let (only_wins, timed) = (asked.question.flag("wins")?, asked.question.flag("remoteness")?);
    if only_wins && timed {
        let message = "`wins` lists the winning moves alone, and `remoteness` is told of all moves";
        return Err(Diagnostic::new(Code::Parameter, message).help("leave one of them out"));
    }
    let (game, mut played) = played(asked)?;
    let value = played.value()?.value;
    let (play, position) = (asked.play()?, json::lists(&game, played.now()));
    let (choices, mut line) = if only_wins {
        let wins = played.wins()?;
        let line = json::wins(&game, play, position, &value, &wins);
        (wins.listed, line)
    } else {
        let mut choices = played.options()?;
        choices.sort_by_key(|choice| !choice.wins);
        let mut line = json::moves(&game, play, position, &value, &choices);
        if timed {
            let timer = Timer::new(&game.rules, &asked.options()?)?;
            let (own, choices) = timer.options_from(played.now(), choices.clone())?;
            json::add_lengths(&mut line, play, own, &choices);
        }
        (choices, line)
    };
    line["written"] = game.show_parts(played.now()).into();
    line["leaves"] = leaves(played.now());
    line["profiles"] = profiles(&game, played.now());
    add_written(&game, &choices, &mut line["options"]);
    Ok(Reply::Json(line))
}

/// The heights of the columns of every leaf that is drawn as a bar; null for the others.
fn profiles(game: &Game, lists: &[Vec<Vec<IBig>>]) -> Value {
    let of = |(index, drawing): (usize, &Drawing)| {
        let small = |entry: &IBig| u64::try_from(entry).ok();
        let tuple = match &lists[index][..] {
            [tuple] if drawing.kind == Kind::Bar => tuple.iter().map(small).collect::<Option<Vec<u64>>>(),
            _ => None,
        };
        tuple.map_or(Value::Null, |tuple| profile(&game.rules, index, drawing, &tuple).into())
    };
    drawings(&game.rules).iter().enumerate().map(of).collect()
}

/// Adds to each option how it is written, and its tuples: a list for each leaf.
pub(super) fn add_written(game: &Game, choices: &[Choice], options: &mut Value) {
    for (choice, option) in choices.iter().zip(options.as_array_mut().into_iter().flatten()) {
        option["written"] = game.show_parts(&choice.to).into();
        option["leaves"] = leaves(&choice.to);
    }
}

/// The tuples of every leaf.
pub(super) fn leaves(lists: &[Vec<Vec<IBig>>]) -> Value {
    let tuple = |tuple: &Vec<IBig>| tuple.iter().map(json::number).collect::<Value>();
    lists.iter().map(|tuples| tuples.iter().map(tuple).collect::<Value>()).collect()
}
