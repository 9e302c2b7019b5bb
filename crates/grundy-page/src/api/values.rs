//! Values and moves.

use std::collections::BTreeMap;

use grundy::engine::{Choice, Timer};
use grundy::lang::Code;
use grundy::rules::drawing::{Drawing, Kind, drawings, profile};
use grundy::session::Game;
use grundy::theory::loopy::{HOW, Loopy, LoopyValue, is_round};
use grundy::theory::opponent::Match;
use grundy::{Diagnostic, IBig, Session, json};
use serde_json::{Value, json};

use super::asked::Asked;
use super::{Lines, Reply};

/// The most moves of an answer.
const MOST: usize = 10_000;
/// Of more different values of options none is told: a list without its end would say that there are no others.
const SEEN: usize = 1 << 12;

/// The value of a position.
pub(super) fn value(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let explain = asked.question.flag("explain")?;
    let (game, position) = asked.game_and_position(asked.question.need("position")?)?;
    let mut evaluator = asked.evaluator(&game)?;
    let answer = match evaluator.value(&position) {
        Err(round) if is_round(&round, evaluator.options()) => {
            let value = Loopy::new(&game.rules, evaluator.options()).value(&position)?;
            let mut line = json::loopy_value(&game, &position, &value);
            if explain {
                line["explain"] = HOW.into();
            }
            return Ok(Reply::Json(line));
        }
        answer => answer?,
    };
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

/// Which options are listed.
struct Listed {
    most: usize,
    /// Only those of this value, as it is written.
    having: Option<String>,
}

impl Listed {
    fn of(asked: &Asked) -> Result<Listed, Diagnostic> {
        let most = asked.question.number("most")?.map_or(MOST, |most| usize::try_from(most).unwrap_or(MOST).min(MOST));
        let having = asked.question.get("having").map(|text| text.trim().to_string()).filter(|text| !text.is_empty());
        Ok(Listed { most, having })
    }

    /// Leaves out what is not listed, and says which values there are: each with the number of its options, or null for too many. The second part says why not
    /// all are listed.
    fn cut<T>(&self, choices: &mut Vec<T>, value: impl Fn(&T) -> LoopyValue) -> (Value, Option<String>) {
        let mut seen: BTreeMap<(bool, IBig, String), u64> = BTreeMap::new();
        let key = |choice: &T| match value(choice) {
            LoopyValue::Number(number) => (false, number, String::new()),
            infinite => (true, IBig::ZERO, infinite.to_string()),
        };
        choices.iter().for_each(|choice| *seen.entry(key(choice)).or_default() += 1);
        if let Some(having) = &self.having {
            choices.retain(|choice| value(choice).to_string() == *having);
        }
        let more = (choices.len() > self.most).then(|| format!("there are {}", choices.len()));
        choices.truncate(self.most);
        if seen.len() > SEEN {
            return (Value::Null, more);
        }
        let told = |((infinite, number, text), count): ((bool, IBig, String), u64)| {
            json!([if infinite { text.into() } else { json::number(&number) }, count])
        };
        (seen.into_iter().map(told).collect(), more)
    }
}

/// The options of a position, or those that win.
pub(super) fn moves(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let (only_wins, timed) = (asked.question.flag("wins")?, asked.question.flag("remoteness")?);
    if only_wins && timed {
        let message = "`wins` lists the winning moves alone, and `remoteness` is told of all moves";
        return Err(Diagnostic::new(Code::Parameter, message).help("leave one of them out"));
    }
    let (game, mut played) = played(asked)?;
    let value = match played.value() {
        Err(round) if !timed && is_round(&round, asked.evaluator(&game)?.options()) => {
            return loopy_moves(asked, &game, played.now(), only_wins);
        }
        answer => answer?.value,
    };
    let (play, position, listed) = (asked.play()?, json::lists(&game, played.now()), Listed::of(asked)?);
    let tos = |choices: &[Choice]| choices.iter().map(|choice| choice.to.clone()).collect::<Vec<_>>();
    let (written, mut line) = if only_wins {
        let wins = played.wins()?;
        (tos(&wins.listed), json::wins(&game, play, position, Some(&value), &wins))
    } else if timed || game.rules.blocked > 0 {
        let mut choices = played.options()?;
        choices.sort_by_key(|choice| !choice.wins);
        // Which moves are best is known among all of them.
        let listed = if timed { Listed { most: usize::MAX, having: None } } else { listed };
        let (seen, more) = listed.cut(&mut choices, |choice| LoopyValue::Number(choice.value.into()));
        let mut line = json::moves(&game, play, position, &value, &choices);
        // Where options may be forbidden, no value follows from theirs.
        line["seen"] = if game.rules.blocked > 0 { Value::Null } else { seen };
        more.iter().for_each(|more| (line["complete"], line["more"]) = (false.into(), more.as_str().into()));
        let tos = tos(&choices);
        if timed {
            let timer = Timer::new(&game.rules, &asked.options()?)?;
            let (own, choices) = timer.options_from(played.now(), choices)?;
            json::add_lengths(&mut line, play, own, &choices);
        }
        (tos, line)
    } else {
        let (mut choices, more) = played.first_options()?;
        choices.sort_by_key(|choice| !choice.wins());
        let (seen, cut) = listed.cut(&mut choices, |choice| choice.value.clone());
        // Where not all options are known, nobody knows which values they have.
        let seen = if more.is_some() { Value::Null } else { seen };
        let more = more.or(cut);
        let mut line = json::first_moves(&game, play, position, &value, (&choices, more.as_deref()));
        line["seen"] = seen;
        (choices.into_iter().map(|choice| choice.to).collect(), line)
    };
    add_place(&game, played.now(), &mut line);
    add_written(&game, written.iter(), &mut line["options"]);
    Ok(Reply::Json(line))
}

/// The options of a position from which play may go on for ever, or those that win; first those that win, then those that keep a draw.
fn loopy_moves(asked: &Asked, game: &Game, now: &[Vec<Vec<IBig>>], only_wins: bool) -> Result<Reply, Diagnostic> {
    let mut loopy = Loopy::new(&game.rules, asked.evaluator(game)?.options());
    let now = now.to_vec();
    let value = loopy.value_from(&now)?;
    let mut choices = loopy.moves_from(&now)?;
    choices.retain(|choice| !only_wins || choice.wins());
    choices.sort_by_key(|choice| (!choice.wins(), !choice.draws()));
    let (seen, more) = Listed::of(asked)?.cut(&mut choices, |choice| choice.value.clone());
    let mut line = json::loopy_moves(game, json::lists(game, &now), &value, &choices);
    line["seen"] = seen;
    more.iter().for_each(|more| (line["complete"], line["more"]) = (false.into(), more.as_str().into()));
    if only_wins {
        (line["winning"], line["complete"]) = (choices.len().into(), true.into());
    }
    add_place(game, &now, &mut line);
    add_written(game, choices.iter().map(|choice| &choice.to), &mut line["options"]);
    Ok(Reply::Json(line))
}

/// Adds to an answer about a position how it is written and drawn.
fn add_place(game: &Game, now: &[Vec<Vec<IBig>>], line: &mut json::Object) {
    line["written"] = game.show_parts(now).into();
    line["leaves"] = leaves(now);
    line["profiles"] = profiles(game, now);
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
pub(super) fn add_written<'a>(game: &Game, all: impl Iterator<Item = &'a Vec<Vec<Vec<IBig>>>>, options: &mut Value) {
    for (to, option) in all.zip(options.as_array_mut().into_iter().flatten()) {
        option["written"] = game.show_parts(to).into();
        option["leaves"] = leaves(to);
    }
}

/// The tuples of every leaf.
pub(super) fn leaves(lists: &[Vec<Vec<IBig>>]) -> Value {
    let tuple = |tuple: &Vec<IBig>| tuple.iter().map(json::number).collect::<Value>();
    lists.iter().map(|tuples| tuples.iter().map(tuple).collect::<Value>()).collect()
}
