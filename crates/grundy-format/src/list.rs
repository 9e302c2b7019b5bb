//! A list: the values along the only axis on one line, with commas: `0, 1, 2`.
//!
//! So papers print sequences, programs read them, and the On-Line Encyclopedia of Integer Sequences is asked for them. A dot stands where no
//! position exists.

use std::io::{self, Write};

use serde_json::{Map, Value as Json};

use super::bfile::only_axis;
use super::error::FormatError;
use super::name::{Declaration, FormatName};
use super::piece::{Value, of_any_kind};
use super::terms::{TermsForm, push};
use super::{Content, Format, Grid, PositionList};

/// For text and for searching the OEIS.
pub(crate) const LIST: FormatName = FormatName(&Declaration {
    word: "list",
    ending: "list",
    other_names: None,
    is_binary: false,
    is_picture: false,
    shows_infinity: false,
    tells_period: false,
    counts: None,
    terms: Some(|_, _| Ok(Box::new(List))),
    writer: |_, _| Ok(Box::new(List)),
});

/// What a sentence calls it.
const WHAT: &str = "a list";

/// What stands between two values.
const SEPARATOR: &str = ", ";

/// A line of values.
pub(crate) struct List;

impl Format for List {
    fn accepts(&self, content: Content) -> Result<(), FormatError> {
        match content {
            Content::Table(axes) => only_axis(axes, WHAT).map(drop),
            Content::Positions => Err(FormatError::NoPositions { format: LIST }),
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

impl TermsForm for List {
    fn put(&mut self, values: &[u8], is_first: bool, text: &mut Vec<u8>) {
        for (k, value) in values.iter().enumerate() {
            if !is_first || k > 0 {
                text.extend_from_slice(SEPARATOR.as_bytes());
            }
            push(*value, text);
        }
    }

    fn end(&self, any: bool, _known: &Map<String, Json>, out: &mut dyn Write) -> io::Result<()> {
        if any { writeln!(out) } else { Ok(()) }
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
