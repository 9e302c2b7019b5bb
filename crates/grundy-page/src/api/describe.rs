//! What rules and games are.

use std::cmp::Reverse;

use grundy::lang::Code;
use grundy::lang::ast::{File, GameBody, GameDef, Item, ItemKind};
use grundy::lang::file_text;
use grundy::rules::drawing::{Drawing, Kind, drawings, most};
use grundy::rules::shape::report_until;
use grundy::session::Slot;
use grundy::{Diagnostic, Evaluator, Ruleset, engine::readers, json};
use grundy_claims::read;
use serde_json::{Value, json};

use super::asked::Asked;
use super::board::{columns, edges as edges_of};
use super::start::{Start, begin};
use super::{Lines, Reply};

/// What is wrong in a rule file, and the games that it defines.
pub(super) fn rules(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let text = asked.question.need("rules")?;
    let file = asked.ask("rules", |session| Ok(session.load_items("rules", text)))?;
    let mut errors: Vec<Diagnostic> = vec![];
    let mut games = vec![];
    for item in &file.items {
        match &item.kind {
            ItemKind::Wrong { error, .. } => errors.push((**error).clone()),
            ItemKind::Game(def) => {
                games.push(defined(def));
                let game = asked.ask("rules", |session| session.game(&def.name.name, None));
                // A game that lacks its parameters says nothing about its rules.
                errors
                    .extend(game.err().filter(|error| !matches!(error.code, Code::UnsettledLength | Code::Parameters)));
            }
            _ => {}
        }
    }
    let statements = read(asked.session(), &file);
    errors.extend(statements.iter().filter_map(|statement| statement.error().cloned()));
    let mut told: Vec<Value> = errors.iter().map(|error| asked.error(error)["error"].take()).collect();
    // In the order of the text, where an item that is wrong both by itself and as a statement is told once.
    told.sort_by_key(|error| (error["line"].as_u64(), error["column"].as_u64()));
    told.dedup();
    let claims: Vec<&str> = statements.iter().filter(|s| s.is_claim).map(|s| s.name.as_str()).collect();
    let sound = (!told.is_empty()).then(|| definitions(file, text));
    Ok(Reply::Json(json!({"v": 1, "cmd": "rules", "errors": told, "games": games, "claims": claims, "sound": sound})))
}

/// The games and definitions of a file that can be read.
fn definitions(file: File, text: &str) -> String {
    let sound = |item: &Item| matches!(item.kind, ItemKind::Game(_) | ItemKind::Def { .. });
    file_text(&File { items: file.items.into_iter().filter(sound).collect() }, &[], text)
}

/// A game that a file defines.
fn defined(def: &GameDef) -> Value {
    let params: Vec<&str> = def.params.iter().map(|param| param.name.as_str()).collect();
    let about = match &def.body {
        GameBody::Rules { doc: Some(doc), .. } => doc.text.as_str(),
        _ => "",
    };
    json!({"name": def.name.name, "parameters": params, "about": about})
}

/// A game: what a face must know to show it.
pub(super) fn game(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let Start { game, position } = begin(asked)?;
    let rules = &game.rules;
    // Of thousands of families each step takes a while.
    asked.limits.may_go_on()?;
    let shape = report_until(rules, &|| asked.limits.ended().is_some());
    let Some(shape) = shape else { return Err(asked.limits.ended().unwrap_or_else(Diagnostic::time_is_over)) };
    let drawn = drawings(rules);
    asked.limits.may_go_on()?;
    let bounds = bounds(rules, &drawn);
    let name = game.text.split(['[', '(', ' ']).next().unwrap_or_default();
    let mut evaluator = asked.evaluator(&game)?;
    let leaves = drawn.iter().map(|drawing| leaf(rules, drawing, &mut evaluator)).collect::<Result<Vec<_>, _>>()?;
    let engines: Vec<Value> = readers(rules)
        .iter()
        .map(|reader| json!({"engine": reader.engine.name(), "reason": reader.refused.as_ref().map(|refused| &refused.why)}))
        .collect();
    asked.limits.may_go_on()?;
    Ok(Reply::Json(json!({
        "v": 1,
        "cmd": "game",
        "game": game.text,
        "rules": rules.hash(),
        "about": asked.session().built_in(name).map(|entry| entry.about),
        "definition": asked.session().definition(name),
        "names": rules.coords.iter().map(|coord| coord.name.as_str()).collect::<Vec<_>>(),
        "pattern": game.pattern(),
        "slots": game.slots.iter().map(slot).collect::<Vec<_>>(),
        "bounds": bounds,
        "axes": usual_axes(&drawn, &bounds),
        "leaves": leaves,
        "position": json::position(&game, &position),
        "written": game.show(&position),
        "shape": shape.to_string(),
        "engines": engines,
        "splits": rules.splits(),
    })))
}

/// The greatest number of each coordinate, if there is one. A token on a graph stands on one of its vertices, though the rules have a position for each number.
pub(super) fn bounds(rules: &Ruleset, drawn: &[Drawing]) -> Vec<Option<u64>> {
    let last = |coord: usize| {
        let graph = drawn.iter().find(|drawing| drawing.kind == Kind::Graph && drawing.first == coord);
        graph.and_then(|drawing| drawing.edges.iter().flat_map(|(from, to)| [*from, *to]).max())
    };
    (0..rules.width()).map(|coord| most(rules, coord).or_else(|| last(coord))).collect()
}

/// The coordinates that run over a map if nobody says which: the first two without a bound; if there are fewer, those with the greatest bounds. What is counted
/// beside the game never runs.
pub(super) fn usual_axes(drawn: &[Drawing], bounds: &[Option<u64>]) -> Vec<usize> {
    let beside = |coord: usize| {
        drawn.iter().any(|drawing| matches!(drawing.kind, Kind::Passes | Kind::Flag) && drawing.first == coord)
    };
    let mut axes: Vec<usize> = (0..bounds.len()).filter(|coord| !beside(*coord)).collect();
    axes.sort_by_key(|coord| Reverse(bounds[*coord].unwrap_or(u64::MAX)));
    axes.truncate(2);
    axes.sort_unstable();
    axes
}

fn slot(slot: &Slot) -> Value {
    let kind = match slot {
        Slot::One => "one",
        Slot::Vector(_) => "vector",
        Slot::Strip(_) => "strip",
    };
    json!({"kind": kind, "width": slot.width()})
}

fn leaf(rules: &Ruleset, drawing: &Drawing, evaluator: &mut Evaluator) -> Result<Value, Diagnostic> {
    let Drawing { kind, first, len, strips, star, height, edges } = drawing;
    let mut told = json!({"kind": kind.word(), "first": first, "len": len});
    match kind {
        Kind::Strips => (told["strips"], told["star"]) = (json!(strips), json!(star)),
        Kind::Bar => told["height"] = json!(height),
        Kind::Flag => told["says"] = json!([false, true].map(|on| rules.flag_says(*first, on))),
        Kind::Graph => told["edges"] = json!(edges),
        Kind::Coins if *len > 1 => {
            let columns = columns(evaluator, drawing)?;
            let edges = columns.is_none().then(|| edges_of(evaluator, drawing)).flatten();
            (told["columns"], told["edges"]) = (json!(columns), json!(edges));
        }
        _ => {}
    }
    Ok(told)
}
