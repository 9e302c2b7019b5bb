//! `grundy positions`: the positions with a value, in row-major order.

use std::cell::RefCell;
use std::io::{self, Write};

use grundy::rules::symmetry::Symmetry;
use grundy::{Diagnostic, IBig, Values};

use super::seen::explain;
use super::table::{compute, not_lost, still_whole};
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
    let mut output = Output::begin(context, &args.output, Content::Positions)?;
    if args.count && output.name.is_binary() {
        let message = format!("`--count` has no form in the format `{}`", output.name.word());
        return Err(Diagnostic::new("format", message).help("take `text` or `json`").into());
    }
    let values = compute(context, &area, &args.output, &mut output)?;
    explain(context, &area.game, &values.account());
    let symmetry = args.sorted.then(|| Symmetry::of(&area.game.rules));
    if symmetry.as_ref().is_some_and(|symmetry| !keeps(symmetry, &area)) {
        context.note("the bounds are not symmetric: of a class whose first position lies outside, none is listed");
    }
    let axes = area.axes();
    let search = Search { area: &area, filter: &filter, wanted: wanted_value(&wanted), symmetry, values: &values };
    let failure = RefCell::new(None);
    let mut rows =
        Rows { search, points: Points::new(&axes), position: vec![], line: Line::along(&area), failure: &failure };
    let columns = area.columns();
    let asked = asked(args);
    let json = output.name == FormatName::Json;
    let written = output.write(context, |format, out| {
        if args.count {
            let count = rows.count_all();
            end_of_list(&failure, out)?;
            still_whole(&values)?;
            return if json { write_count(count, true, out) } else { writeln!(out, "{count}") };
        }
        let list = PositionList {
            game: &area.game.text,
            rules: &area.game.rules.hash(),
            play: context.common.play().name(),
            engine: values.by().name(),
            axes: &axes,
            columns: &columns,
            largest: u64::from(wanted_value(&wanted).unwrap_or(0)),
            asked: asked.clone(),
            rows: &mut rows,
            complete: &|| failure.borrow().is_none(),
        };
        format.write_positions(list, out)?;
        end_of_list(&failure, out)?;
        still_whole(&values)
    });
    not_lost(&values)?;
    failure.into_inner().map_or(written, Err)
}

/// An error if the list ended early, so that no file takes its name; a stream keeps what it has.
fn end_of_list(failure: &RefCell<Option<Failure>>, out: &mut dyn Write) -> io::Result<()> {
    if failure.borrow().is_none() {
        return Ok(());
    }
    out.flush()?;
    Err(io::Error::other("the list ended early"))
}

/// What shapes the list beside the bounds.
fn asked(args: &PositionsArgs) -> Vec<(&str, &str)> {
    let filter = args.range.filter.iter().map(|filter| ("where", filter.as_str()));
    let sorted = args.sorted.then_some(("sorted", "true"));
    [("value", args.value.as_str())].into_iter().chain(filter).chain(sorted).collect()
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

/// A value that positions may have.
fn wanted_value(wanted: &IBig) -> Option<u32> {
    u32::try_from(wanted).ok().filter(|wanted| *wanted != Values::NOWHERE)
}

/// The values along the last free coordinate, at the other coordinates of the position at hand.
struct Line {
    coord: Option<usize>,
    len: usize,
    values: Vec<u32>,
}

impl Line {
    fn along(area: &Area) -> Line {
        let coord = area.free().last().copied();
        Line { coord, len: coord.map_or(1, |c| area.hi[c] as usize + 1), values: vec![] }
    }

    /// The value of a position, those before it on its line having been asked for.
    fn value(&mut self, values: &Values, position: &[u64]) -> Option<u32> {
        let Some(coord) = self.coord else { return values.get(position) };
        if position[coord] == 0 {
            values.line(position, coord, self.len, &mut self.values);
        }
        self.values.get(position[coord] as usize).copied()
    }
}

impl Search<'_> {
    /// Is this a position that is looked for?
    fn finds(&self, position: &[u64], line: &mut Line) -> Outcome<bool> {
        let value = line.value(self.values, position);
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
    line: Line,
    failure: &'a RefCell<Option<Failure>>,
}

impl Rows<'_> {
    /// Goes to the next position found; `false` after the last, or at an error.
    fn find(&mut self) -> bool {
        if self.failure.borrow().is_some() {
            return false;
        }
        while let Some(point) = self.points.advance() {
            self.search.area.position(point, &mut self.position);
            match self.search.finds(&self.position, &mut self.line) {
                Ok(true) => return true,
                Ok(false) => {}
                Err(failure) => {
                    *self.failure.borrow_mut() = Some(failure);
                    return false;
                }
            }
        }
        false
    }

    /// How many there are from here on.
    fn count_all(&mut self) -> u64 {
        let mut count = 0;
        while self.find() {
            count += 1;
        }
        count
    }
}

impl Iterator for Rows<'_> {
    type Item = PositionRow;

    fn next(&mut self) -> Option<PositionRow> {
        if !self.find() {
            return None;
        }
        let entries: Vec<IBig> = self.position.iter().map(|x| IBig::from(*x)).collect();
        Some(PositionRow {
            written: self.search.area.game.show(&entries),
            entries: self.position.clone(),
            value: u64::from(self.search.wanted.unwrap_or_default()),
        })
    }
}
