//! The work that is foreseen for boxes, for many questions about neighbours.
//!
//! In: the bounds of a box, and what foresees its work. Out: the work, where it may be much. Foreseeing reads the rules anew, which takes longer than a small question: so it is done once for all boxes
//! that lie in the same one to powers of two.

use std::collections::HashMap;

/// The work foreseen for boxes to powers of two.
#[derive(Debug, Default)]
pub struct ForeseenWork(HashMap<Vec<u64>, u64>);

impl ForeseenWork {
    /// The work foreseen for a box, where no more than `few` is not foreseen for the box to the next powers of two already.
    pub fn beyond(&mut self, few: u64, hi: &[u64], foreseen: impl Fn(&[u64]) -> u64) -> Option<u64> {
        let around: Vec<u64> = hi.iter().map(|x| x.checked_next_power_of_two().unwrap_or(u64::MAX)).collect();
        let most = *self.0.entry(around).or_insert_with_key(|around| foreseen(around));
        (most > few).then(|| foreseen(hi))
    }
}
