//! The one door to values: it chooses the engine.
//!
//! In: a ruleset, the play, limits. Out: values of positions, their moves, tables. A single position is searched; if the search
//! grows long and a table of the box below the position fits, the table takes over. `plain` takes no theorem: a sum is one
//! component.

use std::path::PathBuf;
use std::sync::Arc;

use dashu_int::IBig;

use super::apart::Apart;
use super::compile::{Result, Stop};
use super::divisions::Divisions;
use super::existence::{Existence, refusal};
use super::far::Far;
use super::heaps::HeapLine;
use super::limits::Limits;
use super::mover::{Lists, Mover, after};
use super::named::Named;
use super::num::Num;
use super::options::{EngineName, Options, Play};
use super::reason::{Account, Refused};
use super::search::{Parts, Searcher, of_parts};
use super::table::size;
use super::tables::{NIM_SUMS, Tables, Wish, by_rays};
use super::theorems::{Found, Grounds, Theorems};
use super::tiles::{Ask, Folder, Passing, Place};
use super::values::{Values, next};
use crate::lang::{Diagnostic, Kind};
use crate::rules::components::groups;
use crate::rules::{Role, Ruleset};

/// A value and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The Sprague-Grundy value.
    pub value: IBig,
    /// The engine.
    pub by: EngineName,
    /// The theorem, where one gave the value and no engine looked at the position itself.
    pub grounds: Option<Grounds>,
}

impl Answer {
    fn of(value: u32, by: EngineName) -> Answer {
        Answer { value: value.into(), by, grounds: None }
    }

    /// What gave the value, as output says it: an engine, or `theorem:NAME`.
    #[must_use]
    pub fn by_name(&self) -> &'static str {
        self.grounds.as_ref().map_or(self.by.name(), |g| g.theorem.name())
    }
}

/// One option of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The position it leads to: for every leaf its tuples.
    pub to: Lists<IBig>,
    /// Its value.
    pub value: u32,
    /// Does it win: is its value 0?
    pub wins: bool,
}

/// Positions visited before a table is considered.
const SEARCH_FIRST: u64 = 20_000;
/// A table takes over from a search only up to so many cells.
const TABLE_CELLS: u64 = 1 << 30;

/// A table by rays is made before any search up to so many cells.
const RAY_CELLS: u64 = 1 << 22;

/// A coordinate from this on is far out: tables and searches end before. Nothing is prepared for positions there until one is asked for.
const FAR_OUT: u64 = 1 << 18;

fn is_far_out(position: &Lists<IBig>) -> bool {
    position.iter().flatten().flatten().any(|x| *x >= IBig::from(FAR_OUT))
}

/// Computes values of one ruleset.
pub struct Evaluator {
    rules: Arc<Ruleset>,
    options: Options,
    small: Searcher<i64>,
    big: Option<Searcher<IBig>>,
    tables: Option<(Vec<u64>, Tables)>,
    /// The one engine that is wanted, if its values come a position at a time.
    named: Option<Box<Named>>,
    /// Has a table been found not to serve?
    search_only: bool,
    /// Are all components read by rays, so that a table is cheap?
    rays: bool,
    theorems: Option<Box<Theorems>>,
    /// Heaps that may be split, if these are such.
    heaps: Option<Box<HeapLine>>,
    far: Option<Far>,
    /// Subtractions and divisions, if these are such; looked for once a position far out is asked for.
    divisions: Option<Option<Box<Divisions>>>,
    /// The components of a sum, each by itself; the same.
    apart: Option<Option<Box<Apart>>>,
    /// Did they give the last value?
    is_apart: bool,
}

impl Evaluator {
    /// Prepares to evaluate.
    #[must_use]
    pub fn new(rules: &Arc<Ruleset>, options: Options) -> Evaluator {
        let misere = options.play == Play::Misere;
        Evaluator {
            small: Searcher::new(rules, misere, options.plain, &options.limits),
            big: None,
            tables: None,
            named: Named::of(rules, &options).map(Box::new),
            search_only: false,
            rays: !options.plain && by_rays(rules, misere),
            theorems: (!options.plain && options.engine.is_none())
                .then(|| Theorems::of(rules, &options).map(Box::new))
                .flatten(),
            heaps: HeapLine::for_door(rules, &options),
            divisions: None,
            apart: None,
            is_apart: false,
            far: (!options.plain && options.engine.is_none()).then(|| Far::new(rules)),
            rules: rules.clone(),
            options,
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// Does a position exist: does it meet every `require`?
    ///
    /// # Errors
    /// When a `require` is not defined there.
    pub fn exists(&self, position: &[IBig]) -> std::result::Result<bool, Diagnostic> {
        Existence::new(&self.rules).asked(position).map_err(diagnostic)
    }

    /// Why a position does not exist: the first condition it does not meet, in words; `None` if it exists.
    ///
    /// # Errors
    /// When a `require` is not defined there.
    pub fn refusal(&self, position: &[IBig]) -> std::result::Result<Option<String>, Diagnostic> {
        refusal(&self.rules, position).map_err(diagnostic)
    }

    /// Has a position that exists no move?
    ///
    /// # Errors
    /// When the rules are not defined there.
    pub fn terminal(&mut self, position: &[IBig]) -> std::result::Result<bool, Diagnostic> {
        let lists = lists(&self.rules, position);
        let found = match narrow(&lists).map(|small| self.small.terminal(&small)) {
            Some(found) if found != Err(Stop::Overflow) => found,
            _ => self.big().terminal(&lists),
        };
        found.map_err(|stop| diagnostic(located(stop, &tuple_text(position))))
    }

    /// The value of a position that exists.
    ///
    /// # Errors
    /// Rules that go round or are not defined at a position that can be reached, a limit, an interruption.
    pub fn value(&mut self, position: &[IBig]) -> std::result::Result<Answer, Diagnostic> {
        self.value_of(&lists(&self.rules, position)).map_err(diagnostic)
    }

    pub(super) fn value_of(&mut self, position: &Lists<IBig>) -> Result<Answer> {
        match self.theorems.as_mut().map_or(Ok(None), |theorems| theorems.value(position))? {
            Some(Found::Value(value, grounds)) => {
                Ok(Answer { value: value.into(), by: EngineName::Table, grounds: Some(grounds) })
            }
            Some(Found::Same(other, grounds)) => Ok(Answer { grounds: Some(grounds), ..self.by_engine(&other)? }),
            None => self.by_engine(position),
        }
    }

    /// The value of a position by an engine whose values are small.
    pub(super) fn small_value(&mut self, position: &Lists<IBig>) -> Result<u32> {
        let value = self.value_of(position)?.value;
        let beyond = || Stop::from(Diagnostic::limit("value", "a value needs more than four bytes"));
        u32::try_from(&value).map_err(|_| beyond())
    }

    fn by_engine(&mut self, position: &Lists<IBig>) -> Result<Answer> {
        if let Some(named) = &mut self.named {
            let (value, by) = named.value(position)?;
            return Ok(Answer { value, by, grounds: None });
        }
        if let Some(value) = HeapLine::at_door(&mut self.heaps, position, &self.options.limits)? {
            return Ok(Answer { value, by: EngineName::Heaps, grounds: None });
        }
        self.is_apart = false;
        if is_far_out(position)
            && let Some(answer) = self.far_out(position)?
        {
            return Ok(answer);
        }
        if let Some(far) = &mut self.far
            && let Some((value, by)) = far.value(position, &self.options)?
        {
            return Ok(Answer { value, by, grounds: None });
        }
        let Some(small) = narrow(position) else { return self.search_big(position) };
        let by_table = |value| Answer::of(value, EngineName::Table);
        if let Some(value) = self.looked_up(&small) {
            return Ok(by_table(value));
        }
        let single = small.iter().all(|tuples| tuples.len() == 1);
        if self.wants_table() {
            return match single && self.extend_tables(&small)? {
                true => Ok(by_table(self.looked_up(&small).expect("the table reaches the position"))),
                false => Err(self.no_table()),
            };
        }
        let may_table = self.options.engine.is_none() && single && !self.search_only;
        if may_table && self.rays && self.cells(&small) <= RAY_CELLS && self.try_tables(&small)? {
            return Ok(by_table(self.looked_up(&small).expect("the table reaches the position")));
        }
        let visits = if may_table { self.first_visits(&small) } else { u64::MAX };
        match self.small.value_within(&small, visits) {
            Ok(Some(value)) => Ok(Answer::of(value, EngineName::Search)),
            Ok(None) => {
                if self.table_is_small(&small) && self.try_tables(&small)? {
                    return Ok(by_table(self.looked_up(&small).expect("the table reaches the position")));
                }
                self.search_only = true;
                self.by_engine(position)
            }
            Err(Stop::Overflow) => self.search_big(position),
            Err(stop) => Err(stop),
        }
    }

    /// The value of a position far out, by components or by quotients.
    fn far_out(&mut self, position: &Lists<IBig>) -> Result<Option<Answer>> {
        let apart = self.apart.get_or_insert_with(|| Apart::of(&self.rules, &self.options).map(Box::new));
        if let Some(apart) = apart
            && let Some((value, by)) = apart.value(position)?
        {
            self.is_apart = true;
            return Ok(Some(Answer { value, by, grounds: None }));
        }
        let divisions = self.divisions.get_or_insert_with(|| Divisions::for_door(&self.rules, &self.options));
        let (Some(divisions), [list]) = (divisions, &position[..]) else { return Ok(None) };
        let [tuple] = &list[..] else { return Ok(None) };
        let value = divisions.at_door(&tuple[0], &self.options.limits)?;
        Ok(value.map(|value| Answer::of(value.into(), divisions.made_by())))
    }

    /// How many positions are searched before a table is considered: few where their rays are long and a table is cheap.
    fn first_visits(&self, position: &Lists<i64>) -> u64 {
        if !self.rays {
            return SEARCH_FIRST;
        }
        let longest = flat(position).into_iter().max().unwrap_or(0);
        (SEARCH_FIRST * 64 / longest.saturating_add(1)).clamp(1, SEARCH_FIRST)
    }

    fn search_big(&mut self, position: &Lists<IBig>) -> Result<Answer> {
        if self.wants_table() {
            return Err(self.no_table());
        }
        Ok(Answer::of(self.big().value(position)?, EngineName::Search))
    }

    /// The search with numbers of any length.
    fn big(&mut self) -> &mut Searcher<IBig> {
        let (rules, options) = (&self.rules, &self.options);
        let misere = options.play == Play::Misere;
        self.big.get_or_insert_with(|| Searcher::new(rules, misere, options.plain, &options.limits))
    }

    fn table_is_small(&self, position: &Lists<i64>) -> bool {
        self.cells(position) <= TABLE_CELLS.min(self.options.limits.memory / 4)
    }

    /// The cells of the largest table that reaches a position.
    fn cells(&self, position: &Lists<i64>) -> u64 {
        let hi = flat(position);
        let all = if self.options.plain { vec![(0..hi.len()).collect()] } else { groups(&self.rules) };
        let cells = all.iter().map(|g| g.iter().fold(1u64, |n, c| n.saturating_mul(hi[*c].saturating_add(1))));
        cells.max().unwrap_or(1)
    }

    fn looked_up(&self, position: &Lists<i64>) -> Option<u32> {
        let (hi, tables) = self.tables.as_ref()?;
        if position.iter().any(|tuples| tuples.len() != 1) {
            return None;
        }
        let flat = flat(position);
        if flat.iter().zip(hi).any(|(x, h)| x > h) {
            return None;
        }
        tables.get(&flat)
    }

    /// Is a table wanted, in whatever way, and nothing else?
    fn wants_table(&self) -> bool {
        self.options.engine.is_some_and(EngineName::is_table)
    }

    /// Why there is none.
    fn no_table(&self) -> Stop {
        let engine = self.options.engine.unwrap_or(EngineName::Table);
        Refused::no_table(engine, NO_TABLE).error()
    }

    /// Tables to `hi`, in the way that is wanted.
    fn build_tables(&self, hi: &[u64], place: Place) -> Result<Option<Tables>> {
        let Options { play, plain, engine, limits, .. } = &self.options;
        let only = engine.filter(|e| e.is_table()).unwrap_or(EngineName::Table);
        if *plain && only.wants_shape() {
            let message = format!("a plain table visits every option, and one by {} does not", only.name());
            let help = format!("leave out one of `--plain` and `--engine {}`", only.name());
            return Err(Stop::from(Diagnostic::new("plain", message).help(help)));
        }
        let wish = Wish { only, misere: *play == Play::Misere, plain: *plain, limits, place };
        Tables::build(&self.rules, hi, &wish)
    }

    /// The same as [`Evaluator::extend_tables`], but rules that are not defined somewhere in the box, or too little memory, leave it to
    /// the search, which looks at followers only.
    fn try_tables(&mut self, position: &Lists<i64>) -> Result<bool> {
        match self.extend_tables(position) {
            Err(Stop::Error(error)) if error.kind == Kind::Input || error.code == "memory" => {
                self.rays = false;
                Ok(false)
            }
            tables => tables,
        }
    }

    /// Computes tables that reach a position and all asked for before.
    fn extend_tables(&mut self, position: &Lists<i64>) -> Result<bool> {
        let mut hi = flat(position);
        if let Some((old, _)) = &self.tables {
            hi.iter_mut().zip(old).for_each(|(h, o)| *h = (*h).max(*o));
        }
        self.tables = None;
        match self.build_tables(&hi, Place::Memory) {
            Ok(Some(tables)) => self.tables = Some((hi, tables)),
            Ok(None) | Err(Stop::Overflow) => return Ok(false),
            Err(stop) => return Err(stop),
        }
        Ok(true)
    }

    /// How an answer of this evaluator came about, in words: a theorem and what it rests on, or the engine.
    #[must_use]
    pub fn explain(&self, answer: &Answer) -> String {
        if let Some(grounds) = &answer.grounds {
            let (name, source) = (grounds.theorem.name(), grounds.theorem.source());
            return format!("{name}: {source}; it rests on {}", grounds.rests_on);
        }
        if let Some(named) = &self.named {
            return named.explain();
        }
        if let (true, Some(Some(apart))) = (self.is_apart, &self.apart) {
            return apart.explain();
        }
        if let (EngineName::Heaps, Some(heaps)) = (answer.by, &self.heaps) {
            return heaps.explain();
        }
        match (answer.by, &self.tables) {
            (EngineName::Converge | EngineName::Automaton, _) => {
                self.divisions.iter().flatten().map(|divisions| divisions.explain()).collect()
            }
            (EngineName::Line, _) => self.far.as_ref().map_or_else(String::new, Far::explain),
            (EngineName::Search, _) => {
                let components =
                    self.options.play == Play::Normal && !self.options.plain && groups(&self.rules).len() > 1;
                let sum = if components { NIM_SUMS } else { "" };
                format!("search: the positions that can be reached, by enumeration of the options{sum}")
            }
            (_, Some((_, tables))) => tables.explain(),
            (_, None) => "table".to_string(),
        }
    }

    /// How an answer of this evaluator came about, and why not by a quicker table.
    #[must_use]
    pub fn account(&self, answer: &Answer) -> Account {
        let refused = match (&answer.grounds, &self.tables) {
            (None, Some((_, tables))) if answer.by.is_table() => tables.account().refused,
            _ => vec![],
        };
        Account { how: self.explain(answer), refused }
    }

    /// Every option of a position with its value; equal ones once, in the order of their coordinates from the greatest.
    ///
    /// ```
    /// # use grundy::{Evaluator, IBig, Options, Session};
    /// let game = Session::new().game("wythoff", None)?;
    /// let mut evaluator = Evaluator::new(&game.rules, Options::default());
    /// let moves = evaluator.moves(&[IBig::from(3), IBig::from(4)])?;
    /// let winning: Vec<String> = moves.iter().filter(|m| m.wins).map(|m| game.show_parts(&m.to)).collect();
    /// assert_eq!(winning, ["1,2"]);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// As [`Evaluator::value`].
    pub fn moves(&mut self, position: &[IBig]) -> std::result::Result<Vec<Choice>, Diagnostic> {
        let from = lists(&self.rules, position);
        let mut found: Vec<Lists<IBig>> = vec![];
        let mut mover: Mover<IBig> = Mover::new(&self.rules);
        let mut parts = of_parts(&self.rules, self.options.plain, &self.options.limits);
        let mut hooks = Parts { rules: &self.rules, position: &from, parts: &mut parts };
        mover
            .each(&from, &mut hooks, &mut |mv| {
                found.push(after(&from, mv));
                if found.len().is_multiple_of(4096) {
                    self.options.limits.check(found.len() as u64 * 200, "the list of options")?;
                }
                Ok(false)
            })
            .map_err(|stop| diagnostic(located(stop, &tuple_text(position))))?;
        found.sort_by(|a, b| b.cmp(a));
        found.dedup();
        found
            .into_iter()
            .map(|to| {
                let value = self.small_value(&to).map_err(diagnostic)?;
                Ok(Choice { to, value, wins: value == 0 })
            })
            .collect()
    }

    /// All values of the box from 0 to `hi` (included), one bound for each coordinate.
    ///
    /// ```
    /// # use grundy::{Evaluator, Options, Session};
    /// let game = Session::new().game("star_nim[2]", None)?;
    /// let values = Evaluator::new(&game.rules, Options::default()).table(&[10, 15])?;
    /// assert_eq!(values.get(&[10, 15]), Some(20));
    /// assert_eq!(values.get(&[0, 0]), None, "two tokens on the square that the strips share");
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// As [`Evaluator::value`]; too little memory for the table.
    pub fn table(self, hi: &[u64]) -> std::result::Result<Values, Diagnostic> {
        self.must_have_bounds(hi)?;
        self.values(hi, None).map_err(diagnostic)
    }

    /// The same, on disk where a table is larger than the memory and its engine can work there: `folder` is told how many bytes it has, and
    /// gives the folder, which whoever gives it removes when the values are no longer wanted. With a checkpoint the table stands there.
    ///
    /// # Errors
    /// As [`Evaluator::table`]; that of `folder`; a full disk.
    pub fn table_with_disk(
        self,
        hi: &[u64],
        folder: &mut dyn FnMut(u64) -> std::result::Result<PathBuf, Diagnostic>,
    ) -> std::result::Result<Values, Diagnostic> {
        self.must_have_bounds(hi)?;
        self.values(hi, Some(folder)).map_err(diagnostic)
    }

    fn must_have_bounds(&self, hi: &[u64]) -> std::result::Result<(), Diagnostic> {
        if hi.len() == self.rules.width() {
            return Ok(());
        }
        let message = format!("a table of {} coordinates needs as many bounds, found {}", self.rules.width(), hi.len());
        Err(Diagnostic::new("bounds", message))
    }

    /// All values of a box in normal and in misère play; `None` where the two tables are no less work made together, or the options ask for
    /// a way of their own.
    ///
    /// # Errors
    /// As [`Evaluator::table`].
    pub(crate) fn tables_of_both(
        rules: &Arc<Ruleset>,
        options: &Options,
        hi: &[u64],
    ) -> std::result::Result<Option<(Values, Values)>, Diagnostic> {
        if options.plain || options.engine.is_some() {
            return Ok(None);
        }
        // Each of the two may be as large as one.
        let limits = Limits { memory: options.limits.memory.saturating_mul(2), ..options.limits.clone() };
        let both = Tables::of_both_plays(rules, hi, &Wish::any(false, false, &limits)).map_err(diagnostic)?;
        Ok(both.map(|(normal, misere)| (Values::of_tables(hi, normal), Values::of_tables(hi, misere))))
    }

    fn values(mut self, hi: &[u64], ask: Option<&mut Ask>) -> Result<Values> {
        if let Some(values) = HeapLine::table_at_door(&mut self.heaps, hi, &self.options)? {
            return Ok(values);
        }
        if let Some(engine) = self.options.engine.filter(|engine| !engine.is_table()) {
            return match self.options.checkpoint {
                Some(_) => Err(nothing_kept(&format!("of values by {}, one after the other,", engine.name()))),
                None => self.one_by_one(hi, None),
            };
        }
        let misere = self.options.play == Play::Misere;
        let root = self.options.checkpoint.as_ref();
        let folder = root.map(|root| Folder::open(root, &self.rules, hi, misere)).transpose()?;
        let passing = ask.map(Passing::new);
        let place = match (&folder, &passing) {
            (Some(folder), _) => Place::Kept(folder),
            (None, Some(passing)) => Place::Passing(passing),
            (None, None) => Place::Memory,
        };
        match self.build_tables(hi, place) {
            Ok(Some(tables)) => Ok(Values::of_tables(hi, tables)),
            Ok(None) | Err(Stop::Overflow) if folder.is_some() => {
                Err(nothing_kept(&format!("these rules have no table ({NO_TABLE}), and of a search")))
            }
            Ok(None) | Err(Stop::Overflow) if self.wants_table() => Err(self.no_table()),
            Ok(None) | Err(Stop::Overflow) => self.one_by_one(hi, Some(Refused::no_table(EngineName::Table, NO_TABLE))),
            Err(stop) => Err(stop),
        }
    }

    /// All values of a box without a table of them: by search, or by the engine that is named.
    fn one_by_one(mut self, hi: &[u64], no_table: Option<Refused>) -> Result<Values> {
        let cells = size(hi, &self.options.limits)?;
        self.options.limits.check(cells.saturating_mul(4), "this table")?;
        if self.named.is_none() {
            self.options.engine = Some(EngineName::Search);
            self.theorems = None;
        }
        let mut values = Vec::with_capacity(cells as usize);
        let mut at: Vec<u64> = vec![0; hi.len()];
        let mut existence = Existence::new(&self.rules);
        let limits = self.options.limits.clone();
        limits.progress.expect(cells);
        loop {
            let position: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
            let there = existence.asked(&position)?;
            let value = if there { Some(self.small_value(&lists(&self.rules, &position))?) } else { None };
            values.push(value.unwrap_or(u32::MAX));
            limits.progress.add(1);
            if !next(&mut at, hi) {
                break;
            }
        }
        Ok(match self.options.engine.filter(|engine| engine.is_single()) {
            Some(engine) => {
                let how = format!("{} values by {}, each by itself", values.len(), engine.name());
                Values::single(hi, values, engine, how)
            }
            None => Values::searched(hi, values, no_table),
        })
    }
}

/// A position's coordinates as lists of one tuple each.
pub(super) fn lists(rules: &Ruleset, position: &[IBig]) -> Lists<IBig> {
    rules.leaves.iter().map(|l| vec![position[l.range()].to_vec()]).collect()
}

fn narrow(position: &Lists<IBig>) -> Option<Lists<i64>> {
    let tuple = |t: &Vec<IBig>| t.iter().map(i64::from_big).collect::<Option<Vec<i64>>>();
    position.iter().map(|tuples| tuples.iter().map(tuple).collect::<Option<Vec<_>>>()).collect()
}

fn flat(position: &Lists<i64>) -> Vec<u64> {
    position.iter().flat_map(|t| t[0].iter().map(|x| *x as u64)).collect()
}

/// Numbers as a tuple: `(3, 4)`.
pub(super) fn tuple_text(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|n| n.to_string()).collect();
    format!("({})", numbers.join(", "))
}

/// Why rules have no table at all.
pub(super) const NO_TABLE: &str = "a move raises a coordinate, or leaves several parts that have no cell";

fn nothing_kept(of: &str) -> Stop {
    let message = format!("{of} nothing can be kept");
    Stop::from(Diagnostic::limit("checkpoint", message).help("leave `--checkpoint` out"))
}

/// Says at which position the rules were not defined.
pub(crate) fn located(stop: Stop, position: &str) -> Stop {
    match stop {
        Stop::Undefined(place, why) => {
            Stop::from(Diagnostic::undefined(format!("{why}, at the position {position}"), place.0))
        }
        stop => stop,
    }
}

pub(crate) fn diagnostic(stop: Stop) -> Diagnostic {
    match located(stop, "asked for") {
        Stop::Error(error) => *error,
        _ => Diagnostic::limit("overflow", "a number grew beyond all bounds"),
    }
}

/// The default bound of a coordinate in a table: its own, or the one given.
#[must_use]
pub fn default_bound(rules: &Ruleset, coord: usize, to: u64) -> u64 {
    match rules.coords[coord].role {
        Role::Own => to,
        Role::Passes(p) => p,
        Role::Flag => 1,
    }
}
