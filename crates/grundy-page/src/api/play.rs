//! The opponent, also where play may go on for ever.

use grundy::engine::Choice;
use grundy::lang::Code;
use grundy::theory::loopy::{LoopyChoice, LoopyValue};
use grundy::theory::opponent::{Level, Opponent};
use grundy::{Diagnostic, json};

use super::asked::Asked;
use super::values::{add_written, played};
use super::{Lines, Reply};

/// The move that an opponent makes.
pub(super) fn reply(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let level = match asked.question.get("level") {
        None | Some("" | "perfect") => Level::Perfect,
        Some("beatable") => Level::Beatable,
        Some(text) => {
            let message =
                format!("the parameter `level` is `perfect` or `beatable`, found `{}`", super::question::short(text));
            return Err(Diagnostic::new(Code::Parameter, message).nearest(text, ["perfect", "beatable"]));
        }
    };
    let seed = asked.question.number("seed")?.unwrap_or(0);
    let (game, mut played) = played(asked)?;
    let standing = played.standing()?;
    let position = json::lists(&game, played.now());
    let choices: Vec<_> = Opponent::new(level, seed).choose(&mut played)?.into_iter().collect();
    let mut line = match (&standing.value, choices.iter().map(small).collect::<Option<Vec<Choice>>>()) {
        (LoopyValue::Number(value), Some(choices)) if !standing.is_loopy => {
            json::moves(&game, asked.play()?, position, value, &choices)
        }
        (value, _) => json::loopy_moves(&game, position, value, &choices),
    };
    add_written(&game, choices.iter().map(|choice| &choice.to), &mut line["options"]);
    line["cmd"] = "reply".into();
    let chosen = line
        .as_object_mut()
        .and_then(|line| line.remove("options"))
        .and_then(|mut list| Some(list.as_array_mut()?.pop()));
    line["move"] = chosen.flatten().into();
    Ok(Reply::Json(line))
}

/// The same move where play ends: its value is a number.
fn small(choice: &LoopyChoice) -> Option<Choice> {
    let value = u32::try_from(choice.value.number()?).ok()?;
    Some(Choice { to: choice.to.clone(), value, wins: choice.wins() })
}
