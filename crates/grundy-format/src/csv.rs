//! CSV: a header, then one position a line with its value.
//!
//! Rows are in row-major order; positions that do not exist are left out. Quoting
//! follows RFC 4180; lines end with a line feed.

use std::fmt::Display;
use std::io::{self, Write};

use grundy::engine::Quantity;
use itoa::Buffer;

use super::name::{CountLines, Declaration, FormatName};
use super::piece::{Value, of_any_kind};
use super::terms::{BeginTerms, NumberedLines};
use super::{Axis, Column, Entries, Format, Grid, Points, PositionList, Source};

/// One position a line.
pub(crate) const CSV: FormatName = FormatName(&Declaration {
    word: "csv",
    ending: "csv",
    other_names: None,
    is_binary: false,
    is_picture: false,
    shows_infinity: true,
    tells_period: false,
    counts: Some(CountLines { head: "value,count\n", separator: "," }),
    terms: Some(TERMS),
    writer: |_, _| Ok(Box::new(Csv)),
});

/// Terms are lines below the header.
const TERMS: BeginTerms = |head, out| {
    header(std::iter::once(&head.axis.name), Quantity::Value, out)?;
    Ok(Box::new(NumberedLines::of(head, b',')))
};

/// Comma-separated values.
pub(crate) struct Csv;

impl Format for Csv {
    fn write(&self, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
        header(grid.coordinates.iter().map(|column| &column.name), grid.shows, out)?;
        let numbers = |point: &[u64]| grid.numbers(point).iter().map(u64::to_string).collect();
        let Some(entries) = grid.entries.or(grid.loopy.is_some().then_some(&numbers as &Entries)) else {
            let mut lines = Lines::new(grid);
            return grid.each_piece(&mut |piece| of_any_kind!(piece, values => lines.write(values, out)));
        };
        let mut points = Points::new(&grid.axes);
        while let Some(point) = points.advance() {
            if let Some(value) = (grid.value)(point) {
                line(entries(point).into_iter(), quoted(&grid.text(value)), out)?;
            }
        }
        Ok(())
    }

    fn write_positions(&self, list: PositionList, out: &mut dyn Write) -> io::Result<u64> {
        header(list.columns.iter().map(|column| &column.name), Quantity::Value, out)?;
        let mut count = 0;
        for row in list.rows {
            line(row.entries.into_iter(), row.value, out)?;
            count += 1;
        }
        Ok(count)
    }
}

/// `a,b,value`.
fn header<'a>(names: impl Iterator<Item = &'a String>, shows: Quantity, out: &mut dyn Write) -> io::Result<()> {
    for name in names {
        write!(out, "{},", quoted(name))?;
    }
    writeln!(out, "{}", shows.name())
}

/// `3,4,7`.
fn line(entries: impl Iterator<Item = impl Display>, value: impl Display, out: &mut dyn Write) -> io::Result<()> {
    for entry in entries {
        write!(out, "{entry},")?;
    }
    writeln!(out, "{value}")
}

/// Writes the lines of a table, one point after the other.
struct Lines<'a> {
    coordinates: &'a [Column],
    axes: &'a [Axis],
    outer: Points<'a>,
    /// The entry of the last axis at the next point.
    at: u64,
    /// The text before this entry on a line, and the text between it and the value.
    before: Vec<u8>,
    between: Vec<u8>,
    text: Vec<u8>,
}

/// The number of points whose lines are written at once.
const TOGETHER: usize = 1 << 12;

impl<'a> Lines<'a> {
    fn new(grid: &'a Grid) -> Lines<'a> {
        let (last, outer) = grid.axes.split_last().map_or((None, &[][..]), |(last, outer)| (Some(last), outer));
        let mut lines = Lines {
            coordinates: &grid.coordinates,
            axes: &grid.axes,
            outer: Points::new(outer),
            at: last.map_or(0, |axis| axis.lo),
            before: vec![],
            between: vec![],
            text: vec![],
        };
        lines.begin_row();
        lines
    }

    /// Prepares the text around the entries of the next row along the last axis.
    fn begin_row(&mut self) {
        self.before.clear();
        self.between.clear();
        let Some(point) = self.outer.advance() else { return };
        let mut text = &mut self.before;
        for column in self.coordinates {
            match column.source {
                Source::Axis(index) if index + 1 == self.axes.len() => {
                    text = &mut self.between;
                    text.push(b',');
                }
                _ => {
                    text.extend_from_slice(Buffer::new().format(column.read_off(point)).as_bytes());
                    text.push(b',');
                }
            }
        }
    }

    fn write<T: Value>(&mut self, values: &[T], out: &mut dyn Write) -> io::Result<()> {
        for values in values.chunks(TOGETHER) {
            self.text.clear();
            values.iter().for_each(|value| self.line(value.value()));
            out.write_all(&self.text)?;
        }
        Ok(())
    }

    /// The line of the next point.
    fn line(&mut self, value: Option<u64>) {
        let last = self.axes.last();
        if let Some(value) = value {
            self.text.extend_from_slice(&self.before);
            if last.is_some() {
                self.text.extend_from_slice(Buffer::new().format(self.at).as_bytes());
            }
            self.text.extend_from_slice(&self.between);
            self.text.extend_from_slice(Buffer::new().format(value).as_bytes());
            self.text.push(b'\n');
        }
        if let Some(last) = last {
            if self.at < last.hi {
                self.at += 1;
            } else {
                self.at = last.lo;
                self.begin_row();
            }
        }
    }
}

/// A field in quotes if it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{grid, increasing, listed, nim_sum, written};
    use super::super::{Column, Source};
    use super::*;

    #[test]
    fn a_table_leaves_out_what_does_not_exist() {
        let grid = grid(&[("a", 0, 2), ("b", 0, 2)], &increasing);
        assert_eq!(written(&Csv, &grid), "a,b,value\n0,1,1\n0,2,2\n1,2,3\n");
    }

    #[test]
    fn fixed_coordinates_keep_their_place() {
        let mut grid = grid(&[("x2", 4, 5)], &nim_sum);
        let fixed = Column { name: "x1".to_string(), source: Source::Fixed(9) };
        grid.coordinates.insert(0, fixed);
        assert_eq!(written(&Csv, &grid), "x1,x2,value\n9,4,4\n9,5,5\n");
        grid.coordinates.remove(1);
        grid.axes.clear();
        assert_eq!(written(&Csv, &grid), "x1,value\n9,0\n");
    }

    #[test]
    fn a_pattern_says_its_entries() {
        let entries = |at: &[u64]| vec![at[0].to_string(), format!("{}000000000000000000000", at[0])];
        let mut grid = grid(&[("n", 1, 2)], &nim_sum);
        let column = |name: &str| Column { name: name.to_string(), source: Source::Pattern };
        grid.coordinates = vec![column("a"), column("b")];
        grid.entries = Some(&entries);
        assert_eq!(written(&Csv, &grid), "a,b,value\n1,1000000000000000000000,1\n2,2000000000000000000000,2\n");
    }

    #[test]
    fn three_axes() {
        let grid = grid(&[("a", 0, 1), ("b", 1, 1), ("c", 0, 1)], &nim_sum);
        let expected = "a,b,c,value\n0,1,0,1\n0,1,1,0\n1,1,0,0\n1,1,1,1\n";
        assert_eq!(written(&Csv, &grid), expected);
    }

    #[test]
    fn strange_names_are_quoted() {
        let grid = grid(&[("a,\"b\"", 0, 0)], &nim_sum);
        assert_eq!(written(&Csv, &grid), "\"a,\"\"b\"\"\",value\n0,0\n");
    }

    #[test]
    fn positions() {
        let rows = [("3,4", [3, 4], 7), ("5,5", [5, 5], 0)];
        assert_eq!(listed(&Csv, &rows).unwrap(), "a,b1,value\n3,4,7\n5,5,0\n");
        assert_eq!(listed(&Csv, &[]).unwrap(), "a,b1,value\n");
    }
}
