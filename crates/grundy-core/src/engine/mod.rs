//! The trait that engines implement: what an engine is asked, and what it may ask in return.
//!
//! An engine reads one shape of rules. Its reader says what it sees in the rules, or why it sees nothing. Its verbs are the value of a position,
//! the table of a box, the proof of a line, and the positions with a value; it may decline each of them with a [`Reason`]. The chooser
//! tries a row of engines in order and takes the first that does not decline. What an engine needs from outside is handed to it ([`Ask`], [`TableRequest`]):
//! no engine knows another engine, or the chooser.

mod answer;
mod ask;
mod foreseen;
mod wish;

use dashu_int::IBig;
use grundy_rules::rules::Line;

pub use self::answer::{Answer, Grounds, How, Theorem};
pub use self::ask::{Answers, Ask, Asked};
pub use self::foreseen::ForeseenWork;
pub use self::wish::{Show, TableRequest, ValueRequest};
use crate::contract::limits::Limits;
use crate::contract::piece::{Entering, Piece, Place};
use crate::contract::position::Lists;
use crate::contract::proof::{Known, Pairs, Until};
use crate::contract::reason::{Attempt, Attempted, Reason};
use crate::store::stored::Stored;
use crate::store::values::Values;

/// What an engine says about a position.
pub enum Found {
    /// Its value.
    Value(Answer),
    /// The position has the same value as this one, by these grounds; the chooser asks the rest of the row about this one.
    EqualTo(Lists<IBig>, Grounds),
}

/// One way to compute values. By default every verb is declined.
pub trait Engine: Send {
    /// The value of a position that exists.
    ///
    /// # Errors
    /// Rules that are not defined at a position that can be reached; a limit; an interruption.
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        let _ = (position, call);
        Ok(Attempt::Declined(Reason::verb("gives no single values")))
    }

    /// The value of a position, if this engine has kept it from earlier questions. A caller that wants the value alone, and not how it was
    /// obtained, may ask this first.
    fn at_hand(&self, position: &Lists<IBig>) -> Option<u32> {
        let _ = position;
        None
    }

    /// The options of a position that have a value, each once, found without a list of all options; nothing if they are more than `most`.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn options_with(
        &mut self,
        position: &Lists<IBig>,
        (value, most): (&IBig, usize),
        call: &ValueRequest,
    ) -> Attempted<Vec<Lists<IBig>>> {
        let _ = (position, value, most, call);
        Ok(Attempt::Declined(Reason::verb("finds no options with a value")))
    }

    /// May a table to these bounds be filled by the shape of the moves? `false` where the bounds alone say that the engine declines it.
    fn may_fill(&self, hi: &[u64]) -> bool {
        let _ = hi;
        true
    }

    /// All values of the box from 0 to `hi`, one bound for each coordinate.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn table(&mut self, hi: &[u64], wish: &TableRequest) -> Attempted<Box<dyn Stored>> {
        let _ = (hi, wish);
        Ok(Attempt::Declined(Reason::verb("makes no tables")))
    }

    /// All values of a box, from an engine that needs no tables of single components for them.
    /// The row of engines asks only those that it lists as giving boxes.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn values(&mut self, hi: &[u64], call: &ValueRequest) -> Attempted<Values> {
        let _ = (hi, call);
        Ok(Attempt::Declined(Reason::verb("gives no values of a whole box")))
    }

    /// The tables in normal and in misère play, where computing them together is less work than computing them separately.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn tables_of_both_plays(
        &mut self,
        hi: &[u64],
        wish: &TableRequest,
    ) -> Attempted<(Box<dyn Stored>, Box<dyn Stored>)> {
        let _ = (hi, wish);
        Ok(Attempt::Declined(Reason::verb("makes the tables of both plays one after the other")))
    }

    /// One tile of the table of a box in normal play, from the sets of the lines that enter it.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn piece(&mut self, place: &Place, entering: &Entering, limits: &Limits) -> Attempted<Piece> {
        let _ = (place, entering, limits);
        Ok(Attempt::Declined(Reason::verb("makes no table tile by tile")))
    }

    /// The proof of the period of a line. `until` is called with the position reached, and ends the search by returning `true`.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn prove(&mut self, line: &Line, call: &ValueRequest, until: Until) -> Attempted<Known> {
        let _ = (line, call, until);
        Ok(Attempt::Declined(Reason::verb("proves nothing of lines")))
    }

    /// The first positions with a value, in order, and what is known of the period of the differences of their coordinates.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn pairs(&mut self, value: u64, terms: usize, call: &ValueRequest, until: Until) -> Attempted<Pairs> {
        let _ = (value, terms, call, until);
        Ok(Attempt::Declined(Reason::verb("lists no positions with a value")))
    }
}
