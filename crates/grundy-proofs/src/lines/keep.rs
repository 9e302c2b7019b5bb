//! A search for a recurrence that can resume from a checkpoint's folder.
//!
//! In: a shelf of the folder. Out: the last state of the search that was written whole. Only one state is stored. A new one is written
//! every few seconds and at the end of a run, under a new number, and then the one before is removed.

use std::time::{Duration, Instant};

use super::machine::Machine;
use super::recur::Search;
use crate::exact::short;
use grundy_core::contract::stop::Result;
use grundy_core::store::tiles::Shelf;

/// The time between two writes.
const INTERVAL: Duration = Duration::from_secs(5);

/// Stores the state of a search.
pub(super) struct Keeper {
    shelf: Shelf,
    next: Instant,
    number: usize,
}

impl Keeper {
    /// Takes a shelf for its sole use.
    pub(super) fn new(shelf: Shelf) -> Keeper {
        Keeper { shelf, next: Instant::now() + INTERVAL, number: 0 }
    }

    /// The last state that is whole and belongs to this machine.
    ///
    /// # Errors
    /// A damaged file that cannot be removed.
    pub(super) fn last<const W: usize>(&mut self, machine: &Machine<W>) -> Result<Option<Search<W>>> {
        let mut found = None;
        let mut at = self.shelf.first();
        while let Some(number) = at {
            if let Some(tile) = self.shelf.tile(number)? {
                self.number = number + 1;
                if tile.unit as usize == W {
                    found = Search::of_bytes(machine, &tile.bytes).or(found);
                }
            }
            at = self.shelf.next(number);
        }
        Ok(found)
    }

    /// Is it time to write a state?
    pub(super) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Writes a state.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn save<const W: usize>(&mut self, search: &Search<W>) -> Result<()> {
        self.shelf.write(self.number, self.number + 1, short(W), &search.bytes())?;
        while let Some(old) = self.shelf.first().filter(|old| *old < self.number) {
            self.shelf.reject(old)?;
        }
        self.number += 1;
        self.next = Instant::now() + INTERVAL;
        Ok(())
    }
}
