//! A list: the values along the only axis on one line, with commas: `0, 1, 2`.
//!
//! So papers print sequences, programs read them, and the On-Line Encyclopedia of Integer Sequences is asked for them. A dot stands where no
//! position exists.

use std::io::{self, Write};

use super::bfile::only_axis;
use super::error::FormatError;
use super::piece::{Value, of_any_kind};
use super::{Content, Format, FormatName, Grid, PositionList};

/// What stands between two values.
pub(super) const SEPARATOR: &str = ", ";

/// A line of values.
pub(crate) struct List;

impl Format for List {
    fn accepts(&self, content: Content) -> Result<(), FormatError> {
        match content {
            Content::Table(axes) => only_axis(axes, FormatName::List).map(drop),
            Content::Positions => Err(FormatError::NoPositions { format: FormatName::List }),
        }
    }

    fn write(&self, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
        self.accepts(Content::Table(&grid.axes))?;
        let mut before = "";
        grid.each_piece(&mut |piece| {
            of_any_kind!(piece, values => {
                for value in values {
                    match value.value() {
                        Some(value) => write!(out, "{before}{value}")?,
                        None => write!(out, "{before}.")?,
                    }
                    before = SEPARATOR;
                }
                Ok(())
            })
        })?;
        if before.is_empty() { Ok(()) } else { writeln!(out) }
    }

    fn write_positions(&self, _list: PositionList, _out: &mut dyn Write) -> io::Result<u64> {
        self.accepts(Content::Positions)?;
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{grid, listed, nim_sum, written};
    use super::*;

    #[test]
    fn values_stand_on_one_line() {
        assert_eq!(written(&List, &grid(&[("n", 3, 7)], &|at| Some(at[0] * 10))), "30, 40, 50, 60, 70\n");
        let even = |at: &[u64]| at[0].is_multiple_of(2).then_some(7);
        assert_eq!(written(&List, &grid(&[("n", 0, 3)], &even)), "7, ., 7, .\n");
        assert_eq!(written(&List, &grid(&[("n", 1, 0)], &nim_sum)), "");
    }

    #[test]
    fn other_shapes_are_refused() {
        let two = grid(&[("a", 0, 1), ("b", 0, 1)], &nim_sum);
        let error = List.write(&two, &mut vec![]).unwrap_err().to_string();
        assert!(error.starts_with("a list has one axis, and this table has 2 (a, b)"), "{error}");
        let error = listed(&List, &[]).unwrap_err().to_string();
        assert!(error.contains("`list` holds tables"), "{error}");
    }
}
