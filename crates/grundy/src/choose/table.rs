//! Tables as an engine of single values.
//!
//! In: a position near the origin. Out: its value, read off tables of the components that reach it. The tables are kept for later questions and
//! grow with them, but whether a position has a table never depends on the tables kept. Where no move raises a coordinate, the box below a position
//! has a table if a larger box has one. Where some move raises a coordinate, that move may leave one box and not another, so each question needs the
//! table of its own box.

use grundy_rules::lang::Code;
use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::{EngineName, Options};
use grundy_core::contract::position::{Lists, flat, is_single, narrow};
use grundy_core::contract::reason::{Attempt, Attempted, Reason, Refused};
use grundy_core::contract::stop::{Result, Stop};
use grundy_core::engine::{Answer, Engine, Found, How, TableRequest, ValueRequest};
use grundy_core::enumerate::engine::{MOST_CELLS, NO_TABLE, cells_of};
use grundy_core::read::table_bounds::never_raises;
use grundy_core::store::sum::Tables;
use grundy_core::store::tiles::Place;
use grundy_rules::lang::Kind;
use grundy_rules::rules::Ruleset;

/// The most cells of a table that is larger than its questions.
const GROWN: u64 = 1 << 24;

/// Values read off tables.
pub(super) struct ByTable {
    rules: Arc<Ruleset>,
    /// Does no move raise a coordinate?
    monotone: bool,
    made: Option<Cached>,
    /// Boxes whose tables cannot be made.
    failed: Vec<Vec<u64>>,
}

/// Tables of a box, and how they were made.
struct Cached {
    hi: Vec<u64>,
    tables: Tables,
    how: How,
    refused: Arc<[Refused]>,
}

impl ByTable {
    /// Accepts any rules: whether they have tables shows only when one is made.
    pub(super) fn read(rules: &Arc<Ruleset>, _: &Options) -> Result<Box<dyn Engine>, Reason> {
        Ok(Box::new(ByTable { rules: rules.clone(), monotone: never_raises(rules), made: None, failed: vec![] }))
    }

    fn looked_up(&self, position: &[u64]) -> Option<&Cached> {
        let inside = |kept: &&Cached| position.iter().zip(&kept.hi).all(|(x, h)| x <= h);
        self.made.as_ref().filter(inside)
    }

    /// Makes tables that reach a position: of the box around all positions asked about so far, or, where that fails, of this position's box.
    fn reach(&mut self, position: &[u64], call: &ValueRequest) -> Result<bool> {
        let monotone = self.monotone;
        if self.looked_up(position).is_some_and(|kept| monotone || kept.hi == position) {
            return Ok(true);
        }
        let as_large = |failed: &Vec<u64>| failed.iter().zip(position).all(|(f, x)| f <= x);
        if self.failed.iter().any(|failed| failed == position || (monotone && as_large(failed))) {
            return Ok(false);
        }
        let before = self.made.take().filter(|_| monotone).map(|kept| kept.hi).unwrap_or_default();
        let both: Vec<u64> =
            position.iter().enumerate().map(|(c, x)| before.get(c).map_or(*x, |h| *x.max(h))).collect();
        if !before.is_empty() {
            let grown = self.grown(&before, &both);
            let fits = self.cells(&grown, call) <= GROWN.min(call.options.limits.memory / 16);
            if grown != both && fits && self.make(&grown, call).is_ok_and(|made| made) {
                return Ok(true);
            }
        }
        if both != position && self.make(&both, call).is_ok_and(|made| made) {
            return Ok(true);
        }
        let made = self.make(position, call)?;
        if !made {
            self.failed.push(position.to_vec());
        }
        Ok(made)
    }

    /// The box to make where one has become too small: a coordinate that grows is doubled at least, so that questions about one position after the
    /// other make few tables.
    fn grown(&self, before: &[u64], both: &[u64]) -> Vec<u64> {
        let grown = |(c, (old, new)): (usize, (&u64, &u64))| {
            let most = self.rules.own_bound(c).unwrap_or(u64::MAX).max(*new);
            if new > old { (*new).max(old.saturating_mul(2)).min(most) } else { *new }
        };
        before.iter().zip(both).enumerate().map(grown).collect()
    }

    fn cells(&self, hi: &[u64], call: &ValueRequest) -> u64 {
        cells_of(&self.rules, call.options.plain, hi)
    }

    fn make(&mut self, hi: &[u64], call: &ValueRequest) -> Result<bool> {
        let Options { play, plain, engine, limits, .. } = call.options;
        let only = engine.unwrap_or(EngineName::Table);
        let any = TableRequest::any(*play, *plain, limits, &**call.ask);
        match call.ask.tables(&self.rules, hi, &TableRequest { only, place: Place::Memory, ..any }) {
            Ok(Some(tables)) => {
                let account = tables.account();
                let (how, refused) = (How::told(&account.how), account.refused.into());
                self.made = Some(Cached { hi: hi.to_vec(), tables, how, refused });
                Ok(true)
            }
            Ok(None) | Err(Stop::Overflow) => Ok(false),
            // Where no table is asked for by name, rules that are undefined somewhere in the box, or too little memory, leave the position to
            // the search, which visits followers only.
            Err(Stop::Error(error))
                if engine.is_none() && (error.kind == Kind::Input || error.code == Code::Memory) =>
            {
                Ok(false)
            }
            Err(stop) => Err(stop),
        }
    }
}

impl Engine for ByTable {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        let declined = || Ok(Attempt::Declined(Reason::gives_up(NO_TABLE)));
        let Some(small) = narrow(position).filter(is_single) else { return declined() };
        let hi = flat(&small);
        let Options { engine, limits, .. } = call.options;
        let most = MOST_CELLS.min(limits.memory / 4);
        if engine.is_none() && self.cells(&hi, call) > most {
            return Ok(Attempt::Declined(Reason::gives_up("a table that reaches the position has too many cells")));
        }
        if !self.reach(&hi, call)? {
            return declined();
        }
        let Some(Cached { tables, how, refused, .. }) = self.looked_up(&hi) else { return declined() };
        let Some(value) = tables.get(&hi) else { return declined() };
        let answer = Answer::new(value, EngineName::Table, how.clone());
        Ok(Attempt::Done(Found::Value(Answer { refused: refused.clone(), ..answer })))
    }

    fn at_hand(&self, position: &Lists<IBig>) -> Option<u32> {
        let hi = narrow(position).filter(is_single).map(|small| flat(&small))?;
        self.looked_up(&hi)?.tables.get(&hi)
    }
}
