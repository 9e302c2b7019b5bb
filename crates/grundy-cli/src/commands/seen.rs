//! Words and JSON that several commands share: how an answer came about, positions.

use grundy::rules::components::groups;
use grundy::{Game, IBig, Play};
use serde_json::Value;

use crate::context::Context;
use crate::format::position_as_json;

/// A written position as JSON.
pub(super) fn position_value(written: &str) -> Value {
    serde_json::from_str(&position_as_json(written)).unwrap_or_else(|_| Value::from(written))
}

/// A position that may have split as JSON.
pub(super) fn lists_value(game: &Game, lists: &[Vec<Vec<IBig>>]) -> Value {
    match lists.iter().all(|tuples| tuples.len() == 1) {
        true => position_value(&game.show_parts(lists)),
        false => lists.iter().flat_map(|tuples| entries(tuples)).collect(),
    }
}

/// The entries of one leaf of a compound; of one that has split, or is gone, one list of its parts.
pub(super) fn entries(tuples: &[Vec<IBig>]) -> Vec<Value> {
    match tuples {
        [tuple] => tuple.iter().map(number).collect(),
        tuples => {
            let part = |tuple: &Vec<IBig>| match &tuple[..] {
                [entry] => number(entry),
                entries => entries.iter().map(number).collect(),
            };
            vec![tuples.iter().map(part).collect()]
        }
    }
}

/// A number of any size, by the rule of the JSON outputs.
pub(super) fn number(n: &IBig) -> Value {
    let small = i64::try_from(n).ok().filter(|n| n.unsigned_abs() < 1 << 53);
    small.map_or_else(|| Value::from(n.to_string()), Value::from)
}

/// Which engine or theorem gave a value, and what that rests on: a line each.
pub(super) fn explanation(context: &Context, game: &Game, how: String, by_theorem: bool) -> Vec<String> {
    let mut lines = vec![how];
    let parts = groups(&game.rules).len();
    let normal = context.common.play() == Play::Normal;
    if normal && !context.common.plain && parts > 1 && !by_theorem {
        lines.push(format!("sum of {parts} components: the value is the nim-sum of theirs (Sprague, Grundy)"));
    }
    let play = if normal { "normal" } else { "misère" };
    lines.push(format!("{play} play, rules {}", game.rules.hash()));
    lines
}
