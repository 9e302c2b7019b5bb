//! Output formats, one file each.
//!
//! In: a [`Grid`], a table of values as a function on a box of points, or a
//! [`PositionList`], an iterator of positions. Out: bytes. Nothing here computes
//! a value or stores a table: a format asks for one [`Piece`] after the other, or
//! for single values, at most twice for each point, and writes them immediately.
//! So a table may be larger than the memory. A new format is one file that declares
//! it (`name::Declaration`), and a line of the list in `registry`.

mod bfile;
mod csv;
mod error;
mod json;
mod latex;
mod list;
mod name;
mod npy;
mod parquet;
pub mod picture;
mod piece;
mod positions;
mod registry;
mod terms;
mod text;
pub mod wrap;

use std::io::{self, Write};

use grundy::engine::{Numbering, Quantity};
use grundy::theory::loopy::LoopyValue;
use grundy::{IBig, Play, Values};
use serde_json::{Map, Value};

pub use error::FormatError;
pub use json::JSON;
pub use name::{CountLines, FormatName};
#[cfg(feature = "parquet")]
pub use parquet::rows as parquet_rows;
pub use piece::Piece;
pub use positions::{PositionList, PositionRow};
pub use terms::{BeginTerms, TermsHead, TermsWriter};
pub use text::{P_POSITION, TEXT, Text};

/// One axis: a name and an inclusive range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// The coordinate, or the variable of a pattern.
    pub name: String,
    /// The first number on the axis.
    pub lo: u64,
    /// The last number on the axis; below `lo`, the axis is empty.
    pub hi: u64,
}

impl Axis {
    /// How many numbers the axis holds; `0..=u64::MAX` holds 2^64 of them.
    #[must_use]
    pub fn len(&self) -> u128 {
        (u128::from(self.hi) + 1).saturating_sub(u128::from(self.lo))
    }

    /// Does the axis hold no number?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hi < self.lo
    }
}

/// How a coordinate of a position is determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// It runs along the axis with this index.
    Axis(usize),
    /// It is the same everywhere.
    Fixed(u64),
    /// It is an expression in the axes; [`Grid::entries`] computes it.
    Pattern,
}

/// One coordinate of the game, for formats that write whole positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The coordinate's name.
    pub name: String,
    /// How it is determined by the axes.
    pub source: Source,
}

impl Column {
    /// A coordinate that is an axis or fixed, at a point of the axes.
    fn read_off(&self, point: &[u64]) -> u64 {
        match self.source {
            Source::Axis(index) => point[index],
            Source::Fixed(at) => at,
            Source::Pattern => unreachable!("a grid with a pattern says its entries"),
        }
    }
}

/// The coordinates at a point of the axes, as texts.
pub type Entries<'a> = dyn Fn(&[u64]) -> Vec<String> + 'a;

/// A table of values as every format sees it.
pub struct Grid<'a> {
    /// The game as the user wrote it.
    pub game: &'a str,
    /// The hash of the rules.
    pub rules: &'a str,
    /// `normal` or `misere`.
    pub play: &'a str,
    /// What the values say.
    pub shows: Quantity,
    /// The engine that found the values.
    pub engine: &'a str,
    /// The free axes, outermost first.
    pub axes: Vec<Axis>,
    /// The fixed coordinates, for headings and JSON.
    pub fixed: Vec<(String, u64)>,
    /// Every coordinate, for formats that write whole positions.
    pub coordinates: Vec<Column>,
    /// The value at one point of the axes; `None` where no position exists.
    /// The same point has the same value each time.
    pub value: &'a dyn Fn(&[u64]) -> Option<u64>,
    /// The table that has these values, if it has a value for each point; the
    /// values are then read many at a time.
    pub values: Option<&'a Values>,
    /// In a game in which play may go on for ever: the different values, of which
    /// `value` gives the numbers.
    pub loopy: Option<&'a [LoopyValue]>,
    /// The coordinates at one point of the axes, if they are expressions in the
    /// axes; called only where there is a value.
    pub entries: Option<&'a Entries<'a>>,
    /// Other restrictions of the table: `at` and its pattern, `where`
    /// and its condition.
    pub asked: Vec<(&'a str, &'a str)>,
    /// What is known of the period of a sequence.
    pub period: Option<KnownPeriod>,
}

/// What is known of the period of a sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPeriod {
    /// The preperiod and the period, if one was seen.
    pub period: Option<(u64, u64)>,
    /// Whether it is proved, and why, as a sentence.
    pub status: String,
}

/// The terms of a sequence.
pub struct Sequence<'a> {
    /// The values along their only axis.
    pub grid: &'a Grid<'a>,
    /// What is known about them, by the keys of JSON.
    pub known: &'a Map<String, Value>,
    /// The most characters of a line of text.
    pub width: usize,
}

/// How many values found one by one make a piece.
const POINTS: usize = if cfg!(test) { 3 } else { 1 << 12 };

/// The most values of a row that are read at a time.
const LINE: u64 = if cfg!(test) { 3 } else { 1 << 16 };

/// The result of a first pass over all values, before writing begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Survey {
    /// The largest value; `None` if there is no position at all.
    pub max: Option<u64>,
    /// Whether a position exists at every point.
    pub complete: bool,
}

impl Grid<'_> {
    /// Is the position with this value a P-position?
    pub fn is_p(&self, value: u64) -> bool {
        let play = Play::of(self.play == Play::Misere.name());
        Numbering { quantity: self.shows, play }.is_p(value)
    }

    /// A value as text: that of a loopy game may be `inf({0, 2})`.
    pub(crate) fn text(&self, value: u64) -> String {
        self.loopy.map_or_else(|| value.to_string(), |values| values[value as usize].to_string())
    }

    /// What the values are called in a caption.
    pub fn noun(&self) -> &'static str {
        if self.shows == Quantity::Value { "values" } else { self.shows.name() }
    }

    /// The table that has the values, and the least and the greatest position, if all coordinates are axes or fixed.
    fn table(&self) -> Option<(&Values, Vec<u64>, Vec<u64>)> {
        let values = self.values?;
        let end = |end: fn(&Axis) -> u64| {
            let of_column = |column: &Column| match column.source {
                Source::Axis(index) => self.axes.get(index).map(end),
                Source::Fixed(at) => Some(at),
                Source::Pattern => None,
            };
            self.coordinates.iter().map(of_column).collect::<Option<Vec<u64>>>()
        };
        Some((values, end(|axis| axis.lo)?, end(|axis| axis.hi)?))
    }

    /// Visits the values of all points in order, many at a time.
    pub fn each_piece(&self, visit: &mut dyn FnMut(Piece) -> io::Result<()>) -> io::Result<()> {
        // A table is read in the order of its coordinates.
        let axis = |column: &Column| if let Source::Axis(index) = column.source { Some(index) } else { None };
        let in_order = self.coordinates.iter().filter_map(axis).is_sorted();
        let blocks = self.table().filter(|_| in_order).and_then(|(values, lo, hi)| values.blocks(&lo, &hi));
        if let Some(mut blocks) = blocks {
            while let Some(block) = blocks.next() {
                visit(Piece::Cells(block))?;
            }
            return Ok(());
        }
        let mut points = Points::new(&self.axes);
        let mut values = Vec::with_capacity(POINTS);
        while let Some(point) = points.advance() {
            values.push((self.value)(point));
            if values.len() == POINTS {
                visit(Piece::Points(&values))?;
                values.clear();
            }
        }
        if values.is_empty() { Ok(()) } else { visit(Piece::Points(&values)) }
    }

    /// Visits the values of a row: the last axis runs from `lo` to `hi` (both included), and `outer` is the point on the others.
    pub fn along(&self, outer: &[u64], (lo, hi): (u64, u64), visit: &mut dyn FnMut(Option<u64>)) {
        let mut point = [outer, &[lo]].concat();
        let table = self.values.and_then(|values| Some((values, self.position(&point)?)));
        let Some((values, mut position)) = table else {
            for at in lo..=hi {
                point[outer.len()] = at;
                visit((self.value)(&point));
            }
            return;
        };
        let runs = |column: &Column| column.source == Source::Axis(outer.len());
        let Some(coord) = self.coordinates.iter().position(runs) else { return };
        let (mut line, mut next) = (vec![], Some(lo));
        while let Some(at) = next.filter(|at| *at <= hi) {
            let len = (hi - at).min(LINE - 1) + 1;
            position[coord] = at;
            values.line(&position, coord, len as usize, &mut line);
            line.iter().for_each(|value| visit((*value != Values::NOWHERE).then_some(u64::from(*value))));
            next = at.checked_add(len);
        }
    }

    /// The position at a point of the axes; `None` where an expression gives it.
    fn position(&self, point: &[u64]) -> Option<Vec<u64>> {
        let entry = |column: &Column| (column.source != Source::Pattern).then(|| column.read_off(point));
        self.coordinates.iter().map(entry).collect()
    }

    /// The position at a point of the axes where there is one, as numbers; an entry of a pattern that is no small number is the greatest one.
    fn numbers(&self, point: &[u64]) -> Vec<u64> {
        if let Some(position) = self.position(point) {
            return position;
        }
        let entries = self.entries.map_or(vec![], |entries| entries(point));
        entries.iter().map(|entry| entry.parse().unwrap_or(u64::MAX)).collect()
    }

    /// Visits every point once, to find the widths of columns and of numbers.
    pub fn survey(&self) -> Survey {
        let seen = self.table().and_then(|(values, lo, hi)| values.survey(&lo, &hi));
        if let Some(seen) = seen {
            return Survey { max: seen.greatest.map(u64::from), complete: seen.complete };
        }
        let mut survey = Survey { max: None, complete: true };
        let mut points = Points::new(&self.axes);
        while let Some(point) = points.advance() {
            match (self.value)(point) {
                Some(value) => survey.max = survey.max.max(Some(value)),
                None => survey.complete = false,
            }
        }
        survey
    }

    /// Is a row printed? One of which a condition leaves nothing is not.
    pub fn shows_row(&self, outer: &[u64], columns: &Axis) -> bool {
        let filtered = self.asked.iter().any(|(key, _)| *key == "where");
        let shown = |at| (self.value)(&[outer, &[at]].concat()).is_some();
        !filtered || (columns.lo..=columns.hi).any(shown)
    }

    /// Is the table of a slice printed?
    pub fn shows_slice(&self, outer: &[u64], rows: &Axis, columns: &Axis) -> bool {
        rows.lo > rows.hi || (rows.lo..=rows.hi).any(|row| self.shows_row(&[outer, &[row]].concat(), columns))
    }

    /// The fixed coordinates in the slice at `outer`, a point of the first axes:
    /// `x1 = 0` and the like as pairs, in the order of the coordinates.
    pub fn heading(&self, outer: &[u64]) -> Vec<(&str, u64)> {
        let fixed = self.fixed.iter().map(|(name, at)| (name.as_str(), *at));
        let axes = self.axes.iter().zip(outer);
        let axes = axes.map(|(axis, at)| (axis.name.as_str(), *at));
        let mut pairs: Vec<_> = fixed.chain(axes).collect();
        let place = |name: &str| self.coordinates.iter().position(|c| c.name == name);
        // The variables of a pattern are not coordinates and stay at the end.
        pairs.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
        pairs
    }
}

/// The points of a box in row-major order, the last axis fastest. Each point is
/// lent, not newly allocated. Without axes there is one point.
pub struct Points<'a> {
    axes: &'a [Axis],
    point: Vec<u64>,
    started: bool,
}

impl<'a> Points<'a> {
    /// Starts before the first point.
    pub fn new(axes: &'a [Axis]) -> Self {
        Points { axes, point: axes.iter().map(|axis| axis.lo).collect(), started: false }
    }

    /// The next point; must not be called again after `None`.
    pub fn advance(&mut self) -> Option<&[u64]> {
        if !self.started {
            self.started = true;
            let empty = self.axes.iter().any(Axis::is_empty);
            return (!empty).then_some(&self.point);
        }
        for (at, axis) in self.point.iter_mut().zip(self.axes).rev() {
            if *at < axis.hi {
                *at += 1;
                return Some(&self.point);
            }
            *at = axis.lo;
        }
        None
    }
}

/// What the user wants to be written, as far as it is known before any work.
#[derive(Debug, Clone, Copy)]
pub enum Content<'a> {
    /// A table with these axes.
    Table(&'a [Axis]),
    /// A list of positions.
    Positions,
}

/// An output format. Writers should be buffered.
pub trait Format {
    /// Refuses content that the format cannot hold. Call this before a long
    /// computation; the `write` functions check again.
    fn accepts(&self, _content: Content) -> Result<(), FormatError> {
        Ok(())
    }

    /// Writes a table. A [`FormatError`] inside the error means that nothing
    /// was written.
    fn write(&self, grid: &Grid, out: &mut dyn Write) -> io::Result<()>;

    /// Writes a list of positions; returns how many there were.
    fn write_positions(&self, list: PositionList, out: &mut dyn Write) -> io::Result<u64>;

    /// Writes the number of the positions of a list alone.
    fn write_count(&self, count: &IBig, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{count}")
    }

    /// Writes the terms of a sequence: as a table, where a format has no other form.
    fn write_sequence(&self, sequence: &Sequence, out: &mut dyn Write) -> io::Result<()> {
        self.write(sequence.grid, out)
    }
}

/// The number of digits of a number.
pub fn digits(number: u64) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

#[cfg(test)]
mod samples {
    //! Small tables and lists that the tests of every format share.

    use super::*;

    /// A grid of `nim` whose axes are its coordinates.
    pub(crate) fn grid<'a>(axes: &[(&str, u64, u64)], value: &'a dyn Fn(&[u64]) -> Option<u64>) -> Grid<'a> {
        let axis = |&(name, lo, hi): &(&str, u64, u64)| Axis { name: name.to_string(), lo, hi };
        let column = |(index, &(name, ..)): (usize, &(&str, u64, u64))| Column {
            name: name.to_string(),
            source: Source::Axis(index),
        };
        Grid {
            game: "nim",
            rules: "ab12",
            play: "normal",
            shows: Quantity::Value,
            engine: "table",
            axes: axes.iter().map(axis).collect(),
            fixed: Vec::new(),
            coordinates: axes.iter().enumerate().map(column).collect(),
            value,
            values: None,
            loopy: None,
            entries: None,
            asked: Vec::new(),
            period: None,
        }
    }

    /// The nim-sum: a value at every point.
    pub(crate) fn nim_sum(at: &[u64]) -> Option<u64> {
        Some(at.iter().fold(0, |sum, entry| sum ^ entry))
    }

    /// The nim-sum where the entries increase strictly, nothing elsewhere.
    pub(crate) fn increasing(at: &[u64]) -> Option<u64> {
        at.is_sorted_by(|a, b| a < b).then(|| nim_sum(at)).flatten()
    }

    /// What the format writes, as text.
    pub(crate) fn written(format: &dyn Format, grid: &Grid) -> String {
        let mut out = Vec::new();
        format.write(grid, &mut out).expect("written");
        String::from_utf8(out).expect("UTF-8")
    }

    /// What the format writes for a list of positions of coordinates a, b1, as text.
    pub(crate) fn listed(format: &dyn Format, rows: &[(&str, [u64; 2], u64)]) -> io::Result<String> {
        let mut out = Vec::new();
        list_to(format, rows, &mut out)?;
        Ok(String::from_utf8(out).expect("UTF-8"))
    }

    /// Writes a list of positions of coordinates a, b1.
    pub(crate) fn list_to(format: &dyn Format, rows: &[(&str, [u64; 2], u64)], out: &mut dyn Write) -> io::Result<u64> {
        let axes = ["a", "b1"].map(|name| Axis { name: name.to_string(), lo: 0, hi: 9 });
        let column = |index: usize| Column { name: axes[index].name.clone(), source: Source::Axis(index) };
        let mut rows = rows.iter().map(|&(written, entries, value)| PositionRow {
            written: written.to_string(),
            entries: entries.to_vec(),
            value,
        });
        let list = PositionList {
            game: "nim",
            rules: "ab12",
            play: "normal",
            engine: "table",
            axes: &axes,
            columns: &[column(0), column(1)],
            loopy: None,
            largest: 7,
            asked: vec![("value", "7")],
            rows: &mut rows,
            complete: &|| true,
        };
        format.write_positions(list, out)
    }
}

#[cfg(test)]
mod tests {
    use super::samples::{grid, increasing, nim_sum};
    use super::*;

    fn all_points(axes: &[(&str, u64, u64)]) -> Vec<Vec<u64>> {
        let grid = grid(axes, &nim_sum);
        let mut points = Points::new(&grid.axes);
        let mut all = Vec::new();
        while let Some(point) = points.advance() {
            all.push(point.to_vec());
        }
        all
    }

    #[test]
    fn points_run_row_major() {
        let expected = [[1, 5], [1, 6], [2, 5], [2, 6]];
        assert_eq!(all_points(&[("a", 1, 2), ("b", 5, 6)]), expected);
        assert_eq!(all_points(&[]), [[0u64; 0]]);
        assert!(all_points(&[("a", 0, 3), ("b", 1, 0)]).is_empty());
    }

    #[test]
    fn points_reach_the_last_number() {
        let last = u64::MAX;
        assert_eq!(all_points(&[("a", last - 1, last)]), [[last - 1], [last]]);
    }

    #[test]
    fn an_axis_counts_its_numbers() {
        let axis = |lo, hi| Axis { name: String::new(), lo, hi };
        assert_eq!(axis(0, 0).len(), 1);
        assert_eq!(axis(3, 2).len(), 0);
        assert_eq!(axis(5, 0).len(), 0);
        assert_eq!(axis(0, u64::MAX).len(), 1 << 64);
    }

    #[test]
    fn the_survey_sees_gaps_and_the_largest_value() {
        let survey = |value| grid(&[("a", 0, 3), ("b", 0, 3)], value).survey();
        let full = Survey { max: Some(3), complete: true };
        assert_eq!(survey(&nim_sum), full);
        let ragged = Survey { max: Some(3), complete: false };
        assert_eq!(survey(&increasing), ragged);
        assert_eq!(survey(&|_| None).max, None);
    }

    /// A format writes the same whether it reads a table many values at a time or one by one.
    #[test]
    fn blocks_and_single_values_are_written_alike() {
        for (text, hi, fixed) in [
            ("star_nim[2]", &[12u64, 9] as &[u64], None),
            ("pass_nim[2]", &[12, 9, 1], Some(1)),
            ("nim[3]", &[20, 3, 20], Some(0)),
            ("slow_exact[3, 2]", &[5, 70, 3], None),
            ("wythoff", &[300, 2], Some(1)),
            ("kayles", &[40], Some(0)),
            ("kayles", &[40], None),
        ] {
            let game = grundy::Session::new().game(text, None).expect("a game");
            let values = grundy::Evaluator::new(&game.rules, grundy::Options::default()).table(hi).expect("a table");
            let free: Vec<usize> = (0..hi.len()).filter(|c| fixed != Some(*c)).collect();
            let position = |point: &[u64]| {
                let mut position = hi.to_vec();
                free.iter().zip(point).for_each(|(c, x)| position[*c] = *x);
                position
            };
            let single = |point: &[u64]| values.get(&position(point)).map(u64::from);
            let names: Vec<String> = game.rules.coords.iter().map(|coord| coord.name.clone()).collect();
            let axes: Vec<(&str, u64, u64)> = free.iter().map(|c| (names[*c].as_str(), 0, hi[*c])).collect();
            let mut grid = grid(&axes, &single);
            let source = |c: usize| free.iter().position(|f| *f == c).map_or(Source::Fixed(hi[c]), Source::Axis);
            grid.coordinates =
                names.iter().enumerate().map(|(c, name)| Column { name: name.clone(), source: source(c) }).collect();
            for name in FormatName::ALL {
                // Parquet is not always built in.
                let Ok(format) = name.format(Text::default(), picture::Style::default()) else { continue };
                let write = |grid: &Grid| {
                    let mut out = vec![];
                    format.write(grid, &mut out).map(|()| out).map_err(|error| error.to_string())
                };
                grid.values = None;
                let expected = write(&grid);
                grid.values = Some(&values);
                assert!(write(&grid) == expected, "{text}, {name:?}");
            }
        }
    }

    #[test]
    fn headings_follow_the_coordinates() {
        let mut grid = grid(&[("x1", 0, 1), ("x3", 0, 1), ("x4", 0, 1)], &nim_sum);
        let fixed = Column { name: "x2".to_string(), source: Source::Fixed(7) };
        grid.coordinates.insert(1, fixed);
        grid.fixed.push(("x2".to_string(), 7));
        assert_eq!(grid.heading(&[5]), [("x1", 5), ("x2", 7)]);
        assert_eq!(grid.heading(&[]), [("x2", 7)]);
    }

    #[test]
    fn digits_are_counted() {
        assert_eq!([0, 9, 10, 99, 100].map(digits), [1, 1, 2, 2, 3]);
        assert_eq!(digits(u64::MAX), 20);
    }
}
