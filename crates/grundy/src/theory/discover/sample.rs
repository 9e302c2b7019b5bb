//! Positions of a small box with their values.
//!
//! In: a game, the play. Out: its positions in a box as columns of coordinates, and a number for each. Where all coordinates may be exchanged, positions
//! that ascend stand for all.

use std::sync::Arc;

use grundy_core::contract::options::Options;
use grundy_core::contract::position::next;
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::symmetry::Symmetry;

use super::Asks;
use crate::Evaluator;

/// The number of values of a coordinate, by the number of coordinates; fewer where positions that ascend do not stand for all.
const SIZES: [(u64, u64); 6] = [(512, 512), (64, 64), (24, 20), (14, 9), (10, 5), (8, 4)];

/// Positions and numbers.
pub(super) struct Sample {
    /// Do positions that ascend stand for all?
    pub(super) ascends: bool,
    /// The coordinates, a column each.
    pub(super) columns: Vec<Vec<i64>>,
    /// What is to be said: the value, or whether the value is not 0.
    pub(super) values: Vec<i64>,
}

impl Sample {
    /// The positions of a box; `None` if there are too many coordinates.
    pub(super) fn of(rules: &Arc<Ruleset>, asks: Asks, options: &Options) -> Result<Option<Sample>, Diagnostic> {
        let width = rules.width();
        let Some((sorted, plain)) = width.checked_sub(1).and_then(|i| SIZES.get(i)) else { return Ok(None) };
        let ascends = width > 1 && Symmetry::of(rules).is_all(width);
        let size = if ascends { *sorted } else { *plain };
        let hi: Vec<u64> =
            (0..width).map(|i| rules.own_bound(i).map_or(size, |own| own.min(size)).min(size - 1)).collect();
        let table = Evaluator::new(rules, options.clone()).table(&hi)?;
        let mut sample = Sample { ascends, columns: vec![vec![]; width], values: vec![] };
        let mut at = vec![0; width];
        loop {
            if let Some(value) = table.get(&at).filter(|_| !ascends || at.is_sorted()) {
                sample.columns.iter_mut().zip(&at).for_each(|(column, x)| column.push(*x as i64));
                sample.values.push(if asks == Asks::Values { value.into() } else { i64::from(value > 0) });
            }
            if !next(&mut at, &hi) {
                return Ok(Some(sample));
            }
        }
    }

    /// The values of a game of one coordinate, from 0 on.
    pub(super) fn sequence(&self) -> Option<Vec<u32>> {
        let [column] = &self.columns[..] else { return None };
        let whole = column.iter().zip(0..).all(|(n, i)| *n == i);
        whole.then(|| self.values.iter().map(|value| u32::try_from(*value).ok()).collect()).flatten()
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }
}
