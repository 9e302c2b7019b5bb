//! The period of a line, by the values of all positions.
//!
//! In: what automata say of the values of all positions, and a line. Out: its period, if its first values show one and a formula shows that they go on so. Where
//! no machine reads the moves of a line, since they take amounts that grow along it, the values may still be known: they are `y div 5` where a move takes a multiple of 5.

use std::any::Any;
use std::sync::Arc;

use dashu_int::UBig;
use grundy_automata::Budget;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::Options;
use grundy_core::contract::proof::Proved;
use grundy_core::contract::stop::Result;
use grundy_core::contract::tail::tail_by;
use grundy_core::engine::Ask;
use grundy_decide::{Block, Coordinates, Knowledge, Recurs};
use grundy_rules::rules::{Line, LineEntry, Ruleset};

use super::engine::is_long;
use super::learn::known;
use super::memory::memory;
use crate::recurring::Recurring;

/// So many values at the beginning of a line show its period.
const SEEN: u64 = 1 << 11;

/// The period of a line, by automata that small tables show and that are proved for every position, with the theorem in words. Nothing where there are none, or where the values that they
/// give show no period.
///
/// # Errors
/// An interruption.
pub fn period(
    rules: &Arc<Ruleset>,
    line: &Line,
    options: &Options,
    ask: &dyn Ask,
) -> Result<Option<(Box<dyn Proved>, String)>> {
    let limits = &options.limits;
    if is_long(rules) {
        return Ok(None);
    }
    let ended = || limits.ended().is_some();
    let budget = Budget { ended: &ended, memory: memory(limits), ..Budget::default() };
    let known = known(rules, options.play, limits, ask, &budget).filter(Knowledge::says_values);
    let found = known.and_then(|known| Some((ByValues::of(rules, &known, line, &budget)?, known.states())));
    limits.interrupted()?;
    Ok(found.map(|(found, states)| {
        let words = format!(
            "automata of at most {states} states give the values of all positions, and along the line they recur"
        );
        (Box::new(found) as Box<dyn Proved>, words)
    }))
}

/// A line whose period follows from the values of all positions.
struct ByValues {
    recurring: Recurring,
    block: Block,
}

impl ByValues {
    /// The period of a line, if it is proved.
    fn of(rules: &Ruleset, known: &Knowledge, line: &Line, budget: &Budget<'_>) -> Option<ByValues> {
        // The positions of a line need not ascend.
        if known.coordinates() != Coordinates::Plain {
            return None;
        }
        let position = |n: u64| {
            let entry = |entry: &LineEntry| match entry {
                LineEntry::Runs(more) => UBig::from(*more) + UBig::from(n),
                LineEntry::Fixed(x) => UBig::from(*x),
            };
            line.entries.iter().map(entry).collect::<Vec<UBig>>()
        };
        let value = |n: u64| known.at(&position(n), budget).and_then(|value| u64::try_from(&value).ok());
        let mut values = vec![];
        for n in 0..SEEN {
            values.push(value(n)?);
        }
        let tail = tail_by(values.len(), |n| i128::from(values[n]))?;
        let (preperiod, period) = (tail.preperiod as u64, tail.period as u64);
        let saltus = u64::try_from(tail.saltus).ok()?;
        let recurs = Recurs { line, preperiod, period, saltus };
        if !recurs.holds(rules, known, budget) {
            return None;
        }
        let block = Block::of(rules, known, budget).ok()?;
        let two_rounds = tail.preperiod + 2 * tail.period;
        let values = values.into_iter().take(two_rounds).map(Some).collect();
        Some(ByValues { recurring: Recurring::of(values, preperiod, period, None), block })
    }
}

impl Proved for ByValues {
    fn preperiod(&self) -> u64 {
        self.recurring.preperiod()
    }
    fn period(&self) -> u64 {
        self.recurring.period()
    }
    fn saltus(&self) -> u64 {
        self.recurring.saltus()
    }
    fn recurrence(&self) -> (u64, u64) {
        self.recurring.recurrence()
    }
    fn everywhere(&self) -> Option<&dyn Any> {
        Some(&self.block)
    }
    fn value(&mut self, column: u64, limits: &Limits) -> Result<Option<u64>> {
        self.recurring.value(column, limits)
    }
}
