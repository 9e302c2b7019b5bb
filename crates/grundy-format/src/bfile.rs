//! b-files of the On-Line Encyclopedia of Integer Sequences: `n a(n)` lines.
//!
//! There must be exactly one axis, without a gap in n, as the encyclopedia
//! demands. If the first positions do not exist, the file starts with the
//! first that does. All of this is checked before the first line is written.

use std::io::{self, Write};

use super::error::FormatError;
use super::name::{Declaration, FormatName};
use super::piece::{Value, of_any_kind};
use super::terms::NumberedLines;
use super::{Axis, Content, Format, Grid, PositionList};

/// For the OEIS.
pub(crate) const BFILE: FormatName = FormatName(&Declaration {
    word: "bfile",
    ending: "b",
    other_names: Some(is_bfile_name),
    is_binary: false,
    is_picture: false,
    shows_infinity: false,
    tells_period: false,
    counts: None,
    terms: Some(|head, _| Ok(Box::new(NumberedLines::of(head, b' ')))),
    writer: |_, _| Ok(Box::new(Bfile)),
});

/// What a sentence calls it.
const WHAT: &str = "a b-file";

/// A b-file.
pub(crate) struct Bfile;

impl Format for Bfile {
    fn accepts(&self, content: Content) -> Result<(), FormatError> {
        match content {
            Content::Table(axes) => only_axis(axes, WHAT).map(drop),
            Content::Positions => Err(FormatError::NoPositions { format: BFILE }),
        }
    }

    fn write(&self, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
        let axis = only_axis(&grid.axes, WHAT)?;
        refuse_gaps(axis, grid)?;
        let mut n = axis.lo;
        grid.each_piece(&mut |piece| {
            of_any_kind!(piece, values => {
                for value in values {
                    if let Some(value) = value.value() {
                        writeln!(out, "{n} {value}")?;
                    }
                    n = n.saturating_add(1);
                }
                Ok(())
            })
        })
    }

    fn write_positions(&self, _list: PositionList, _out: &mut dyn Write) -> io::Result<u64> {
        self.accepts(Content::Positions)?;
        Ok(0)
    }
}

/// The name that the OEIS gives a b-file: `b` and the digits of the A-number of
/// the sequence, at least six.
fn is_bfile_name(file: &str) -> bool {
    let number = file.strip_prefix('b').and_then(|rest| rest.strip_suffix(".txt"));
    number.is_some_and(|number| number.len() >= 6 && number.bytes().all(|b| b.is_ascii_digit()))
}

/// The axis, if there is exactly one, as the format demands; `what` names a file of the format.
pub(super) fn only_axis<'a>(axes: &'a [Axis], what: &'static str) -> Result<&'a Axis, FormatError> {
    match axes {
        [axis] => Ok(axis),
        _ => Err(FormatError::NotOneAxis { what, axes: axes.iter().map(|axis| axis.name.clone()).collect() }),
    }
}

/// Checks for gaps: between the first and the last position, every n has one.
fn refuse_gaps(axis: &Axis, grid: &Grid) -> io::Result<()> {
    if grid.survey().complete {
        return Ok(());
    }
    let (mut n, mut begun, mut gap) = (axis.lo, false, None);
    grid.each_piece(&mut |piece| {
        of_any_kind!(piece, values => {
            for value in values {
                match (value.value(), gap) {
                    (Some(_), Some(at)) => return Err(FormatError::Gap { axis: axis.name.clone(), at }.into()),
                    (Some(_), None) => begun = true,
                    (None, None) if begun => gap = Some(n),
                    (None, _) => {}
                }
                n = n.saturating_add(1);
            }
            Ok(())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::samples::{grid, listed, nim_sum, written};
    use super::*;

    fn refused(grid: &Grid) -> FormatError {
        let mut out = Vec::new();
        let error = Bfile.write(grid, &mut out).unwrap_err();
        assert!(out.is_empty(), "something was written");
        let inner = error.into_inner().expect("a format error");
        *inner.downcast().expect("a format error")
    }

    #[test]
    fn a_line_for_each_n() {
        let text = written(&Bfile, &grid(&[("n", 1, 3)], &|at| Some(at[0] * 10)));
        assert_eq!(text, "1 10\n2 20\n3 30\n");
    }

    #[test]
    fn it_starts_and_ends_with_the_positions() {
        let middle = |at: &[u64]| (2..5).contains(&at[0]).then_some(7);
        let text = written(&Bfile, &grid(&[("n", 0, 9)], &middle));
        assert_eq!(text, "2 7\n3 7\n4 7\n");
        assert_eq!(written(&Bfile, &grid(&[("n", 0, 9)], &|_| None)), "");
    }

    #[test]
    fn gaps_are_refused() {
        let even = |at: &[u64]| at[0].is_multiple_of(2).then_some(7);
        let error = refused(&grid(&[("n", 0, 9)], &even));
        let axis = "n".to_string();
        assert_eq!(error, FormatError::Gap { axis, at: 1 });
    }

    #[test]
    fn other_shapes_are_refused() {
        let two = refused(&grid(&[("a", 0, 1), ("b", 0, 1)], &nim_sum));
        let axes = vec!["a".to_string(), "b".to_string()];
        assert_eq!(two, FormatError::NotOneAxis { what: "a b-file", axes });
        let none = refused(&grid(&[], &nim_sum));
        assert_eq!(none, FormatError::NotOneAxis { what: "a b-file", axes: vec![] });
        let error = listed(&Bfile, &[]).unwrap_err().to_string();
        assert!(error.contains("`bfile` holds tables"), "{error}");
    }

    #[test]
    fn shapes_are_refused_before_any_value_is_known() {
        let one = grid(&[("a", 0, 1)], &nim_sum);
        assert_eq!(Bfile.accepts(Content::Table(&one.axes)), Ok(()));
        assert!(Bfile.accepts(Content::Table(&[])).is_err());
        assert!(Bfile.accepts(Content::Positions).is_err());
    }
}
