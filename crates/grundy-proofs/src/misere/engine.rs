//! Forms as an engine.
//!
//! In: rules in misère play whose positions split, or fall into components that no move joins. Out: misère values of positions.
//!
//! Measured on a build for developers: a heap of 60 of Kayles takes 687 million instructions, of 70 of Grundy's game 57 million. On a busy machine these are
//! 0.1 s and 0.01 s; heaps of 80, 100 and 120 of Kayles take 0.8 s, 15 s and 180 s, and that of 100 some 40 MB. The search without forms did not end at 60.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::{Lists, box_cells, flat, is_single, narrow};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::Stop;
use grundy_core::engine::{Answer, Engine, Found, How, ValueRequest};
use grundy_rules::lang::Code;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::Place;

use super::positions::Sums;

/// How values are found, in words.
pub const HOW: &str = "forms: the parts of the position and of its followers, each replaced by a simpler sum where one is equal to it in misère play";
/// A table of at most this many cells is near enough, where no move splits anything.
const NEAR: u64 = 1 << 20;

/// Gives misère values of positions that fall apart.
pub struct ByForms {
    sums: Sums,
}

impl ByForms {
    /// Reads rules whose positions fall apart.
    ///
    /// # Errors
    /// Normal play, in which values of parts are nim-added; rules whose positions stay whole.
    pub fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        if options.play == Play::Normal {
            return Err(Reason::gives_up("forms serve misère play; in normal play the values of parts are nim-added"));
        }
        let sums = Sums::new(rules, &options.limits);
        if !sums.falls_apart() {
            return Err(Reason::shape("no position falls into parts that no move joins", Place::default()));
        }
        Ok(Box::new(ByForms { sums }))
    }
}

impl Engine for ByForms {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        let near = || narrow(position).is_some_and(|small| is_single(&small) && box_cells(&flat(&small)) <= NEAR);
        if !call.named && !self.sums.splits() && near() {
            return Ok(Attempt::Declined(Reason::gives_up("the position is near enough for a table")));
        }
        let found = |value| Found::Value(Answer::new(value, EngineName::Forms, How::Always(HOW)));
        match self.sums.value(position) {
            Err(Stop::Error(error)) if error.code == Code::Memory => {
                Ok(Attempt::Declined(Reason::gives_up("the sums that can be reached take too much memory")))
            }
            answered => Ok(answered?.map(found)),
        }
    }
}
