//! The shape of games whose values are found by levels, and the values near the axes.
//!
//! In: rules with two coordinates. Out: the [`Strip`] of values before the line of their shape. The shape is a line with three properties: from
//! there on all positions have the rook's moves ([`rooks`]); every row before it has the same moves at all columns from there on; and exchanging
//! the coordinates changes no value.
//!
//! **Rows.** For each row x before the line, [`Reader`] finds the options of all (x, y) with y from the line on, by residue class of y. They must
//! be all (x, y') with near <= y' < y, some (x', y) with x' < x, some (x, c) with c < near, and nothing else. For each column the same is required
//! with the first coordinate in place of the second, and the options must be those of the row with the coordinates exchanged.
//!
//! **Symmetry.** If at least one of x and y is from the line on, then G(x, y) = G(y, x) by induction, provided that this holds for all other
//! positions. For these the values are computed and compared.
//!
//! **Width.** In a row the values from column `near` on are distinct. Let g be a value that the row has not had yet. It is the value at a column y
//! from the line on, unless the value there is less than g (g columns at most), some (x', y) has the value g (x columns at most, for x' < x), or
//! some (x, c) with c < near has it, which bars g from the whole residue class of y. So g occurs among x + g + 1 columns of some class, or never.

use std::cell::Cell as Counter;
use std::collections::BTreeSet;

use crate::definition::plain::Plain;
use crate::form::expr::{Result, Rules};
use crate::form::numbers::index;
use crate::form::spent::Stop;
use crate::recurrence::least::NONE;
use crate::recurrence::options::{Cell, Reader, Row, modulus};
use crate::recurrence::plane::rooks;

/// Candidates for the column from which on rows have regular options.
const NEAR: [u64; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
/// The least distance from that column to the line; options a constant distance back lie in between.
const AHEAD: u64 = 8;
/// The number of residue classes distinguished at most.
const MOST_CLASSES: u64 = 64;
/// The number of moves looked at in all rows.
const BUDGET: u64 = 1 << 22;
/// The number of positions of a strip.
const MOST_POSITIONS: u64 = 1 << 21;

/// The values of the positions (x, y) with x before the line.
pub(crate) struct Strip {
    pub(crate) line: u64,
    width: u64,
    /// The values by row and column.
    values: Vec<u64>,
}

/// The modulus of the residue classes, and the first line whose options are as described.
fn shape(rules: &Rules) -> Result<(u64, u64)> {
    if rules.width != 2 {
        return Err(format!("levels are those of two coordinates, and these rules have {}", rules.width));
    }
    let modulus = modulus(rules, MOST_CLASSES)?;
    let budget = Counter::new(BUDGET);
    let mut why = None;
    for near in NEAR {
        let near = near.next_multiple_of(modulus);
        let reader = |runner| Reader { rules, runner, modulus, near, back: 1, budget: &budget };
        let line = reader(0).base().max(near + AHEAD);
        match rooks(rules, line).and_then(|()| (0..line).try_for_each(|x| row(x, line, &[reader(1), reader(0)]))) {
            Ok(()) => return Ok((modulus, line)),
            Err(reason) => _ = why.get_or_insert(reason),
        }
    }
    Err(why.unwrap_or_default())
}

impl Strip {
    /// The values before the line of the rules' shape, out to columns where all values up to `value` occur.
    pub(crate) fn of(rules: &Rules, misere: bool, value: u64, stop: Stop) -> Result<Strip> {
        let (modulus, line) = shape(rules)?;
        let width = line + (value + line + 1).saturating_mul(modulus);
        if width.saturating_mul(line) > MOST_POSITIONS {
            return Err(format!("more than {MOST_POSITIONS} positions would be computed by the definition"));
        }
        let mut plain = Plain::new(rules, misere);
        let mut strip = Strip { line, width, values: vec![] };
        for (x, y) in (0..line).flat_map(|x| (0..width).map(move |y| (x, y))) {
            let value = plain.value_at(&[x, y], 0, stop)?.unwrap_or(NONE);
            if y < x && strip.get(y, x) != Some(value) {
                return Err(format!("the values of ({y}, {x}) and ({x}, {y}) differ"));
            }
            strip.values.push(value);
        }
        Ok(strip)
    }

    /// The value at (x, y), x <= y, and [`NONE`] where no position exists. `None` if x is not before the line, or y is beyond the strip.
    pub(crate) fn get(&self, x: u64, y: u64) -> Option<u64> {
        let known = x < self.line && y < self.width;
        known.then(|| self.values[index(x * self.width + y)])
    }

    /// The positions (x, y), x <= y, with x before the line and with this value.
    pub(crate) fn pairs(&self, value: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let all = (0..self.line).flat_map(|x| (x..self.width).map(move |y| (x, y)));
        all.filter(move |(x, y)| self.get(*x, *y) == Some(value))
    }
}

/// Checks that the options in a row, from a line on, are of the allowed kinds, and that the column of the same number has the same options.
fn row(x: u64, line: u64, [along, across]: &[Reader; 2]) -> Result<()> {
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

/// The cell with the coordinates exchanged.
fn exchanged(cell: &Cell) -> Cell {
    let swap = |row: &Row| vec![row[1], row[0]];
    Cell {
        early: cell.early.iter().map(swap).collect(),
        steps: cell.steps.iter().map(|(row, back)| (swap(row), *back)).collect(),
        lines: cell.lines.iter().map(|rows| rows.iter().map(swap).collect()).collect(),
    }
}
