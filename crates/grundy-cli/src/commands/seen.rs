//! Text and JSON that several commands share: how an answer was obtained, and positions.

use grundy::rules::Game;
use grundy::{Account, Refused};
use grundy::{IBig, Play};
use serde_json::Value;

use crate::context::Context;
use crate::format::position_as_json;

/// A position, given as text, in JSON.
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

/// The entries of one leaf of a compound; if the leaf has split or is empty, one list of its parts.
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

/// Which engine or theorem gave a value, what the value rests on, and why no quicker engine gave it: a line each.
pub(super) fn explanation(context: &Context, game: &Game, account: &Account) -> Vec<String> {
    let mut lines = account_lines(context, account);
    lines.push(format!("{} play, rules {}", word(context.common.play()), game.rules.hash()));
    lines
}

/// The name of a play for a sentence.
pub(super) fn word(play: Play) -> &'static str {
    if play == Play::Normal { "normal" } else { "misère" }
}

/// How values were obtained, and why not in quicker ways: a line each.
pub(super) fn account_lines(context: &Context, account: &Account) -> Vec<String> {
    let refused = |refused: &Refused| {
        let place = refused.place.and_then(|span| context.session().sources().locate(span));
        place.map_or(refused.to_string(), |place| format!("{refused} ({}:{})", place.file, place.line))
    };
    [account.how.clone()].into_iter().chain(account.refused.iter().map(refused)).collect()
}

/// The same as notes, with `--explain`.
pub(super) fn explain(context: &mut Context, game: &Game, account: &Account) {
    if !context.common.explain {
        return;
    }
    let mut lines = account_lines(context, account);
    lines[0] += &format!("; rules {}", game.rules.hash());
    lines.iter().for_each(|line| context.note(line));
}
