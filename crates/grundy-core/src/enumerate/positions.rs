//! Positions by number: the door for questions about a whole set of positions that is closed under moves.
//!
//! In: rules and a box. Out: every position of the box and all their followers, numbered, with options and both values. Where all
//! moves stay in the box and lead to earlier cells the positions are the cells of tables (`Cells`); elsewhere they are the
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
    /// All numbers lie below this one.
    fn size(&self) -> usize;
    /// The number of a position that exists; a graph takes it in with all its followers, tables have none outside their box.
    ///
    /// # Errors
    /// Too little memory, an interruption, rules that are not defined at a follower; after one a graph is of no more use.
    fn number(&mut self, position: &[u64]) -> Result<Option<usize>>;
    /// Is there a position of this number?
    fn exists(&self, id: usize) -> bool;
    /// Its value in normal play.
    fn normal(&self, id: usize) -> u32;
    /// Its value in misère play.
    ///
    /// # Errors
    /// Where this value had not been asked for at the start: those of a search.
    fn misere(&mut self, id: usize) -> Result<u32>;
    /// Calls `f` on every option, on some more than once, until it says `true`; says whether it did.
    ///
    /// # Errors
    /// An interruption; rules that are not defined at a position.
    fn each_option(&mut self, id: usize, f: &mut dyn FnMut(usize) -> bool) -> Result<bool>;
    /// With marks 1 and 2 on some positions, 0 on others and `NOWHERE` where there is none: which marks the options
    /// of each position carry. Says `false` where that is not found any faster than option by option.
    ///
    /// # Errors
    /// As [`Positions::each_option`].
    fn follow(&mut self, marks: &[u8], f: &mut dyn FnMut(usize, Followed)) -> Result<bool> {
        let _ = (marks, f);
        Ok(false)
    }
    /// Is it the first of its class under the symmetries of rules and bounds?
    fn is_first(&self, id: usize) -> bool;
    /// Has `a` a smaller sum of coordinates than `b`, or the same and comes first lexicographically?
    fn is_earlier(&self, a: usize, b: usize) -> bool;
    /// The tuples of every leaf.
    fn lists(&self, id: usize) -> Lists<IBig>;
    /// An option as the move leaves it.
    ///
    /// # Errors
    /// As [`Positions::each_option`].
    fn after_move(&mut self, from: usize, to: usize) -> Result<Lists<IBig>> {
        let _ = from;
        Ok(self.lists(to))
    }
    /// Ends here if the person asked for it.
    ///
    /// # Errors
    /// The interruption.
    fn pause(&self) -> Result<()>;
    /// Where the values come from, in words.
    fn explain(&self) -> String;
    /// How its tables were made, if it has any.
    fn accounts(&self) -> Vec<(Play, Account)> {
        vec![]
    }
}
