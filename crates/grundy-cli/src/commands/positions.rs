//! `grundy positions`: the positions with a value, in row-major order.

use std::cell::RefCell;

use grundy::rules::symmetry::Symmetry;
use grundy::{IBig, Values};

use super::table::compute;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::format::{Content, FormatName, Points, PositionList, PositionRow, write_count};
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
        context.note(&format!("{}; rules {}", values.explain(), area.game.rules.hash()));
    }
    let symmetry = args.sorted.then(|| Symmetry::of(&area.game.rules));
    if symmetry.as_ref().is_some_and(|symmetry| !keeps(symmetry, &area)) {
        context.note("the bounds are not symmetric: of a class whose first position lies outside, none is listed");
    }
    let axes = area.axes();
    let search =
        Search { area: &area, filter: &filter, wanted: u32::try_from(&wanted).ok(), symmetry, values: &values };
    let failure = RefCell::new(None);
    let mut rows = Rows { search, points: Points::new(&axes), position: vec![], failure: &failure };
    let names: Vec<String> = area.game.rules.coords.iter().map(|coord| coord.name.clone()).collect();
    let list = PositionList {
        game: &area.game.text,
        rules: &area.game.rules.hash(),
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

/// Do the symmetries map the box to itself?
fn keeps(symmetry: &Symmetry, area: &Area) -> bool {
    let alike = |i: usize, j: usize| area.hi[i] == area.hi[j] && area.fixed[i].is_some() == area.fixed[j].is_some();
    symmetry.classes.iter().all(|class| class.windows(2).all(|pair| alike(pair[0], pair[1])))
        && symmetry.others.iter().all(|p| p.iter().enumerate().all(|(i, j)| alike(i, *j)))
}

/// What is looked for.
struct Search<'a> {
    area: &'a Area,
    filter: &'a Where,
    wanted: Option<u32>,
    /// With `--sorted`.
    symmetry: Option<Symmetry>,
    values: &'a Values,
}

impl Search<'_> {
    /// Is this a position that is looked for?
    fn finds(&self, position: &[u64]) -> Outcome<bool> {
        let value = self.values.get(position);
        Ok(value.is_some()
            && value == self.wanted
            && self.symmetry.as_ref().is_none_or(|symmetry| symmetry.is_first(position))
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
