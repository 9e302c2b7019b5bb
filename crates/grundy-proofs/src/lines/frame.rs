//! The windows in which the values of rows lie: near the column, or near 0.
//!
//! In: a [`Program`], and the state before a column ([`Start`]). Out: the *drift* of each row, and the state in windows of W words ([`Frame`]); `None`
//! where the state does not fit into windows of this width.
//!
//! - A row has drift 1 if one of its families (the *anchor*) has used every value below `column - half`. Then all later values of the row lie in a
//!   window that moves with the column.
//! - A row has drift 0 if its values stay below 64 W.
//!
//! If a program has rows of both drifts, the window starts above 64 W in every column. Then rows of different drift cannot disturb each other. A value
//! of drift 0 lies below the window, where the anchor of a row of drift 1 has every value anyway. A value of drift 1 is greater than any value
//! that a row of drift 0 can take.

use std::collections::BTreeSet;

use super::program::{Cell, Program};
use super::start::Start;
use crate::exact::signed;

/// The drift of each row, and how far below the column windows start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) drifts: Vec<u64>,
    pub(super) half: u64,
    /// The sets that must contain every value below the window.
    pub(super) anchors: Vec<bool>,
}

impl Frame {
    /// The frame for windows of `words` words. No stored value may lie above its window, and values below a window must not matter.
    pub(super) fn of(program: &Program, start: &Start, words: usize) -> Option<Frame> {
        let size = 64 * words as u64;
        let least: Vec<u64> = start.sets.iter().map(mex).collect();
        let drifts: Vec<u64> = program.cells.iter().map(|row| u64::from(rises(row, &least, start.column))).collect();
        let moving = drifts.contains(&1);
        let mut anchors = vec![false; program.sets.len()];
        let (mut low, mut high) = (start.column, 0);
        for (row, cells) in program.cells.iter().enumerate().filter(|(row, _)| drifts[*row] == 1) {
            for cell in cells {
                let anchor = *cell.sets.iter().max_by_key(|set| least[**set])?;
                anchors[anchor] = true;
                low = low.min(least[anchor]);
                high = cell.sets.iter().filter_map(|set| start.sets[*set].last()).fold(high, |high, v| high.max(*v));
            }
            high = high.max(start.recent[row].iter().copied().max().unwrap_or(0));
        }
        // The windows of slots are those of the column before.
        high = start.slots.iter().filter_map(BTreeSet::last).fold(high, |high, v| high.max(v + 1));
        let half = match moving {
            false => 0,
            true => {
                // The free part of the window is divided between both ends.
                let below = start.column - low;
                let above = high.saturating_sub(start.column) + 1;
                let free = size.checked_sub(below + above + 2)?;
                below + free / 2 + 1
            }
        };
        let apart = start.column > half + size + program.back;
        let both = moving && drifts.contains(&0);
        let still = |row: usize| match drifts[row] {
            1 => !both || start.recent[row].iter().all(|v| *v >= size),
            _ => start.recent[row].iter().all(|v| *v < size),
        };
        let fixed = program.cells.iter().enumerate().all(|(row, cells)| {
            drifts[row] == 0
                || cells.iter().zip(&start.fixed[row]).all(|(_, v)| v.iter().all(|v| v + half < start.column))
        });
        let fits = half <= start.column && (apart || !both) && (0..drifts.len()).all(still) && fixed;
        fits.then_some(Frame { drifts, half, anchors })
    }

    /// Are there rows of both drifts?
    pub(super) fn is_mixed(&self) -> bool {
        self.drifts.contains(&0) && self.drifts.contains(&1)
    }

    /// The place of a value in the window of a row, in a column.
    pub(super) fn place(&self, row: usize, value: u64, column: u64) -> i64 {
        signed(value) - self.base(row, column)
    }

    /// The value at place 0.
    pub(super) fn base(&self, row: usize, column: u64) -> i64 {
        if self.drifts[row] == 1 { signed(column) - signed(self.half) } else { 0 }
    }
}

/// In every class of columns, does one of the row's sets use up values along with the column? Half of the values below the column must be
/// used.
fn rises(row: &[Cell], least: &[u64], column: u64) -> bool {
    row.iter().all(|cell| cell.sets.iter().any(|set| least[*set] >= column / 2))
}

/// The mex of a set.
fn mex(set: &BTreeSet<u64>) -> u64 {
    set.iter().zip(0..).take_while(|(v, k)| **v == *k).count() as u64
}
