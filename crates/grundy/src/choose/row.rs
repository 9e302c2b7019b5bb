//! The row of engines.
//!
//! In: rules, options. Out: the engines that may answer, in the order in which they are asked. To add an engine, add a line to [`ROW`].

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::blocked::NOT_COUNTED;
use grundy_core::contract::options::{EngineName, Options};
use grundy_core::contract::position::Lists;
use grundy_core::contract::reason::Reason;
use grundy_core::engine::Engine;
use grundy_core::enumerate::engine::{ByClearing, ByEnumeration, BySearch, ByShortSearch};
use grundy_proofs::automata::ByAutomata;
use grundy_proofs::misere::{ByForms, ByShortForms};
use grundy_proofs::theorems::ByTheorem;
use grundy_proofs::{divisions::ByDivisions, heaps::ByHeaps, intervals::ByIntervals, levels::ByLevels, lines::ByLines};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::Place;
use grundy_tables::{boxes::ByBoxes, rays::ByRays, steps::BySteps, windows::ByWindows};

use super::quotient;
use super::sum::BySum;
use super::table::ByTable;

/// Reads rules: an engine for them, or the reason why the engine does not apply.
type Read = fn(&Arc<Ruleset>, &Options) -> Result<Box<dyn Engine>, Reason>;

/// One place in the row.
pub(super) struct Entry {
    /// The names by which the options may ask for the engine; an engine without a name answers only where none is named.
    names: &'static [EngineName],
    /// With which options the engine is allowed.
    taken: Taken,
    read: Read,
    /// May the engine give all values of a box at once, without tables? The others are not asked, so that they need not read the rules for it.
    gives_boxes: bool,
}

/// With which options an engine is allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// Without `plain`.
    Fast,
    /// Without `plain`; the engine reads each question for itself, and whether it applies is not seen in the rules alone.
    Asked,
    /// Always: the engine visits every option and rests on no theorem.
    Plain,
    /// Without `plain`; also where an engine of single values is named, which is then asked for each component.
    Sum,
}

const fn entry(taken: Taken, names: &'static [EngineName], read: Read) -> Entry {
    Entry { names, taken, read, gives_boxes: false }
}

/// An engine that may give all values of a box at once.
const fn boxes(entry: Entry) -> Entry {
    Entry { gives_boxes: true, ..entry }
}

/// All engines. For every verb, the first engine that does not decline answers.
const ROW: &[Entry] = &[
    entry(Taken::Fast, &[], ByTheorem::read),
    entry(Taken::Sum, &[], BySum::read),
    entry(Taken::Fast, &[EngineName::Automaton, EngineName::Converge], ByDivisions::read),
    boxes(entry(Taken::Asked, &[EngineName::Line], ByLines::read)),
    entry(Taken::Asked, &[EngineName::Line], ByLevels::read),
    entry(Taken::Asked, &[EngineName::Line], ByIntervals::read),
    boxes(entry(Taken::Fast, &[EngineName::Heaps], ByHeaps::read)),
    entry(Taken::Fast, &[EngineName::Rays], ByRays::read),
    entry(Taken::Fast, &[EngineName::Steps], BySteps::read),
    entry(Taken::Fast, &[EngineName::Boxes], ByBoxes::read),
    entry(Taken::Fast, &[EngineName::Windows], ByWindows::read),
    entry(Taken::Asked, &[EngineName::Automaton], ByAutomata::read),
    entry(Taken::Plain, &[EngineName::Enumeration], ByEnumeration::read),
    entry(Taken::Fast, &[], ByClearing::read),
    entry(Taken::Asked, &[], ByShortForms::read),
    entry(Taken::Asked, &[EngineName::Quotient], quotient::read),
    entry(Taken::Asked, &[EngineName::Forms], ByForms::read),
    entry(Taken::Plain, &[], ByShortSearch::read),
    entry(Taken::Plain, &TABLES, ByTable::read),
    entry(Taken::Asked, &[], ByAutomata::read_last),
    entry(Taken::Plain, &[EngineName::Search], BySearch::read),
];

/// The names of all ways to make tables: [`ByTable`] reads values off any of them.
const TABLES: [EngineName; 6] = [
    EngineName::Table,
    EngineName::Rays,
    EngineName::Steps,
    EngineName::Boxes,
    EngineName::Windows,
    EngineName::Enumeration,
];

/// The reader of an engine. No rules reach an engine in another way.
#[derive(Clone, Copy)]
pub(super) struct Reader(&'static Entry);

impl Reader {
    /// An engine for rules, or the reason why the engine does not apply. Only the plain engines count options that may be forbidden.
    pub(super) fn read(self, rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        if rules.blocked > 0 && self.0.taken != Taken::Plain {
            return Err(Reason::shape(NOT_COUNTED, Place::default()));
        }
        (self.0.read)(rules, options)
    }
}

impl Entry {
    fn is_wanted(&self, options: &Options) -> bool {
        let allowed = self.taken == Taken::Plain || !options.plain;
        let sum = |name: EngineName| self.taken == Taken::Sum && name.is_single();
        allowed && options.engine.is_none_or(|name| self.names.contains(&name) || sum(name))
    }
}

/// The entries that are asked with these options, in order. An engine that is named is asked for the whole game before the sum is split into
/// components for it.
pub(super) fn wanted(options: &Options) -> Vec<Slot> {
    let mut slots: Vec<&Entry> = ROW.iter().filter(|entry| entry.is_wanted(options)).collect();
    if options.engine.is_some() {
        slots.sort_by_key(|entry| entry.taken == Taken::Sum);
    }
    slots.into_iter().map(|entry| Slot { entry, engine: None }).collect()
}

/// The engines that make tables, in order: the one named, or all of them for [`EngineName::Table`].
pub(super) fn tables(only: EngineName) -> impl Iterator<Item = (EngineName, Reader)> {
    let way = |entry: &'static Entry| match entry.names {
        [name] if name.is_table() => Some((*name, Reader(entry))),
        _ => None,
    };
    ROW.iter().filter_map(way).filter(move |(name, _)| only == EngineName::Table || *name == only)
}

/// The engines that read some shapes of rules as a whole, in order, each under the name that says most of it.
pub(super) fn shapes() -> impl Iterator<Item = (EngineName, Reader)> {
    let shaped = ROW.iter().filter(|entry| entry.taken == Taken::Fast);
    shaped.filter_map(|entry| Some((*entry.names.last()?, Reader(entry))))
}

/// An entry of the row with its engine, once that engine has read the rules or refused them.
pub(super) struct Slot {
    entry: &'static Entry,
    engine: Option<Result<Box<dyn Engine>, Reason>>,
}

impl Slot {
    /// The engine for rules, or why it does not read them.
    pub(super) fn engine(&mut self, rules: &Arc<Ruleset>, options: &Options) -> Result<&mut dyn Engine, Reason> {
        match self.engine.get_or_insert_with(|| Reader(self.entry).read(rules, options)) {
            Ok(engine) => Ok(&mut **engine),
            Err(reason) => Err(reason.clone()),
        }
    }

    /// A value that the engine has cached from earlier questions.
    pub(super) fn at_hand(&self, position: &Lists<IBig>) -> Option<u32> {
        self.engine.as_ref()?.as_ref().ok()?.at_hand(position)
    }

    /// May an engine of this entry give all values of a box at once?
    pub(super) fn gives_boxes(&self) -> bool {
        self.entry.gives_boxes
    }

    /// Does an engine of this entry prove periods of lines, for rules that it reads?
    pub(super) fn proves_lines(&self) -> bool {
        self.entry.names.iter().any(|name| matches!(name, EngineName::Line | EngineName::Heaps))
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::contract::proof::Effort;
    use grundy_core::contract::reason::Attempt;
    use grundy_core::engine::ValueRequest;
    use grundy_rules::session::Session;

    use super::super::ask::chooser;
    use super::*;

    /// What is not listed as giving boxes is not asked for them, and would be forgotten if it gave any.
    #[test]
    fn no_engine_gives_boxes_unlisted() {
        for game in ["nim[2]", "kayles", "wythoff", "mark[{1}, {2}]", "subtraction[{1, 3}]", "chomp", "nim[1] + kayles"]
        {
            let Ok(game) = Session::new().game(game, None) else { continue };
            let hi = vec![6; game.rules.width()];
            let (options, ask) = (Options::default(), chooser());
            let call =
                ValueRequest { options: &options, named: false, told: true, effort: Effort::default(), ask: &ask };
            for entry in ROW.iter().filter(|entry| !entry.gives_boxes) {
                let Ok(mut engine) = (entry.read)(&game.rules, &options) else { continue };
                let declined = engine.values(&hi, &call);
                assert!(matches!(declined, Ok(Attempt::Declined(_))), "{:?}, {}", entry.names, game.text);
            }
        }
    }
}
