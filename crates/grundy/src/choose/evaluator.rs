//! The evaluator: every request for values passes through it to the row of engines.
//!
//! In: a ruleset, the play, limits. Out: values of positions with an account of how each was found, moves, tables, proofs. Which engine answers
//! depends on the rules, the question and the options only, never on earlier questions.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::blocked::must_be_normal;
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::{Lists, is_single, lists, next};
use grundy_core::contract::proof::{Effort, Known, Pairs, Until};
use grundy_core::contract::reason::{Attempt, Attempted, Reason, Refused};
use grundy_core::contract::stop::{Result, Stop, diagnostic, located, tuple_text};
use grundy_core::engine::{Answer, Asked, Engine, Found, TableRequest, ValueRequest};
use grundy_core::enumerate::engine::NO_TABLE;
use grundy_core::enumerate::existence::{Existence, refusal};
use grundy_core::enumerate::mover::{Mover, after};
use grundy_core::enumerate::search::{Ends, Parts, of_parts};
use grundy_core::read::endless::Endless;
use grundy_core::store::size::size;
use grundy_core::store::tiles::{Ask as AskFolder, Folder, Passing, Place};
use grundy_core::store::values::Values;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::expr::Place as InText;
use grundy_rules::rules::{Line, Role, Ruleset};

use super::ask::chooser;
use super::row::{Slot, wanted};
use super::table_folder::KeptTable;
use super::tables;

/// One option of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The position after the move: the tuples of every leaf.
    pub to: Lists<IBig>,
    /// The SG value of that position.
    pub value: u32,
    /// Is the move winning, that is, is the value 0? Where options may be forbidden, it wins if it is allowed, and so many moves are that one of them is.
    pub wins: bool,
}

/// What engines cache from earlier questions may take one part in this many of the memory.
const CACHE_SHARE: u64 = 8;

/// After so many values, found one by one, the evaluator looks whether it must end.
const LOOK: usize = 1 << 10;

/// A coordinate from which steps that lower nothing together can be made, if they can be made anywhere.
const FAR: u64 = 1 << 20;

/// Computes values of one ruleset.
pub struct Evaluator {
    rules: Arc<Ruleset>,
    options: Options,
    slots: Vec<Slot>,
    ask: Asked,
    /// May the engines hold caches from earlier questions?
    has_cache: bool,
    /// The memory in use elsewhere, measured when the caches were empty.
    baseline: Option<u64>,
    /// Built at the first question whether a position is terminal.
    ends: Option<Ends>,
    /// Steps that together lower nothing, once they have been looked for.
    endless: OnceCell<Option<Endless>>,
}

impl Evaluator {
    /// An evaluator for these rules. An engine reads the rules only when a question first reaches it.
    #[must_use]
    pub fn new(rules: &Arc<Ruleset>, options: Options) -> Evaluator {
        Evaluator {
            rules: rules.clone(),
            slots: wanted(&options),
            options,
            ask: chooser(),
            has_cache: false,
            baseline: None,
            ends: None,
            endless: OnceCell::new(),
        }
    }

    /// Fails if the play is not defined, or if steps that together lower nothing can all be made from a position.
    pub(super) fn must_end(&self, position: &[IBig]) -> Result<()> {
        must_be_normal(&self.rules, self.options.play)?;
        let endless = self.endless.get_or_init(|| Endless::of(&self.rules));
        endless.as_ref().and_then(|endless| endless.from(position)).map_or(Ok(()), |error| Err(Stop::from(error)))
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The options it was made with.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Does a position exist: does it meet every `require`?
    ///
    /// # Errors
    /// When a `require` is not defined there.
    pub fn exists(&self, position: &[IBig]) -> std::result::Result<bool, Diagnostic> {
        Existence::new(&self.rules, &self.options.limits).asked(position).map_err(diagnostic)
    }

    /// Why a position does not exist: the first condition it does not meet, in words; `None` if it exists.
    ///
    /// # Errors
    /// When a `require` is not defined there.
    pub fn refusal(&self, position: &[IBig]) -> std::result::Result<Option<String>, Diagnostic> {
        refusal(&self.rules, position, &self.options.limits).map_err(diagnostic)
    }

    /// Is an existing position terminal?
    ///
    /// # Errors
    /// When the rules are not defined there.
    pub fn terminal(&mut self, position: &[IBig]) -> std::result::Result<bool, Diagnostic> {
        let ends = self.ends.get_or_insert_with(|| Ends::new(&self.rules, &self.options.limits));
        ends.is_terminal(position).map_err(|stop| diagnostic(located(stop, &tuple_text(position))))
    }

    /// The value of a position that exists, and how it was found.
    ///
    /// # Errors
    /// Rules that allow a cycle of moves or are not defined at a follower; a limit; an interruption.
    pub fn value(&mut self, position: &[IBig]) -> std::result::Result<Answer, Diagnostic> {
        self.answer(&lists(&self.rules, position)).map_err(diagnostic)
    }

    /// The value of a position without an account of how it was found: faster where many questions about the same rules share work.
    ///
    /// # Errors
    /// As [`Evaluator::value`].
    pub fn number(&mut self, position: &[IBig]) -> std::result::Result<IBig, Diagnostic> {
        let position = lists(&self.rules, position);
        match self.at_hand(&position) {
            Some(value) => Ok(value.into()),
            None => Ok(self.found(&position, false).map_err(diagnostic)?.value),
        }
    }

    fn at_hand(&self, position: &Lists<IBig>) -> Option<u32> {
        self.slots.iter().find_map(|slot| slot.at_hand(position))
    }

    /// The value at these coordinates, if a table of an earlier question has it.
    pub(crate) fn at_hand_at(&self, position: &[u64]) -> Option<u32> {
        let position: Vec<IBig> = position.iter().map(|x| IBig::from(*x)).collect();
        self.at_hand(&lists(&self.rules, &position))
    }

    fn small_number(&mut self, position: &Lists<IBig>) -> Result<u32> {
        if let Some(value) = self.at_hand(position) {
            return Ok(value);
        }
        let value = self.found(position, false)?.value;
        let beyond = || Stop::from(Diagnostic::limit(Code::Value, "a value needs more than four bytes"));
        u32::try_from(&value).map_err(|_| beyond())
    }

    /// The answer by the first engine that does not decline. The engines' caches take a small part of the memory. Where an answer fails for lack
    /// of memory, the caches are dropped and the question is asked again, so that no answer depends on earlier questions.
    pub(super) fn answer(&mut self, position: &Lists<IBig>) -> Result<Answer> {
        self.found(position, true)
    }

    /// The same; `told` says whether the account of it is wanted.
    fn found(&mut self, position: &Lists<IBig>, told: bool) -> Result<Answer> {
        let limits = &self.options.limits;
        match self.baseline {
            None => self.baseline = Some(limits.in_use()),
            Some(baseline) if limits.in_use().saturating_sub(baseline) > limits.memory / CACHE_SHARE => self.forget(),
            Some(_) => {}
        }
        let had_cache = std::mem::replace(&mut self.has_cache, true);
        match self.by_row(position, told) {
            Err(Stop::Error(error)) if had_cache && error.code == Code::Memory => {
                self.forget();
                self.by_row(position, told)
            }
            answer => answer,
        }
    }

    fn forget(&mut self) {
        self.slots = wanted(&self.options);
        (self.has_cache, self.baseline) = (false, Some(self.options.limits.in_use()));
    }

    fn by_row(&mut self, position: &Lists<IBig>, told: bool) -> Result<Answer> {
        if is_single(position) {
            self.must_end(&position.iter().flat_map(|tuples| tuples[0].iter().cloned()).collect::<Vec<_>>())?;
        }
        let call = ValueRequest { told, ..call(&self.options, &self.ask) };
        let (mut other, mut by_theorem) = (None, None);
        // An engine that reads the rules knows more about why it gives no value than one that does not read them.
        let (mut unread, mut left) = (None, None);
        for slot in &mut self.slots {
            let engine = match slot.engine(&self.rules, &self.options) {
                Ok(engine) => engine,
                Err(reason) => {
                    unread.get_or_insert(reason);
                    continue;
                }
            };
            match engine.value(other.as_ref().unwrap_or(position), &call)? {
                Attempt::Done(Found::Value(answer)) => {
                    return Ok(Answer { grounds: by_theorem.or(answer.grounds), ..answer });
                }
                Attempt::Done(Found::EqualTo(same, grounds)) => (other, by_theorem) = (Some(same), Some(grounds)),
                Attempt::Declined(reason) => _ = left.get_or_insert(reason),
            }
        }
        Err(self.refused(left.or(unread)))
    }

    /// Why the named engine does not serve. Without a named engine this is never reached, since the search always serves.
    fn refused(&self, left: Option<Reason>) -> Stop {
        let engine = self.options.engine.unwrap_or(EngineName::Table);
        if engine.is_table() {
            return Refused::no_table(engine, NO_TABLE).error();
        }
        let plain = || {
            let text = "without a fast engine every option is visited, and this one visits few";
            Reason::shape(text, InText::default())
        };
        left.unwrap_or_else(plain).refused(engine, None).error()
    }

    /// The proved period of a line, or how far the search for one went; the reason where no engine proves periods of such lines. `until` is
    /// called with the position reached, and ends the search by returning `true`.
    ///
    /// # Errors
    /// Rules that are not defined at one of the first positions; a limit; an interruption.
    pub fn prove(
        &mut self,
        line: &Line,
        effort: Effort,
        until: Until,
    ) -> std::result::Result<Result<Known, Reason>, Diagnostic> {
        self.must_end(&line.position(FAR).into_iter().map(IBig::from).collect::<Vec<_>>()).map_err(diagnostic)?;
        let call = ValueRequest { effort, ..call(&self.options, &self.ask) };
        let mut left: Vec<Reason> = vec![];
        for slot in &mut self.slots {
            let lines = slot.proves_lines();
            match slot.engine(&self.rules, &self.options) {
                Ok(engine) => match engine.prove(line, &call, &mut *until).map_err(diagnostic)? {
                    Attempt::Done(known) => return Ok(Ok(known)),
                    Attempt::Declined(reason) => left.push(reason),
                },
                Err(reason) if lines => left.push(reason),
                Err(_) => {}
            }
        }
        left.retain(|reason| !reason.is_verb());
        // Where moves split, the last engine asked is the one that reads splits, so its reason is the most informative.
        let reason = if self.rules.splits() { left.pop() } else { left.into_iter().next() };
        Ok(Err(reason.unwrap_or_else(|| Reason::verb("no engine proves it"))))
    }

    /// The options of a position that have a value, without a list of all options; the reason where no engine finds them, or finds more than `most`.
    pub(super) fn options_with(
        &mut self,
        position: &Lists<IBig>,
        value: &IBig,
        most: usize,
    ) -> Attempted<Vec<Lists<IBig>>> {
        self.first("no engine finds options with a value", &mut |engine, call| {
            engine.options_with(position, (value, most), call)
        })
    }

    /// The answer of the first engine that does not decline; else the first reason of one that can give such answers.
    fn first<T>(
        &mut self,
        none: &str,
        ask: &mut dyn FnMut(&mut dyn Engine, &ValueRequest) -> Attempted<T>,
    ) -> Attempted<T> {
        let call = call(&self.options, &self.ask);
        let mut left = None;
        for slot in &mut self.slots {
            let Ok(engine) = slot.engine(&self.rules, &self.options) else { continue };
            match ask(engine, &call)? {
                Attempt::Declined(reason) if reason.is_verb() => {}
                Attempt::Declined(reason) => _ = left.get_or_insert(reason),
                done => return Ok(done),
            }
        }
        Ok(Attempt::Declined(left.unwrap_or_else(|| Reason::verb(none))))
    }

    /// The first positions with a given value, and what is known of the period of the differences of their coordinates; the reason where no engine
    /// lists these positions.
    ///
    /// # Errors
    /// As [`Evaluator::prove`].
    pub fn pairs(
        &mut self,
        value: u64,
        terms: usize,
        until: Until,
    ) -> std::result::Result<Result<Pairs, Reason>, Diagnostic> {
        self.must_end(&vec![IBig::from(FAR); self.rules.width()]).map_err(diagnostic)?;
        let found =
            self.first("no engine lists them", &mut |engine, call| engine.pairs(value, terms, call, &mut *until));
        Ok(found.map_err(diagnostic)?.seen())
    }

    /// Every option of a position with its value, each option once, in decreasing lexicographic order of coordinates.
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
        self.moves_from(&lists(&self.rules, position))
    }

    /// The value of a position that moves may have split.
    ///
    /// # Errors
    /// As [`Evaluator::value`].
    pub(crate) fn value_from(&mut self, position: &Lists<IBig>) -> std::result::Result<Answer, Diagnostic> {
        self.answer(position).map_err(diagnostic)
    }

    /// The options of a position that moves may have split, as [`Evaluator::moves`] has them.
    ///
    /// # Errors
    /// As [`Evaluator::value`].
    pub(crate) fn moves_from(&mut self, from: &Lists<IBig>) -> std::result::Result<Vec<Choice>, Diagnostic> {
        let options = self.options_from(from)?;
        self.choices(options)
    }

    /// Some options of a position, at most so many, where there may be too many to list: those that the rules make first.
    ///
    /// # Errors
    /// As [`Evaluator::value`].
    pub(crate) fn first_from(
        &mut self,
        from: &Lists<IBig>,
        most: usize,
    ) -> std::result::Result<Vec<(Lists<IBig>, IBig)>, Diagnostic> {
        let mover = Mover::new(&self.rules, &self.options.limits).of_first();
        let options = self.listed(mover, from, most)?;
        options.into_iter().map(|to| Ok((to.clone(), self.value_from(&to)?.value))).collect()
    }

    fn choices(&mut self, options: Vec<Lists<IBig>>) -> std::result::Result<Vec<Choice>, Diagnostic> {
        let choice = |to: Lists<IBig>| {
            let value = self.small_number(&to).map_err(diagnostic)?;
            Ok(Choice { to, value, wins: value == 0 })
        };
        let mut choices = options.into_iter().map(choice).collect::<std::result::Result<Vec<Choice>, Diagnostic>>()?;
        // So few options of value 0 may all be forbidden.
        if choices.iter().filter(|choice| choice.wins).count() <= self.rules.blocked as usize {
            choices.iter_mut().for_each(|choice| choice.wins = false);
        }
        Ok(choices)
    }

    /// The options of a position that moves may have split, each once, in decreasing lexicographic order of coordinates.
    ///
    /// # Errors
    /// Rules that are not defined there; too many options; an interruption.
    pub(crate) fn options_from(&self, from: &Lists<IBig>) -> std::result::Result<Vec<Lists<IBig>>, Diagnostic> {
        self.listed(Mover::new(&self.rules, &self.options.limits), from, usize::MAX)
    }

    fn listed(
        &self,
        mut mover: Mover<IBig>,
        from: &Lists<IBig>,
        most: usize,
    ) -> std::result::Result<Vec<Lists<IBig>>, Diagnostic> {
        let mut found: Vec<Lists<IBig>> = vec![];
        let mut parts = of_parts(&self.rules, self.options.plain, &self.options.limits);
        let mut hooks = Parts { rules: &self.rules, position: from, parts: &mut parts };
        mover
            .each(from, &mut hooks, &mut |mv| {
                found.push(after(from, mv));
                if found.len().is_multiple_of(4096) {
                    self.options.limits.check(found.len() as u64 * 200, "the list of options")?;
                }
                Ok(found.len() >= most)
            })
            .map_err(|stop| diagnostic(located(stop, &parts_text(from))))?;
        found.sort_by(|a, b| b.cmp(a));
        found.dedup();
        Ok(found)
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

    /// As [`Evaluator::table`], where an engine gives all values at once; else `None`. A later question for a larger box goes on from the values that the engine holds.
    ///
    /// ```
    /// # use grundy::{Evaluator, Options, Session};
    /// let game = Session::new().game("kayles", None)?;
    /// let mut evaluator = Evaluator::new(&game.rules, Options::default());
    /// for last in [100, 1000] {
    ///     let values = evaluator.table_at_once(&[last])?.expect("an engine for heaps");
    ///     assert_eq!(values.get(&[70]), Some(6));
    /// }
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// As [`Evaluator::table`].
    pub fn table_at_once(&mut self, hi: &[u64]) -> std::result::Result<Option<Values>, Diagnostic> {
        self.must_have_bounds(hi)?;
        self.must_end(&hi.iter().map(|h| IBig::from(*h)).collect::<Vec<_>>()).map_err(diagnostic)?;
        self.values_at_once(hi).map_err(diagnostic)
    }

    /// As [`Evaluator::table`], but on disk where the table is larger than the memory and its engine can work on disk. `folder` is called with the
    /// size of the table in bytes and returns an empty folder, which the caller removes when the values are no longer needed. With a checkpoint, the table
    /// is written to the checkpoint instead.
    ///
    /// # Errors
    /// As [`Evaluator::table`]; an error returned by `folder`; a full disk.
    pub fn table_with_disk(
        self,
        hi: &[u64],
        folder: &mut dyn FnMut(u64) -> std::result::Result<PathBuf, Diagnostic>,
    ) -> std::result::Result<Values, Diagnostic> {
        self.must_have_bounds(hi)?;
        self.values(hi, Some(folder)).map_err(diagnostic)
    }

    pub(super) fn must_have_bounds(&self, hi: &[u64]) -> std::result::Result<(), Diagnostic> {
        // No memory holds so many cells, and their number does not fit the words in which engines count them.
        if let Some(last) = hi.iter().find(|last| **last == u64::MAX) {
            let message = format!("a table with a coordinate to {last} has more cells than any memory");
            return Err(Diagnostic::limit(Code::Memory, message));
        }
        if hi.len() == self.rules.width() {
            return Ok(());
        }
        let message = format!("a table of {} coordinates needs as many bounds, found {}", self.rules.width(), hi.len());
        Err(Diagnostic::new(Code::Bounds, message))
    }

    /// All values of a box in normal and in misère play; `None` where computing both tables together saves no work, or where the options name
    /// an engine or ask for the plain one.
    ///
    /// # Errors
    /// As [`Evaluator::table`].
    pub fn tables_of_both(
        rules: &Arc<Ruleset>,
        options: &Options,
        hi: &[u64],
    ) -> std::result::Result<Option<(Values, Values)>, Diagnostic> {
        if options.plain || options.engine.is_some() {
            return Ok(None);
        }
        let limits = &options.limits;
        let ask = chooser();
        let both = tables::of_both_plays(rules, hi, &TableRequest::any(Play::Normal, false, limits, &*ask))
            .map_err(diagnostic)?;
        Ok(both.map(|(normal, misere)| (Values::of_tables(hi, normal), Values::of_tables(hi, misere))))
    }

    pub(super) fn values(mut self, hi: &[u64], ask: Option<&mut AskFolder>) -> Result<Values> {
        self.must_end(&hi.iter().map(|h| IBig::from(*h)).collect::<Vec<_>>())?;
        if let Some(values) = self.values_at_once(hi)? {
            return Ok(values);
        }
        if let Some(engine) = self.options.engine.filter(|engine| !engine.is_table()) {
            return match self.options.checkpoint {
                Some(_) => Err(nothing_kept(&format!("of values by {}, one after the other,", engine.name()))),
                None => self.one_by_one(hi, None),
            };
        }
        let Options { play, plain, engine, limits, checkpoint } = &self.options;
        // A table of these bounds may want to be finished, or made whole again.
        if let Some(values) = self.kept(hi, |table| !table.ends_at(hi))? {
            return Ok(values);
        }
        let folder = match checkpoint.as_ref().map(|root| Folder::open(root, &self.rules, hi, *play)).transpose() {
            Ok(folder) => folder,
            // If it is finished, it is read where nothing can be written, and while another run reads it.
            Err(stop) => return self.kept(hi, |_| true)?.ok_or(stop),
        };
        let passing = ask.map(Passing::new);
        let place = match (&folder, &passing) {
            (Some(folder), _) => Place::Kept(folder),
            (None, Some(passing)) => Place::Passing(passing),
            (None, None) => Place::Memory,
        };
        let only = engine.unwrap_or(EngineName::Table);
        let wish = TableRequest { only, place, ..TableRequest::any(*play, *plain, limits, &*self.ask) };
        match tables::build(&self.rules, hi, &wish) {
            Ok(Some(tables)) => Ok(Values::of_tables(hi, tables)),
            Ok(None) | Err(Stop::Overflow) if folder.is_some() => {
                Err(nothing_kept(&format!("these rules have no table ({NO_TABLE}), and of a search")))
            }
            Ok(None) | Err(Stop::Overflow) if engine.is_some() => Err(self.refused(None)),
            Ok(None) | Err(Stop::Overflow) => self.one_by_one(hi, Some(Refused::no_table(EngineName::Table, NO_TABLE))),
            Err(stop) => Err(stop),
        }
    }

    /// The values of a box, if the folder of the checkpoint has a finished table that reaches it and is wanted. Nothing in the folder is changed.
    fn kept(&self, hi: &[u64], is_wanted: impl Fn(&KeptTable) -> bool) -> Result<Option<Values>> {
        let table = self.options.checkpoint.as_deref().and_then(|root| KeptTable::open(root).ok());
        let Some(table) = table.filter(|table| table.reaches(hi) && is_wanted(table)) else { return Ok(None) };
        Ok(table.found(&self.rules, &self.options)?.map(|values| values.within(hi)))
    }

    /// All values of a box from one engine, if an engine can give all values at once.
    fn values_at_once(&mut self, hi: &[u64]) -> Result<Option<Values>> {
        let call = call(&self.options, &self.ask);
        for slot in self.slots.iter_mut().filter(|slot| slot.gives_boxes()) {
            let Ok(engine) = slot.engine(&self.rules, &self.options) else { continue };
            if let Attempt::Done(values) = engine.values(hi, &call)? {
                return Ok(Some(values));
            }
        }
        Ok(None)
    }

    /// All values of a box position by position: by the engine that is named; else by forms in misère play of what splits, where these serve, or by search.
    fn one_by_one(mut self, hi: &[u64], no_table: Option<Refused>) -> Result<Values> {
        if !is_named(&self.options) {
            if self.options.play.is_misere() && self.rules.splits() && !self.options.plain {
                let forms = Options { engine: Some(EngineName::Forms), ..self.options.clone() };
                match Evaluator::new(&self.rules, forms).one_by_one(hi, None) {
                    Err(Stop::Error(error)) if matches!(error.code, Code::NoTable | Code::NoShape | Code::Memory) => {}
                    found => return found,
                }
            }
            self = Evaluator::new(&self.rules, Options { engine: Some(EngineName::Search), ..self.options });
        }
        let (rules, limits) = (self.rules.clone(), self.options.limits.clone());
        let (values, held) = each_cell(&rules, &limits, hi, &mut |position| self.small_number(position))?;
        Ok(match self.options.engine.filter(|engine| engine.is_single()) {
            Some(engine) => {
                let how = format!("{} values by {}, each by itself", values.len(), engine.name());
                Values::single(hi, values, engine, how, held)
            }
            None => Values::searched(hi, values, no_table, held),
        })
    }
}

/// A number for each position of a box, position by position; [`Values::NOWHERE`] where none exists.
pub(super) fn each_cell(
    rules: &Arc<Ruleset>,
    limits: &Limits,
    hi: &[u64],
    number: &mut dyn FnMut(&Lists<IBig>) -> Result<u32>,
) -> Result<(Vec<u32>, Held)> {
    let cells = size(hi, limits)?;
    let held = limits.hold(cells.saturating_mul(4), "this table")?;
    let mut values = Vec::with_capacity(cells as usize);
    let mut at: Vec<u64> = vec![0; hi.len()];
    let mut existence = Existence::new(rules, limits);
    limits.progress.expect(cells);
    loop {
        let position: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
        let there = existence.asked(&position)?;
        values.push(if there { number(&lists(rules, &position))? } else { Values::NOWHERE });
        limits.progress.add(1);
        if values.len().is_multiple_of(LOOK) {
            limits.interrupted()?;
        }
        if !next(&mut at, hi) {
            return Ok((values, held));
        }
    }
}

fn call<'a>(options: &'a Options, ask: &'a Asked) -> ValueRequest<'a> {
    ValueRequest { options, named: is_named(options), told: true, effort: Effort::Usual, ask }
}

/// Do the options name an engine that gives the value of one position at a time?
fn is_named(options: &Options) -> bool {
    options.engine.is_some_and(EngineName::is_single)
}

fn nothing_kept(of: &str) -> Stop {
    let message = format!("{of} nothing can be kept");
    Stop::from(Diagnostic::limit(Code::Checkpoint, message).help("leave `--checkpoint` out"))
}

/// A position that moves may have split, for a message.
fn parts_text(position: &Lists<IBig>) -> String {
    let leaf = |tuples: &Vec<Vec<IBig>>| tuples.iter().map(tuple_text).collect::<Vec<_>>().join(" + ");
    match &position[..] {
        lists if lists.iter().all(|tuples| tuples.len() == 1) => tuple_text(lists.iter().flat_map(|tuples| &tuples[0])),
        lists => lists.iter().map(leaf).collect::<Vec<_>>().join(", "),
    }
}

/// The default bound of a coordinate in a table: `to`, unless the rules bound the coordinate.
#[must_use]
pub fn default_bound(rules: &Ruleset, coord: usize, to: u64) -> u64 {
    match rules.coords[coord].role {
        Role::Own => to,
        Role::Passes(p) => p,
        Role::Flag => 1,
    }
}
