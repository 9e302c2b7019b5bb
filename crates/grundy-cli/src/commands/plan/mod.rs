//! `grundy plan`: a table larger than the machine, tile by tile.
//!
//! In: a game, bounds, a folder that all machines see. Out: `plan.json` in that folder, with the rules, the tiles, and what each tile needs, which
//! `grundy tile` makes.

mod scripts;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use grundy::lang::Code;
use grundy::{Diagnostic, Play, plan::Tiling};
use serde_json::{Value, json};

use super::command::{Ended, Runs, Start};
use crate::context::Context;
use crate::failure::{Failure, Outcome, quoted};
use crate::input::{Area, expression, natural, read_text, small, split_file};
use crate::interrupt::Interrupts;
use crate::options::RangeOptions;
use crate::output::Draft;

/// The file with the plan.
const PLAN: &str = "plan.json";
/// The side of a tile, if nothing is said: a tile of Star Nim takes a second or two, and its sets some 100 MiB.
const SIDE: u64 = 4096;

/// The most tiles of a plan; each takes a line of some hundred bytes there, and a file.
const MOST_TILES: usize = 1_000_000;

/// The words after `plan`.
#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The bound of both coordinates, or one for each
    #[arg(long, value_name = "N[,M]", allow_hyphen_values = true)]
    pub(crate) to: String,
    /// The folder, seen by all machines, where the plan and the tiles stand
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: PathBuf,
    /// The side of a tile, or its rows and columns [default: 4096]
    #[arg(long, value_name = "SIDE", allow_hyphen_values = true)]
    pub(crate) tile: Option<String>,
    /// Write the scripts submit.sh, diagonals.sh and tile.sbatch for Slurm into a folder
    #[arg(long, value_name = "DIR")]
    pub(crate) slurm: Option<PathBuf>,
    /// Write a job file for HyperQueue
    #[arg(long, value_name = "FILE")]
    pub(crate) hyperqueue: Option<PathBuf>,
}

impl Runs for PlanArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy plan 'star_nim[2]' --to 200 --tile 64 --checkpoint star",
        "grundy plan wythoff --to 90 --tile 32 --checkpoint queen --slurm jobs",
        "grundy plan wythoff --to 90 --tile 32 --checkpoint queen --hyperqueue q.toml",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Writes a plan.
fn run(args: &PlanArgs, context: &mut Context) -> Outcome<()> {
    let texts = texts(args, context)?;
    let expression = expression(context, args.game.as_deref())?;
    let range = RangeOptions { to: Some(args.to.clone()), fix: vec![], filter: None };
    let Area { game, hi, .. } = Area::read(context, &expression, &range)?;
    let tile = sides(args, context)?;
    let tiling = Tiling::new(&game.rules, context.common.play(), &hi, tile, &args.checkpoint)?;
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
        "v": 1, "cmd": "plan", "game": game.text, "rules": game.rules.hash(), "play": context.common.play().name(), "to": hi, "tile": tile,
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
    write(&path, &format!("{plan}\n"), context.interrupts())?;
    if let Some(folder) = &args.slurm {
        scripts::slurm(folder, &args.checkpoint, &tiling, context.interrupts())?;
    }
    if let Some(file) = &args.hyperqueue {
        write(file, &scripts::hyperqueue(&args.checkpoint, &tiling), context.interrupts())?;
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
        tiling.most_at_once(),
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

/// The plan in a folder.
pub(super) fn read(folder: &Path, context: &mut Context) -> Outcome<Tiling> {
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
    let play = Play::BOTH.into_iter().find(|play| plan["play"] == play.name()).ok_or_else(broken)?;
    Ok(Tiling::new(&game.rules, play, &hi, [rows as usize, columns as usize], folder)?)
}

fn write(path: &Path, text: &str, run: &Interrupts) -> Outcome<()> {
    let failed = |error: std::io::Error| Failure::of_writing(&error, &quoted(path));
    let mut draft = Draft::begin(path, run).map_err(failed)?;
    draft.write_all(text.as_bytes()).map_err(failed)?;
    draft.finish().map_err(failed)
}
