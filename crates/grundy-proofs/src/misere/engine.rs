//! Forms as an engine.
//!
//! In: rules in misère play whose positions split, or fall into components that no move joins. Out: misère values of positions.
//!
//! Measured on a build for developers: a heap of 60 of Kayles takes 687 million instructions, of 70 of Grundy's game 57 million. On a busy machine these are
//! 0.1 s and 0.01 s; heaps of 80, 100 and 120 of Kayles take 0.8 s, 15 s and 180 s, and that of 100 some 40 MB. The search without forms did not end at 60.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::{Lists, box_cells, flat, is_single, narrow};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::Stop;
use grundy_core::engine::{Answer, Engine, Found, How, ValueRequest};
use grundy_core::read::table_bounds::never_raises;
use grundy_rules::lang::Code;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::Place;

use super::positions::Sums;

/// How values are found, in words.
pub const HOW: &str = "forms: the parts of the position and of its followers, each replaced by a simpler sum where one is equal to it in misère play";
/// A table of at most this many cells is near enough, where no move splits anything.
const NEAR: u64 = 1 << 20;

/// Positions of at most so many tokens are searched whole at once.
pub const FEW: u64 = 1 << 6;
/// The memory of a short search. The heap of 70 of Grundy's game takes less.
const SHORT: u64 = 1 << 21;

/// Gives misère values of positions that fall apart.
pub struct ByForms {
    sums: Sums,
    /// May a move raise a coordinate? Then the entries of a position say nothing of how many positions are reached.
    rises: bool,
}

impl ByForms {
    /// Reads rules whose positions fall apart.
    ///
    /// # Errors
    /// Normal play, in which values of parts are nim-added; rules whose positions stay whole.
    pub fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        Ok(Box::new(ByForms::of(rules, options)?))
    }

    fn of(rules: &Ruleset, options: &Options) -> Result<ByForms, Reason> {
        if options.play == Play::Normal {
            return Err(Reason::gives_up("forms serve misère play; in normal play the values of parts are nim-added"));
        }
        let sums = Sums::new(rules, &options.limits);
        if !sums.falls_apart() {
            return Err(Reason::shape("no position falls into parts that no move joins", Place::default()));
        }
        Ok(ByForms { sums, rises: !never_raises(rules) })
    }
}

impl Engine for ByForms {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        let near = || narrow(position).is_some_and(|small| is_single(&small) && box_cells(&flat(&small)) <= NEAR);
        if !call.named && !self.sums.splits() && !self.rises && near() {
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

/// The same for positions of more than a few tokens that take little memory nevertheless. Each is searched anew, so that none depends on those before.
pub struct ByShortForms {
    rules: Arc<Ruleset>,
    options: Options,
    rises: bool,
}

impl ByShortForms {
    /// Reads rules whose positions fall apart.
    ///
    /// # Errors
    /// As [`ByForms::read`].
    pub fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        let ByForms { rises, .. } = ByForms::of(rules, options)?;
        Ok(Box::new(ByShortForms { rules: rules.clone(), options: options.clone(), rises }))
    }
}

impl Engine for ByShortForms {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        let rises = self.rises;
        shortly(&self.rules, &self.options.limits, position, |sums| ByForms { sums, rises }.value(position, call))
    }
}

/// What a short search says of a position of more than a few tokens.
///
/// # Errors
/// As `ask`, except for too little memory.
pub fn shortly<T>(
    rules: &Ruleset,
    limits: &Limits,
    position: &Lists<IBig>,
    ask: impl FnOnce(Sums) -> Attempted<T>,
) -> Attempted<T> {
    let declined = |why: &str| Ok(Attempt::Declined(Reason::gives_up(why)));
    if tokens(position) <= IBig::from(FEW) {
        return declined("the position is near enough for the whole search");
    }
    match ask(Sums::new(rules, &limits.apart(SHORT))) {
        Err(Stop::Error(error)) if matches!(error.code, Code::Memory | Code::HugeRange) => {
            declined("the position takes too much for a short search")
        }
        answered => answered,
    }
}

/// The sum of all entries of a position.
#[must_use]
pub fn tokens(position: &Lists<IBig>) -> IBig {
    position.iter().flatten().flatten().fold(IBig::ZERO, |sum, entry| sum + entry)
}
