//! A game, and the questions that can be asked of it.

use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use dashu_int::IBig;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::quantity::Quantity;
use grundy_core::engine::Answer;
use grundy_core::store::values::Values;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::lower::{self, Entry};
use grundy_rules::session::Session;

use super::{Error, Library, Position};
use crate::choose::{Choice, Evaluator, Timer, Wins};
use crate::theory::loopy::{Loopy, LoopyValue, is_round};
use crate::theory::periods::{Verdict, period};
use crate::written::Written;

/// A game by its expression, in normal play unless [`Game::misere`] is asked for.
///
/// ```
/// use grundy::Game;
///
/// let game: Game = "star_nim".parse()?;
/// assert_eq!(game.value("3,7")?, 5.into());
/// assert_eq!(game.table([10, 15])?.get(&[10, 15]), Some(20));
/// assert_eq!(game.misere().value([3, 7])?, 5.into());
/// # Ok::<(), grundy::Error>(())
/// ```
pub struct Game {
    session: Session,
    text: String,
    options: Options,
    /// One game for each shape of position asked about so far, with its evaluator, which later questions reuse.
    settled: Mutex<Vec<Settled>>,
}

/// A game whose lengths are determined, by the entries of a position.
struct Settled {
    entries: Vec<Entry>,
    game: lower::Game,
    evaluator: Evaluator,
}

/// The settled games, locked, and the index of one of them.
type Place<'a> = (MutexGuard<'a, Vec<Settled>>, usize);

/// A question to a settled game.
type Question<'a, T> = &'a mut dyn FnMut(&mut Written, &mut Settled) -> Result<T, Diagnostic>;

impl FromStr for Game {
    type Err = Error;

    fn from_str(text: &str) -> Result<Game, Error> {
        Library::new().game(text)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Game").field("text", &self.text).field("play", &self.options.play).finish_non_exhaustive()
    }
}

impl Clone for Game {
    fn clone(&self) -> Game {
        self.with(self.options.clone())
    }
}

impl Game {
    pub(super) fn of(session: Session, text: &str) -> Result<Game, Error> {
        let game = Game { session, text: text.to_string(), options: Options::default(), settled: Mutex::default() };
        let mut session = game.session.clone();
        match session.game(text, None) {
            Err(error) if error.code != Code::UnsettledLength => Err(Error::new(error, session.sources())),
            _ => Ok(game),
        }
    }

    /// The same game in misère play.
    #[must_use]
    pub fn misere(&self) -> Game {
        self.with(Options { play: Play::Misere, ..self.options.clone() })
    }

    /// The same game with other options: limits, one engine alone, no fast engine.
    #[must_use]
    pub fn with(&self, options: Options) -> Game {
        Game { session: self.session.clone(), text: self.text.clone(), options, settled: Mutex::default() }
    }

    /// The Sprague-Grundy value of a position.
    ///
    /// # Errors
    /// Text that is no position of the game; a position that does not exist; rules that are not defined at a follower; a limit.
    pub fn value(&self, position: impl Into<Position>) -> Result<IBig, Error> {
        Ok(self.answer(position)?.value)
    }

    /// The value at these coordinates, if a table of an earlier question has it. This is quick, and never waits.
    ///
    /// ```
    /// # use grundy::Game;
    /// let game: Game = "star_nim[2]".parse()?;
    /// assert_eq!(game.at_hand(&[3, 7]), None);
    /// game.value([10, 15])?;
    /// assert_eq!(game.at_hand(&[3, 7]), Some(5));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn at_hand(&self, position: &[u64]) -> Option<u32> {
        let all = self.settled.try_lock().ok()?;
        let flat = |settled: &&Settled| {
            let flat = settled.entries.iter().all(|entry| *entry == Entry::One);
            // A game whose expression says its length is settled with any entries.
            flat && settled.entries.len() == position.len() && settled.game.rules.width() == position.len()
        };
        all.iter().find(flat)?.evaluator.at_hand_at(position)
    }

    /// Does a position exist: does it satisfy every `require` of the rules?
    ///
    /// ```
    /// # use grundy::Game;
    /// let game: Game = "star_nim[2]".parse()?;
    /// assert!(game.exists([3, 7])? && !game.exists([0, 0])?);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// Text that is no position of the game; a `require` that is not defined there.
    pub fn exists(&self, position: impl Into<Position>) -> Result<bool, Error> {
        let position = position.into();
        self.ask(&position, &mut |written, settled| {
            let coordinates = position.coordinates(written, &settled.game)?;
            settled.evaluator.exists(&coordinates)
        })
    }

    /// The expression.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The value of a position, and how it was found.
    ///
    /// ```
    /// # use grundy::Game;
    /// let game: Game = "kayles".parse()?;
    /// let answer = game.answer("10^30")?;
    /// assert_eq!(answer.by_name(), "heaps");
    /// assert!(answer.explain().contains("period 12"), "{}", answer.explain());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Game::value`].
    pub fn answer(&self, position: impl Into<Position>) -> Result<Answer, Error> {
        self.at(position.into(), |evaluator, position| evaluator.value(position))
    }

    /// The value of a position, also where play may go on for ever: a number, or infinity with the numbers among its options.
    ///
    /// ```
    /// # use grundy::Library;
    /// let library = Library::new().and("ring.game", "game ring(v) { require v <= 6; move v - 1; move v + 1 if v >= 3 }")?;
    /// let game = library.game("ring")?;
    /// assert_eq!(game.loopy_value([1])?.to_string(), "1");
    /// assert_eq!(game.loopy_value([3])?.to_string(), "inf({0})");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Game::value`], and those of [`Loopy::value`].
    pub fn loopy_value(&self, position: impl Into<Position>) -> Result<LoopyValue, Error> {
        self.at(position.into(), |evaluator, position| match evaluator.value(position) {
            Ok(answer) => Ok(LoopyValue::Number(answer.value)),
            Err(round) if is_round(&round, evaluator.options()) => {
                Loopy::new(evaluator.rules(), evaluator.options()).value(position)
            }
            Err(error) => Err(error),
        })
    }

    /// Every option of a position, with its value.
    ///
    /// # Errors
    /// As [`Game::value`].
    pub fn moves(&self, position: impl Into<Position>) -> Result<Vec<Choice>, Error> {
        self.at(position.into(), |evaluator, position| evaluator.moves(position))
    }

    /// The winning moves of a position, also where there are too many options to list.
    ///
    /// ```
    /// # use grundy::Game;
    /// let game: Game = "nim[3]".parse()?;
    /// let wins = game.wins("10^18, 5, 3")?;
    /// assert_eq!((wins.listed.len(), wins.count), (1, 1.into()));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Game::value`].
    pub fn wins(&self, position: impl Into<Position>) -> Result<Wins, Error> {
        self.at(position.into(), |evaluator, position| evaluator.wins(position))
    }

    /// All values of the box from 0 to these bounds, one for each coordinate.
    ///
    /// # Errors
    /// A wrong number of bounds; too little memory; rules that are not defined at a position.
    pub fn table(&self, bounds: impl AsRef<[u64]>) -> Result<Values, Error> {
        let bounds = bounds.as_ref();
        self.ask(&Position::from(bounds), &mut |_, settled| {
            Evaluator::new(&settled.game.rules, self.options.clone()).table(bounds)
        })
    }

    /// The numbers of all positions of the box from 0 to these bounds: values, or how long play lasts.
    ///
    /// ```
    /// # use grundy::{Game, engine::Quantity};
    /// let game: Game = "wythoff".parse()?;
    /// assert_eq!(game.table_of(Quantity::Remoteness, [7, 4])?.get(&[7, 4]), Some(6));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Game::table`]; for how long play lasts those of [`Timer::new`] and [`Timer::table`], too.
    pub fn table_of(&self, quantity: Quantity, bounds: impl AsRef<[u64]>) -> Result<Values, Error> {
        let bounds = bounds.as_ref();
        if quantity == Quantity::Value {
            return self.table(bounds);
        }
        self.ask(&Position::from(bounds), &mut |_, settled| {
            Timer::new(&settled.game.rules, &self.options)?.table(quantity, bounds)
        })
    }

    /// What is known of the period of a line of positions such as `(7, _)` or `(_, _ + 3)`.
    ///
    /// ```
    /// # use grundy::{Game, theory::periods::Verdict};
    /// let game: Game = "star_nim".parse()?;
    /// let Verdict::Proved(proof) = game.period("(7, _)")? else { panic!("it is proved") };
    /// assert_eq!(proof.period.to_string(), "preperiod 21 period 5040 saltus 5040");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// Text that is no line of the game; rules that are not defined at one of its first positions.
    pub fn period(&self, line: &str) -> Result<Verdict, Error> {
        self.ask(&Position::from(line), &mut |written, settled| {
            let line = written.line_of(&settled.game, line)?;
            period(&settled.game.rules, &line, &self.options, &mut |_| false)
        })
    }

    /// The rules for positions with as many entries as this one, in the form that the rest of the library takes.
    ///
    /// # Errors
    /// Text that is no position of the game.
    pub fn rules(&self, position: impl Into<Position>) -> Result<lower::Game, Error> {
        self.ask(&position.into(), &mut |_, settled| Ok(settled.game.clone()))
    }

    /// Asks about a position that exists.
    fn at<T>(
        &self,
        position: Position,
        mut ask: impl FnMut(&mut Evaluator, &[IBig]) -> Result<T, Diagnostic>,
    ) -> Result<T, Error> {
        self.ask(&position, &mut |written, settled| {
            let coordinates = position.coordinates(written, &settled.game)?;
            let text = position.is_text().then(|| written.last_text());
            written.must_exist(&settled.game, &coordinates, text, &self.options.limits)?;
            ask(&mut settled.evaluator, &coordinates)
        })
    }

    /// Asks about the game whose lengths the entries of a position determine.
    fn ask<T>(&self, position: &Position, question: Question<T>) -> Result<T, Error> {
        let mut written = Written::new(self.session.clone());
        let answer =
            self.settled(&mut written, position).and_then(|(mut all, index)| question(&mut written, &mut all[index]));
        answer.map_err(|error| Error::new(error, written.session().sources()))
    }

    /// The settled games, and the index of the one with entries of this shape, which is added if missing.
    fn settled(&self, written: &mut Written, position: &Position) -> Result<Place<'_>, Diagnostic> {
        let entries = position.entries(written)?;
        let mut all = self.settled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = all.iter().position(|settled| settled.entries == entries) {
            return Ok((all, index));
        }
        let game = written.game(&self.text, Some(&entries))?;
        let evaluator = Evaluator::new(&game.rules, self.options.clone());
        all.push(Settled { entries, game, evaluator });
        let index = all.len() - 1;
        Ok((all, index))
    }
}
