//! The plain engine as entries of the row of engines: tables by enumeration, and the memoised search.
//!
//! In: any rules. Out: tables, if all moves lead to earlier cells; values of single positions, as long as memory lasts.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_rules::lang::Code;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::groups;
use grundy_rules::rules::expr::Place;

use super::clearing::Clearing;
use super::search::{Searcher, UpTo, Work};
use super::table::{Built, build_table, fits};
use crate::contract::options::{EngineName, Options, Play};
use crate::contract::position::{Lists, box_cells, flat, is_single, narrow};
use crate::contract::reason::{Attempt, Attempted, Reason};
use crate::contract::stop::{Result, Stop};
use crate::engine::{Answer, Engine, ForeseenWork, Found, How, TableRequest, ValueRequest};
use crate::read::table_bounds::never_raises;
use crate::store::stored::Stored;
use crate::store::sum::NIM_SUMS;

/// Why rules have no table at all.
pub const NO_TABLE: &str =
    "a move raises a coordinate, leaves the position as it is, or leaves several parts that have no cell";

/// Tables by enumeration.
pub struct ByEnumeration {
    rules: Arc<Ruleset>,
}

impl ByEnumeration {
    /// For the rules of a component.
    ///
    /// # Errors
    /// Positions with several parts, which have no cell.
    pub fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        if !fits(rules, options.play) {
            return Err(Reason::gives_up(NO_TABLE));
        }
        Ok(Box::new(ByEnumeration { rules: rules.clone() }))
    }
}

impl Engine for ByEnumeration {
    fn table(&mut self, hi: &[u64], wish: &TableRequest) -> Attempted<Box<dyn Stored>> {
        Ok(match build_table(&self.rules, hi, wish)? {
            Built::Done(table) => Attempt::Done(Box::new(table)),
            Built::Raises => Attempt::Declined(Reason::gives_up(NO_TABLE)),
        })
    }
}

/// How many positions the search may visit before a table is considered.
const VISITS: u64 = 20_000;

/// The search, limited to the positions where it is shorter than a table.
pub struct ByShortSearch {
    rules: Arc<Ruleset>,
    options: Options,
    /// The search for boxes that have no more cells than positions may be visited, which is sure to end, and for questions of which the value alone is wanted. Its values are kept.
    kept: Searcher<i64>,
    /// Is a table so cheap that it is made after few visited positions? Unknown until it is asked.
    cheap: Option<bool>,
    /// Is there a table, as no move raises a coordinate? Unknown until it is asked.
    has_table: Option<bool>,
    foreseen: ForeseenWork,
}

impl ByShortSearch {
    /// For any rules.
    ///
    /// # Errors
    /// None.
    pub fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        let kept = searcher(rules, options);
        let (rules, options) = (rules.clone(), options.clone());
        Ok(Box::new(ByShortSearch {
            rules,
            options,
            kept,
            cheap: None,
            has_table: None,
            foreseen: ForeseenWork::default(),
        }))
    }

    /// How many options may be listed before a table to these bounds is considered; without end where there is none, or where a table takes little more.
    fn options_before_tables(&mut self, hi: &[u64], cells: u64, call: &ValueRequest) -> u64 {
        if cells <= FEW {
            return u64::MAX;
        }
        let Options { play, .. } = self.options;
        let has_table = *self.has_table.get_or_insert_with(|| fits(&self.rules, play) && never_raises(&self.rules));
        if !has_table {
            return u64::MAX;
        }
        let work = self.foreseen.beyond(4 * OPTIONS, hi, |hi| call.ask.foreseen(&self.rules, hi, &self.options));
        work.map_or(u64::MAX, |work| (work / OPTIONS_OF_A_TABLE).max(OPTIONS))
    }

    /// How many positions may be visited before a table of so many cells is considered. They are fewer if a table is cheap and its rays are long. They are
    /// more if the table has many short coordinates, as for a graph with a coordinate for each vertex: moves reach few of its cells.
    fn visits(position: &[u64], cells: u64, cheap: bool) -> u64 {
        let longest = position.iter().max().copied().unwrap_or(0);
        if !cheap {
            let has_table = longest <= SHORT && cells <= MOST_CELLS;
            return if has_table { VISITS.max((cells / CELLS_A_VISIT).min(MOST_VISITS)) } else { VISITS };
        }
        (VISITS * 64 / longest.saturating_add(1)).clamp(1, VISITS)
    }
}

/// The most cells of a table that takes over from a search.
pub const MOST_CELLS: u64 = 1 << 30;
/// Coordinates up to this are short.
const SHORT: u64 = 1 << 5;
/// A visit of the search costs as much as this many cells of a plain table.
const CELLS_A_VISIT: u64 = 16;
/// Where a visit of the search stands for at least this many cells, it costs less than these cells of any table.
const CELLS_A_SORTED_VISIT: u64 = 1 << 12;
/// The most positions that are visited before a table is considered.
const MOST_VISITS: u64 = 1 << 22;
/// A cheap table of at most this many cells is made without a search.
const CHEAP_CELLS: u64 = 1 << 22;

/// An option of a search costs as much as this many of a table, whose moves are compiled: 20 to 25 on `more.lasker` to 8000 and `more.turning_corners` to 100, 107. Twice as many, so
/// that a search that is given up costs no more than half of the table.
const OPTIONS_OF_A_TABLE: u64 = 48;
/// So many options of a search are listed before a table is considered, however cheap.
const OPTIONS: u64 = 1 << 18;
/// The options of so few positions are not counted.
const FEW: u64 = 1 << 6;

/// How many positions are visited before a table of so many cells is considered, where a search needs at most `fewer` visits; 0 if that is no reason for
/// a search.
#[must_use]
pub fn before_tables(fewer: Option<u64>, cells: u64) -> u64 {
    fewer.filter(|visits| *visits <= MOST_VISITS.min(cells / CELLS_A_SORTED_VISIT)).unwrap_or(0)
}

/// The cells of the largest component's table that reaches a position.
#[must_use]
pub fn cells_of(rules: &Ruleset, plain: bool, hi: &[u64]) -> u64 {
    let all = if plain { vec![(0..hi.len()).collect()] } else { groups(rules) };
    let own = |group: &Vec<usize>| group.iter().map(|c| hi[*c]).collect::<Vec<u64>>();
    all.iter().map(|group| box_cells(&own(group))).max().unwrap_or(1)
}

impl Engine for ByShortSearch {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        let declined = |text: &str| Ok(Attempt::Declined(Reason::gives_up(text)));
        let Some(small) = narrow(position).filter(is_single) else { return declined("no table reaches the position") };
        let hi = flat(&small);
        let cells = cells_of(&self.rules, self.options.plain, &hi);
        let Options { plain, play, .. } = self.options;
        let asked = || !plain && call.ask.has_cheap_tables(&self.rules, play);
        let cheap = *self.cheap.get_or_insert_with(asked);
        if cheap && cells <= CHEAP_CELLS {
            return declined("a table is cheap");
        }
        let fewer = self.kept.fewer(&small);
        let positions = ByShortSearch::visits(&hi, cells, cheap).max(before_tables(fewer, cells));
        let options = self.options_before_tables(&hi, cells, call);
        let most = Work { positions, options };
        // Where the way to the answer is told, a search that might not end within the limit starts anew, so that the way does not depend on earlier questions.
        let is_sure = fewer.unwrap_or(cells) <= positions && options == u64::MAX;
        let mut anew = (call.told && !is_sure).then(|| searcher(&self.rules, &self.options));
        let search = anew.as_mut().unwrap_or(&mut self.kept);
        match search.value_within(&small, most) {
            Ok(Some(value)) => Ok(Attempt::Done(told(&self.rules, &self.options, value, search.up_to()))),
            Ok(None) => declined("many positions can be reached"),
            Err(Stop::Overflow) => declined("numbers grow beyond 64 bits"),
            Err(Stop::Error(error)) if error.code == Code::Memory => {
                declined("the positions that can be reached take too much memory")
            }
            Err(stop) => Err(stop),
        }
    }
}

/// The search in games whose moves empty cells, where positions fall apart.
pub struct ByClearing {
    search: Clearing,
}

impl ByClearing {
    /// Reads rules whose coordinates are cells, full or empty, and whose moves empty some.
    ///
    /// # Errors
    /// Rules of another shape; misère play, in which the parts of a position are not nim-added.
    pub fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        let shape = |text: &str| Reason::shape(text, Place::default());
        if options.play.is_misere() {
            return Err(shape("parts of a position are nim-added in normal play"));
        }
        match Clearing::of(rules, &options.limits) {
            Some(search) => Ok(Box::new(ByClearing { search })),
            None => Err(shape("not every coordinate is a cell that moves empty")),
        }
    }
}

impl Engine for ByClearing {
    fn value(&mut self, position: &Lists<IBig>, _: &ValueRequest) -> Attempted<Found> {
        const HOW: &str =
            "search: the cells that moves empty, in groups that no move joins, whose values are nim-added";
        let declined = |text: &str| Ok(Attempt::Declined(Reason::gives_up(text)));
        let Some(small) = narrow(position).filter(is_single) else { return declined("a cell is full or empty") };
        let cells = flat(&small);
        if self.search.full(&cells) <= VISITS.ilog2() as usize {
            return declined("few positions can be reached");
        }
        match self.search.value(&cells)? {
            Some(value) => Ok(Attempt::Done(Found::Value(Answer::new(value, EngineName::Search, How::Always(HOW))))),
            None => declined("a cell holds more than one token, or the groups take too much memory"),
        }
    }
}

/// The search, limited by memory alone.
pub struct BySearch {
    rules: Arc<Ruleset>,
    options: Options,
    small: Searcher<i64>,
    big: Option<Searcher<IBig>>,
}

impl BySearch {
    /// For any rules.
    ///
    /// # Errors
    /// None.
    pub fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        let small = searcher(rules, options);
        Ok(Box::new(BySearch { rules: rules.clone(), options: options.clone(), small, big: None }))
    }

    fn find(&mut self, position: &Lists<IBig>) -> Result<(u32, UpTo)> {
        if let Some(small) = narrow(position) {
            let found = self.small.value(&small);
            if found != Err(Stop::Overflow) {
                return Ok((found?, self.small.up_to()));
            }
        }
        let (rules, options) = (&self.rules, &self.options);
        let big = self.big.get_or_insert_with(|| searcher(rules, options));
        Ok((big.value(position)?, big.up_to()))
    }
}

impl Engine for BySearch {
    fn value(&mut self, position: &Lists<IBig>, _: &ValueRequest) -> Attempted<Found> {
        let (value, up_to) = self.find(position)?;
        Ok(Attempt::Done(told(&self.rules, &self.options, value, up_to)))
    }
}

fn searcher<N: crate::contract::num::Num>(rules: &Arc<Ruleset>, options: &Options) -> Searcher<N> {
    Searcher::new(rules, options.play, options.plain, &options.limits)
}

fn told(rules: &Ruleset, options: &Options, value: u32, up_to: UpTo) -> Found {
    const PLAIN: &str = "search: the positions that can be reached, by enumeration of the options";
    let sum = options.play == Play::Normal && !options.plain && groups(rules).len() > 1;
    let once = match up_to {
        UpTo::Nothing => "",
        UpTo::Order => "; each is looked at once for all orders of the coordinates that may be exchanged",
        UpTo::Symmetry => "; each is looked at once for all that symmetries of the rules make of it",
    };
    let how = match (sum, up_to) {
        (false, UpTo::Nothing) => How::Always(PLAIN),
        _ => How::told(&format!("{PLAIN}{once}{}", if sum { NIM_SUMS } else { "" })),
    };
    Found::Value(Answer::new(value, EngineName::Search, how))
}
