//! Subtraction-division games as an engine.
//!
//! In: rules of one coordinate, and a number. Out: its value, if it is far out or the caller names this engine.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::Options;
use grundy_core::contract::position::{Lists, is_far_out};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::done;
use grundy_core::engine::{Answer, Engine, Found, How, ValueRequest};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::Place;

use super::Divisions;

/// Gives values by convergence, or by a proved automaton.
pub struct ByDivisions {
    divisions: Divisions,
}

impl ByDivisions {
    /// Reads rules that subtract constants and divide.
    ///
    /// # Errors
    /// The move of another shape.
    pub fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        let divisions = match options.engine {
            Some(_) => Divisions::of(rules, options.play)?,
            None => Divisions::of_any(rules, options.play)?,
        };
        Ok(Box::new(ByDivisions { divisions }))
    }
}

impl Engine for ByDivisions {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        let [list] = &position[..] else { return Ok(Attempt::Declined(several())) };
        let [tuple] = &list[..] else { return Ok(Attempt::Declined(several())) };
        let (number, limits) = (&tuple[0], &call.options.limits);
        let value = match call.options.engine.filter(|_| call.named) {
            Some(name) => done!(self.divisions.by(name, number, limits)?),
            None if !is_far_out(position) => {
                return Ok(Attempt::Declined(Reason::gives_up("smaller numbers are near enough for tables")));
            }
            None => match self.divisions.far_out(number, limits)? {
                Some(value) => value,
                None => return Ok(Attempt::Declined(Reason::gives_up("the number is near enough for a table"))),
            },
        };
        let (by, how) = self.divisions.told();
        Ok(Attempt::Done(Found::Value(Answer::new(value, by, How::told(how)))))
    }
}

fn several() -> Reason {
    Reason::shape("the position has several parts, and no number is its size", Place::default())
}
