//! Positions with a given value, read off tables row by row, as far as the list is certain.
//!
//! In: rules of any shape with two coordinates, a value. Out: the first positions with this value, and whether these are all; or how far
//! the list is certain. A row is *done* at a column once the rules or a proof show that the value does not occur in any later column:
//!
//! 1. the row has no positions after that column;
//! 2. from some column on all values of the row differ, and the value has occurred there already;
//! 3. the period of the row is proved, and either the value does not occur in a period, or all later values are larger.
//!
//! The positions found in rows that are done, and in the first row that is not done as far as the table reaches, are certain: no other
//! position with the value comes between them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use dashu_int::IBig;

use crate::choose::{Evaluator, WORK, foreseen};
use crate::theory::periods::{Verdict, unchecked};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::Options;
use grundy_core::store::values::Values;
use grundy_proofs::levels::Rows;
use grundy_rules::lang::{Diagnostic, Kind};
use grundy_rules::rules::{Line, LineEntry, Ruleset};

/// Rows and columns of the first table.
const FIRST: u64 = 32;
/// The most cells of a table made by a quick kernel, where there is no deadline.
const QUICK: u64 = 1 << 28;
/// The most cells of a table made by visiting options, where there is no deadline.
const SLOW: u64 = 1 << 22;
/// The most work for a table made by visiting options, where there is no deadline.
const USUAL: u64 = 8 * WORK;
/// The number of columns in which the period of a row is searched for, and the longest period that is searched for the value.
const COLUMNS: u64 = 1 << 16;
/// The most rows whose period is searched for.
const PROOFS: usize = 1 << 10;

/// The search for positions with a value.
pub(super) struct Search<'a> {
    pub(super) rules: &'a Arc<Ruleset>,
    pub(super) value: u64,
    pub(super) options: &'a Options,
    /// List only positions with a <= b.
    pub(super) sorted: bool,
}

/// The positions found, as in [`Solutions`](super::Solutions).
pub(super) struct FoundPositions {
    pub(super) terms: Vec<(u64, u64)>,
    pub(super) all: bool,
    pub(super) lacking: Option<String>,
    pub(super) by: String,
}

impl Search<'_> {
    /// The first `wanted` positions.
    pub(super) fn terms(&self, wanted: usize) -> Result<FoundPositions, Diagnostic> {
        let rows = Rows::of(self.rules);
        let timed = self.options.limits.deadline.is_some();
        let usual = if rows.quick() { QUICK } else { SLOW };
        let most = if timed { u64::MAX } else { usual }.min(self.options.limits.memory / 8);
        let end = |coord: usize, to: u64| rows.bound(coord).map_or(to, |bound| bound.min(to));
        let mut hi = [end(0, FIRST), end(1, FIRST)];
        let (mut outgrown, mut line) = (BTreeMap::new(), vec![]);
        let is_it = |value: u32| value != Values::NOWHERE && u64::from(value) == self.value;
        let mut before: Option<FoundPositions> = None;
        loop {
            let values = match (self.table(&hi), before) {
                (Ok(values), _) => values,
                (Err(error), None) if error.kind == Kind::TimeIsOver => {
                    let lacking = Some(format!("not even the rows up to {} are known", hi[0]));
                    return Ok(FoundPositions { terms: vec![], all: false, lacking, by: error.message });
                }
                // The time or the memory is used up; the previous, smaller table counts.
                (Err(error), Some(found)) if timed && error.kind != Kind::Input && !self.is_stopped() => {
                    return Ok(found);
                }
                (Err(error), _) => return Err(error),
            };
            let (mut terms, mut open) = (vec![], None);
            let columns = usize::try_from(hi[1]).map_or(usize::MAX, |last| last.saturating_add(1));
            for a in 0..=hi[0] {
                values.line(&[a, 0], 1, columns, &mut line);
                let row: Vec<u64> = (0..).zip(&line).filter(|(_, v)| is_it(**v)).map(|(b, _)| b).collect();
                terms.extend(row.iter().filter(|b| !self.sorted || a <= **b).map(|b| (a, *b)));
                if terms.len() >= wanted {
                    break;
                }
                if !done(&rows, &row, a, hi[1]) && !self.outgrown(a, &mut outgrown, hi[1])? {
                    open = Some(a);
                    break;
                }
            }
            let by = values.explain();
            let all = open.is_none() && rows.end_all(hi[0] + 1);
            if terms.len() >= wanted || all {
                let all = all && terms.len() <= wanted;
                terms.truncate(wanted);
                return Ok(FoundPositions { terms, all, lacking: None, by });
            }
            let next = if open.is_some() { [hi[0], 2 * hi[1]] } else { [end(0, 2 * hi[0]), end(1, 2 * hi[1])] };
            let certain = match open {
                Some(a) => format!(
                    "rows before {a} are done; of row {a} only the columns up to {} are known, and later rows come after it",
                    hi[1]
                ),
                None => format!("rows were looked through up to {}", hi[0]),
            };
            let found = FoundPositions { terms, all: false, lacking: Some(certain), by };
            let slow = !timed && !rows.quick() && foreseen(self.rules, &next, self.options) > USUAL;
            if next == hi || slow || (next[0] + 1).saturating_mul(next[1] + 1) > most {
                return Ok(found);
            }
            (hi, before) = (next, Some(found));
        }
    }

    /// All values up to `hi`.
    fn table(&self, hi: &[u64; 2]) -> Result<Values, Diagnostic> {
        Evaluator::new(self.rules, self.options.clone()).table(hi)
    }

    fn untimed(&self) -> Limits {
        Limits { deadline: None, ..self.options.limits.clone() }
    }

    /// Was the work interrupted, rather than ended by the deadline?
    fn is_stopped(&self) -> bool {
        self.options.limits.interrupt.load(Ordering::Relaxed)
    }

    /// Does a proved period show that the value does not occur beyond a column? `known` caches for each row the column from which this is proved.
    fn outgrown(&self, row: u64, known: &mut BTreeMap<u64, Option<u64>>, column: u64) -> Result<bool, Diagnostic> {
        if !known.contains_key(&row) {
            let last = if known.len() < PROOFS { self.last(row)? } else { None };
            known.insert(row, last);
        }
        Ok(known[&row].is_some_and(|last| last <= column))
    }

    /// The column from which on the value is proved not to occur in a row.
    fn last(&self, row: u64) -> Result<Option<u64>, Diagnostic> {
        if self.options.plain || self.options.engine.is_some() {
            return Ok(None);
        }
        let line = Line { entries: vec![LineEntry::Fixed(row), LineEntry::Runs(0)] };
        let options = Options { play: self.options.play, limits: self.untimed(), ..Options::default() };
        // A list of positions is not called proved, so no checker reads the periods of its rows.
        let verdict = unchecked(self.rules, &line, &options, &mut |column| column > COLUMNS, &mut |_| {})?;
        let Verdict::Proved(mut proof) = verdict else { return Ok(None) };
        let tail = proof.period;
        let saltus = u64::try_from(tail.saltus).unwrap_or(0);
        if let Some(periods) = self.value.checked_div(saltus) {
            let columns = periods.checked_add(1).and_then(|periods| periods.checked_mul(tail.period));
            return Ok(columns.and_then(|columns| columns.checked_add(tail.preperiod)));
        }
        if tail.period > COLUMNS {
            return Ok(None);
        }
        let value = IBig::from(self.value);
        for column in tail.preperiod..tail.preperiod.saturating_add(tail.period) {
            if proof.value(&column.into())? == Some(value.clone()) {
                return Ok(None);
            }
        }
        Ok(Some(tail.preperiod))
    }
}

/// Do the rules show that no position of a row beyond a column has the value, given the columns found?
fn done(rows: &Rows, found: &[u64], row: u64, column: u64) -> bool {
    let from = |column: &u64| rows.differ(row, *column);
    rows.end(row, column + 1)
        || found.last().is_some_and(|last| [0, 1].iter().chain([&(last / 2), last]).filter(|c| *c <= last).any(from))
}
