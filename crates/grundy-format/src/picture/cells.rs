//! From the values of a grid to the classes of cells.
//!
//! In: a grid, a style. Out: the tables of a sheet, and the shading. Values are read along rows, many at a time. The numbers of a formula are
//! stored until the greatest is known.

use std::io;

use grundy::theory::loopy::LoopyOutcome;
use grundy_picture::{Axis as PictureAxis, MISSING, Panel, Shading};

use super::super::error::FormatError;
use super::super::{Axis, Grid, Source};
use super::style::{Drawn, Mode, Style};

/// The most cells that show their values.
const LABELLED: u64 = 1 << 12;

/// The tables of a picture.
pub(super) struct Sheet {
    pub(super) rows: PictureAxis,
    pub(super) columns: PictureAxis,
    pub(super) panels: Vec<Panel>,
    /// The number of the first axis that each table is for, if there are three axes.
    slices: Option<Vec<u64>>,
    /// The numbers of a row, if a single coordinate is folded.
    fold: Option<u64>,
}

impl Sheet {
    /// The cells of the first row before the first number of a folded coordinate.
    fn before(&self, axes: &[Axis]) -> usize {
        match (self.fold, axes) {
            (Some(wide), [axis]) => (axis.lo % wide) as usize,
            _ => 0,
        }
    }

    /// The table and the cell of a point.
    pub(super) fn place(&self, point: &[u64], columns: u64) -> Option<(usize, usize)> {
        let (panel, rest) = match (&self.slices, point) {
            (Some(slices), [first, rest @ ..]) => (slices.iter().position(|slice| slice == first)?, rest),
            (_, rest) => (0, rest),
        };
        let (row, column) = match rest {
            [row, column] => (row.checked_sub(self.rows.lo)?, column),
            [n] => match self.fold {
                Some(wide) => ((n / wide).checked_sub(self.rows.lo)?, &(n % wide)),
                None => (0, n),
            },
            _ => return None,
        };
        Some((panel, (row * columns + column.checked_sub(self.columns.lo)?) as usize))
    }
}

/// An axis of a grid as pictures have it.
pub(super) fn on(axis: &Axis) -> PictureAxis {
    PictureAxis { name: axis.name.clone(), lo: axis.lo, len: axis.len().try_into().unwrap_or(u64::MAX) }
}

/// An empty table.
fn panel(title: String, cells: u64) -> Panel {
    Panel { title, classes: vec![MISSING; cells as usize], labels: vec![] }
}

/// A coordinate in rows of so many numbers: the axes of the rows and of what stands in them. The first row is whole.
fn folded(axis: &Axis, wide: u64) -> (PictureAxis, PictureAxis) {
    let (first, last) = (axis.lo / wide, axis.hi / wide);
    let rows = PictureAxis { name: format!("{} div {wide}", axis.name), lo: first, len: last - first + 1 };
    (rows, PictureAxis { name: format!("{} mod {wide}", axis.name), lo: 0, len: wide })
}

/// Empty tables for these axes.
pub(super) fn panels(axes: &[Axis], style: &Style) -> Result<Sheet, FormatError> {
    let slices = style.slices.as_deref();
    let refused = |why: String| Err(FormatError::Picture { why });
    let one = PictureAxis { name: String::new(), lo: 0, len: 1 };
    let fold = style.rows.filter(|wide| *wide > 0 && axes.len() == 1 && axes[0].lo <= axes[0].hi);
    let (first, rows, columns) = match (axes, fold) {
        ([axis], Some(wide)) => {
            let (rows, columns) = folded(axis, wide);
            (None, rows, columns)
        }
        ([columns], None) => (None, one, on(columns)),
        ([rows, columns], _) => (None, on(rows), on(columns)),
        ([first, rows, columns], _) => (Some(first), on(rows), on(columns)),
        _ => return refused("a picture has one to three axes".to_string()),
    };
    let cells = rows.len.saturating_mul(columns.len);
    let slices = first.map(|first| slices.map_or_else(|| (first.lo..=first.hi).collect(), <[u64]>::to_vec));
    if let (Some(first), Some(wrong)) =
        (first, slices.iter().flatten().find(|at| first.is_some_and(|f| **at < f.lo || **at > f.hi)))
    {
        return refused(format!(
            "there is no slice {} = {wrong}; {0} runs from {} to {}",
            first.name, first.lo, first.hi
        ));
    }
    let panels = match (&slices, first) {
        (Some(slices), Some(first)) => slices.iter().map(|at| panel(format!("{} = {at}", first.name), cells)).collect(),
        _ => vec![panel(String::new(), cells)],
    };
    Ok(Sheet { rows, columns, panels, slices, fold })
}

/// The tables of a grid.
pub(super) fn sheet(grid: &Grid, style: &Style) -> io::Result<(Sheet, Shading)> {
    let mut sheet = panels(&grid.axes, style)?;
    let labelled = sheet.rows.len * sheet.columns.len * sheet.panels.len() as u64 <= LABELLED;
    let shading = match &style.mode {
        Mode::Formula(drawn) => return numbers(grid, drawn, sheet, labelled),
        Mode::Values => Shading::values(greatest(grid), style.palette),
        Mode::Wanted => Shading::wanted(0),
        Mode::Residues(modulus) => Shading::residues(*modulus),
    };
    let residue = match style.mode {
        Mode::Residues(modulus) => modulus,
        _ => u64::MAX,
    };
    if labelled {
        let before = sheet.before(&grid.axes);
        sheet.panels.iter_mut().for_each(|panel| panel.labels.resize(before, String::new()));
    }
    let shading = if grid.loopy.is_some() { shading.with_infinity() } else { shading };
    each_row(grid, &mut sheet, &mut |_, values, panel, at| {
        for (cell, value) in panel.classes[at..].iter_mut().zip(values) {
            *cell = value.map_or(MISSING, |value| class(grid, &shading, value));
        }
        if labelled {
            let label =
                |value: u64| number(grid, value).map_or_else(|| short(grid, value), |n| (n % residue).to_string());
            panel.labels.extend(values.iter().map(|value| value.map_or(String::new(), label)));
        }
        Ok(())
    })?;
    Ok((sheet, shading))
}

/// The number of a value; `None` for infinity.
fn number(grid: &Grid, value: u64) -> Option<u64> {
    match grid.loopy.map(|values| &values[value as usize]) {
        None => Some(value),
        Some(loopy) => loopy.number().and_then(|number| number.try_into().ok()),
    }
}

/// The greatest number among the values.
fn greatest(grid: &Grid) -> u64 {
    match grid.loopy {
        None => grid.survey().max.unwrap_or(0),
        Some(values) => (0..values.len() as u64).filter_map(|value| number(grid, value)).max().unwrap_or(0),
    }
}

/// The class of a value.
fn class(grid: &Grid, shading: &Shading, value: u64) -> u8 {
    let drawn = || grid.loopy.is_some_and(|values| values[value as usize].outcome() == LoopyOutcome::D);
    number(grid, value).map_or_else(|| shading.class_of_infinity(drawn()), |number| shading.class(number))
}

/// Infinity in a cell, with its numbers.
fn short(grid: &Grid, value: u64) -> String {
    grid.text(value).replace("inf(", "").replace([')', ' '], "")
}

/// Where the formula has no number, since there is no position; a number of a formula is never as low.
const NOWHERE: i64 = i64::MIN;

/// Tables of the numbers of a formula.
fn numbers(grid: &Grid, drawn: &Drawn, mut sheet: Sheet, labelled: bool) -> io::Result<(Sheet, Shading)> {
    let mut all: Vec<i64> = vec![NOWHERE; sheet.before(&grid.axes)];
    each_row(grid, &mut sheet, &mut |outer, values, _, _| row_of_numbers(grid, drawn, outer, values, &mut all))?;
    let known = || all.iter().copied().filter(|number| *number != NOWHERE);
    let condition = drawn.formula.borrow().is_condition();
    let shading = match condition {
        true => Shading::condition(),
        false => Shading::differences(known().map(i64::unsigned_abs).max().unwrap_or(0)),
    };
    let class = |number: i64| match number {
        NOWHERE => MISSING,
        _ if condition => shading.class(number.unsigned_abs()),
        _ => shading.class_of_difference(number),
    };
    let cells = (sheet.rows.len * sheet.columns.len) as usize;
    all.resize(cells * sheet.panels.len(), NOWHERE);
    for (panel, numbers) in sheet.panels.iter_mut().zip(all.chunks(cells.max(1))) {
        panel.classes = numbers.iter().copied().map(class).collect();
        if labelled && !condition {
            let label = |n: &i64| if *n == NOWHERE { String::new() } else { n.to_string() };
            panel.labels = numbers.iter().map(label).collect();
        }
    }
    Ok((sheet, shading))
}

/// The numbers of a formula along a row. Where the last axis is a coordinate, only this coordinate changes.
fn row_of_numbers(
    grid: &Grid,
    drawn: &Drawn,
    outer: &[u64],
    values: &[Option<u64>],
    all: &mut Vec<i64>,
) -> io::Result<()> {
    let mut formula = drawn.formula.borrow_mut();
    let lo = grid.axes[outer.len()].lo;
    let mut point = [outer, &[lo]].concat();
    let runs = grid.coordinates.iter().position(|column| column.source == Source::Axis(outer.len()));
    let mut position = if runs.is_some() { grid.numbers(&point) } else { vec![] };
    for (value, at) in values.iter().zip(lo..) {
        let Some(value) = *value else {
            all.push(NOWHERE);
            continue;
        };
        match runs {
            Some(coord) => position[coord] = at,
            None => {
                point[outer.len()] = at;
                position = grid.numbers(&point);
            }
        }
        let misere = drawn.misere.as_ref().and_then(|values| values(&position));
        let number = formula.at(&position, value, misere);
        all.push(number.map_err(|error| io::Error::other(FormatError::Formula { error: Box::new(error) }))?);
    }
    Ok(())
}

/// What is done with a row: the point on the outer axes, the values, the table, the row's first cell.
type Row<'r> = dyn FnMut(&[u64], &[Option<u64>], &mut Panel, usize) -> io::Result<()> + 'r;

/// Visits the rows of all tables of a sheet.
fn each_row(grid: &Grid, sheet: &mut Sheet, visit: &mut Row) -> io::Result<()> {
    let Some(last) = grid.axes.last() else { return Ok(()) };
    let slices: Vec<Vec<u64>> = match &sheet.slices {
        Some(slices) => slices.iter().map(|at| vec![*at]).collect(),
        None => vec![vec![]],
    };
    let mut values = vec![];
    // A single coordinate is read at once, however many rows it stands in.
    let (lines, before) = (if grid.axes.len() == 1 { 1 } else { sheet.rows.len }, sheet.before(&grid.axes));
    for (index, slice) in slices.iter().enumerate() {
        for row in 0..lines {
            let outer = match grid.axes.len() {
                1 => vec![],
                _ => [&slice[..], &[sheet.rows.lo + row]].concat(),
            };
            values.clear();
            if last.lo <= last.hi {
                grid.along(&outer, (last.lo, last.hi), &mut |value| values.push(value));
            }
            let at = (row * sheet.columns.len) as usize + before;
            visit(&outer, &values, &mut sheet.panels[index], at)?;
        }
    }
    Ok(())
}
