//! The writer of Apache Parquet, for pandas, Polars, DuckDB and R.
//!
//! In: a table or a list of positions. Out: the columns of CSV as columns of unsigned numbers without nulls, each of
//! the smallest type that fits its bounds; row-major, positions that do not exist are left out. The file's metadata
//! says where it comes from: the game, the hash of the rules, the play, the engine, the version, the bounds.
//!
//! The types hold for the whole file, so a first pass over a table looks for the largest value.

use std::io::{self, Write};

use grundy::engine::Quantity;
use serde_json::{Map, Value, json};

use super::columns::{Bounded, Columns};
use crate::error::FormatError;
use crate::piece::{Value as _, of_any_kind};
use crate::{Axis, Column, Format, Grid, Points, PositionList, Source};
use grundy::json::small;

/// A Parquet file.
pub(super) struct Parquet {
    /// How many numbers are held in memory before they are written as a row group.
    group: usize,
}

impl Default for Parquet {
    fn default() -> Self {
        Parquet { group: 1 << 22 }
    }
}

impl Format for Parquet {
    fn write(&self, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
        let tops = tops(grid)?;
        let names = grid.coordinates.iter().map(|column| column.name.as_str());
        let facts = facts_of_table(grid);
        let mut columns = Columns::begin(&bounded(names, grid.shows.name(), &tops)?, &facts, self.group, out)?;
        each_row(grid, |row| columns.push(row))?;
        columns.finish()
    }

    fn write_positions(&self, list: PositionList, out: &mut dyn Write) -> io::Result<u64> {
        let mut tops: Vec<u64> = list.columns.iter().map(|column| top(column, list.axes)).collect();
        tops.push(list.largest);
        let names = list.columns.iter().map(|column| column.name.as_str());
        let facts = facts_of_list(&list);
        let mut columns = Columns::begin(&bounded(names, Quantity::Value.name(), &tops)?, &facts, self.group, out)?;
        let mut count = 0;
        for mut row in list.rows {
            row.entries.push(row.value);
            columns.push(&row.entries)?;
            count += 1;
        }
        if !(list.complete)() {
            // Without the end of the file, no reader takes the file for the whole list.
            return Err(io::Error::other("the list ended early"));
        }
        columns.finish()?;
        Ok(count)
    }
}

/// The largest entry of each coordinate, then the largest value.
fn tops(grid: &Grid) -> io::Result<Vec<u64>> {
    let Some(_) = grid.entries else {
        let mut tops: Vec<u64> = grid.coordinates.iter().map(|column| top(column, &grid.axes)).collect();
        tops.push(grid.survey().max.unwrap_or(0));
        return Ok(tops);
    };
    // The values of the expressions in a pattern are known only point by point.
    let mut tops = vec![0; grid.coordinates.len() + 1];
    each_row(grid, |row| {
        tops.iter_mut().zip(row).for_each(|(top, number)| *top = (*top).max(*number));
        Ok(())
    })?;
    Ok(tops)
}

/// Visits the rows of a table: the coordinates of an existing position, then its value.
fn each_row(grid: &Grid, mut visit: impl FnMut(&[u64]) -> io::Result<()>) -> io::Result<()> {
    let mut points = Points::new(&grid.axes);
    let mut row = Vec::new();
    let mut row_at = |point: &[u64], value: Option<u64>| {
        let Some(value) = value else { return Ok(()) };
        entries(grid, point, &mut row)?;
        row.push(value);
        visit(&row)
    };
    grid.each_piece(&mut |piece| {
        let mut next = |value| points.advance().map_or(Ok(()), |point| row_at(point, value));
        of_any_kind!(piece, values => values.iter().try_for_each(|value| next(value.value())))
    })
}

/// The largest entry of a coordinate that is an axis or fixed.
fn top(column: &Column, axes: &[Axis]) -> u64 {
    match column.source {
        Source::Axis(index) => axes[index].hi,
        Source::Fixed(at) => at,
        Source::Pattern => u64::MAX,
    }
}

/// The coordinates at a point.
fn entries(grid: &Grid, point: &[u64], row: &mut Vec<u64>) -> io::Result<()> {
    row.clear();
    let Some(entries) = grid.entries else {
        row.extend(grid.coordinates.iter().map(|column| column.read_off(point)));
        return Ok(());
    };
    for (column, entry) in grid.coordinates.iter().zip(entries(point)) {
        let too_long = |_| FormatError::TooLong { name: column.name.clone(), entry: entry.clone() };
        row.push(entry.parse().map_err(too_long)?);
    }
    Ok(())
}

/// The columns: the coordinates, then that of the numbers, `value` or another.
fn bounded<'a>(
    names: impl Iterator<Item = &'a str>,
    number: &'static str,
    tops: &[u64],
) -> Result<Vec<Bounded<'a>>, FormatError> {
    let names: Vec<&str> = names.collect();
    if names.contains(&number) {
        return Err(FormatError::NamedValue { column: number });
    }
    let names = names.into_iter().chain([number]);
    Ok(names.zip(tops).map(|(name, &top)| Bounded { name, top }).collect())
}

/// The metadata: keys and texts.
type Facts = Vec<(String, String)>;

fn facts_of_table(grid: &Grid) -> Facts {
    let bounds = bounds(&grid.coordinates, &grid.axes);
    let mut facts = facts([grid.game, grid.rules, grid.play, grid.engine], &bounds, &grid.asked);
    if grid.shows != Quantity::Value {
        facts.push(("grundy.show".to_string(), grid.shows.name().to_string()));
    }
    facts
}

fn facts_of_list(list: &PositionList) -> Facts {
    let bounds = bounds(list.columns, list.axes);
    facts([list.game, list.rules, list.play, list.engine], &bounds, &list.asked)
}

fn facts([game, rules, play, engine]: [&str; 4], bounds: &Value, asked: &[(&str, &str)]) -> Facts {
    let bounds = bounds.to_string();
    let always = [
        ("game", game),
        ("rules", rules),
        ("play", play),
        ("engine", engine),
        ("version", env!("CARGO_PKG_VERSION")),
        ("bounds", bounds.as_str()),
    ];
    // Other programs store their metadata under other prefixes.
    let fact = |(key, text): &(&str, &str)| (format!("grundy.{key}"), text.to_string());
    always.iter().chain(asked).map(fact).collect()
}

/// `{"a":[0,10],"b":[3,3]}`: the ranges of the coordinates, or of the variables of a pattern.
fn bounds(columns: &[Column], axes: &[Axis]) -> Value {
    let range = |name: &String, lo, hi| (name.clone(), json!([small(lo), small(hi)]));
    let of_axis = |axis: &Axis| range(&axis.name, axis.lo, axis.hi);
    let of_column = |column: &Column| match column.source {
        Source::Axis(index) => Some(of_axis(&axes[index])),
        Source::Fixed(at) => Some(range(&column.name, at, at)),
        Source::Pattern => None,
    };
    let columns: Option<Map<String, Value>> = columns.iter().map(of_column).collect();
    Value::Object(columns.unwrap_or_else(|| axes.iter().map(of_axis).collect()))
}

#[cfg(test)]
mod tests;
