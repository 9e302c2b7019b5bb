//! States of a machine along the way, from which columns can be computed again.
//!
//! In: machines in the order of their columns. Out: the last state stored before a column. At most some hundreds are stored, at equal
//! distances.

use super::machine::Machine;

/// The number of states stored at most.
const MOST: usize = 256;
/// The distance of states at first.
const FIRST_DISTANCE: u64 = 1 << 16;

/// States by column. The first one is never dropped.
pub(super) struct States<const W: usize> {
    list: Vec<Machine<W>>,
    distance: u64,
}

impl<const W: usize> States<W> {
    /// With the first state of the machine.
    pub(super) fn new(first: Machine<W>) -> States<W> {
        States { list: vec![first], distance: FIRST_DISTANCE }
    }

    /// The first state.
    pub(super) fn first(&self) -> &Machine<W> {
        &self.list[0]
    }

    /// Stores a state, if its column is far enough after that of the last one.
    pub(super) fn pass(&mut self, machine: &Machine<W>) {
        let newest = self.list.last().map_or(0, |state| state.column);
        if machine.column < newest + self.distance {
            return;
        }
        if self.list.len() == MOST {
            let mut number = 0;
            self.list.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.distance *= 2;
        }
        self.list.push(machine.clone());
    }

    /// The bytes of these states, and of two more that a search has at hand.
    pub(super) fn bytes(&self) -> u64 {
        (self.list.len() as u64 + 2) * self.first().bytes()
    }

    /// The last state at a column or before.
    pub(super) fn before(&self, column: u64) -> Machine<W> {
        let after = self.list.partition_point(|state| state.column <= column);
        self.list[after.max(1) - 1].clone()
    }
}
