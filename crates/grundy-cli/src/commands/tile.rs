//! `grundy tile`: the steps of a plan.
//!
//! In: the folder of a plan. Out: one tile, or a row on the shelf of the table, for each run. The runs may go on at the same time, on any machines; a run
//! that is killed leaves nothing half-written, and is repeated. When all tiles are made, the folder is that of `--checkpoint`, and `table`, `positions` and
//! pictures read it.

use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};

use clap::Args;
use grundy::lang::Code;
use grundy::{
    Diagnostic, Limits,
    plan::{Made, Moved, Step, Tiling},
};
use serde_json::json;

use super::command::{Ended, Runs, Start};
use super::plan::read;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::{natural, small};

/// The stack of a thread that makes tiles: rules may be nested deeply.
const STACK: usize = 64 << 20;

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
    const EXAMPLES: [&'static str; 3] = [
        "grundy plan wythoff --to 90 --tile 32 --checkpoint queen",
        "grundy tile queen 0 0",
        "grundy tile queen --threads 2",
    ];

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

/// Does all steps that are left and that no other process is at; with `--threads N` so many at the same time.
#[expect(clippy::disallowed_methods, reason = "the threads are joined, and a panic goes on")]
fn rest(tiling: &Tiling, limits: &Limits, context: &mut Context) -> Outcome<()> {
    let workers = context.common.threads.map_or(1, |n| n as usize).min(tiling.most_at_once());
    let _progress = context.progress("the tiles that are left".to_string());
    limits
        .progress
        .expect(tiling.all().filter(|(i, j)| !tiling.is_made(*i, *j)).map(|(i, j)| tiling.cells(i, j)).sum());
    // One tile is made by one thread.
    let limits = &Limits { threads: 1, ..limits.clone() };
    std::thread::scope(|scope| {
        let (send, made) = channel();
        for number in 0..workers {
            let send = send.clone();
            let thread = std::thread::Builder::new().name(format!("tile {number}")).stack_size(STACK);
            let spawned = thread.spawn_scoped(scope, move || steps(tiling, limits, &send));
            spawned.map_err(|error| {
                Diagnostic::limit(Code::Threads, format!("the system gave no memory for a thread: {error}"))
            })?;
        }
        drop(send);
        // What others have done is told, whatever ends one of them.
        let mut outcome = Ok(());
        for step in made {
            outcome =
                outcome.and(step.map_err(Failure::from).and_then(|(step, made)| tell(tiling, step, made, context)));
        }
        outcome
    })
}

/// Does one step after the other, until none is left.
fn steps(tiling: &Tiling, limits: &Limits, send: &Sender<Result<(Step, Made), Diagnostic>>) {
    let all = || -> Result<(), Diagnostic> {
        let mut rest = tiling.rest()?;
        while let Some(claimed) = rest.next(limits)? {
            let made = tiling.do_claimed(&claimed, limits)?;
            rest.did(claimed.step);
            let _ = send.send(Ok((claimed.step, made)));
        }
        Ok(())
    };
    if let Err(error) = all() {
        let _ = send.send(Err(error));
    }
}

fn name(step: Step) -> String {
    match step {
        Step::Tile(i, j) => format!("the tile {i} {j}"),
        Step::Row(i) => format!("the row {i}"),
    }
}

fn done(tiling: &Tiling, step: Step, limits: &Limits, context: &mut Context) -> Outcome<Made> {
    let _progress = context.progress(name(step));
    limits.progress.expect(cells_of(tiling, step));
    let made = tiling.step(step, limits)?;
    tell(tiling, step, made, context)?;
    Ok(made)
}

/// The cells that are computed for a step.
fn cells_of(tiling: &Tiling, step: Step) -> u64 {
    match step {
        Step::Tile(i, j) => tiling.cells(i, j),
        Step::Row(_) => 0,
    }
}

/// With `--json`, a line about a step.
fn tell(tiling: &Tiling, step: Step, made: Made, context: &mut Context) -> Outcome<()> {
    let (i, j) = match step {
        Step::Tile(i, j) => (i, Some(j)),
        Step::Row(i) => (i, None),
    };
    let cells = cells_of(tiling, step);
    if context.common.json {
        let (word, moved) = match made {
            Made::Now(moved) => ("now", moved),
            Made::Before => ("before", Moved { read: 0, written: 0 }),
        };
        context.line(json!({
            "v": 1, "cmd": "tile", "i": i, "j": j, "cells": cells, "made": word, "read": moved.read, "written": moved.written,
        }))?;
    }
    Ok(())
}

fn number(context: &mut Context, text: &str) -> Outcome<usize> {
    let (number, span) = natural(context, "tile", "number of a tile", text)?;
    Ok(small(&number, "number of a tile", span)? as usize)
}
