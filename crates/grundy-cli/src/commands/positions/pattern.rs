//! `grundy positions --at '(n, n + 2)'`: the positions of a pattern that have the value.
//!
//! In: the values along the pattern. Out: the positions, each once, in lexicographic order, whatever the variables of the pattern are.

use grundy::Diagnostic;
use grundy::engine::Quantity;
use grundy::lang::Code;

use super::PositionsArgs;
use super::{asked, begin, wanted};
use crate::commands::seen::explain;
use crate::commands::table::cells::must_fit;
use crate::commands::table::pattern::Along;
use crate::context::Context;
use crate::failure::Outcome;
use grundy_format::{Axis, Column, Points, PositionList, PositionRow, Source};

/// Prints the positions or their number.
pub(super) fn run(args: &PositionsArgs, text: &str, expression: &str, context: &mut Context) -> Outcome<()> {
    let along = Along::read(context, expression, text, &args.range)?;
    let wanted = wanted(args, context)?;
    let output = begin(args, &along.game, context)?;
    let options = args.output.engines(context.common);
    let values = along.values(context, Quantity::Value, options, output.name)?;
    if let Some(account) = &values.account {
        explain(context, &along.game, account);
    }
    let found = found(&along, |point| values.wanted(point, &wanted), context)?;
    if args.count {
        let count = found.len().into();
        return output.write(context, |format, out| format.write_count(&count, out));
    }
    let row = |(entries, value): &(Vec<u64>, u64)| {
        let written: Vec<_> = entries.iter().map(|entry| (*entry).into()).collect();
        PositionRow { written: along.game.show(&written), entries: entries.clone(), value: *value }
    };
    let (axes, columns) = bounds(&along, &found);
    let list = PositionList {
        game: &along.game.text,
        rules: &along.game.rules.hash(),
        play: context.common.play().name(),
        engine: values.by,
        axes: &axes,
        columns: &columns,
        largest: found.iter().map(|(_, value)| *value).max().unwrap_or(0),
        loopy: values.loopy.as_deref(),
        asked: asked(args),
        rows: &mut found.iter().map(row),
        complete: &|| true,
    };
    output.write(context, |format, out| format.write_positions(list, out)).map(drop)
}

/// The positions at the points whose value is wanted, with the numbers in their cells.
fn found(along: &Along, wanted: impl Fn(&[u64]) -> Option<u64>, context: &Context) -> Outcome<Vec<(Vec<u64>, u64)>> {
    let each = size_of::<(Vec<u64>, u64)>() + size_of::<u64>() * along.game.rules.width();
    let (mut found, mut points) = (vec![], Points::new(&along.axes));
    while let Some(point) = points.advance() {
        if let Some(number) = wanted(point) {
            let entries = along.position(point);
            let short = entries.iter().map(|entry| u64::try_from(entry).ok()).collect::<Option<Vec<u64>>>();
            found.push((short.ok_or_else(|| too_far(&along.game.show(&entries)))?, number));
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
fn bounds(along: &Along, found: &[(Vec<u64>, u64)]) -> (Vec<Axis>, Vec<Column>) {
    let names = along.game.rules.coords.iter().map(|coord| coord.name.clone());
    let most = |coord: usize| found.iter().map(|(position, _)| position[coord]).max().unwrap_or(0);
    let axes = names.clone().enumerate().map(|(coord, name)| Axis { name, lo: 0, hi: most(coord) });
    let columns = names.enumerate().map(|(coord, name)| Column { name, source: Source::Axis(coord) });
    (axes.collect(), columns.collect())
}
