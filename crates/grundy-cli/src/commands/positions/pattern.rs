//! `grundy positions --at '(n, n + 2)'`: the positions of a pattern that have the value.
//!
//! In: the values along the pattern. Out: the positions, each once, in lexicographic order, whatever the variables of the pattern are.

use grundy::engine::Quantity;
use grundy::lang::Code;
use grundy::{Diagnostic, EngineName};

use super::PositionsArgs;
use super::{asked, begin};
use crate::commands::seen::explain;
use crate::commands::table::cells::must_fit;
use crate::commands::table::pattern::Along;
use crate::context::Context;
use crate::failure::Outcome;
use crate::format::{Axis, Column, Points, PositionList, PositionRow, Source};
use crate::input::natural;

/// Prints the positions or their number.
pub(super) fn run(args: &PositionsArgs, text: &str, expression: &str, context: &mut Context) -> Outcome<()> {
    let along = Along::read(context, expression, text, &args.range)?;
    let (wanted, _) = natural(context, "--value", "value", &args.value)?;
    let output = begin(args, &along.game, context)?;
    let (values, engine, account) = along.values(context, Quantity::Value, args.output.engines(context.common))?;
    if let Some(account) = account {
        explain(context, &along.game, &account);
    }
    let wanted = u32::try_from(&wanted).ok();
    let has_value = |point: &[u64]| wanted.is_some() && values.get(point).flatten() == wanted;
    let found = found(&along, has_value, context)?;
    if args.count {
        let count = found.len().into();
        return output.write(context, |format, out| format.write_count(&count, out));
    }
    let value = u64::from(wanted.unwrap_or(0));
    let row = |entries: &Vec<u64>| {
        let written: Vec<_> = entries.iter().map(|entry| (*entry).into()).collect();
        PositionRow { written: along.game.show(&written), entries: entries.clone(), value }
    };
    let (axes, columns) = bounds(&along, &found);
    let list = PositionList {
        game: &along.game.text,
        rules: &along.game.rules.hash(),
        play: context.common.play().name(),
        engine: engine.map_or("none", EngineName::name),
        axes: &axes,
        columns: &columns,
        largest: value,
        loopy: None,
        asked: asked(args),
        rows: &mut found.iter().map(row),
        complete: &|| true,
    };
    output.write(context, |format, out| format.write_positions(list, out)).map(drop)
}

/// The positions at the points that have the value.
fn found(along: &Along, has_value: impl Fn(&[u64]) -> bool, context: &Context) -> Outcome<Vec<Vec<u64>>> {
    let each = size_of::<Vec<u64>>() + size_of::<u64>() * along.game.rules.width();
    let (mut found, mut points) = (vec![], Points::new(&along.axes));
    while let Some(point) = points.advance() {
        if has_value(point) {
            let entries = along.position(point);
            let short = entries.iter().map(|entry| u64::try_from(entry).ok()).collect::<Option<Vec<u64>>>();
            found.push(short.ok_or_else(|| too_far(&along.game.show(&entries)))?);
            must_fit((found.len() * each) as u128, context.common.memory())?;
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn too_far(position: &str) -> Diagnostic {
    let message = format!("a list has positions with entries below 2^64, and one of these is {position}");
    Diagnostic::limit(Code::TooLarge, message).help("`grundy table` with the same `--at` has no such limit")
}

/// The coordinates, each as far as the positions found go.
fn bounds(along: &Along, found: &[Vec<u64>]) -> (Vec<Axis>, Vec<Column>) {
    let names = along.game.rules.coords.iter().map(|coord| coord.name.clone());
    let most = |coord: usize| found.iter().map(|position| position[coord]).max().unwrap_or(0);
    let axes = names.clone().enumerate().map(|(coord, name)| Axis { name, lo: 0, hi: most(coord) });
    let columns = names.enumerate().map(|(coord, name)| Column { name, source: Source::Axis(coord) });
    (axes.collect(), columns.collect())
}
