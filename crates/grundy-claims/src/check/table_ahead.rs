//! A table that is made when work on a count says how far its questions will reach.
//!
//! In: the greatest coordinates, and how many questions there will be. Out: the values, if a table of them pays. So the positions are not searched one after the other. Where no table
//! can be made, the evaluator of the game answers, and says why there is no value.

use std::sync::{PoisonError, RwLock};

use grundy::Evaluator;
use grundy_core::contract::position::box_cells;
use grundy_core::contract::stop::{Result, Stop};
use grundy_core::store::values::Values;

use crate::check::world::{CELLS, inside};

/// A table pays if it has at most so many cells for each question.
const EACH: u64 = 64;

/// The table, once it is made.
#[derive(Debug, Default)]
pub(crate) struct TableAhead(RwLock<Made>);

#[derive(Debug, Default)]
struct Made {
    values: Option<Values>,
    /// What no table reached; what lies beyond is not tried.
    failed: Option<Vec<u64>>,
}

impl TableAhead {
    /// Makes a table that reaches `hi`, if it pays.
    ///
    /// # Errors
    /// An interruption, the end of the time.
    pub(crate) fn reach(&self, evaluator: &Evaluator, hi: &[u64], questions: u64) -> Result<()> {
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let known = kept.values.as_ref().is_some_and(|values| inside(hi, values.hi()));
        let beyond = kept.failed.as_ref().is_some_and(|failed| inside(failed, hi));
        if known || beyond || box_cells(hi) > CELLS.min(questions.saturating_mul(EACH)) {
            return Ok(());
        }
        match Evaluator::new(evaluator.rules(), evaluator.options().clone()).table(hi) {
            Ok(values) => kept.values = Some(values),
            Err(error) if error.kind.is_end() => return Err(Stop::from(error)),
            Err(_) => kept.failed = Some(hi.to_vec()),
        }
        Ok(())
    }

    /// The value at a cell, if the table reaches it.
    pub(crate) fn get(&self, cell: &[u64]) -> Option<u32> {
        let kept = self.0.read().unwrap_or_else(PoisonError::into_inner);
        kept.values.as_ref().filter(|values| inside(cell, values.hi()))?.get_inside(cell)
    }
}
