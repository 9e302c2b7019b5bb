//! Heaps as an engine.
//!
//! In: rules of heaps, of one kind or several, in normal play. Out: the values of heaps and the proof of their period, if the rules split heaps or
//! the caller names this engine.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::Lists;
use grundy_core::contract::proof::{Known, Until};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::done;
use grundy_core::engine::{Answer, Engine, Found, How, ValueRequest};
use grundy_core::store::tiles::Folder;
use grundy_core::store::values::Values;
use grundy_rules::rules::{Line, Ruleset};

use super::HeapLine;

/// Gives values of heaps, computed in order of size or from their proved period.
pub struct ByHeaps {
    rules: Arc<Ruleset>,
    heaps: HeapLine,
}

impl ByHeaps {
    /// Reads rules whose moves take a constant and leave parts of any sizes.
    ///
    /// # Errors
    /// The move of another shape; misère play.
    pub fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        let heaps = HeapLine::of(rules, options.play)?;
        Ok(Box::new(ByHeaps { rules: rules.clone(), heaps }))
    }

    fn told(&self, position: &Lists<IBig>, value: IBig) -> Found {
        let numbers = position.iter().flatten().filter_map(|tuple| self.heaps.number(tuple));
        let largest = numbers.max().map_or(0, |n| u64::try_from(&n).unwrap_or(u64::MAX));
        let how = How::told(&self.heaps.explain_last(largest.saturating_add(1)));
        Found::Value(Answer::new(value, EngineName::Heaps, how))
    }
}

/// Heaps that no move splits have a table up to this size.
const NEAR: u64 = 1 << 22;

fn whole() -> Reason {
    Reason::gives_up("heaps that are not split are near enough for tables")
}

impl Engine for ByHeaps {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        let limits = &call.options.limits;
        if call.named {
            let value = done!(self.heaps.of_position(position, limits)?);
            return Ok(Attempt::Done(self.told(position, value)));
        }
        let largest = position.iter().flatten().flatten().max();
        if !self.rules.splits() && largest.is_none_or(|n| *n < IBig::from(NEAR)) {
            return Ok(Attempt::Declined(whole()));
        }
        let mut sum = IBig::ZERO;
        for heap in position.iter().flatten() {
            let Some(number) = self.heaps.number(heap) else { return Ok(Attempt::Declined(whole())) };
            match self.heaps.value(&number, limits)? {
                Some(value) => sum ^= value,
                None => return Ok(Attempt::Declined(self.heaps.too_large())),
            }
        }
        Ok(Attempt::Done(self.told(position, sum)))
    }

    fn values(&mut self, hi: &[u64], call: &ValueRequest) -> Attempted<Values> {
        // A checkpoint keeps tables, parts of which other runs read.
        let ([last], None) = (hi, &call.options.checkpoint) else {
            return Ok(Attempt::Declined(Reason::gives_up("of values one after the other nothing is kept")));
        };
        if !self.rules.splits() || call.named {
            return Ok(Attempt::Declined(whole()));
        }
        let Ok(terms) = usize::try_from(last.saturating_add(1)) else {
            return Ok(Attempt::Declined(self.heaps.too_large()));
        };
        let (values, held) = self.heaps.terms(terms, &call.options.limits)?;
        let how = self.heaps.explain(terms as u64);
        Ok(Attempt::Done(Values::single(hi, values, EngineName::Heaps, how, held)))
    }

    fn prove(&mut self, line: &Line, call: &ValueRequest, until: Until) -> Attempted<Known> {
        // If nothing is split, the engine for lines was asked before, and proves more where it reads the rules.
        let read = HeapLine::of(&self.rules, Play::Normal).and_then(|heaps| Ok((heaps.kind_along(line)?, heaps)));
        let (kind, mut heaps) = match read {
            Ok(read) => read,
            Err(reason) => return Ok(Attempt::Declined(reason)),
        };
        if let (Some(root), Some((row, runner)), 1) = (&call.options.checkpoint, line.single(), self.rules.width()) {
            heaps.keep(Folder::of_line(root, &self.rules, (&row, runner), Play::Normal)?, &call.options.limits)?;
        }
        heaps.solve(&call.options.limits, call.effort, until)?;
        Ok(Attempt::Done(heaps.into_known(kind)))
    }
}
