//! `grundy positions`: the positions with a value, in row-major order.

use std::cell::RefCell;

use grundy::{IBig, Values};

use super::pending::{hash, is_first};
use super::table::compute;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::format::{Axis, Content, FormatName, Points, PositionList, PositionRow, write_count};
use crate::input::{Area, Where, expression, natural};
use crate::options::PositionsArgs;
use crate::output::Output;

/// Prints the positions or their number.
pub(crate) fn run(args: &PositionsArgs, context: &mut Context) -> Outcome<()> {
    let expression = expression(context, args.game.as_deref())?;
    let area = Area::read(context, &expression, &args.range)?;
    let filter = Where::read(context, &area.game, args.range.filter.as_deref())?;
    let (wanted, _) = natural(context, "--value", "value", &args.value)?;
    let output = Output::begin(context, &args.output, Content::Positions)?;
    let values = compute(context, &area)?;
    if context.common.explain {
        context.note(&format!("{}; rules {}", values.explain(), hash(&area.game.rules)));
    }
    let axes = area.axes();
    let search = Search { area: &area, filter: &filter, wanted: u32::try_from(&wanted).ok(), args, values: &values };
    let failure = RefCell::new(None);
    let mut rows = Rows { search, points: Points::new(&axes), position: vec![], failure: &failure };
    let names: Vec<String> = area.game.rules.coords.iter().map(|coord| coord.name.clone()).collect();
    let list = PositionList {
        game: &area.game.text,
        rules: &hash(&area.game.rules),
        play: context.common.play().name(),
        names: &names,
        rows: &mut rows,
        complete: &|| failure.borrow().is_none(),
    };
    let json = output.name == FormatName::Json;
    let written = output.write(context, |format, out| {
        if !args.count {
            return format.write_positions(list, out).map(drop);
        }
        let count = list.rows.count() as u64;
        match failure.borrow().is_none() {
            true if json => write_count(count, true, out),
            true => writeln!(out, "{count}"),
            false => Ok(()),
        }
    });
    failure.into_inner().map_or(written, Err)
}

/// What is looked for.
struct Search<'a> {
    area: &'a Area,
    filter: &'a Where,
    wanted: Option<u32>,
    args: &'a PositionsArgs,
    values: &'a Values,
}

impl Search<'_> {
    /// Is this a position that is looked for?
    fn finds(&self, position: &[u64]) -> Outcome<bool> {
        let value = self.values.get(position);
        Ok(value.is_some()
            && value == self.wanted
            && (!self.args.sorted || is_first(&self.area.game.rules, position))
            && self.filter.holds_at(position)?)
    }
}

/// The positions as they are found; ends at an error, which is kept.
struct Rows<'a> {
    search: Search<'a>,
    points: Points<'a>,
    position: Vec<u64>,
    failure: &'a RefCell<Option<Failure>>,
}

impl Iterator for Rows<'_> {
    type Item = PositionRow;

    fn next(&mut self) -> Option<PositionRow> {
        if self.failure.borrow().is_some() {
            return None;
        }
        loop {
            let point = self.points.advance()?;
            self.search.area.position(point, &mut self.position);
            match self.search.finds(&self.position) {
                Ok(true) => break,
                Ok(false) => {}
                Err(failure) => {
                    *self.failure.borrow_mut() = Some(failure);
                    return None;
                }
            }
        }
        let entries: Vec<IBig> = self.position.iter().map(|x| IBig::from(*x)).collect();
        Some(PositionRow {
            written: self.search.area.game.show(&entries),
            entries: self.position.clone(),
            value: u64::from(self.search.wanted.unwrap_or_default()),
        })
    }
}
