//! Values of a game, read off a table as an automaton and proved.
//!
//! In: a game and the play. Out: what its values are at every position, if a small automaton shows itself in a table and the induction along the game
//! goes through. An automaton that is wrong costs time only: it is not proved. Tables double until something is found or they are too large.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_automata::{Automaton, Budget, Sample};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::position::box_cells;
use grundy_core::store::values::Values;
use grundy_decide::{
    Claimed, Coordinates, Description, Knowledge, Level, Outcome, Swap, Told, prove, prove_swap, ways,
};
use grundy_rules::rules::{Ruleset, build};

use super::evaluator::Evaluator;
use super::foreseen::foreseen;

/// The most cells of a table that is made for this.
const CELLS: u64 = 1 << 25;
/// The most values that are looked at, by the number of coordinates without a bound: with more of them, a table of as many values is narrower.
const VALUES: [u64; 3] = [1 << 16, 1 << 18, 1 << 21];
/// The most work foreseen for a table.
const WORK: u64 = 1 << 27;
/// The most coordinates.
const WIDEST: usize = 5;
/// The most work on reading an automaton off a table.
const LOOK: usize = 1 << 18;
/// The most states of an automaton that is taken for more than noise.
const STATES: usize = 200;
/// An automaton with more states is proved only if a table of twice the size shows one with as many: noise grows with the table.
const PLAUSIBLE: usize = 20;
/// The most states, nodes and work of the proof of what was read off a table: less than where a person says what is to be proved.
const PROOF: (usize, usize, usize) = (20_000, 500_000, 1_000_000);
/// The first number of values of each coordinate.
const FIRST: u64 = 16;
/// More values than this are looked at as a coordinate of their own.
const LEVELS: u32 = 12;
/// Where an automaton of all values does not show itself, one that tells so many values from the rest may.
const FEWER: [u32; 6] = [9, 6, 4, 3, 2, 1];

/// What is known of the values of a game in one play, for every position: they are read off tables and proved, or, in misère play of a miserable game,
/// follow from those of normal play and its swap positions.
pub(super) fn known(rules: &Arc<Ruleset>, misere: bool, limits: &Limits, budget: &Budget<'_>) -> Option<Knowledge> {
    let learned = |misere| learn(rules, misere, None, limits, budget).filter(|told| told.complete).map(Arc::new);
    if let Some(told) = learned(misere) {
        return Some(Knowledge::Told(told));
    }
    let told = learned(false).filter(|_| misere)?;
    let level = |value| Level { told: told.clone(), value };
    let (swap, _) = prove_swap(rules, &Swap { zero_one: level(0), one_zero: level(1) }, budget)?;
    Some(Knowledge::Swapped(told, swap))
}

/// Learns the values of a game, or of its rows: the positions whose first coordinate is at most a number. What is said of them is proved.
pub(crate) fn learn(
    rules: &Arc<Ruleset>,
    misere: bool,
    rows: Option<u64>,
    limits: &Limits,
    budget: &Budget<'_>,
) -> Option<Told> {
    let width = rules.width();
    if width == 0 || width > WIDEST || rules.splits() {
        return None;
    }
    let budget = &Budget { states: PROOF.0, nodes: PROOF.1, work: PROOF.2, ..budget.clone() };
    let mut best: Option<Told> = None;
    for how in ways(rules, budget) {
        if rows.is_some() && how == Coordinates::Differences {
            continue;
        }
        let mut guesses = Guesses { rules, misere, how, rows, seen: BTreeMap::new() };
        let found = guesses.learn(limits, budget);
        if found.as_ref().is_some_and(|told| told.complete) {
            return found;
        }
        best = better(best, found);
    }
    best
}

/// Of two descriptions by levels, the one with more of them.
fn better(a: Option<Told>, b: Option<Told>) -> Option<Told> {
    let levels = |told: &Option<Told>| told.as_ref().map(Told::height);
    if levels(&b) > levels(&a) { b } else { a }
}

struct Guesses<'r> {
    rules: &'r Arc<Ruleset>,
    misere: bool,
    how: Coordinates,
    rows: Option<u64>,
    /// How many states the automaton had that was seen last, by what it tells.
    seen: BTreeMap<Option<u32>, usize>,
}

impl Guesses<'_> {
    fn learn(&mut self, limits: &Limits, budget: &Budget<'_>) -> Option<Told> {
        let (mut size, mut best) = (FIRST, None);
        while let Some(table) = self.table(size, limits) {
            let levels = best.as_ref().map_or(0, |told: &Told| told.height() as u32);
            if let Some(told) = self.guess(&table, size, levels, budget)
                && let Outcome::Proved { told, .. } = prove(self.rules, self.misere, &told, budget)
            {
                if told.complete {
                    return Some(told);
                }
                best = better(best, Some(told));
            }
            size *= 2;
        }
        best
    }

    /// The greatest value of a number by which positions are looked at, if it has one.
    fn most(&self, i: usize) -> Option<u64> {
        match (self.how, self.rows.filter(|_| i == 0)) {
            (Coordinates::Differences, _) => None,
            (Coordinates::Plain, Some(rows)) => Some(self.rules.own_bound(0).map_or(rows, |own| own.min(rows))),
            (Coordinates::Plain, None) => self.rules.own_bound(i),
        }
    }

    /// How many values of each of these numbers are looked at.
    fn sizes(&self, size: u64) -> Vec<u64> {
        (0..self.rules.width()).map(|i| self.most(i).map_or(size, |most| most.saturating_add(1))).collect()
    }

    fn table(&self, size: u64, limits: &Limits) -> Option<Values> {
        let sizes = self.sizes(size);
        let hi: Vec<u64> = match self.how {
            Coordinates::Plain => sizes.iter().map(|size| size - 1).collect(),
            Coordinates::Differences => (1..=sizes.len() as u64).map(|i| i * (size - 1)).collect(),
        };
        let free = (0..sizes.len()).filter(|i| self.most(*i).is_none()).count();
        // Only bounded coordinates: a larger table would be the same.
        let is_new = size == FIRST || sizes.contains(&size);
        // No named engine has a part in what is learned.
        let options = Options { play: Play::of(self.misere), limits: limits.clone(), ..Options::default() };
        let fits = is_new
            && sizes.iter().product::<u64>() <= VALUES[free.clamp(1, VALUES.len()) - 1]
            && box_cells(&hi) <= CELLS
            && foreseen(self.rules, &hi, &options) <= WORK;
        fits.then(|| Evaluator::new(self.rules, options).table(&hi).ok()).flatten()
    }

    /// What the table suggests: all values, as levels or as a coordinate of their own; else as many levels from 0 on as possible, more than so many.
    fn guess(&mut self, table: &Values, size: u64, levels: u32, budget: &Budget<'_>) -> Option<Told> {
        let bounded: Vec<bool> = (0..self.rules.width()).map(|i| self.most(i).is_some()).collect();
        let values = Sample::of(2, &self.sizes(size), &bounded, &mut |at| match self.how {
            Coordinates::Plain => table.get(at),
            Coordinates::Differences => {
                let mut last = 0;
                let mut next = |difference: &u64| {
                    last += difference;
                    last
                };
                table.get(&at.iter().map(&mut next).collect::<Vec<u64>>())
            }
        });
        let look = || Budget { spent: Arc::default(), work: LOOK, ..budget.clone() };
        if values.greatest()? <= LEVELS {
            if let Ok(Some(levels)) = values.levels(STATES, &look())
                && let Some(told) = self.plausible(None, self.levels(levels, None))
            {
                return Some(told);
            }
        } else if let Ok(Some(graph)) = values.graph(STATES, &look())
            && let Some(told) = self.plausible(None, self.told(vec![Claimed::Graph(Arc::new(graph))], true))
        {
            return Some(told);
        }
        FEWER.into_iter().filter(|fewer| *fewer > levels).find_map(|fewer| {
            let levels = values.map(|value| value.min(fewer)).levels(STATES, &look()).ok()??;
            self.plausible(Some(fewer), self.levels(levels, Some(fewer)))
        })
    }

    /// What is small, or had as many states in the table before.
    fn plausible(&mut self, kind: Option<u32>, told: Told) -> Option<Told> {
        let states = told.descriptions.iter().map(Description::states).max()?;
        let before = self.seen.insert(kind, states);
        (states <= PLAUSIBLE || before == Some(states)).then_some(told)
    }

    /// All levels up to the greatest, or below a number. A value that no position has is an empty level.
    fn levels(&self, levels: Vec<(u32, Automaton)>, below: Option<u32>) -> Told {
        let most = levels.iter().map(|(value, _)| *value).max().unwrap_or(0);
        let mut by_value: Vec<Automaton> =
            (0..below.unwrap_or(most + 1)).map(|_| Automaton::constant(2, false)).collect();
        for (value, set) in levels.into_iter().filter(|(value, _)| below.is_none_or(|below| *value < below)) {
            by_value[value as usize] = set;
        }
        let member = |(value, set)| Claimed::Member(value as u32, Arc::new(set));
        self.told(by_value.into_iter().enumerate().map(member).collect(), below.is_none())
    }

    fn told(&self, claimed: Vec<Claimed>, complete: bool) -> Told {
        let width = self.rules.width();
        let filter = self.rows.map(|rows| build::le(&build::coord(0), &build::int(rows)));
        let describe = |claimed| {
            let all = Description::of_all(width, claimed);
            Description { filter: filter.clone().unwrap_or_else(|| all.filter.clone()), ..all }
        };
        Told { descriptions: claimed.into_iter().map(describe).collect(), complete, coordinates: self.how }
    }
}
