//! The elements of a list in order.
//!
//! In: sums, and a place. Out: the sum at this place once they are sorted, by cases.

use crate::form::expr::Result;
use crate::say::moves::{Number, Speaker, unknown};
use crate::say::sets::{Set, Sum};

/// The most elements of a list that is sorted.
const SORTED: usize = 64;

impl Speaker {
    /// The element at a place of a list once it is sorted: the one before which so many others stand, of equal ones in the order of the list.
    pub(crate) fn rank(&mut self, place: usize, list: &[Sum]) -> Result<Number> {
        if list.len() > SORTED {
            return Err(unknown("the order of so many numbers"));
        }
        let mut cases = vec![];
        for (i, x) in list.iter().enumerate() {
            let mut before = vec![];
            for (j, y) in list.iter().enumerate().filter(|(j, _)| *j != i) {
                let limit = if j < i { x.clone() } else { x.plus(-1, &Sum::number(1))? };
                before.push(self.sets.at_most(y, &limit)?);
            }
            let guard = self.exactly(place, &before);
            cases.push((guard, x.clone()));
        }
        self.merged(cases)
    }

    /// Exactly so many of some conditions hold.
    fn exactly(&mut self, count: usize, of: &[Set]) -> Set {
        // For each number up to this, where so many of those looked at hold.
        let mut ways: Vec<Set> = (0..=count).map(|n| self.sets.constant(n == 0)).collect();
        for condition in of {
            let not = self.sets.not(*condition);
            for n in (0..=count).rev() {
                let mut next = vec![self.sets.and(vec![not, ways[n]])];
                if n > 0 {
                    next.push(self.sets.and(vec![*condition, ways[n - 1]]));
                }
                ways[n] = self.sets.or(next);
            }
        }
        ways[count]
    }
}
