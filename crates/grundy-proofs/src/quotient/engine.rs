//! Quotients as an engine.
//!
//! In: rules in misère play whose positions are sums of heaps of one game. Out: misère values of such sums, as [`HeapSums`] tells them.

use dashu_int::IBig;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::Lists;
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::engine::{Answer, Engine, Found, How, ValueRequest};
use grundy_rules::rules::Ruleset;

use super::sums::{Gate, HeapSums};
use crate::misere::{FEW, tokens};

/// How values are found, in words.
pub const HOW: &str = "quotient: the product of the elements of the heaps in a finite monoid, which tells the misère values of all sums of them; the checker has read its proof";
/// Gives misère values of sums of heaps.
pub struct ByQuotient {
    sums: HeapSums,
}

impl ByQuotient {
    /// Reads rules of heaps, or of a sum of games of one heap that have the same rules.
    ///
    /// # Errors
    /// Normal play, in which values are nim-added; rules of another shape.
    pub fn read(rules: &Ruleset, options: &Options, gate: Gate) -> Result<Box<dyn Engine>, Reason> {
        if options.play == Play::Normal {
            return Err(Reason::gives_up(
                "quotients serve misère play; in normal play the values of heaps are nim-added",
            ));
        }
        Ok(Box::new(ByQuotient { sums: HeapSums::read(rules, &options.limits, gate)? }))
    }
}

/// The heaps of a position that is a sum of heaps.
#[must_use]
pub fn heaps(position: &Lists<IBig>) -> Vec<IBig> {
    position.iter().flatten().flatten().cloned().collect()
}

impl Engine for ByQuotient {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        let declined = |why: &str| Ok(Attempt::Declined(Reason::gives_up(why)));
        if !call.named && tokens(position) <= IBig::from(FEW) {
            return declined("the position is near enough for a search");
        }
        match self.sums.value(&heaps(position))? {
            Some(value) => Ok(Attempt::Done(Found::Value(Answer::new(value, EngineName::Quotient, How::Always(HOW))))),
            None => declined("no quotient that was found tells the value"),
        }
    }
}
