//! CSV: a header, then one position a line with its value.
//!
//! Row-major; positions that do not exist are left out. Quotes are those of
//! RFC 4180, lines end as everywhere on Unix.

use std::fmt::Display;
use std::io::{self, Write};

use super::{Format, Grid, Points, PositionList};

/// Comma-separated values.
pub(crate) struct Csv;

impl Format for Csv {
    fn write(&self, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
        header(grid.coordinates.iter().map(|column| &column.name), out)?;
        let mut points = Points::new(&grid.axes);
        while let Some(point) = points.advance() {
            if let Some(value) = (grid.value)(point) {
                match grid.entries {
                    Some(entries) => line(entries(point).into_iter(), value, out)?,
                    None => line(grid.coordinates.iter().map(|column| column.read_off(point)), value, out)?,
                }
            }
        }
        Ok(())
    }

    fn write_positions(&self, list: PositionList, out: &mut dyn Write) -> io::Result<u64> {
        header(list.columns.iter().map(|column| &column.name), out)?;
        let mut count = 0;
        for row in list.rows {
            line(row.entries.into_iter(), row.value, out)?;
            count += 1;
        }
        Ok(count)
    }
}

/// `a,b,value`.
pub(super) fn header<'a>(names: impl Iterator<Item = &'a String>, out: &mut dyn Write) -> io::Result<()> {
    for name in names {
        write!(out, "{},", quoted(name))?;
    }
    writeln!(out, "value")
}

/// `3,4,7`.
fn line(entries: impl Iterator<Item = impl Display>, value: u64, out: &mut dyn Write) -> io::Result<()> {
    for entry in entries {
        write!(out, "{entry},")?;
    }
    writeln!(out, "{value}")
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
