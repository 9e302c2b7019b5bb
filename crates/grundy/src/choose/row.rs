//! The row of engines.
//!
//! In: rules, options. Out: the engines that may be taken, in the order in which they are asked. To add an engine is to add a line to [`ROW`].

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::{EngineName, Options};
use grundy_core::contract::position::Lists;
use grundy_core::contract::reason::{Reason, Seen};
use grundy_core::engine::Engine;
use grundy_core::enumerate::engine::{ByEnumeration, BySearch};
use grundy_proofs::{divisions::ByDivisions, heaps::ByHeaps, levels::ByLevels, lines::ByLines};
use grundy_rules::rules::Ruleset;
use grundy_tables::{boxes::ByBoxes, rays::ByRays, steps::BySteps};

use super::short::ShortSearch;
use super::sum::BySum;
use super::table::ByTable;
use super::theorems::ByTheorem;

/// Reads rules: an engine for them, or why they have another shape.
pub(super) type Read = fn(&Arc<Ruleset>, &Options) -> Seen<Box<dyn Engine>>;

/// One place in the row.
pub(super) struct Entry {
    /// The names by which a person may ask for it; one without a name is taken by itself alone.
    names: &'static [EngineName],
    /// Who may take it.
    taken: Taken,
    read: Read,
}

/// Who may take an engine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// Whoever does not ask for every option to be visited.
    Fast,
    /// Everybody: it visits every option and rests on no theorem.
    Plain,
    /// As the fast ones; and where one of these is named, each component is asked for by it.
    Sum,
}

const fn entry(taken: Taken, names: &'static [EngineName], read: Read) -> Entry {
    Entry { names, taken, read }
}

/// All engines. For every verb the first that does not decline is taken.
const ROW: &[Entry] = &[
    entry(Taken::Fast, &[], ByTheorem::read),
    entry(Taken::Sum, &[], BySum::read),
    entry(Taken::Fast, &[EngineName::Automaton, EngineName::Converge], ByDivisions::read),
    entry(Taken::Fast, &[EngineName::Line], ByLines::read),
    entry(Taken::Fast, &[EngineName::Line], ByLevels::read),
    entry(Taken::Fast, &[EngineName::Heaps], ByHeaps::read),
    entry(Taken::Fast, &[EngineName::Rays], ByRays::read),
    entry(Taken::Fast, &[EngineName::Steps], BySteps::read),
    entry(Taken::Fast, &[EngineName::Boxes], ByBoxes::read),
    entry(Taken::Plain, &[EngineName::Enumeration], ByEnumeration::read),
    entry(Taken::Plain, &[], ShortSearch::read),
    entry(Taken::Plain, &TABLES, ByTable::read),
    entry(Taken::Plain, &[EngineName::Search], BySearch::read),
];

/// A value may be read from a table however it is made.
const TABLES: [EngineName; 5] =
    [EngineName::Table, EngineName::Rays, EngineName::Steps, EngineName::Boxes, EngineName::Enumeration];

impl Entry {
    fn is_wanted(&self, options: &Options) -> bool {
        let allowed = self.taken == Taken::Plain || !options.plain;
        let sum = |name: EngineName| self.taken == Taken::Sum && name.is_single();
        allowed && options.engine.is_none_or(|name| self.names.contains(&name) || sum(name))
    }
}

/// The places that are asked with these options, in order. An engine that is named is asked for the whole before a sum is taken apart for it.
pub(super) fn wanted(options: &Options) -> Vec<Slot> {
    let mut slots: Vec<&Entry> = ROW.iter().filter(|entry| entry.is_wanted(options)).collect();
    if options.engine.is_some() {
        slots.sort_by_key(|entry| entry.taken == Taken::Sum);
    }
    slots.into_iter().map(|entry| Slot { entry, engine: None }).collect()
}

/// The places that make tables, in order, under the name of one way or of any.
pub(super) fn tables(only: EngineName) -> impl Iterator<Item = (EngineName, Read)> {
    let way = |entry: &Entry| match entry.names {
        [name] if name.is_table() => Some((*name, entry.read)),
        _ => None,
    };
    ROW.iter().filter_map(way).filter(move |(name, _)| only == EngineName::Table || *name == only)
}

/// The engines that read some shapes of rules as a whole, in order, each under the name that says most of it.
pub(super) fn shapes() -> impl Iterator<Item = (EngineName, Read)> {
    let by_lines = |entry: &&Entry| entry.names.contains(&EngineName::Line);
    let shaped = ROW.iter().filter(|entry| entry.taken == Taken::Fast).filter(move |entry| !by_lines(entry));
    shaped.filter_map(|entry| Some((*entry.names.last()?, entry.read)))
}

/// An engine in its place: not asked yet what it reads, or the answer.
pub(super) struct Slot {
    entry: &'static Entry,
    engine: Option<Seen<Box<dyn Engine>>>,
}

impl Slot {
    /// The engine for rules, or why it does not read them.
    pub(super) fn engine(&mut self, rules: &Arc<Ruleset>, options: &Options) -> Result<&mut dyn Engine, Reason> {
        match self.engine.get_or_insert_with(|| (self.entry.read)(rules, options)) {
            Ok(engine) => Ok(&mut **engine),
            Err(reason) => Err(reason.clone()),
        }
    }

    /// A value that the engine has from earlier questions.
    pub(super) fn at_hand(&self, position: &Lists<IBig>) -> Option<u32> {
        self.engine.as_ref()?.as_ref().ok()?.at_hand(position)
    }

    /// Would its engine prove periods of lines if it read the rules?
    pub(super) fn proves_lines(&self) -> bool {
        self.entry.names.iter().any(|name| matches!(name, EngineName::Line | EngineName::Heaps))
    }
}
