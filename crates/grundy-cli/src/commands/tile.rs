//! `grundy tile`: the steps of a plan.
//!
//! In: the folder of a plan. Out: one tile, or a row on the shelf of the table, for each run. The runs may go on at the same time, on any machines; a run
//! that is killed leaves nothing half-written, and is repeated. When all tiles are made, the folder is that of `--checkpoint`, and `table`, `positions` and
//! pictures read it.

use std::path::PathBuf;

use clap::Args;
use grundy::{
    Limits,
    plan::{Made, Moved, Step, Tiling},
};
use serde_json::json;

use super::command::{Ended, Runs, Start};
use super::plan::read;
use crate::context::Context;
use crate::failure::Outcome;
use crate::input::{natural, small};

/// The words after `tile`.
#[derive(Debug, Args)]
pub(crate) struct TileArgs {
    /// The folder of the plan
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The row of the tile, counted from 0; without J this row is put on the shelf of the table
    #[arg(value_name = "I", allow_negative_numbers = true)]
    pub(crate) row: Option<String>,
    /// Its column
    #[arg(value_name = "J", allow_negative_numbers = true)]
    pub(crate) column: Option<String>,
    /// Only the tile: if it is the last of its row, `tile DIR I` puts the row on the shelf
    #[arg(long, requires = "column")]
    pub(crate) alone: bool,
}

impl Runs for TileArgs {
    const EXAMPLES: [&'static str; 3] =
        ["grundy plan wythoff --to 90 --tile 32 --checkpoint queen", "grundy tile queen 0 0", "grundy tile queen"];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Does one step, or all that are left.
fn run(args: &TileArgs, context: &mut Context) -> Outcome<()> {
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
