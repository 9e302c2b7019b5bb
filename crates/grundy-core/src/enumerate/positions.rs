//! Positions by number: the interface for questions about a whole set of positions that is closed under moves.
//!
//! In: rules and a box. Out: the positions of the box and all their followers, numbered, with options and with the values of both plays. If all
//! moves stay in the box and lead to earlier cells, the positions are the cells of tables (`Cells`); otherwise they are the
//! positions of a graph (`Followers`).

use dashu_int::IBig;

use crate::contract::options::Play;
use crate::contract::position::Lists;
use crate::contract::reason::Account;
use crate::enumerate::table::Followed;
use grundy_rules::lang::Diagnostic;

type Result<T> = std::result::Result<T, Diagnostic>;

/// Numbered positions, closed under moves.
pub trait Positions {
    /// An upper bound: all numbers of positions are less.
    fn size(&self) -> usize;
    /// The number of a position that exists. A graph adds the position with all its followers; tables have no number outside their box.
    ///
    /// # Errors
    /// Too little memory, an interruption, rules that are not defined at a follower. A graph must not be used after an error.
    fn number(&mut self, position: &[u64]) -> Result<Option<usize>>;
    /// Is there a position of this number?
    fn exists(&self, id: usize) -> bool;
    /// Its value in normal play.
    fn normal(&self, id: usize) -> u32;
    /// Its value in misère play.
    ///
    /// # Errors
    /// Those of a search, if misère values were not requested at the start.
    fn misere(&mut self, id: usize) -> Result<u32>;
    /// Calls `f` on every option, on some options more than once, until `f` returns `true`; returns whether it did.
    ///
    /// # Errors
    /// An interruption; rules that are not defined at a position.
    fn each_option(&mut self, id: usize, f: &mut dyn FnMut(usize) -> bool) -> Result<bool>;
    /// Tells which marks the options of each position carry. A mark is 1, 2 or 0, and `NOWHERE` where no position exists.
    /// Returns `false` if this would be no faster than visiting the options one by one.
    ///
    /// # Errors
    /// As [`Positions::each_option`].
    fn follow(&mut self, marks: &[u8], f: &mut dyn FnMut(usize, Followed)) -> Result<bool> {
        let _ = (marks, f);
        Ok(false)
    }
    /// Is the position the first of its class under the symmetries of rules and bounds?
    fn is_first(&self, id: usize) -> bool;
    /// Has `a` a smaller sum of coordinates than `b`, or the same sum and comes first lexicographically?
    fn is_earlier(&self, a: usize, b: usize) -> bool;
    /// The tuples of every leaf.
    fn lists(&self, id: usize) -> Lists<IBig>;
    /// The option `to` as a move from `from` leaves it.
    ///
    /// # Errors
    /// As [`Positions::each_option`].
    fn after_move(&mut self, from: usize, to: usize) -> Result<Lists<IBig>> {
        let _ = from;
        Ok(self.lists(to))
    }
    /// Fails if the user interrupted the work.
    ///
    /// # Errors
    /// The interruption.
    fn pause(&self) -> Result<()>;
    /// Where the values come from, in words.
    fn explain(&self) -> String;
    /// How the tables were made, if there are any.
    fn accounts(&self) -> Vec<(Play, Account)> {
        vec![]
    }
}
