//! How long play lasts: remoteness, suspense, birthday ([`Quantity`]).
//!
//! In: rules, a play, limits. Out: these numbers for all positions of a box, for one position, and for the options of one. They come from the plain table or
//! from the search alone: the other engines, theorems and sums of components speak of values.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::blocked::must_not_be;
use grundy_core::contract::limits::Held;
use grundy_core::contract::num::Num;
use grundy_core::contract::options::{EngineName, Options};
use grundy_core::contract::position::{Lists, box_cells, fitted, flat, is_single, lists, narrow};
use grundy_core::contract::quantity::{Numbering, Quantity};
use grundy_core::contract::reason::Refused;
use grundy_core::contract::stop::{Result, Stop, diagnostic};
use grundy_core::engine::{Asked, TableRequest};
use grundy_core::enumerate::engine::{NO_TABLE, before_tables};
use grundy_core::enumerate::search::{Searcher, Work};
use grundy_core::enumerate::table::{Built, build_table_of};
use grundy_core::store::stored::Stored;
use grundy_core::store::sum::Tables;
use grundy_core::store::table::Table;
use grundy_core::store::values::Values;
use grundy_rules::lang::{Code, Diagnostic, Kind};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::whole;

use super::ask::chooser;
use super::evaluator::{Choice, Evaluator, each_cell};

/// The most positions that a search visits before a table is made.
const VISITS: u64 = 20_000;

/// Remoteness, suspense and birthday of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// How long play lasts if the winner hurries and the loser delays.
    pub remoteness: u32,
    /// How long play lasts if the winner delays and the loser hurries.
    pub suspense: u32,
    /// How long play can last.
    pub birthday: u32,
}

/// An option with its lengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedChoice {
    /// The option.
    pub choice: Choice,
    /// Its lengths.
    pub lengths: Lengths,
    /// Does the move win as soon as possible, or lose as late as possible?
    pub best: bool,
}

/// Computes how long play lasts.
///
/// ```
/// use grundy::engine::{Quantity, Timer};
/// use grundy::{Options, Session};
///
/// let game = Session::new().game("wythoff", None)?;
/// let timer = Timer::new(&game.rules, &Options::default())?;
/// let table = timer.table(Quantity::Remoteness, &[7, 4])?;
/// assert_eq!((table.get(&[1, 2]), table.get(&[7, 4])), (Some(2), Some(6)));
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
pub struct Timer {
    rules: Arc<Ruleset>,
    options: Options,
    ask: Asked,
}

/// Where the numbers of a position and of all its followers come from.
enum Source {
    Table(Table),
    Small(Searcher<i64>),
    Big(Searcher<IBig>),
}

impl Source {
    fn number(&mut self, position: &Lists<IBig>) -> Result<u32> {
        match self {
            Source::Big(search) => search.value(position),
            Source::Small(search) => search.value(&narrow(position).ok_or_else(Stop::overflow)?),
            Source::Table(table) => {
                let inside = narrow(position).filter(is_single).and_then(|small| table.get(&flat(&small)));
                inside.ok_or_else(Stop::overflow)
            }
        }
    }
}

impl Timer {
    /// For these rules.
    ///
    /// # Errors
    /// Options that only values have: an engine other than tables, enumeration and search, or a checkpoint.
    pub fn new(rules: &Arc<Ruleset>, options: &Options) -> std::result::Result<Timer, Diagnostic> {
        must_not_be(rules, "how long play lasts")?;
        let plain = [EngineName::Table, EngineName::Enumeration, EngineName::Search];
        if let Some(engine) = options.engine.filter(|engine| !plain.contains(engine)) {
            let message = format!("how long play lasts is not found by {}, which gives values", engine.name());
            return Err(Diagnostic::new(Code::NoTable, message).help("leave `--engine` out"));
        }
        if options.checkpoint.is_some() {
            let message = "a checkpoint keeps tables of values, and no table of how long play lasts";
            return Err(Diagnostic::new(Code::Checkpoint, message).help("leave `--checkpoint` out"));
        }
        Ok(Timer { rules: rules.clone(), options: options.clone(), ask: chooser() })
    }

    /// The numbers of all positions of a box.
    ///
    /// # Errors
    /// Rules that allow a cycle of moves or are not defined at a position; a limit; an interruption.
    pub fn table(&self, quantity: Quantity, hi: &[u64]) -> std::result::Result<Values, Diagnostic> {
        let evaluator = Evaluator::new(&self.rules, self.options.clone());
        if quantity == Quantity::Value {
            return evaluator.table(hi);
        }
        evaluator.must_have_bounds(hi)?;
        evaluator.must_end(&hi.iter().map(|h| IBig::from(*h)).collect::<Vec<_>>()).map_err(diagnostic)?;
        self.all(quantity, hi).map_err(diagnostic)
    }

    fn all(&self, quantity: Quantity, hi: &[u64]) -> Result<Values> {
        let engine = self.options.engine;
        if engine != Some(EngineName::Search) {
            if let Some(table) = self.made(quantity, hi)? {
                return Ok(Values::of_tables(hi, Tables::of_one(whole(&self.rules), Box::new(table), vec![])));
            }
            if let Some(engine) = engine {
                return Err(Refused::no_table(engine, NO_TABLE).error());
            }
        }
        let (values, held) = match self.searched::<i64>(quantity, hi) {
            Err(Stop::Overflow) => self.searched::<IBig>(quantity, hi)?,
            found => found?,
        };
        Ok(Values::searched(hi, values, Some(Refused::no_table(EngineName::Table, NO_TABLE)), held))
    }

    /// The plain table; `None` if the rules have none.
    fn made(&self, quantity: Quantity, hi: &[u64]) -> Result<Option<Table>> {
        let Options { play, plain, limits, .. } = &self.options;
        let wish = TableRequest::any(*play, *plain, limits, &*self.ask);
        let before = limits.progress.mark();
        limits.progress.expect(box_cells(hi));
        match build_table_of(&self.rules, hi, quantity, &wish) {
            Ok(Built::Done(table)) => Ok(Some(table)),
            Ok(Built::Raises) | Err(Stop::Overflow) => {
                limits.progress.back_to(before);
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    fn searched<N: Num>(&self, quantity: Quantity, hi: &[u64]) -> Result<(Vec<u32>, Held)> {
        let mut search = self.search::<N>(quantity);
        each_cell(&self.rules, &self.options.limits, hi, &mut |position| {
            search.value(&fitted(position).ok_or_else(Stop::overflow)?)
        })
    }

    fn search<N: Num>(&self, quantity: Quantity) -> Searcher<N> {
        let numbers = Numbering { quantity, play: self.options.play };
        Searcher::of_whole(&self.rules, numbers, self.options.plain, &self.options.limits)
    }

    /// A number of a position.
    ///
    /// # Errors
    /// As [`Timer::table`].
    pub fn number(&self, quantity: Quantity, position: &[IBig]) -> std::result::Result<u32, Diagnostic> {
        let position = lists(&self.rules, position);
        self.source(quantity, &position).and_then(|mut source| source.number(&position)).map_err(diagnostic)
    }

    /// The numbers of a position.
    ///
    /// # Errors
    /// As [`Timer::table`].
    pub fn lengths(&self, position: &[IBig]) -> std::result::Result<Lengths, Diagnostic> {
        let position = lists(&self.rules, position);
        let [found] = &self.of_all(&position, &[]).map_err(diagnostic)?[..] else { unreachable!("one position") };
        Ok(*found)
    }

    /// The numbers of a position and of its options, and which moves are best.
    ///
    /// # Errors
    /// As [`Timer::table`].
    pub fn options(
        &self,
        position: &[IBig],
        choices: Vec<Choice>,
    ) -> std::result::Result<(Lengths, Vec<TimedChoice>), Diagnostic> {
        self.options_from(&lists(&self.rules, position), choices)
    }

    /// As [`Timer::options`], of a position that moves may have split.
    ///
    /// # Errors
    /// As [`Timer::table`].
    pub fn options_from(
        &self,
        position: &Lists<IBig>,
        choices: Vec<Choice>,
    ) -> std::result::Result<(Lengths, Vec<TimedChoice>), Diagnostic> {
        let found = self.of_all(position, &choices).map_err(diagnostic)?;
        let own = found[0];
        let timed = |(choice, lengths): (Choice, &Lengths)| TimedChoice {
            choice,
            lengths: *lengths,
            best: lengths.remoteness + 1 == own.remoteness,
        };
        Ok((own, choices.into_iter().zip(&found[1..]).map(timed).collect()))
    }

    /// The numbers of a position, and then those of its options.
    fn of_all(&self, position: &Lists<IBig>, choices: &[Choice]) -> Result<Vec<Lengths>> {
        let each = |quantity: Quantity| -> Result<Vec<u32>> {
            let mut source = self.source(quantity, position)?;
            let all = std::iter::once(position).chain(choices.iter().map(|choice| &choice.to));
            all.map(|position| source.number(position)).collect()
        };
        let (remoteness, suspense, birthday) =
            (each(Quantity::Remoteness)?, each(Quantity::Suspense)?, each(Quantity::Birthday)?);
        let all = remoteness.into_iter().zip(suspense).zip(birthday);
        Ok(all.map(|((remoteness, suspense), birthday)| Lengths { remoteness, suspense, birthday }).collect())
    }

    /// A source for a position and all its followers: a search of few positions, or a table, or a search of many.
    fn source(&self, quantity: Quantity, position: &Lists<IBig>) -> Result<Source> {
        let engine = self.options.engine;
        let by_table = engine.filter(|engine| engine.is_table());
        if let Some(small) = narrow(position) {
            let mut search = self.search::<i64>(quantity);
            let sorted = match is_single(&small) {
                true => before_tables(search.fewer(&small), box_cells(&flat(&small))),
                false => 0,
            };
            let most = Work { positions: VISITS.max(sorted), ..Work::WITHOUT_END };
            if by_table.is_none() && found(search.value_within(&small, most))?.flatten().is_some() {
                return Ok(Source::Small(search));
            }
            if engine != Some(EngineName::Search)
                && is_single(&small)
                && let Some(table) = self.table_below(quantity, &flat(&small))?
            {
                return Ok(Source::Table(table));
            }
            if by_table.is_none() && found(search.value(&small))?.is_some() {
                return Ok(Source::Small(search));
            }
        }
        if let Some(engine) = by_table {
            return Err(Refused::no_table(engine, NO_TABLE).error());
        }
        let mut search = self.search::<IBig>(quantity);
        search.value(position)?;
        Ok(Source::Big(search))
    }

    /// The table of the box below a position; `None` where only a search can serve: it visits followers alone.
    fn table_below(&self, quantity: Quantity, hi: &[u64]) -> Result<Option<Table>> {
        match self.made(quantity, hi) {
            Err(Stop::Error(error))
                if self.options.engine.is_none() && (error.kind == Kind::Input || error.code == Code::Memory) =>
            {
                Ok(None)
            }
            made => made,
        }
    }
}

/// `None` where a number grows beyond 64 bits.
fn found<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(Stop::Overflow) => Ok(None),
        Err(stop) => Err(stop),
    }
}
