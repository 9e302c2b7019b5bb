//! Levels as an engine.
//!
//! In: rules of two coordinates that have the shape [`read`](super::read) describes. Out: the positions with a value and the period of their
//! differences; the period along a diagonal.

use std::sync::Arc;

use grundy_core::contract::options::Options;
use grundy_core::contract::proof::{Known, Pairs, Until};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::done;
use grundy_core::engine::{Engine, ValueRequest};
use grundy_rules::rules::{Line, LineEntry, Ruleset};

use super::{Levels, MOST_LEVELS};

/// The engine that proves periods by levels.
pub struct ByLevels {
    rules: Arc<Ruleset>,
    /// `None` until the first question.
    levels: Option<Result<Levels, Reason>>,
}

impl ByLevels {
    /// Takes any rules; whether they have the shape is decided at the first question.
    ///
    /// # Errors
    /// None.
    pub fn read(rules: &Arc<Ruleset>, _: &Options) -> Result<Box<dyn Engine>, Reason> {
        Ok(Box::new(ByLevels { rules: rules.clone(), levels: None }))
    }

    fn levels(&mut self, call: &ValueRequest) -> Attempted<&Levels> {
        if self.levels.is_none() {
            self.levels = Some(Levels::of(&self.rules, call.options, call.ask)?.seen());
        }
        Ok(match &self.levels {
            Some(Ok(levels)) => Attempt::Done(levels),
            Some(Err(reason)) => Attempt::Declined(reason.clone()),
            None => Attempt::Declined(Reason::verb("has not begun")),
        })
    }
}

impl Engine for ByLevels {
    fn prove(&mut self, line: &Line, call: &ValueRequest, until: Until) -> Attempted<Known> {
        if line.single().is_some() {
            return Ok(Attempt::Declined(Reason::verb("proves periods where both coordinates run")));
        }
        let [LineEntry::Runs(a), LineEntry::Runs(b)] = line.entries[..] else {
            return Ok(Attempt::Declined(Reason::gives_up(
                "several coordinates run together, or one from another number than 0",
            )));
        };
        let levels = match self.levels(call)? {
            Attempt::Done(levels) => levels,
            Attempt::Declined(reason) => {
                let why = format!("several coordinates run together, and {reason}");
                return Ok(Attempt::Declined(Reason::gives_up(&why)));
            }
        };
        match levels.diagonal((a, b), until)? {
            Known::Open(open) => Ok(Attempt::Declined(Reason::gives_up(&open.why))),
            proved => Ok(Attempt::Done(proved)),
        }
    }

    fn pairs(&mut self, value: u64, terms: usize, call: &ValueRequest, until: Until) -> Attempted<Pairs> {
        if value >= MOST_LEVELS as u64 {
            let why = format!("levels are not computed as far as the value {value}");
            return Ok(Attempt::Declined(Reason::gives_up(&why)));
        }
        let levels = done!(self.levels(call)?);
        if terms == 0 {
            return Ok(Attempt::Done(Pairs { terms: vec![], known: levels.differences(value, until)? }));
        }
        let (known, terms) = levels.sequence(value, terms, until)?;
        Ok(Attempt::Done(Pairs { terms, known }))
    }
}
