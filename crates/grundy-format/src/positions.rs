//! Lists of positions, as `grundy positions` finds them.
//!
//! In: positions one by one from an iterator, already written as users write
//! them. Out: the list. A format writes each position when it arrives, so that
//! ten million positions need no more memory than one.

use grundy::theory::loopy::LoopyValue;

use super::{Axis, Column};

/// One position of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionRow {
    /// The position as a user writes it: `3,4` or `([2],[2,5])`, with numbers,
    /// commas, blanks and brackets only.
    pub written: String,
    /// Its entries, one for each column of the list.
    pub entries: Vec<u64>,
    /// Its value.
    pub value: u64,
}

/// Positions to be written by a format.
pub struct PositionList<'a> {
    /// The game as the user wrote it.
    pub game: &'a str,
    /// The hash of the rules.
    pub rules: &'a str,
    /// `normal` or `misere`.
    pub play: &'a str,
    /// The engine that found the values.
    pub engine: &'a str,
    /// The free coordinates as axes, which the positions run along.
    pub axes: &'a [Axis],
    /// Every coordinate: an axis or fixed.
    pub columns: &'a [Column],
    /// An upper bound of the values.
    pub largest: u64,
    /// In a game in which play may go on for ever: the different values, of which
    /// the rows give the numbers.
    pub loopy: Option<&'a [LoopyValue]>,
    /// Other restrictions of the list: `value` and its number, `where` and its condition.
    pub asked: Vec<(&'a str, &'a str)>,
    /// The positions.
    pub rows: &'a mut dyn Iterator<Item = PositionRow>,
    /// Asked after the last row: were these all the positions there are?
    pub complete: &'a dyn Fn() -> bool,
}
