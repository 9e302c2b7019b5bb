//! Games in which a move empties cells: graphs whose vertices go, boards that fill up, coins on a strip.
//!
//! In: rules all of whose coordinates are cells, full or empty, and whose moves need some cells full, others empty, and empty some (`read`). Which of the numbers 0 and 1 is full, each cell has
//! for itself: a board that is marked with 1 is full of free cells. Out: the value of a position in normal play.
//!
//! No move fills a cell. So a move that needs an empty cell is never made again, and cells on which no move depends any more do not matter. The
//! moves that are left join the full cells they depend on; groups of cells that no move joins are played as a sum, and the value is the nim-sum of theirs
//! (Sprague, Grundy) (`moves`). A group is a set of cells with the cells outside of it empty: no move of the group depends on these. Groups that look the
//! same elsewhere on the board are one (`board`). Some have their value at once, by theorems on the shape of their moves (`theorems`); the others are
//! searched (`search`).

mod board;
mod mask;
mod moves;
mod options;
mod read;
mod search;
#[cfg(test)]
mod tests;
mod theorems;

use self::search::Search;
use crate::contract::limits::Limits;
use crate::contract::stop::Result;
use grundy_rules::rules::Ruleset;

/// The search, for boards of any size that is read.
pub(crate) enum Clearing {
    /// Up to 64 cells.
    One(Search<1>),
    /// Up to 128 cells.
    Two(Search<2>),
    /// Up to 256 cells.
    Four(Search<4>),
}

impl Clearing {
    /// Reads rules; `None` if they are of another shape.
    pub(crate) fn of(rules: &Ruleset, limits: &Limits) -> Option<Clearing> {
        match rules.width() {
            0..=64 => Search::of(rules, limits).map(Clearing::One),
            65..=128 => Search::of(rules, limits).map(Clearing::Two),
            _ => Search::of(rules, limits).map(Clearing::Four),
        }
    }

    /// How many cells are full?
    pub(crate) fn full(&self, position: &[u64]) -> usize {
        match self {
            Clearing::One(search) => search.full(position).count(),
            Clearing::Two(search) => search.full(position).count(),
            Clearing::Four(search) => search.full(position).count(),
        }
    }

    /// The value of a position; `None` if an entry is more than 1, or if it takes too much memory.
    ///
    /// # Errors
    /// An interruption.
    pub(crate) fn value(&mut self, position: &[u64]) -> Result<Option<u32>> {
        match self {
            Clearing::One(search) => search.of_position(position),
            Clearing::Two(search) => search.of_position(position),
            Clearing::Four(search) => search.of_position(position),
        }
    }
}
