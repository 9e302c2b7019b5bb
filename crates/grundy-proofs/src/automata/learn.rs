//! Values of a game, read off a table as an automaton and proved.
//!
//! In: a game and the play. Out: what its values are at every position, if a small automaton shows itself in a table and the induction along the game
//! goes through. An automaton that is wrong costs time only: it is not proved. Tables double until something is found or they are too large.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grundy_automata::{Automaton, Budget, Numeration, Sample, Stop};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::box_cells;
use grundy_core::engine::Ask;
use grundy_core::store::values::Values;
use grundy_decide::{
    Characterization, Claimed, Coordinates, Description, Knowledge, Level, Outcome, Swap, numeration_of_rules, prove,
    prove_swap, ways,
};
use grundy_rules::rules::{Ruleset, build};

use super::numerations::numerations;
use super::periodic::{LEVELS, claimed};

/// The most cells of a table that is made for this.
const CELLS: u64 = 1 << 25;
/// The most values that are looked at, by the number of coordinates without a bound: with more of them, a table of as many values is narrower.
const VALUES: [u64; 3] = [1 << 16, 1 << 18, 1 << 21];
/// Bytes of a value of a table while automata are read off it.
const SAMPLE: u64 = 8;
/// The most work foreseen for a table from which binary digits are read, and for others: with more digits a place, fewer places fit a table.
const WORK: [u64; 2] = [1 << 25, 1 << 30];
/// Where positions split, an option takes so many times longer.
const SPLIT: u64 = 4;
/// A search of the positions that it may visit takes so many times longer than a table.
const SEARCHED: u64 = 4;
/// The most coordinates of a game whose values are looked for.
pub const WIDEST: usize = 5;
/// The most work on reading an automaton off a table.
const LOOK: usize = 1 << 18;
/// The most states of an automaton that is taken for more than noise.
pub const STATES: usize = 200;
/// An automaton with more states is proved only if a table of twice the size shows one with as many: noise grows with the table.
const PLAUSIBLE: usize = 20;
/// The most states, nodes and work of the proof of what was read off a table: less than where a person says what is to be proved.
const PROOF: (usize, usize, usize) = (20_000, 500_000, 1_000_000);
/// The first number of values of each coordinate.
const FIRST: u64 = 16;
/// Where an automaton of all values does not show itself, one that tells so many values from the rest may.
const FEWER: [u32; 6] = [9, 6, 4, 3, 2, 1];

/// What is known of the values of a game in one play, for every position: they are read off tables and proved, or, in misère play of a miserable game,
/// follow from those of normal play and its swap positions. Else where the value is one of a few numbers, such as 0.
pub(super) fn known(
    rules: &Arc<Ruleset>,
    play: Play,
    limits: &Limits,
    ask: &dyn Ask,
    budget: &Budget<'_>,
) -> Option<Knowledge> {
    let learned = |play| learn(rules, play, &Look::default(), limits, ask, budget).told.map(Arc::new);
    let own = learned(play);
    let swapped = || {
        let told = learned(Play::Normal).filter(|told| told.complete)?;
        let level = |value| Level { told: told.clone(), value };
        let (swap, _) = prove_swap(rules, &Swap { zero_one: level(0), one_zero: level(1) }, budget)?;
        Some(Knowledge::Swapped(told, swap))
    };
    let is_complete = own.as_ref().is_some_and(|told| told.complete);
    let swapped = if is_complete || !play.is_misere() { None } else { swapped() };
    swapped.or_else(|| own.map(Knowledge::Characterized))
}

/// Where automata are looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Only at rows: the positions whose first coordinate is at most a number.
    pub rows: Option<u64>,
    /// Only in one numeration, rather than in those that the rules suggest.
    pub numeration: Option<Numeration>,
    /// With more effort than usual: proofs may take 4 to this power times as much work; less where it is below 0.
    pub effort: i8,
}

/// What was found of the values of a game.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    /// What is proved.
    pub told: Option<Characterization>,
    /// Why the last that tables showed is not proved, if something was not.
    pub unproved: Option<String>,
    /// The number of values of each coordinate, or difference, in the largest table that was looked at, if there was one.
    pub looked: Option<u64>,
    /// Tables tell more than [`STATES`] states apart, in every numeration that was looked at.
    pub apart: Apart,
}

/// Of which automata, that read the digits of the coordinates, tables show that they have more than [`STATES`] states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Apart {
    /// Of one that gives the values.
    pub values: bool,
    /// Of one that gives the P-positions.
    pub outcomes: bool,
}

/// Learns the values of a game, off tables that are asked for.
#[must_use]
pub fn learn(
    rules: &Arc<Ruleset>,
    play: Play,
    look: &Look,
    limits: &Limits,
    ask: &dyn Ask,
    budget: &Budget<'_>,
) -> Learned {
    let rows = look.rows;
    let width = rules.width();
    let spread = rules.spread().map(Arc::new);
    let numerations = look.numeration.map_or_else(|| numerations(rules), |one| vec![one]);
    let rules = spread.as_ref().unwrap_or(rules);
    if width == 0 || width > WIDEST || play.is_misere() && rules.splits() {
        return Learned::default();
    }
    let (states, nodes, work) = PROOF;
    let budget = &times(&Budget { states, nodes, work, ..budget.clone() }, look.effort);
    let mut all = Learned::default();
    let of_root = numeration_of_rules(rules).map(|numeration| within(rules, numeration, budget));
    for how in ways(rules, of_root.as_ref().unwrap_or(budget)) {
        if rows.is_some() && how == Coordinates::Differences {
            continue;
        }
        let mut guesses = Guesses {
            rules,
            play,
            how,
            numerations: &numerations,
            rows,
            seen: BTreeMap::new(),
            noise: BTreeSet::new(),
            apart: BTreeSet::new(),
            searched: false,
            unproved: None,
            looked: None,
            ask,
        };
        let found = guesses.learn(limits, budget);
        if how == Coordinates::Plain {
            all.apart = guesses.apart();
        }
        all.unproved = guesses.unproved.or(all.unproved);
        all.looked = guesses.looked.max(all.looked);
        if found.as_ref().is_some_and(|told| told.complete) {
            return Learned { told: found, ..all };
        }
        all.told = better(all.told, found);
    }
    all
}

/// A number times 4 to some power.
pub(super) fn scaled(n: usize, effort: i8) -> usize {
    let factor = 1usize << (2 * u32::from(effort.unsigned_abs())).min(usize::BITS - 1);
    if effort < 0 { n / factor } else { n.saturating_mul(factor) }
}

/// A budget that is 4 to some power times as large, with so much more memory than is usual.
#[must_use]
pub fn times<'e>(budget: &Budget<'e>, effort: i8) -> Budget<'e> {
    let Budget { states, nodes, work, .. } = *budget;
    let [states, nodes, work] = [states, nodes, work].map(|n| scaled(n, effort));
    Budget { states, nodes, work, memory: budget.memory.scaled(|bytes| scaled(bytes, effort)), ..budget.clone() }
}

/// Of two descriptions by levels, the one with more of them.
fn better(a: Option<Characterization>, b: Option<Characterization>) -> Option<Characterization> {
    let levels = |told: &Option<Characterization>| told.as_ref().map(Characterization::height);
    if levels(&b) > levels(&a) { b } else { a }
}

/// The most work foreseen for a table.
fn work_in(rules: &Ruleset, numeration: Numeration) -> u64 {
    let slower = if rules.splits() { SPLIT } else { 1 };
    WORK[usize::from(numeration != Numeration::Base(2))] / slower
}

/// What a proof may take: more in other numerations than base 2, whose words are automata of their own, and where the values of parts are added.
#[must_use]
pub fn within<'e>(rules: &Ruleset, numeration: Numeration, budget: &Budget<'e>) -> Budget<'e> {
    let words = if numeration == Numeration::Base(2) { 1 } else { WORDS };
    let sums = if rules.splits() { SUMS } else { 1 };
    Budget { work: budget.work * words * sums, ..budget.clone() }
}

/// So much more work may a proof take in other numerations than base 2.
const WORDS: usize = 4;
/// So much more work may a proof take where positions split.
const SUMS: usize = 32;

/// The work on reading one automaton off a table.
fn look<'e>(budget: &Budget<'e>) -> Budget<'e> {
    Budget { spent: Arc::default(), work: LOOK, ..budget.clone() }
}

/// What is read off a table: in which numeration, and how many values are told from the rest; all, if no number is given.
type Kind = (Numeration, Option<u32>);

struct Guesses<'r> {
    rules: &'r Arc<Ruleset>,
    play: Play,
    how: Coordinates,
    numerations: &'r [Numeration],
    rows: Option<u64>,
    /// How many states the automaton had that was seen last, by the numeration and what it tells.
    seen: BTreeMap<Kind, usize>,
    /// What had too many states, or took too much work.
    noise: BTreeSet<Kind>,
    /// What had too many states.
    apart: BTreeSet<Kind>,
    /// Did the last table take a search?
    searched: bool,
    /// Why the last that a table showed is not proved.
    unproved: Option<String>,
    /// The size of the last table.
    looked: Option<u64>,
    /// Makes the tables.
    ask: &'r dyn Ask,
}

impl Guesses<'_> {
    fn learn(&mut self, limits: &Limits, budget: &Budget<'_>) -> Option<Characterization> {
        let (mut size, mut best) = (FIRST, None);
        while let Some((table, work)) = self.table(size, limits) {
            self.looked = Some(size);
            for numeration in self.numerations.iter().filter(|numeration| work <= work_in(self.rules, **numeration)) {
                let levels = best.as_ref().map_or(0, |told: &Characterization| told.height() as u32);
                // The values again, as a function of digits, and what is made of them.
                let _sample = limits.held(SAMPLE * self.sizes(size).iter().product::<u64>());
                if let Some(told) = self.found(&table, size, *numeration, levels, budget) {
                    if told.complete {
                        return Some(told);
                    }
                    best = better(best, Some(told));
                }
            }
            let levels = best.as_ref().map_or(0, |told: &Characterization| told.height() as u32);
            if self.numerations.iter().all(|numeration| self.is_all_noise(*numeration, levels)) {
                break;
            }
            size *= 2;
        }
        best
    }

    /// What a table shows, if it is proved.
    fn proved(
        &mut self,
        told: &Characterization,
        numeration: Numeration,
        budget: &Budget<'_>,
    ) -> Option<Characterization> {
        let why = match prove(self.rules, self.play, told, &within(self.rules, numeration, budget)) {
            Outcome::Proved { told, .. } => return Some(told),
            Outcome::NotClosed => "some move leads out of the positions that it speaks of".to_string(),
            Outcome::NotSaid(why) => why.to_string(),
            Outcome::Open(why) => why.to_string(),
            Outcome::Stopped(stop) => stop.to_string(),
        };
        let states = told.descriptions.iter().map(Description::states).max().unwrap_or(0);
        self.unproved = Some(format!("of {states} states, which is not proved: {why}"));
        None
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

    /// A table, and the work that was foreseen for it.
    fn table(&mut self, size: u64, limits: &Limits) -> Option<(Values, u64)> {
        let sizes = self.sizes(size);
        let hi: Vec<u64> = match self.how {
            Coordinates::Plain => sizes.iter().map(|size| size - 1).collect(),
            Coordinates::Differences => (1..=sizes.len() as u64).map(|i| i * (size - 1)).collect(),
        };
        let free = (0..sizes.len()).filter(|i| self.most(*i).is_none()).count();
        // Only bounded coordinates: a larger table would be the same.
        let is_new = size == FIRST || sizes.contains(&size);
        // No named engine has a part in what is learned.
        let options = Options { play: self.play, limits: limits.clone(), ..Options::default() };
        let few = sizes.iter().product::<u64>() <= VALUES[free.clamp(1, VALUES.len()) - 1] && box_cells(&hi) <= CELLS;
        if !is_new || !few {
            return None;
        }
        let work = match self.searched {
            true => self.ask.foreseen(self.rules, &self.searched_box(&hi), &options).saturating_mul(SEARCHED),
            false => self.ask.foreseen(self.rules, &hi, &options),
        };
        if self.numerations.iter().all(|numeration| work > work_in(self.rules, *numeration)) {
            return None;
        }
        let table = self.ask.values(self.rules, &hi, &options).ok()?;
        self.searched = table.by() == EngineName::Search;
        Some((table, work))
    }

    /// The box of the positions that a search may visit from those of a box: moves that lead out of it keep the sum of the coordinates, or lower it.
    fn searched_box(&self, hi: &[u64]) -> Vec<u64> {
        let sum = hi.iter().fold(0u64, |sum, x| sum.saturating_add(*x));
        (0..hi.len()).map(|i| self.rules.own_bound(i).map_or(sum, |most| most.min(sum))).collect()
    }

    /// What the table suggests and what is proved; where the suggestion is wrong, the P-positions alone may be right.
    fn found(
        &mut self,
        table: &Values,
        size: u64,
        numeration: Numeration,
        levels: u32,
        budget: &Budget<'_>,
    ) -> Option<Characterization> {
        if let Some(told) = self.repeats(table, size, numeration) {
            return self.proved(&told, numeration, budget);
        }
        let values = self.sample(table, size, numeration);
        let told = self.guess(&values, numeration, levels, budget)?;
        // Of the values of sums, those of the parts are needed.
        let several = !self.rules.splits() && (told.descriptions.len() > 1 || told.complete);
        self.proved(&told, numeration, budget).or_else(|| {
            let alone = if several && levels == 0 { self.few(&values, numeration, 1, budget) } else { None };
            self.proved(&alone?, numeration, budget)
        })
    }

    /// The values of a table, as a function of digits.
    fn sample(&self, table: &Values, size: u64, numeration: Numeration) -> Sample {
        let bounded: Vec<bool> = (0..self.rules.width()).map(|i| self.most(i).is_some()).collect();
        Sample::of(numeration, &self.sizes(size), &bounded, &mut |at| match self.how {
            Coordinates::Plain => table.get(at),
            Coordinates::Differences => {
                let mut last = 0;
                let mut next = |difference: &u64| {
                    last += difference;
                    last
                };
                table.get(&at.iter().map(&mut next).collect::<Vec<u64>>())
            }
        })
    }

    /// What the values suggest: all of them, as levels or as a coordinate of their own; else as many levels from 0 on as possible, more than so many.
    fn guess(
        &mut self,
        values: &Sample,
        numeration: Numeration,
        levels: u32,
        budget: &Budget<'_>,
    ) -> Option<Characterization> {
        let all = (numeration, None);
        if values.greatest()? <= LEVELS {
            let kind = (numeration, Some(LEVELS + 1));
            if let Some(levels) = self.unless_noise(kind, || values.levels(STATES, &look(budget)))
                && let Some(told) = self.plausible(all, self.levels(numeration, levels, None))
            {
                return Some(told);
            }
        } else if let Some(graph) = self.unless_noise(all, || values.graph(STATES, &look(budget)))
            && let Some(told) = self.plausible(all, self.told(numeration, vec![Claimed::Graph(Arc::new(graph))], true))
        {
            return Some(told);
        }
        let fewer = FEWER.into_iter().filter(|fewer| *fewer > levels);
        fewer.into_iter().find_map(|fewer| self.few(values, numeration, fewer, budget))
    }

    /// So many levels from 0 on, if the values suggest automata of them.
    fn few(
        &mut self,
        values: &Sample,
        numeration: Numeration,
        fewer: u32,
        budget: &Budget<'_>,
    ) -> Option<Characterization> {
        let kind = (numeration, Some(fewer));
        let few = || values.map(|value| value.min(fewer)).levels(STATES, &look(budget));
        let levels = self.unless_noise(kind, few)?;
        self.plausible(kind, self.levels(numeration, levels, Some(fewer)))
    }

    /// Of what tables show that every automaton has too many states, in all numerations.
    fn apart(&self) -> Apart {
        let all = |kinds: &[Option<u32>]| {
            let is_apart = |numeration: Numeration| kinds.iter().any(|kind| self.apart.contains(&(numeration, *kind)));
            self.rows.is_none() && self.numerations.iter().all(|numeration| is_apart(*numeration))
        };
        Apart { values: all(&[None, Some(LEVELS + 1)]), outcomes: all(&[Some(1)]) }
    }

    /// Is everything noise that larger tables could show, with more levels than so many?
    fn is_all_noise(&self, numeration: Numeration, levels: u32) -> bool {
        let is_noise = |kind: Option<u32>| self.noise.contains(&(numeration, kind));
        (is_noise(None) || is_noise(Some(LEVELS + 1)))
            && FEWER.into_iter().filter(|fewer| *fewer > levels).all(|fewer| is_noise(Some(fewer)))
    }

    /// What is read off a table. What had too many states in a smaller table, or took too much work, does so in a larger one.
    fn unless_noise<T>(&mut self, kind: Kind, read: impl FnOnce() -> Result<Option<T>, Stop>) -> Option<T> {
        if self.noise.contains(&kind) {
            return None;
        }
        let found = read();
        if matches!(found, Err(Stop::TooLarge | Stop::TooMuch | Stop::Memory)) {
            self.noise.insert(kind);
        }
        if matches!(found, Err(Stop::TooLarge)) {
            self.apart.insert(kind);
        }
        found.ok().flatten()
    }

    /// What the values of a game of one coordinate show, if they repeat.
    fn repeats(&self, table: &Values, size: u64, numeration: Numeration) -> Option<Characterization> {
        if self.rules.width() != 1 || self.most(0).is_some() || numeration != Numeration::Base(2) {
            return None;
        }
        let values = (0..size).map(|n| table.get(&[n])).collect::<Option<Vec<u32>>>()?;
        Some(self.told(numeration, claimed(&values)?.1, true))
    }

    /// What is small, or had as many states in the table before.
    fn plausible(&mut self, kind: Kind, told: Characterization) -> Option<Characterization> {
        let states = told.descriptions.iter().map(Description::states).max()?;
        let before = self.seen.insert(kind, states);
        (states <= PLAUSIBLE || before == Some(states)).then_some(told)
    }

    /// All levels up to the greatest, or below a number. A value that no position has is an empty level.
    fn levels(&self, numeration: Numeration, levels: Vec<(u32, Automaton)>, below: Option<u32>) -> Characterization {
        let most = levels.iter().map(|(value, _)| *value).max().unwrap_or(0);
        let mut by_value: Vec<Automaton> =
            (0..below.unwrap_or(most + 1)).map(|_| Automaton::constant(numeration, false)).collect();
        for (value, set) in levels.into_iter().filter(|(value, _)| below.is_none_or(|below| *value < below)) {
            by_value[value as usize] = set;
        }
        let member = |(value, set)| Claimed::Member(value as u32, Arc::new(set));
        self.told(numeration, by_value.into_iter().enumerate().map(member).collect(), below.is_none())
    }

    fn told(&self, numeration: Numeration, claimed: Vec<Claimed>, complete: bool) -> Characterization {
        let width = self.rules.width();
        let filter = self.rows.map(|rows| build::le(&build::coord(0), &build::int(rows)));
        let describe = |claimed| {
            let all = Description::of_all(width, claimed);
            Description { filter: filter.clone().unwrap_or_else(|| all.filter.clone()), ..all }
        };
        let descriptions = claimed.into_iter().map(describe).collect();
        Characterization { descriptions, complete, coordinates: self.how, numeration }
    }
}
