//! The answers to the questions of a claim.
//!
//! In: the games that a claim speaks of, and the reach of its questions about each. Out: values, terminal positions, existence. Where
//! the positions asked about lie in a box that is not too large, the table of the box is computed before the check starts, and threads
//! read it without a lock. A finished table in a folder is read there, whatever its size. Other positions are left to the evaluator of their game, behind a lock.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use dashu_int::{IBig, UBig};
use grundy_automata::Budget;
use grundy_decide::Knowledge;

use crate::CheckOptions;
use crate::check::by_parts::ByParts;
use crate::check::components_asked::ComponentsAsked;
use crate::check::existence::{exists, must_exist};
use crate::check::genera::GenusAnswers;
use crate::check::table_ahead::TableAhead;
use crate::read::loopy_codes::{code, of_outcome};
use grundy::theory::loopy::Loopy;
use grundy::{
    Evaluator,
    engine::{WORK, foreseen},
    table::KeptTable,
};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::num::Num;
use grundy_core::contract::options::{EngineName, Play};
use grundy_core::contract::position::box_cells;
use grundy_core::contract::reason::Account;
use grundy_core::contract::stop::{Result, Stop};
use grundy_core::enumerate::compile::Oracle;
use grundy_core::store::values::Values;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::lower::{Question, Scope, What};
use grundy_rules::rules::Property;
use grundy_rules::rules::expr::Place;
use grundy_rules::session::Game;
use serde_json::Value;

/// The number of values that a formula may run through between two checks for an interruption.
pub(crate) const FUEL: u64 = 1 << 20;
/// The most cells of a table of a game that is not the claim's own.
pub(crate) const CELLS: u64 = 1 << 26;
/// The work of a table that is spent for each position which is read off it.
const EACH: u64 = 1 << 15;

/// The games of a claim, with everything that answers its questions.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) scope: Scope,
    plays: Vec<GamePlay>,
    /// For each question about positions, the index in `plays` that answers it.
    play_of: Vec<Option<usize>>,
    /// For each question about genera, what answers it.
    genera: Vec<Option<Mutex<GenusAnswers>>>,
    /// For each question whose answer does not depend on a position, the answer.
    pub(crate) constants: Vec<Option<i64>>,
    /// For each question that a theorem answered, the certificate of the theorem, if it has one.
    pub(crate) theorems: Vec<Option<Value>>,
    limits: Limits,
    /// The components of the games, where counts may be made of the counts of components.
    components: Option<ComponentsAsked>,
    /// How often a formula may still ask for more numbers to run through, where it is evaluated far out.
    renewals: Option<AtomicU64>,
    /// The most numbers that a formula may run through at one position.
    pub(crate) steps: u64,
}

/// The limit on the numbers that a formula runs through.
pub(crate) fn beyond(steps: u64) -> Stop {
    Stop::from(Diagnostic::limit(Code::Steps, format!("the formula runs through more than {steps} numbers")))
}

/// How often a formula may ask for more numbers to run through at a position far out.
const RENEWALS: u64 = 16;

/// A game in normal or misère play.
struct GamePlay {
    game: usize,
    play: Play,
    table: Option<Values>,
    /// The values that were proved for all positions.
    proved: Option<Knowledge>,
    evaluator: Mutex<Evaluator>,
    /// The components of a sum, if its values are those of its components, plainly.
    parts: Option<Mutex<ByParts>>,
    /// The values that counts ask for, where `table` does not reach.
    ahead: TableAhead,
    /// The values where play may go on for ever, if they are asked for.
    loopy: Option<Mutex<Loopy>>,
}

/// A table that is to be computed.
struct Wanted {
    hi: Vec<u64>,
    /// Does the claim fail with an error if the table cannot be computed?
    needed: bool,
}

impl std::fmt::Debug for GamePlay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GamePlay").field("game", &self.game).field("play", &self.play).finish_non_exhaustive()
    }
}

impl World {
    /// The answers to the questions of `scope`; no table is computed yet.
    pub(crate) fn new(scope: &Scope, options: &CheckOptions) -> World {
        let mut plays: Vec<GamePlay> = vec![];
        let mut play_of = vec![];
        for question in &scope.questions {
            let Question::Position { game, what, .. } = question else {
                play_of.push(None);
                continue;
            };
            let play = what.play();
            let is_loopy = scope.loopy && play == Play::Normal || matches!(what, What::Outcome | What::Code);
            let known = plays.iter().position(|p| p.game == *game && p.play == play);
            play_of.push(Some(known.unwrap_or(plays.len())));
            if known.is_none() {
                let of_values = options.of_values(play);
                let evaluator = Mutex::new(Evaluator::new(&scope.games[*game].rules, of_values));
                let (table, proved, parts, loopy) = (None, None, None, None);
                let ahead = TableAhead::default();
                plays.push(GamePlay { game: *game, play, table, proved, evaluator, parts, ahead, loopy });
            }
            let last = plays.len() - 1;
            let play = &mut plays[known.unwrap_or(last)];
            if is_loopy && play.loopy.is_none() {
                let of_values = options.of_values(Play::Normal);
                play.loopy = Some(Mutex::new(Loopy::new(&scope.games[*game].rules, &of_values)));
            }
        }
        let genera = |question: &Question| {
            let Question::Genus { game } = question else { return None };
            Some(Mutex::new(GenusAnswers::new(&scope.games[*game], options)))
        };
        let constants = vec![None; scope.questions.len()];
        let theorems = vec![None; scope.questions.len()];
        let quick = !options.plain && options.engine.is_none();
        World {
            scope: scope.clone(),
            plays,
            play_of,
            genera: scope.questions.iter().map(genera).collect(),
            constants,
            theorems,
            limits: options.limits.clone(),
            components: quick.then(|| ComponentsAsked::new(scope, options)),
            renewals: None,
            steps: u64::MAX,
        }
    }

    /// Takes the values of sums from those of their components, plainly.
    pub(crate) fn by_parts(mut self, options: &CheckOptions) -> World {
        for play in &mut self.plays {
            let of_values = options.of_values(play.play);
            play.parts = ByParts::of(&self.scope.games[play.game].rules, &of_values).map(Mutex::new);
        }
        self
    }

    /// Takes values and properties from what was proved of games, however far out the positions are; `None` if the values or a property of a game are not known.
    pub(crate) fn far_out(
        mut self,
        known: &dyn Fn(&Game, Play) -> Option<Knowledge>,
        property: &dyn Fn(&Game, Property) -> Option<bool>,
    ) -> Option<World> {
        for (number, question) in self.scope.questions.iter().enumerate() {
            match question {
                Question::Position { game, what: What::Value { play }, .. } => {
                    let asked = self.plays.iter_mut().find(|asked| (asked.game, asked.play) == (*game, *play))?;
                    asked.proved = Some(known(&self.scope.games[*game], *play)?);
                }
                Question::Property { game, property: asked } => {
                    self.constants[number] = Some(property(&self.scope.games[*game], *asked)?.into());
                }
                _ => {}
            }
        }
        self.renewals = Some(AtomicU64::new(RENEWALS));
        // What is proved of sums is not known of their components.
        self.components = None;
        Some(self)
    }

    /// The limits of the check.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Computes the tables that reach the positions asked about: `own` for the claim's own game, `asked` for each question.
    ///
    /// # Errors
    /// As [`Evaluator::table`], for the claim's own game; other games are then left to their evaluators.
    pub(crate) fn tabulate(
        &mut self,
        own: Option<(usize, &[u64], u64)>,
        asked: &[Option<Vec<u64>>],
        options: &CheckOptions,
    ) -> std::result::Result<(), Diagnostic> {
        let wanted: Vec<Option<Wanted>> = (0..self.plays.len()).map(|k| self.wanted(k, own, asked, options)).collect();
        for (k, wish) in wanted.iter().enumerate() {
            let Some(Wanted { hi, needed }) = wish else { continue };
            if self.plays[k].table.is_some() || self.take_kept(k, hi, options)? {
                continue;
            }
            // The other play of the same game, if its table has the same bounds.
            let pair = (k + 1..wanted.len()).find(|other| {
                let same = self.plays[*other].game == self.plays[k].game;
                same && wanted[*other].as_ref().is_some_and(|other| other.hi == *hi)
            });
            match self.table(k, pair, hi, options) {
                Ok(()) => {}
                Err(error) if *needed || error.kind.is_end() => return Err(error),
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// The table in a folder that has the values of a play in a box.
    fn kept<'a>(&self, k: usize, hi: &[u64], options: &'a CheckOptions) -> Option<&'a KeptTable> {
        let GamePlay { game, play, .. } = self.plays[k];
        let rules = &self.scope.games[game].rules;
        let asked = options.engine.is_none_or(EngineName::is_table);
        options.table.as_ref().filter(|table| asked && table.reaches(hi) && table.is_of(rules, play))
    }

    /// Takes the values of a play from the table in a folder; `false` if that is another one.
    ///
    /// # Errors
    /// A table that is not finished; a folder that cannot be read.
    fn take_kept(&mut self, k: usize, hi: &[u64], options: &CheckOptions) -> std::result::Result<bool, Diagnostic> {
        let GamePlay { game, play, .. } = self.plays[k];
        let Some(table) = self.kept(k, hi, options) else { return Ok(false) };
        let values = table.values(&self.scope.games[game].rules, &options.of_values(play))?;
        self.plays[k].table = Some(values.ok_or_else(|| table.unfinished(options.plain || options.engine.is_some()))?);
        Ok(true)
    }

    /// An error if values on disk could not be read: positions without a value may have one.
    ///
    /// # Errors
    /// A damaged tile.
    pub(crate) fn undamaged(&self) -> std::result::Result<(), Diagnostic> {
        let lost = self.plays.iter().find_map(|play| play.table.as_ref()?.failure());
        lost.map_or(Ok(()), |lost| Err(lost.clone()))
    }

    /// The tables computed: the game, the play, and how the table was made.
    pub(crate) fn accounts(&self) -> Vec<(String, Play, Account)> {
        let account = |p: &GamePlay| Some((self.scope.games[p.game].text.clone(), p.play, p.table.as_ref()?.account()));
        self.plays.iter().filter_map(account).collect()
    }

    /// The box of the table that a play needs, if a table pays.
    fn wanted(
        &self,
        k: usize,
        own: Option<(usize, &[u64], u64)>,
        asked: &[Option<Vec<u64>>],
        options: &CheckOptions,
    ) -> Option<Wanted> {
        let mut hi: Option<Vec<u64>> = None;
        for (question, reach) in asked.iter().enumerate() {
            if self.play_of[question] == Some(k)
                && let Some(reach) =
                    reach.as_ref().filter(|r| box_cells(r) <= CELLS || self.kept(k, r, options).is_some())
            {
                hi = Some(hull(hi, reach));
            }
        }
        let asks_own = self.scope.questions.iter().enumerate().any(|(q, question)| {
            self.play_of[q] == Some(k) && matches!(question, Question::Position { own: true, .. })
        });
        if let Some((own_game, own_hi, positions)) = own
            && own_game == self.plays[k].game
            && asks_own
            && let Some(needed) = self.pays(k, own_hi, positions, options)
        {
            // A box around both may be far larger than either.
            let fits = |hi: &Vec<u64>| box_cells(hi) <= CELLS || self.kept(k, hi, options).is_some();
            let hi = Some(hull(hi, own_hi)).filter(fits).unwrap_or_else(|| own_hi.to_vec());
            return Some(Wanted { hi, needed });
        }
        hi.map(|hi| Wanted { hi, needed: false })
    }

    /// Does a table pay that reaches so many positions of the claim's own game, and is it needed? Where the positions are few in their box, such as those of a
    /// diagonal, it pays while its work is small beside that of so many searches; where it then cannot be made, each position is asked about alone.
    fn pays(&self, k: usize, hi: &[u64], positions: u64, options: &CheckOptions) -> Option<bool> {
        if box_cells(hi) <= (64 * positions).max(1 << 20) || self.kept(k, hi, options).is_some() {
            return Some(true);
        }
        let GamePlay { game, play, .. } = self.plays[k];
        let work = foreseen(&self.scope.games[game].rules, hi, &options.of_values(play));
        (work <= WORK.max(positions.saturating_mul(EACH))).then_some(false)
    }

    /// Computes the table of a play, together with that of the other play of the same game where this saves work.
    fn table(
        &mut self,
        k: usize,
        pair: Option<usize>,
        hi: &[u64],
        options: &CheckOptions,
    ) -> std::result::Result<(), Diagnostic> {
        let GamePlay { game, play, .. } = self.plays[k];
        let rules = &self.scope.games[game].rules;
        let of_values = options.of_values(play);
        if let Some(loopy) = &mut self.plays[k].loopy {
            return loopy.get_mut().unwrap_or_else(PoisonError::into_inner).reach(hi);
        }
        if let Some(pair) = pair
            && let Some((normal_values, misere_values)) = Evaluator::tables_of_both(rules, &of_values, hi)?
        {
            let (own, other) =
                if play.is_misere() { (misere_values, normal_values) } else { (normal_values, misere_values) };
            self.plays[k].table = Some(own);
            self.plays[pair].table = Some(other);
            return Ok(());
        }
        self.plays[k].table = Some(Evaluator::new(rules, of_values).table(hi)?);
        Ok(())
    }

    /// The table's entry for the claim's own position; `None` if no table reaches the position.
    pub(crate) fn own_value(&self, question: usize, position: &[u64]) -> Option<Option<u32>> {
        let table = self.plays[self.play_of[question]?].table.as_ref()?;
        inside(position, table.hi()).then(|| table.get_inside(position))
    }

    /// Does a table reach all positions up to `hi`?
    pub(crate) fn own_reaches(&self, question: usize, hi: &[u64]) -> bool {
        let table = self.play_of[question].and_then(|play| self.plays[play].table.as_ref());
        table.is_some_and(|table| hi.len() == table.hi().len() && inside(hi, table.hi()))
    }

    /// Reads `len` values of a table into `line`, from a position on along the last coordinate.
    pub(crate) fn own_line(&self, question: usize, from: &[u64], len: usize, line: &mut Vec<u32>) {
        line.clear();
        if let Some(table) = self.play_of[question].and_then(|play| self.plays[play].table.as_ref()) {
            table.line(from, from.len() - 1, len, line);
        }
    }

    /// The answer to a question that does not depend on a position. What is not known is an error, and neither true nor false.
    fn constant(&self, question: usize) -> Result<i64> {
        let why = "a property, or a fact about a line, that the claim speaks of is not known";
        self.constants[question].ok_or_else(|| unknown(why))
    }

    /// Have all questions an answer that does not depend on a position, or are they about positions?
    ///
    /// # Errors
    /// One has no answer.
    pub(crate) fn settled(&self) -> Result<()> {
        let constant = |question: &Question| !matches!(question, Question::Position { .. } | Question::Genus { .. });
        let mut questions = (0..self.scope.questions.len()).filter(|n| constant(&self.scope.questions[*n]));
        questions.try_for_each(|question| self.constant(question).map(|_| ()))
    }

    /// The answer to a question about a position.
    pub(crate) fn answer<N: Num>(&self, question: usize, position: &[N], place: Place) -> Result<N> {
        match &self.scope.questions[question] {
            Question::Property { .. }
            | Question::Line { .. }
            | Question::Solutions { .. }
            | Question::Convergence { .. }
            | Question::Converges { .. }
            | Question::QuotientSize { .. }
            | Question::Automatic { .. } => self.constant(question).map(N::small),
            Question::Genus { game } => {
                let genera = self.genera[question].as_ref().expect("genera have what answers them");
                let mut genera = genera.lock().unwrap_or_else(PoisonError::into_inner);
                genera.entry(&self.scope.games[*game], position, place)
            }
            Question::Position { game, what, .. } => {
                let play = &self.plays[self.play_of[question].expect("positions have a play")];
                self.position(play, &self.scope.games[*game], *what, position, place)
            }
        }
    }

    fn position<N: Num>(&self, play: &GamePlay, game: &Game, what: What, at: &[N], place: Place) -> Result<N> {
        let mut buffer = [0u64; WIDEST];
        let cell = cell_of(at.iter().map(N::to_i64), &mut buffer);
        let table = play.table.as_ref().zip(cell).filter(|(table, cell)| inside(cell, table.hi()));
        let known = table.map(|(table, cell)| table.get_inside(cell)).or_else(|| play.ahead.get(cell?).map(Some));
        match (known, what) {
            (Some(value), What::Exists) => Ok(N::small(i64::from(value.is_some()))),
            (Some(Some(value)), What::Value { .. }) => Ok(N::small(i64::from(value))),
            (Some(Some(value)), What::Terminal) if value > 0 => Ok(N::small(0)),
            _ => self.evaluated(play, game, what, at, place),
        }
    }

    /// Answers by the evaluator of the game.
    fn evaluated<N: Num>(&self, play: &GamePlay, game: &Game, what: What, at: &[N], place: Place) -> Result<N> {
        let at: Vec<IBig> = at.iter().map(N::to_big).collect();
        let mut evaluator = play.evaluator.lock().unwrap_or_else(PoisonError::into_inner);
        if what == What::Exists {
            return Ok(N::small(i64::from(exists(&evaluator, &at)?)));
        }
        must_exist(&evaluator, game, &at, place)?;
        let proved = || {
            let at = at.iter().map(|x| UBig::try_from(x.clone()).ok()).collect::<Option<Vec<UBig>>>()?;
            play.proved.as_ref()?.at(&at, &Budget::default())
        };
        let by_parts = || {
            let parts = play.parts.as_ref()?;
            Some(parts.lock().unwrap_or_else(PoisonError::into_inner).value(&at))
        };
        let loopy = || {
            let loopy = play.loopy.as_ref().expect("outcomes and codes are asked of loopy games");
            loopy.lock().unwrap_or_else(PoisonError::into_inner).value(&at)
        };
        match what {
            What::Outcome => Ok(N::small(of_outcome(&loopy()?))),
            What::Code => N::from_big(&code(&loopy()?)?).ok_or_else(Stop::overflow),
            What::Exists => Ok(N::small(1)),
            What::Terminal => Ok(N::small(i64::from(evaluator.terminal(&at)?))),
            What::Value { .. } => {
                let known = proved().map(|value| Ok(value.into())).or_else(by_parts);
                // Where some levels are known, and not this value, no search far out finds it.
                if known.is_none() && play.proved.as_ref().is_some_and(|known| !known.says_values()) {
                    return Err(unknown("the value of a position far out is not known"));
                }
                let value = known.unwrap_or_else(|| Ok(evaluator.number(&at)?))?;
                N::from_big(&value).ok_or_else(Stop::overflow)
            }
        }
    }
}

fn unknown(why: &str) -> Stop {
    Stop::Error(Box::new(Diagnostic::limit(Code::Unknown, why)))
}

/// The most coordinates of a position that is looked up in a table; wider positions go to the evaluator.
pub(crate) const WIDEST: usize = 16;

/// Numbers as the coordinates of a cell; `None` if there are too many, or one is negative or too large.
pub(crate) fn cell_of(numbers: impl ExactSizeIterator<Item = Option<i64>>, cell: &mut [u64; WIDEST]) -> Option<&[u64]> {
    let cell = cell.get_mut(..numbers.len())?;
    for (c, x) in cell.iter_mut().zip(numbers) {
        *c = u64::try_from(x?).ok()?;
    }
    Some(cell)
}

pub(crate) fn inside(position: &[u64], hi: &[u64]) -> bool {
    position.iter().zip(hi).all(|(x, h)| x <= h)
}

fn hull(hi: Option<Vec<u64>>, other: &[u64]) -> Vec<u64> {
    match hi {
        Some(mut hi) => {
            hi.iter_mut().zip(other).for_each(|(h, o)| *h = (*h).max(*o));
            hi
        }
        None => other.to_vec(),
    }
}

impl<N: Num> Oracle<N> for World {
    fn ask(&self, question: usize, position: &[N], place: Place) -> Result<N> {
        match self.components.as_ref().and_then(|all| all.value(question, position, place)) {
            Some(value) => value,
            None => self.answer(question, position, place),
        }
    }

    fn counting(&self) -> Option<&Limits> {
        self.components.as_ref().map(|_| &self.limits)
    }

    fn reach(&self, question: usize, hi: &[u64], questions: u64) -> Result<()> {
        if let Some(reached) = self.components.as_ref().and_then(|all| all.reach(question, hi, questions)) {
            return reached;
        }
        let value = matches!(self.scope.questions[question], Question::Position { what: What::Value { .. }, .. });
        let Some(play) = self.play_of[question].filter(|_| value).map(|play| &self.plays[play]) else { return Ok(()) };
        if play.table.as_ref().is_some_and(|table| inside(hi, table.hi())) {
            return Ok(());
        }
        play.ahead.reach(&play.evaluator.lock().unwrap_or_else(PoisonError::into_inner), hi, questions)
    }

    fn parts(&self, question: usize) -> Option<&[(Vec<usize>, usize)]> {
        self.components.as_ref()?.parts(question)
    }

    fn more(&self, renewed: u64) -> Result<u64> {
        self.limits.interrupted()?;
        let fuel = FUEL.min(self.steps);
        if renewed.saturating_mul(fuel) > self.steps {
            return Err(beyond(self.steps));
        }
        if let Some(renewals) = &self.renewals
            && renewals.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
        {
            return Err(Stop::Overflow);
        }
        Ok(fuel)
    }
}
