//! The positions of each level before the first line.
//!
//! In: rules and their first line x0 ([`far_out`](super::read::far_out)). Out: for each value g, all positions with the value g on the lines
//! before x0. They are read off a table, so no argument about the moves near the origin is needed.
//!
//! **Why the table is wide enough.** Take a line x < x0 and its positions (x, y) with y >= x0. Their values are distinct, and their options are
//! earlier positions of the same line and positions (x', y) with x' < x. Suppose that g is not yet a value of the line. Then the value at (x, y) is
//! not g for one of these reasons:
//!
//! - the value is less than g: for at most g columns y;
//! - some (x', y) has the value g: for at most one column y for each x';
//! - y = x0, the play is misère, and the position is terminal: for one column;
//! - a step leads to some (x, c) with c < x0 that has the value g: for at most one column for each c and each step.
//!
//! A ray that leads to such a (x, c) leads there from every y; then g does not occur on the line from x0 on at all. So g occurs among the first
//! x0 + g + 2 + x0 * steps columns from x0 on, or never.

use std::sync::Arc;

use super::MOST_LEVELS;
use super::read::Far;
use grundy_core::contract::options::Options;
use grundy_core::contract::stop::Result;
use grundy_core::engine::Ask;
use grundy_core::store::values::Values;
use grundy_rules::rules::Ruleset;

/// The table of the positions near the origin.
pub(super) struct Start {
    /// The first line.
    pub(super) line: u64,
    values: Values,
}

impl Start {
    /// Computes the table.
    ///
    /// # Errors
    /// An interruption; rules that are not defined at one of the first positions.
    pub(super) fn of(rules: &Arc<Ruleset>, far: &Far, options: &Options, ask: &dyn Ask) -> Result<Start> {
        let line = far.line;
        let columns = 2 * line + MOST_LEVELS as u64 + 2 + line * far.steps;
        Ok(Start { line, values: ask.values(rules, &[line - 1, columns], options)? })
    }

    /// The value at (a, b), where a is before the first line; `None` where no position exists.
    pub(super) fn get(&self, a: u64, b: u64) -> Option<u64> {
        (b <= self.values.hi()[1]).then(|| self.values.get(&[a, b]))?.map(u64::from)
    }

    /// The positions (a, b), a <= b, with a given value and with a before the first line.
    pub(super) fn pairs(&self, value: u64) -> Vec<(u64, u64)> {
        let columns = self.values.hi()[1];
        let all = (0..self.line).flat_map(|a| (a..=columns).map(move |b| (a, b)));
        all.filter(|(a, b)| self.get(*a, *b) == Some(value)).collect()
    }

    /// The columns, from the first line on and relative to it, in which the value stands.
    pub(super) fn used(&self, value: u64) -> Vec<u64> {
        let later = |(_, b): (u64, u64)| b.checked_sub(self.line);
        self.pairs(value).into_iter().filter_map(later).collect()
    }
}
