//! Words and JSON that several commands share: how an answer came about, positions.

use grundy::rules::components::groups;
use grundy::{EngineName, Game, Play};
use serde_json::Value;

use crate::context::Context;
use crate::format::position_as_json;

/// A written position as JSON.
pub(super) fn position_value(written: &str) -> Value {
    serde_json::from_str(&position_as_json(written)).unwrap_or_else(|_| Value::from(written))
}

/// Which engine found a value, and what that rests on: a line each.
pub(super) fn explanation(context: &Context, game: &Game, by: EngineName) -> Vec<String> {
    let how = match by {
        EngineName::Table => "table: the values of all positions below, by enumeration of the options",
        EngineName::Search => "search: the positions that can be reached, by enumeration of the options",
    };
    let mut lines = vec![how.to_string()];
    let parts = groups(&game.rules).len();
    let normal = context.common.play() == Play::Normal;
    if normal && !context.common.plain && parts > 1 {
        lines.push(format!("sum of {parts} components: the value is the nim-sum of theirs (Sprague, Grundy)"));
    }
    let play = if normal { "normal" } else { "misère" };
    lines.push(format!("{play} play, rules {}", game.rules.hash()));
    lines
}
