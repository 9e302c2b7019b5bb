//! From the values of a grid to the classes of cells.
//!
//! In: a grid, a style. Out: the tables of a sheet, and the shading. Values are read along rows, many at a time. The numbers of a formula are
//! stored until the greatest is known.

use std::io;

use grundy_picture::{Axis as PictureAxis, MISSING, Panel, Shading};

use super::super::error::FormatError;
use super::super::{Axis, Grid, Source};
use super::style::{Drawn, Mode, Style};
use super::{LABELLED, on, panel};

/// The tables of a picture.
pub(super) struct Sheet {
    pub(super) rows: PictureAxis,
    pub(super) columns: PictureAxis,
    pub(super) panels: Vec<Panel>,
    /// The number of the first axis that each table is for, if there are three axes.
    slices: Option<Vec<u64>>,
}

impl Sheet {
    /// The table and the cell of a point.
    pub(super) fn place(&self, point: &[u64], columns: u64) -> Option<(usize, usize)> {
        let (panel, rest) = match (&self.slices, point) {
            (Some(slices), [first, rest @ ..]) => (slices.iter().position(|slice| slice == first)?, rest),
            (_, rest) => (0, rest),
        };
        let (row, column) = match rest {
            [row, column] => (row.checked_sub(self.rows.lo)?, column),
            [column] => (0, column),
            _ => return None,
        };
        Some((panel, (row * columns + column.checked_sub(self.columns.lo)?) as usize))
    }
}

/// Empty tables for these axes.
pub(super) fn panels(axes: &[Axis], slices: Option<&[u64]>) -> Result<Sheet, FormatError> {
    let refused = |why: String| Err(FormatError::Picture { why });
    let one = PictureAxis { name: String::new(), lo: 0, len: 1 };
    let (first, rows, columns) = match axes {
        [columns] => (None, one, on(columns)),
        [rows, columns] => (None, on(rows), on(columns)),
        [first, rows, columns] => (Some(first), on(rows), on(columns)),
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
    Ok(Sheet { rows, columns, panels, slices })
}

/// The tables of a grid.
pub(super) fn sheet(grid: &Grid, style: &Style) -> io::Result<(Sheet, Shading)> {
    let mut sheet = panels(&grid.axes, style.slices.as_deref())?;
    let labelled = sheet.rows.len * sheet.columns.len * sheet.panels.len() as u64 <= LABELLED;
    let shading = match &style.mode {
        Mode::Formula(drawn) => return numbers(grid, drawn, sheet, labelled),
        Mode::Values => Shading::values(grid.survey().max.unwrap_or(0), style.palette),
        Mode::Wanted => Shading::wanted(0),
        Mode::Residues(modulus) => Shading::residues(*modulus),
    };
    let residue = match style.mode {
        Mode::Residues(modulus) => modulus,
        _ => u64::MAX,
    };
    each_row(grid, &mut sheet, &mut |_, values, panel, at| {
        for (cell, value) in panel.classes[at..].iter_mut().zip(values) {
            *cell = value.map_or(MISSING, |value| shading.class(value));
        }
        if labelled {
            panel.labels.extend(values.iter().map(|v| v.map_or(String::new(), |v| (v % residue).to_string())));
        }
        Ok(())
    })?;
    Ok((sheet, shading))
}

/// Where the formula has no number, since there is no position; a number of a formula is never as low.
const NOWHERE: i64 = i64::MIN;

/// Tables of the numbers of a formula.
fn numbers(grid: &Grid, drawn: &Drawn, mut sheet: Sheet, labelled: bool) -> io::Result<(Sheet, Shading)> {
    let mut all: Vec<i64> = vec![];
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
    for (index, slice) in slices.iter().enumerate() {
        for row in 0..sheet.rows.len {
            let outer = match grid.axes.len() {
                1 => vec![],
                _ => [&slice[..], &[sheet.rows.lo + row]].concat(),
            };
            values.clear();
            if last.lo <= last.hi {
                grid.along(&outer, (last.lo, last.hi), &mut |value| values.push(value));
            }
            visit(&outer, &values, &mut sheet.panels[index], (row * sheet.columns.len) as usize)?;
        }
    }
    Ok(())
}
