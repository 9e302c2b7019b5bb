//! Games of which the values are those of levels: their shape, and the values near the axes.
//!
//! In: rules with two coordinates. Out: a [`Shape`]: a line from which on all positions have the rook's moves ([`rooks`]), every row before it has
//! the same moves at all columns from there on, and exchanging the coordinates changes no value; then the [`Strip`] of values before that line.
//!
//! **Rows.** For each row x before the line, [`Reader`] finds the options of all (x, y) with y from the line on, by residue class of y. They are to
//! be all (x, y') with near <= y' < y, some (x', y) with x' < x, some (x, c) with c < near, and nothing else. For each column the same is
//! asked of the first coordinate, and the options are to be those of the row with the coordinates exchanged.
//!
//! **Symmetry.** So G(x, y) = G(y, x) if one of x and y at least is from the line on, by induction, when it is so of all others; of these the
//! values are computed.
//!
//! **Width.** In a row the values from column `near` on differ. A value g that has not stood there stands at column y from the line on, unless the
//! value there is less than g (g columns at most), some (x', y) has the value g (x columns at most, for x' < x), or some (x, c) has it, c < near,
//! which bars it from the whole residue class of y. So among x + g + 1 columns of every class g stands somewhere, or it never does.

use std::cell::Cell as Counter;
use std::collections::BTreeSet;

use super::concrete::{Plain, exists};
use super::expr::{Rules, Seen};
use super::line::Stop;
use super::machine::NONE;
use super::numbers::index;
use super::options::{Cell, Reader, Row, modulus};
use super::plane::rooks;

/// Columns from which on rows are tried to have regular options.
const NEAR: [u64; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
/// How far the line is from there at least; options a constant distance back lie between.
const AHEAD: u64 = 8;
/// Residue classes that are told apart.
const MOST_CLASSES: u64 = 64;
/// Moves looked at in all rows.
const BUDGET: u64 = 1 << 22;
/// Positions of a strip.
const MOST_POSITIONS: u64 = 1 << 21;

/// What was seen of rules.
pub(crate) struct Shape<'a> {
    rules: &'a Rules,
    modulus: u64,
    /// The first line of which the options are as said.
    pub(crate) line: u64,
}

/// The values of the positions (x, y), x before the line.
pub(crate) struct Strip {
    pub(crate) line: u64,
    width: u64,
    /// By row and column.
    values: Vec<u64>,
}

impl<'a> Shape<'a> {
    /// Looks at rules.
    pub(crate) fn of(rules: &'a Rules) -> Seen<Shape<'a>> {
        if rules.width != 2 {
            return Err(format!("levels are those of two coordinates, and these rules have {}", rules.width));
        }
        let Some(modulus) = modulus(rules, MOST_CLASSES) else {
            return Err(format!("the rules tell more than {MOST_CLASSES} residue classes apart"));
        };
        let budget = Counter::new(BUDGET);
        let mut why = None;
        for near in NEAR {
            let near = near.next_multiple_of(modulus);
            let reader = |runner| Reader { rules, runner, modulus, near, back: 1, budget: &budget };
            let line = reader(0).base().max(near + AHEAD);
            match rooks(rules, line).and_then(|()| (0..line).try_for_each(|x| row(x, line, &[reader(1), reader(0)]))) {
                Ok(()) => return Ok(Shape { rules, modulus, line }),
                Err(reason) => _ = why.get_or_insert(reason),
            }
        }
        Err(why.unwrap_or_default())
    }

    /// The values before the line, as far out as values up to one stand there.
    pub(crate) fn strip(&self, misere: bool, value: u64, stop: Stop) -> Seen<Strip> {
        let line = self.line;
        let width = line + (value + line + 1).saturating_mul(self.modulus);
        if width.saturating_mul(line) > MOST_POSITIONS {
            return Err(format!("more than {MOST_POSITIONS} positions would be computed by the definition"));
        }
        let mut plain = Plain::new(self.rules, misere);
        let mut get = |position: [u64; 2]| match exists(self.rules, &position)? {
            true => plain.value(&position, &mut || stop(0)),
            false => Ok(NONE),
        };
        let mut strip = Strip { line, width, values: vec![] };
        for (x, y) in (0..line).flat_map(|x| (0..width).map(move |y| (x, y))) {
            let value = get([x, y])?;
            if y < x && strip.get(y, x) != Some(value) {
                return Err(format!("the values of ({y}, {x}) and ({x}, {y}) differ"));
            }
            strip.values.push(value);
        }
        Ok(strip)
    }
}

impl Strip {
    /// The value at (x, y), x <= y, [`NONE`] where no position exists; nothing is said of x from the line on and where y is far out.
    pub(crate) fn get(&self, x: u64, y: u64) -> Option<u64> {
        let known = x < self.line && y < self.width;
        known.then(|| self.values[index(x * self.width + y)])
    }

    /// The positions (x, y), x <= y, x before the line, with a value.
    pub(crate) fn pairs(&self, value: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let all = (0..self.line).flat_map(|x| (x..self.width).map(move |y| (x, y)));
        all.filter(move |(x, y)| self.get(*x, *y) == Some(value))
    }
}

/// Are the options in a row, from a line on, of the kinds that are allowed, and in the column of the same number the same?
fn row(x: u64, line: u64, [along, across]: &[Reader; 2]) -> Seen<()> {
    for residue in 0..along.modulus {
        let there = |reader: &Reader, row: Row| {
            let cell = reader.cell(&row, residue)?;
            cell.ok_or_else(|| format!("some positions ({x}, y) or (y, {x}) with y from {line} on do not exist"))
        };
        let cell = there(along, vec![x, 0])?;
        if exchanged(&there(across, vec![0, x])?) != cell {
            return Err(format!(
                "the options of (y, {x}) are not seen to be those of ({x}, y) with both exchanged, y from {line} on"
            ));
        }
        let step = |(to, back): &(Row, u64)| match back {
            0 => to[0] < x,
            _ => to[0] == x && *back <= line - along.near,
        };
        let own = BTreeSet::from([vec![x, 0]]);
        let allowed = cell.steps.iter().all(step)
            && cell.lines.iter().all(|rows| *rows == own)
            && cell.early.iter().all(|to| to[0] == x);
        if !allowed {
            return Err(format!(
                "the options of ({x}, y) are not all ({x}, y') with {} <= y' < y, single ones before, and some with {x} less, y from {line} on",
                along.near
            ));
        }
    }
    Ok(())
}

/// With the coordinates exchanged.
fn exchanged(cell: &Cell) -> Cell {
    let swap = |row: &Row| vec![row[1], row[0]];
    Cell {
        early: cell.early.iter().map(swap).collect(),
        steps: cell.steps.iter().map(|(row, back)| (swap(row), *back)).collect(),
        lines: cell.lines.iter().map(|rows| rows.iter().map(swap).collect()).collect(),
    }
}
