//! `grundy games GAME --shape`: what the engines see of a game.
//!
//! In: any game; of a built-in one the parameters may be missing. Out: the shapes of its moves, its components and symmetries, and which engines
//! read it.

use grundy::engine::{Reader, readers};
use grundy::rules::shape::report;
use grundy::session::Game;
use serde_json::{Value, json};

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::expression;
use grundy_format::wrap::lines;

/// Prints what the engines see of a game.
pub(super) fn show(context: &mut Context, game: &str) -> Outcome<()> {
    let expression = expression(context, Some(game))?;
    let game = settled(context, &expression)?;
    if context.common.json {
        let canonical: Value = serde_json::from_str(&game.rules.canonical_json()).unwrap_or_default();
        return context.line(json!({
            "v": 1,
            "cmd": "games",
            "game": game.text,
            "rules": game.rules.hash(),
            "shape": report(&game.rules).to_string(),
            "engines": readers(&game.rules).iter().map(engine).collect::<Vec<_>>(),
            "canonical": canonical,
        }));
    }
    context.line(format!("{} at {}", game.text, game.pattern()))?;
    let readers = readers(&game.rules);
    let read_by: Vec<&str> = readers.iter().filter(|r| r.refused.is_none()).map(|r| r.engine.name()).collect();
    let mut rows: Vec<String> = report(&game.rules).to_string().lines().map(str::to_string).collect();
    rows.push(format!("read by      {}", if read_by.is_empty() { "none".into() } else { read_by.join(", ") }));
    rows.extend(readers.iter().filter_map(|reader| reader.refused.as_ref()).map(|refused| {
        let label = format!("not {}", refused.engine.name());
        format!("{label:<WORDS$}{}", refused.why)
    }));
    rows.iter().try_for_each(|row| context.line(folded(row, context.text().width)))
}

/// The column at which the words after a label begin.
const WORDS: usize = 13;

/// A row in lines of a width; the lines after the first one begin under its words. An entry in backticks is broken like the rest.
fn folded(row: &str, width: usize) -> String {
    let Some((at, _)) = row.char_indices().nth(WORDS) else { return row.to_string() };
    let (label, words) = row.split_at(at);
    let lines = lines(words, width.saturating_sub(WORDS).max(1));
    label.to_string() + &lines.join(&format!("\n{:WORDS$}", ""))
}

/// What an engine says of a game, for JSON.
fn engine(reader: &Reader) -> Value {
    let reason = reader.refused.as_ref().map(|refused| &refused.why);
    json!({ "engine": reader.engine.name(), "reads": reason.is_none(), "reason": reason })
}

/// The game; a built-in game without parameters takes those of its example.
fn settled(context: &mut Context, expression: &str) -> Outcome<Game> {
    let alone = context.ask("game", |session| session.game(expression, None));
    let Err(Failure::Error(_)) = &alone else { return alone };
    let Some((game, positions)) = context.session().built_in(expression).and_then(|entry| entry.shown()) else {
        return alone;
    };
    let Some(position) = positions.first() else { return alone };
    let entries = context.ask("position", |session| session.entries(position))?;
    context.ask("game", |session| session.game(&game, Some(&entries)))
}
