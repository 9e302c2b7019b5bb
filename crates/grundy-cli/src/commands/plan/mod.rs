//! `grundy plan` and `grundy tile`: a table larger than the machine, tile by tile.
//!
//! In: a game, bounds, a folder that all machines see. Out: `plan.json` in that folder, with the rules, the tiles, and what each tile needs; then one tile for
//! each run of `grundy tile`. The runs may go on at the same time, on any machines; a run that is killed leaves nothing half-written, and is repeated. When all
//! tiles are made, the folder is that of `--checkpoint`, and `table`, `positions` and pictures read it.

mod scripts;

use std::fs;
use std::io::Write;
use std::path::Path;

use grundy::lang::Code;
use grundy::{
    Diagnostic, Limits,
    plan::{Made, Moved, Step, Tiling},
};
use serde_json::{Value, json};

use crate::context::Context;
use crate::failure::{Failure, Outcome, quoted};
use crate::input::{Area, expression, natural, read_text, small, split_file};
use crate::options::{PlanArgs, RangeOptions, TileArgs};
use crate::output::Draft;

/// The file with the plan.
const PLAN: &str = "plan.json";
/// The side of a tile, if nothing is said: a tile of Star Nim takes a second or two, and its sets some 100 MiB.
const SIDE: u64 = 4096;

/// The most tiles of a plan; each takes a line of some hundred bytes there, and a file.
const MOST_TILES: usize = 1_000_000;

/// Writes a plan.
pub(crate) fn run(args: &PlanArgs, context: &mut Context) -> Outcome<()> {
    if context.common.misere {
        let message = "a plan is of values in normal play: tiles of misère play are not made one by one";
        return Err(Diagnostic::new(Code::Misere, message)
            .help("`grundy table --misere --checkpoint DIR` goes on after a kill")
            .into());
    }
    let texts = texts(args, context)?;
    let expression = expression(context, args.game.as_deref())?;
    let range = RangeOptions { to: Some(args.to.clone()), fix: vec![], filter: None };
    let Area { game, hi, .. } = Area::read(context, &expression, &range)?;
    let tile = sides(args, context)?;
    let tiling = Tiling::new(&game.rules, &hi, tile, &args.checkpoint)?;
    let [rows, columns] = tiling.counts();
    if rows.saturating_mul(columns) > MOST_TILES {
        let message =
            format!("a plan has at most {MOST_TILES} tiles, and this one would have {rows} rows of {columns}");
        return Err(Diagnostic::new(Code::Plan, message).help("take a larger side with `--tile`").into());
    }
    tiling.begin()?;
    let tiles: Value = tiling
        .all()
        .map(|(i, j)| json!({"i": i, "j": j, "needs": tiling.needs(i, j), "cells": tiling.cells(i, j)}))
        .collect();
    let plan = json!({
        "v": 1, "cmd": "plan", "game": game.text, "rules": game.rules.hash(), "play": "normal", "to": hi, "tile": tile,
        "rows": rows, "columns": columns, "symmetric": tiling.is_mirrored(), "engine": tiling.engine().name(), "texts": texts, "tiles": tiles,
        "joins": (0..rows).map(|i| json!({"i": i, "needs": [[i, columns - 1]]})).collect::<Value>(),
    });
    let path = args.checkpoint.join(PLAN);
    if let Ok(earlier) = fs::read_to_string(&path)
        && serde_json::from_str::<Value>(&earlier).is_ok_and(|earlier| earlier != plan)
    {
        let message = format!("{} is another plan for this table", quoted(&path));
        return Err(Diagnostic::new(Code::Plan, message).help("take another folder, or remove this one").into());
    }
    write(&path, &format!("{plan}\n"))?;
    if let Some(folder) = &args.slurm {
        scripts::slurm(folder, &args.checkpoint, &tiling)?;
    }
    if let Some(file) = &args.hyperqueue {
        write(file, &scripts::hyperqueue(&args.checkpoint, &tiling))?;
    }
    if context.common.json {
        return context.line(plan);
    }
    context.line(format!(
        "{} tiles of {} by {}, {rows} rows of {columns}{}; up to {} at the same time, {} one after the other",
        tiling.all().count(),
        tile[0],
        tile[1].min(hi[1] as usize + 1),
        if tiling.is_mirrored() { ", those below the diagonal as mirror images" } else { "" },
        if tiling.is_mirrored() { rows.div_ceil(2) } else { rows.min(columns) },
        rows + columns - 1
    ))?;
    context.line(format!("the plan is {}", path.display()))
}

/// The texts that the game may use, with their names.
fn texts(args: &PlanArgs, context: &mut Context) -> Outcome<Vec<Value>> {
    let mut texts: Vec<Value> = context.common.rules.iter().map(|text| json!({"name": "<-e>", "text": text})).collect();
    if let Some((path, _)) = args.game.as_deref().and_then(split_file) {
        if path == "-" {
            let message = "a plan keeps the rules of its game, and those of standard input are read once";
            return Err(Diagnostic::new(Code::Plan, message).help("write the rules to a file").into());
        }
        let text = read_text(Path::new(path), context.console)?;
        texts.push(json!({"name": path, "text": text}));
    }
    Ok(texts)
}

/// The rows and columns of a tile.
fn sides(args: &PlanArgs, context: &mut Context) -> Outcome<[usize; 2]> {
    let Some(text) = &args.tile else { return Ok([SIDE as usize; 2]) };
    let sides: Vec<&str> = text.split(',').collect();
    let mut read = |text: &str| -> Outcome<usize> {
        let (side, span) = natural(context, "--tile", "side", text)?;
        Ok(small(&side, "side", span)? as usize)
    };
    match sides[..] {
        [both] => read(both).map(|side| [side; 2]),
        [rows, columns] => Ok([read(rows)?, read(columns)?]),
        _ => Err(Diagnostic::new(
            Code::Plan,
            "`--tile` is the side of a tile, or its rows and columns: `4096` or `4096,8192`",
        )
        .into()),
    }
}

/// Does one step, or all that are left.
pub(crate) fn tile(args: &TileArgs, context: &mut Context) -> Outcome<()> {
    let tiling = read(&args.folder, context)?;
    let limits = context.common.limits();
    let Some(row) = &args.row else { return rest(&tiling, &limits, context) };
    let i = number(context, row)?;
    let steps = match &args.column {
        Some(column) => {
            let j = number(context, column)?;
            let ends_row = j + 1 == tiling.counts()[1] && !args.alone;
            [Some(Step::Tile(i, j)), ends_row.then_some(Step::Row(i))]
        }
        None => [Some(Step::Row(i)), None],
    };
    for step in steps.into_iter().flatten() {
        let made = done(&tiling, step, &limits, context)?;
        if made == Made::Before && !context.common.json {
            context.note(&format!("{} had been made before", name(step)));
        }
    }
    Ok(())
}

/// Does all steps that are left and that no other process is at.
fn rest(tiling: &Tiling, limits: &Limits, context: &mut Context) -> Outcome<()> {
    let mut rest = tiling.rest()?;
    while let Some(claimed) = rest.next(limits)? {
        done(tiling, claimed.step, limits, context)?;
        rest.did(claimed.step);
    }
    Ok(())
}

fn name(step: Step) -> String {
    match step {
        Step::Tile(i, j) => format!("the tile {i} {j}"),
        Step::Row(i) => format!("the row {i}"),
    }
}

fn done(tiling: &Tiling, step: Step, limits: &Limits, context: &mut Context) -> Outcome<Made> {
    let (i, j, cells) = match step {
        Step::Tile(i, j) => (i, Some(j), tiling.cells(i, j)),
        Step::Row(i) => (i, None, 0),
    };
    let _progress = context.progress(name(step));
    limits.progress.expect(cells);
    let made = tiling.step(step, limits)?;
    if context.common.json {
        let (word, moved) = match made {
            Made::Now(moved) => ("now", moved),
            Made::Before => ("before", Moved { read: 0, written: 0 }),
        };
        context.line(json!({
            "v": 1, "cmd": "tile", "i": i, "j": j, "cells": cells, "made": word, "read": moved.read, "written": moved.written,
        }))?;
    }
    Ok(made)
}

fn number(context: &mut Context, text: &str) -> Outcome<usize> {
    let (number, span) = natural(context, "tile", "number of a tile", text)?;
    Ok(small(&number, "number of a tile", span)? as usize)
}

/// The plan in a folder.
fn read(folder: &Path, context: &mut Context) -> Outcome<Tiling> {
    let path = folder.join(PLAN);
    let text = read_text(&path, context.console)?;
    let broken = || {
        let message = format!("{} is no plan of this version", quoted(&path));
        Failure::from(
            Diagnostic::new(Code::Plan, message).help("`grundy plan GAME --to N --checkpoint DIR` writes one"),
        )
    };
    let plan: Value = serde_json::from_str(&text).map_err(|_| broken())?;
    for text in plan["texts"].as_array().ok_or_else(broken)? {
        let (name, text) = text["name"].as_str().zip(text["text"].as_str()).ok_or_else(broken)?;
        context.load(name, text)?;
    }
    let numbers = |list: &Value| list.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>();
    let (hi, tile) = numbers(&plan["to"]).zip(numbers(&plan["tile"])).ok_or_else(broken)?;
    let (expression, hash) = plan["game"].as_str().zip(plan["rules"].as_str()).ok_or_else(broken)?;
    let game = context.ask("game", |session| session.game(expression, None))?;
    if game.rules.hash() != hash {
        let message = format!("the rules of {} are not those of its game `{expression}`", quoted(&path));
        return Err(Diagnostic::new(Code::Plan, message).into());
    }
    let &[rows, columns] = &tile[..] else { return Err(broken()) };
    Ok(Tiling::new(&game.rules, &hi, [rows as usize, columns as usize], folder)?)
}

fn write(path: &Path, text: &str) -> Outcome<()> {
    let failed = |error: std::io::Error| Failure::of_writing(&error, &quoted(path));
    let mut draft = Draft::begin(path).map_err(failed)?;
    draft.write_all(text.as_bytes()).map_err(failed)?;
    draft.finish().map_err(failed)
}
