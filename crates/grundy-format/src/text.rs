//! Text for the terminal: tables that can be read at a glance.
//!
//! ```text
//! a\b │ 0 1 2 3
//! ────┼────────
//!   0 │ 0 1 2 3
//!   1 │ 1 0 3 2
//! ```
//!
//! All columns of a table have the same width, so that slices and the blocks of
//! a folded table line up; a first pass over the values finds the width. A
//! position that does not exist is blank, no line ends in blanks, and
//! P-positions are coloured if colours are used. A row of which a condition leaves
//! nothing is left out.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use grundy::engine::Quantity;
use grundy::theory::loopy::LoopyOutcome;
use serde_json::{Map, Value};

use super::name::{CountLines, Declaration, FormatName};
use super::terms::{TermsForm, push};
use super::{Axis, Format, Grid, Points, PositionList, Sequence, digits};

/// For the terminal.
pub const TEXT: FormatName = FormatName(&Declaration {
    word: "text",
    ending: "txt",
    other_names: None,
    is_binary: false,
    is_picture: false,
    shows_infinity: true,
    tells_period: false,
    counts: Some(CountLines { head: "", separator: " " }),
    terms: Some(|head, _| Ok(Box::new(Lines { width: head.width, used: 0 }))),
    writer: |text, _| Ok(Box::new(text)),
});

/// The style of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    /// The most characters in a line; wider tables are folded.
    pub width: usize,
    /// Whether P-positions are coloured.
    pub color: bool,
}

impl Default for Text {
    fn default() -> Self {
        Text { width: 80, color: false }
    }
}

/// The style of P-positions.
pub const P_POSITION: Style = AnsiColor::Green.on_default().bold();

impl Format for Text {
    fn write(&self, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
        let mut page =
            Page { grid, out, layout: Layout::of(grid, self.width), line: Line::new(self.color), empty: true };
        match grid.axes.as_slice() {
            [] => page.single(),
            [axis] => page.sequence(axis),
            [outer @ .., rows, columns] => {
                let mut slices = Points::new(outer);
                while let Some(slice) = slices.advance() {
                    page.slice(slice, rows, columns)?;
                }
                Ok(())
            }
        }
    }

    fn write_positions(&self, list: PositionList, out: &mut dyn Write) -> io::Result<u64> {
        let mut count = 0;
        for row in list.rows {
            writeln!(out, "{}", row.written)?;
            count += 1;
        }
        Ok(count)
    }

    /// The terms with blanks between them, in lines that fit; `.` where no position exists.
    fn write_sequence(&self, sequence: &Sequence, out: &mut dyn Write) -> io::Result<()> {
        let mut points = Points::new(&sequence.grid.axes);
        let (mut column, mut any) = (0, false);
        while let Some(point) = points.advance() {
            let term = (sequence.grid.value)(point).map_or_else(|| ".".to_string(), |value| sequence.grid.text(value));
            if any && column + 1 + term.len() > sequence.width {
                writeln!(out)?;
                column = 0;
            } else if any {
                write!(out, " ")?;
                column += 1;
            }
            write!(out, "{term}")?;
            column += term.len();
            any = true;
        }
        if any { writeln!(out) } else { Ok(()) }
    }
}

/// Terms in lines that fit.
struct Lines {
    width: usize,
    /// How much of the line is used.
    used: usize,
}

impl TermsForm for Lines {
    fn put(&mut self, values: &[u8], _is_first: bool, text: &mut Vec<u8>) {
        for value in values {
            let length = 1 + usize::from(*value > 9);
            let fits = self.used + 1 + length <= self.width;
            if self.used > 0 {
                text.push(if fits { b' ' } else { b'\n' });
            }
            self.used = if self.used > 0 && fits { self.used + 1 + length } else { length };
            push(*value, text);
        }
    }

    fn end(&self, any: bool, _known: &Map<String, Value>, out: &mut dyn Write) -> io::Result<()> {
        if any { writeln!(out) } else { Ok(()) }
    }
}

/// The widths of a table, in characters.
struct Layout {
    /// The width of the column to the left of the rule.
    label: usize,
    /// The width of a number in the body, without the blank before it.
    cell: usize,
    /// How many numbers fit on a line.
    per_block: u64,
}

impl Layout {
    fn of(grid: &Grid, width: usize) -> Layout {
        let label = match grid.axes.as_slice() {
            [] => 0,
            [axis] => length(&axis.name).max(length(value_name(grid))),
            [.., rows, columns] => length(&corner(rows, columns)).max(digits(rows.hi)),
        };
        let columns = grid.axes.last();
        let max = grid.survey().max.unwrap_or(0);
        let numbers = digits(max.max(columns.map_or(0, |axis| axis.hi)));
        let cell = match grid.loopy {
            Some(values) => values.iter().map(|value| length(&value.to_string())).max().unwrap_or(0),
            None => 0,
        };
        let cell = cell.max(numbers);
        let room = width.saturating_sub(label + " │".chars().count());
        let fit = (room / (cell + 1)).max(1);
        let all = columns.map_or(1, Axis::len);
        Layout { label, cell, per_block: block_size(fit as u64, all) }
    }
}

/// How many of `all` columns a block has if `fit` columns fit on a line: all if
/// they fit; otherwise a round number, so that blocks start at round numbers.
fn block_size(fit: u64, all: u128) -> u64 {
    match fit {
        _ if all <= u128::from(fit) => fit,
        20.. => fit - fit % 10,
        10.. => fit - fit % 5,
        _ => fit,
    }
}

/// A writer of text in blocks, with a blank line between blocks.
struct Page<'a> {
    grid: &'a Grid<'a>,
    out: &'a mut dyn Write,
    layout: Layout,
    line: Line,
    empty: bool,
}

impl Page<'_> {
    /// Without axes: the single value.
    fn single(&mut self) -> io::Result<()> {
        if let Some(value) = (self.grid.value)(&[]) {
            self.line.text(&self.grid.text(value), is_p(self.grid, value), 0);
        }
        self.line.end(self.out)
    }

    /// With one axis: the numbers, and below them their values.
    fn sequence(&mut self, axis: &Axis) -> io::Result<()> {
        for (lo, hi) in blocks(axis, self.layout.per_block) {
            self.heading(&[])?;
            self.column_numbers(&axis.name, lo, hi)?;
            self.line.name(value_name(self.grid), self.layout.label);
            self.values(&[], lo, hi)?;
        }
        Ok(())
    }

    /// The last two axes at one point of the others, folded if necessary.
    fn slice(&mut self, slice: &[u64], rows: &Axis, columns: &Axis) -> io::Result<()> {
        if !self.grid.shows_slice(slice, rows, columns) {
            return Ok(());
        }
        for (lo, hi) in blocks(columns, self.layout.per_block) {
            self.heading(slice)?;
            self.column_numbers(&corner(rows, columns), lo, hi)?;
            self.rule(lo, hi)?;
            let mut point = slice.to_vec();
            for row in rows.lo..=rows.hi {
                point.truncate(slice.len());
                point.push(row);
                if !self.grid.shows_row(&point, columns) {
                    continue;
                }
                self.line.number(row, self.layout.label);
                self.values(&point, lo, hi)?;
            }
        }
        Ok(())
    }

    /// The blank line between blocks, and the fixed coordinates of the slice, if any.
    fn heading(&mut self, slice: &[u64]) -> io::Result<()> {
        if !self.empty {
            writeln!(self.out)?;
        }
        self.empty = false;
        let pairs = self.grid.heading(slice);
        if pairs.is_empty() {
            return Ok(());
        }
        let pairs: Vec<String> = pairs.iter().map(|(name, at)| format!("{name} = {at}")).collect();
        writeln!(self.out, "{}", pairs.join(", "))
    }

    /// `a\b │ 0 1 2`.
    fn column_numbers(&mut self, name: &str, lo: u64, hi: u64) -> io::Result<()> {
        self.line.name(name, self.layout.label);
        self.line.bar();
        for column in lo..=hi {
            self.line.blanks(1);
            self.line.number(column, self.layout.cell);
        }
        self.line.end(self.out)
    }

    /// `────┼──────`.
    fn rule(&mut self, lo: u64, hi: u64) -> io::Result<()> {
        let columns = (hi - lo + 1) as usize;
        let left = "─".repeat(self.layout.label + 1);
        let right = "─".repeat(columns * (self.layout.cell + 1));
        writeln!(self.out, "{left}┼{right}")
    }

    /// The rest of a line: the values at `outer` for columns `lo` to `hi`.
    fn values(&mut self, outer: &[u64], lo: u64, hi: u64) -> io::Result<()> {
        let Page { grid, line, layout, .. } = self;
        line.bar();
        grid.along(outer, (lo, hi), &mut |value| {
            line.blanks(1);
            match value {
                Some(value) if grid.loopy.is_some() => {
                    line.text(&grid.text(value), is_p(grid, value), layout.cell);
                }
                Some(value) => line.value(value, layout.cell, grid.is_p(value)),
                None => line.blanks(layout.cell),
            }
        });
        self.line.end(self.out)
    }
}

/// A line that is being filled. Blanks are written only when something follows them.
struct Line {
    text: String,
    waiting: usize,
    color: bool,
}

impl Line {
    fn new(color: bool) -> Line {
        Line { text: String::new(), waiting: 0, color }
    }

    fn blanks(&mut self, count: usize) {
        self.waiting += count;
    }

    fn push(&mut self, text: &str) {
        self.text.extend(std::iter::repeat_n(' ', self.waiting));
        self.text.push_str(text);
        self.waiting = 0;
    }

    /// Adds a name, aligned to the left of its column.
    fn name(&mut self, name: &str, width: usize) {
        self.push(name);
        self.blanks(width.saturating_sub(length(name)));
    }

    /// Adds a number, aligned to the right of its column.
    fn number(&mut self, number: u64, width: usize) {
        self.blanks(width.saturating_sub(digits(number)));
        self.push(&number.to_string());
    }

    /// Adds a number, coloured if it is the value of a P-position.
    fn value(&mut self, value: u64, width: usize, is_p: bool) {
        if self.color && is_p {
            self.blanks(width.saturating_sub(digits(value)));
            self.push(&format!("{P_POSITION}{value}{P_POSITION:#}"));
        } else {
            self.number(value, width);
        }
    }

    /// Adds the text of a value, coloured if it is that of a P-position.
    fn text(&mut self, text: &str, is_p: bool, width: usize) {
        self.blanks(width.saturating_sub(length(text)));
        match self.color && is_p {
            true => self.push(&format!("{P_POSITION}{text}{P_POSITION:#}")),
            false => self.push(text),
        }
    }

    fn bar(&mut self) {
        self.blanks(1);
        self.push("│");
    }

    /// Writes the line and starts the next.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.text.push('\n');
        out.write_all(self.text.as_bytes())?;
        self.text.clear();
        self.waiting = 0;
        Ok(())
    }
}

/// Is a value of a grid that of a P-position?
fn is_p(grid: &Grid, value: u64) -> bool {
    grid.loopy.map_or_else(|| grid.is_p(value), |values| values[value as usize].outcome() == LoopyOutcome::P)
}

/// The first and the last number of each block of an axis.
fn blocks(axis: &Axis, size: u64) -> impl Iterator<Item = (u64, u64)> + use<> {
    let hi = axis.hi;
    let mut next = (axis.lo <= hi).then_some(axis.lo);
    std::iter::from_fn(move || {
        let lo = next?;
        let end = lo.saturating_add(size - 1).min(hi);
        next = end.checked_add(1).filter(|next| *next <= hi);
        Some((lo, end))
    })
}

/// `a\b`: the name of the rows and the name of the columns.
fn corner(rows: &Axis, columns: &Axis) -> String {
    format!("{}\\{}", rows.name, columns.name)
}

/// The name of a row of values.
fn value_name(grid: &Grid) -> &'static str {
    match (grid.shows, grid.play) {
        (Quantity::Value, "misere") => "G-",
        (Quantity::Value, _) => "G",
        (other, _) => other.name(),
    }
}

/// The number of characters of a text.
fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{grid, increasing, listed, nim_sum, written};
    use super::*;

    const PLAIN: Text = Text { width: 80, color: false };

    #[test]
    fn two_axes() {
        let grid = grid(&[("a", 0, 2), ("b", 0, 3)], &nim_sum);
        let expected = "\
a\\b │ 0 1 2 3
────┼────────
  0 │ 0 1 2 3
  1 │ 1 0 3 2
  2 │ 2 3 0 1
";
        assert_eq!(written(&PLAIN, &grid), expected);
    }

    #[test]
    fn a_table_of_11_by_16_fits() {
        let text = written(&PLAIN, &grid(&[("a", 0, 10), ("b", 0, 15)], &nim_sum));
        let expected = "\
a\\b │  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15
────┼────────────────────────────────────────────────
  0 │  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15
";
        assert!(text.starts_with(expected), "{text}");
        assert_eq!(text.lines().count(), 13);
    }

    #[test]
    fn ragged_tables_have_blanks_and_no_trailing_ones() {
        let grid = grid(&[("a", 9, 11), ("b", 8, 11)], &increasing);
        let expected = "\
a\\b │  8  9 10 11
────┼────────────
  9 │        3  2
 10 │           1
 11 │
";
        assert_eq!(written(&PLAIN, &grid), expected);
    }

    #[test]
    fn wide_tables_are_folded_at_round_numbers() {
        let grid = grid(&[("a", 0, 1), ("b", 0, 31)], &nim_sum);
        let expected = "\
a\\b │  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19
────┼────────────────────────────────────────────────────────────
  0 │  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19
  1 │  1  0  3  2  5  4  7  6  9  8 11 10 13 12 15 14 17 16 19 18

a\\b │ 20 21 22 23 24 25 26 27 28 29 30 31
────┼────────────────────────────────────
  0 │ 20 21 22 23 24 25 26 27 28 29 30 31
  1 │ 21 20 23 22 25 24 27 26 29 28 31 30
";
        assert_eq!(written(&PLAIN, &grid), expected);
        let wide = Text { width: 101, ..PLAIN };
        assert_eq!(written(&wide, &grid).lines().count(), 4);
        let narrow = Text { width: 0, ..PLAIN };
        assert_eq!(written(&narrow, &grid).lines().count(), 32 * 5 - 1);
    }

    #[test]
    fn every_line_keeps_to_its_width() {
        for width in 20..120 {
            let text = Text { width, ..PLAIN };
            let hundreds = |at: &[u64]| Some(at[0] * at[1]);
            let table = written(&text, &grid(&[("a", 0, 3), ("b", 0, 200)], &hundreds));
            assert!(table.lines().all(|line| length(line) <= width), "{table}");
            assert!(table.lines().all(|line| line == line.trim_end()), "{table}");
        }
    }

    #[test]
    fn sequences_are_two_rows() {
        let mut grid = grid(&[("n", 0, 11)], &|at| Some(at[0] % 4));
        let expected = "\
n │  0  1  2  3  4  5  6  7  8  9 10 11
G │  0  1  2  3  0  1  2  3  0  1  2  3
";
        assert_eq!(written(&PLAIN, &grid), expected);
        grid.play = "misere";
        let expected = "\
n  │  0  1  2  3  4
G- │  0  1  2  3  0

n  │  5  6  7  8  9
G- │  1  2  3  0  1

n  │ 10 11
G- │  2  3
";
        let narrow = Text { width: 20, ..PLAIN };
        assert_eq!(written(&narrow, &grid), expected);
    }

    #[test]
    fn more_axes_are_slices() {
        let grid = grid(&[("x1", 0, 1), ("x2", 3, 3), ("y", 0, 1), ("z", 0, 1)], &nim_sum);
        let expected = "\
x1 = 0, x2 = 3
y\\z │ 0 1
────┼────
  0 │ 3 2
  1 │ 2 3

x1 = 1, x2 = 3
y\\z │ 0 1
────┼────
  0 │ 2 3
  1 │ 3 2
";
        assert_eq!(written(&PLAIN, &grid), expected);
    }

    #[test]
    fn rows_of_which_a_condition_leaves_nothing_are_left_out() {
        let odd = |at: &[u64]| nim_sum(at).filter(|_| at[0] == 1 && at[1] % 2 == 1);
        let mut grid = grid(&[("x", 0, 1), ("y", 0, 3), ("z", 0, 1)], &odd);
        grid.asked.push(("where", "x = 1 and y mod 2 = 1"));
        let expected = "\
x = 1
y\\z │ 0 1
────┼────
  1 │ 0 1
  3 │ 2 3
";
        assert_eq!(written(&PLAIN, &grid), expected);
    }

    #[test]
    fn fixed_coordinates_are_in_the_heading() {
        let mut grid = grid(&[("a", 0, 2)], &nim_sum);
        grid.fixed.push(("b".to_string(), 5));
        assert_eq!(written(&PLAIN, &grid), "b = 5\na │ 0 1 2\nG │ 0 1 2\n");
        grid.axes.clear();
        assert_eq!(written(&PLAIN, &grid), "0\n");
    }

    #[test]
    fn no_axis_is_the_value_or_a_blank_line() {
        assert_eq!(written(&PLAIN, &grid(&[], &|_| Some(12))), "12\n");
        assert_eq!(written(&PLAIN, &grid(&[], &|_| None)), "\n");
    }

    #[test]
    fn empty_axes_are_empty() {
        assert_eq!(written(&PLAIN, &grid(&[("n", 1, 0)], &nim_sum)), "");
        let none = grid(&[("a", 1, 0), ("b", 0, 1)], &nim_sum);
        assert_eq!(written(&PLAIN, &none), "a\\b │ 0 1\n────┼────\n");
    }

    #[test]
    fn p_positions_are_coloured_and_numbers_stay() {
        let color = Text { color: true, ..PLAIN };
        let grid = grid(&[("n", 9, 11)], &|at| Some(at[0] % 10));
        let expected = "n │  9 10 11\nG │  9  \u{1b}[1m\u{1b}[32m0\u{1b}[0m  1\n";
        assert_eq!(written(&color, &grid), expected);
    }

    #[test]
    fn blocks_reach_the_last_number() {
        let ends = |lo, hi, size| {
            let name = String::new();
            blocks(&Axis { name, lo, hi }, size).collect::<Vec<_>>()
        };
        assert_eq!(ends(1, 7, 3), [(1, 3), (4, 6), (7, 7)]);
        assert_eq!(ends(1, 6, 3), [(1, 3), (4, 6)]);
        let last = u64::MAX;
        assert_eq!(ends(last - 1, last, 5), [(last - 1, last)]);
        assert!(ends(1, 0, 5).is_empty());
    }

    #[test]
    fn positions_are_a_line_each() {
        let rows = [("3,4", [3, 4], 7), ("([2],[2,5])", [2, 2], 0)];
        assert_eq!(listed(&PLAIN, &rows).unwrap(), "3,4\n([2],[2,5])\n");
        assert_eq!(listed(&PLAIN, &[]).unwrap(), "");
    }
}
