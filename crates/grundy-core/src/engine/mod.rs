//! The contract of engines: what one is asked, and what it may ask in return.
//!
//! An engine reads one shape of rules. It has a reader that says what it sees in rules or why not, and verbs, each of which it may
//! decline with a [`Reason`]: the value of a position, the table of a box, the proof of a line, the positions with a value. Whoever chooses goes along
//! a row of engines and takes the first that does not decline. What an engine needs from outside is handed to it ([`Ask`], [`Wish`]): no engine
//! knows another one, or who chooses.

mod answer;
mod ask;
mod wish;

use dashu_int::IBig;
use grundy_rules::rules::Line;

pub use self::answer::{Answer, Grounds, How, Theorem};
pub use self::ask::{Answers, Ask, Asked};
pub use self::wish::{Call, Show, Wish};
use crate::contract::position::Lists;
use crate::contract::proof::{Known, Pairs, Until};
use crate::contract::reason::{Made, Reason, Tried};
use crate::store::sum::Stored;
use crate::store::values::Values;

/// What an engine says of a position.
pub enum Told {
    /// Its value.
    Value(Answer),
    /// It has the value of this one, by these grounds; whoever chooses goes on along the row with it.
    Same(Lists<IBig>, Grounds),
}

/// One way to values. A verb that an engine does not have is declined.
pub trait Engine: Send {
    /// The value of a position that exists.
    ///
    /// # Errors
    /// Rules that are not defined at a position that can be reached; a limit; an interruption.
    fn value(&mut self, position: &Lists<IBig>, call: &Call) -> Made<Told> {
        let _ = (position, call);
        Ok(Tried::Declined(Reason::verb("gives no single values")))
    }

    /// The value of a position, if this engine has it at hand from earlier questions. Whoever wants the value alone, and not how it came about,
    /// may ask this first.
    fn at_hand(&self, position: &Lists<IBig>) -> Option<u32> {
        let _ = position;
        None
    }

    /// All values of the box from 0 to `hi`, one bound for each coordinate.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn table(&mut self, hi: &[u64], wish: &Wish) -> Made<Box<dyn Stored>> {
        let _ = (hi, wish);
        Ok(Tried::Declined(Reason::verb("makes no tables")))
    }

    /// All values of a box, where this engine has them without tables for single components.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn values(&mut self, hi: &[u64], call: &Call) -> Made<Values> {
        let _ = (hi, call);
        Ok(Tried::Declined(Reason::verb("gives no values of a whole box")))
    }

    /// The tables in normal and in misère play, where both together are less work than one after the other.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn tables_of_both_plays(&mut self, hi: &[u64], wish: &Wish) -> Made<(Box<dyn Stored>, Box<dyn Stored>)> {
        let _ = (hi, wish);
        Ok(Tried::Declined(Reason::verb("makes the tables of both plays one after the other")))
    }

    /// The proof of the period of a line. `until` is asked with the position reached, and ends the search by saying `true`.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn prove(&mut self, line: &Line, call: &Call, until: Until) -> Made<Known> {
        let _ = (line, call, until);
        Ok(Tried::Declined(Reason::verb("proves nothing of lines")))
    }

    /// The first positions with a value, in order, and what is known of the period of the differences of their coordinates.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn pairs(&mut self, value: u64, terms: usize, call: &Call, until: Until) -> Made<Pairs> {
        let _ = (value, terms, call, until);
        Ok(Tried::Declined(Reason::verb("lists no positions with a value")))
    }
}
