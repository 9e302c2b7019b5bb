//! A game that is being played, and an opponent.
//!
//! In: rules, a position, moves one after the other. Out: how each position stands, its moves with their values, and the opponent's choice. A position may
//! have split, so it is kept as the tuples of every leaf. The perfect player moves to value 0 wherever it can. In a loopy game it then takes the way that ends
//! play soonest, so that it does not win for ever without an end, and in a drawn position it keeps the draw. Where too many positions can be reached to know how long
//! play lasts, it takes any winning move, and play need not end.

use dashu_int::IBig;

use crate::choose::{Choice, Evaluator, Wins};
use crate::theory::loopy::{Loopy, LoopyChoice, LoopyOutcome, LoopyValue, is_round};
use grundy_core::contract::blocked::must_not_be;
use grundy_core::contract::position::{Lists, lists};
use grundy_core::contract::stop::diagnostic;
use grundy_core::engine::Answer;
use grundy_core::enumerate::search::Reaches;
use grundy_rules::lang::{Code, Diagnostic};

/// Options whose replies are looked at in a lost or drawn position.
const LOOKED_AT: usize = 64;
/// Of so many moves the beatable player makes [`CARELESS`] without looking.
const OF: u32 = 10;
const CARELESS: u32 = 4;
/// So many winning moves, and so many others, are listed where there are too many.
const FIRST: usize = 60;
/// The most positions that are looked at to find the way that ends a loopy game soonest.
const NEAR: usize = 1 << 16;

/// A game that is being played.
pub struct Match {
    evaluator: Evaluator,
    /// The values of a loopy game, once one was asked for.
    loopy: Option<Loopy>,
    /// How long such a game lasts from its positions.
    lasts: Option<Reaches>,
    /// The positions so far, the present one last.
    positions: Vec<Lists<IBig>>,
}

/// How a position stands for the player who is to move.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The value.
    pub value: LoopyValue,
    /// The moves; none if the position is terminal. Where there are too many to list, those that win, and the first others.
    pub moves: Vec<LoopyChoice>,
    /// Why not all moves are listed, in words.
    pub more: Option<String>,
    /// May play go on for ever?
    pub is_loopy: bool,
}

impl Standing {
    /// Who wins.
    #[must_use]
    pub fn outcome(&self) -> LoopyOutcome {
        self.value.outcome()
    }

    /// Does one of the moves do all that can be done: does it win, or keep the draw of a drawn position?
    #[must_use]
    pub fn is_good(&self, choice: &LoopyChoice) -> bool {
        choice.wins() || (self.outcome() == LoopyOutcome::D && choice.draws())
    }

    /// How many moves win, or keep the draw.
    #[must_use]
    pub fn good(&self) -> usize {
        self.moves.iter().filter(|choice| self.is_good(choice)).count()
    }
}

impl Match {
    /// A game from a position that exists.
    ///
    /// ```
    /// use grundy::theory::opponent::{Level, Match, Opponent};
    /// use grundy::{Evaluator, IBig, Options, Session};
    ///
    /// let game = Session::new().game("wythoff", None)?;
    /// let evaluator = Evaluator::new(&game.rules, Options::default());
    /// let mut played = Match::begin(evaluator, &[3, 4].map(IBig::from));
    /// let mut perfect = Opponent::new(Level::Perfect, 0);
    /// let reply = perfect.choose(&mut played)?.expect("a move");
    /// assert_eq!(game.show_parts(&reply.to), "1,2");
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn begin(evaluator: Evaluator, position: &[IBig]) -> Match {
        let first = lists(evaluator.rules(), position);
        Match::from(evaluator, first)
    }

    /// A game from a position that moves may have split: the sorted tuples of every leaf.
    #[must_use]
    pub fn from(evaluator: Evaluator, position: Lists<IBig>) -> Match {
        Match { evaluator, loopy: None, lasts: None, positions: vec![position] }
    }

    /// The present position: the tuples of every leaf.
    #[must_use]
    pub fn now(&self) -> &Lists<IBig> {
        &self.positions[self.positions.len() - 1]
    }

    /// How many moves have been made.
    #[must_use]
    pub fn made(&self) -> usize {
        self.positions.len() - 1
    }

    /// The options of the present position; none if it is terminal.
    ///
    /// # Errors
    /// As [`Evaluator::value`].
    pub fn options(&mut self) -> Result<Vec<Choice>, Diagnostic> {
        self.evaluator.moves_from(&self.positions[self.positions.len() - 1])
    }

    /// The winning moves of the present position.
    ///
    /// # Errors
    /// As [`Evaluator::wins`].
    pub fn wins(&mut self) -> Result<Wins, Diagnostic> {
        self.evaluator.wins_from(&self.positions[self.positions.len() - 1])
    }

    /// The value of the present position.
    ///
    /// # Errors
    /// As [`Evaluator::value`].
    pub fn value(&mut self) -> Result<Answer, Diagnostic> {
        self.evaluator.value_from(&self.positions[self.positions.len() - 1])
    }

    /// The moves of the present position, and why these are not all: where there are too many to list, they are the ones that win, found from values, and the
    /// first others. Not for rules that forbid options, where a value does not say which moves win.
    ///
    /// # Errors
    /// As [`Evaluator::value`].
    pub fn first_options(&mut self) -> Result<(Vec<LoopyChoice>, Option<String>), Diagnostic> {
        self.listed(&self.now().clone())
    }

    /// How the present position stands, also where play may go on for ever.
    ///
    /// ```
    /// use grundy::theory::loopy::LoopyOutcome;
    /// use grundy::theory::opponent::{Level, Match, Opponent};
    /// use grundy::{Evaluator, Options, Session};
    ///
    /// let mut session = Session::new();
    /// session.load("ring.game", "game ring(v) { require v <= 6; move v - 1; move v + 1 if v >= 3 }")?;
    /// let game = session.game("ring", None)?;
    /// let mut played = Match::begin(Evaluator::new(&game.rules, Options::default()), &[4.into()]);
    /// assert_eq!(played.standing()?.outcome(), LoopyOutcome::D);
    /// let reply = Opponent::new(Level::Perfect, 0).choose(&mut played)?.expect("a move");
    /// assert_eq!(game.show_parts(&reply.to), "5", "which keeps the draw");
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// As [`Evaluator::value`] and [`Loopy::value`]; rules that forbid options.
    pub fn standing(&mut self) -> Result<Standing, Diagnostic> {
        must_not_be(self.evaluator.rules(), "a game against an opponent")?;
        self.standing_of(&self.now().clone())
    }

    fn standing_of(&mut self, position: &Lists<IBig>) -> Result<Standing, Diagnostic> {
        match self.evaluator.value_from(position) {
            Ok(answer) => {
                let (moves, more) = self.listed(position)?;
                Ok(Standing { value: LoopyValue::Number(answer.value), moves, more, is_loopy: false })
            }
            Err(round) if is_round(&round, self.evaluator.options()) => {
                let fresh = || Loopy::new(self.evaluator.rules(), self.evaluator.options());
                let loopy = self.loopy.get_or_insert_with(fresh);
                let (value, moves) = (loopy.value_from(position)?, loopy.moves_from(position)?);
                Ok(Standing { value, moves, more: None, is_loopy: true })
            }
            Err(error) => Err(error),
        }
    }

    /// The moves of a position from which play ends; where there are too many to list, those that win, found from values, and the first others.
    fn listed(&mut self, position: &Lists<IBig>) -> Result<(Vec<LoopyChoice>, Option<String>), Diagnostic> {
        let choice = |(to, value)| LoopyChoice { to, value: LoopyValue::Number(value) };
        let small = |own: Choice| choice((own.to, own.value.into()));
        let more = match self.evaluator.moves_from(position) {
            Err(error) if error.code == Code::HugeRange => error.message,
            moves => return Ok((moves?.into_iter().map(small).collect(), None)),
        };
        let wins = self.evaluator.wins_from(position)?.listed;
        let mut moves: Vec<LoopyChoice> = wins.into_iter().take(FIRST).map(small).collect();
        let others = self.evaluator.first_from(position, FIRST)?.into_iter().map(choice);
        moves.extend(others.filter(|choice| !choice.wins()));
        Ok((moves, Some(more)))
    }

    /// How long play lasts from a position of a loopy game, if it is not too large.
    fn lasts(&mut self, position: &Lists<IBig>) -> Result<Option<u32>, Diagnostic> {
        let fresh = || Reaches::timed(self.evaluator.rules(), &self.evaluator.options().limits, NEAR);
        match self.lasts.get_or_insert_with(fresh).remoteness(position).map_err(diagnostic) {
            Err(error) if matches!(error.code, Code::TooLarge | Code::Memory) => Ok(None),
            found => found,
        }
    }

    /// Moves to an option of the present position.
    pub fn make(&mut self, option: Lists<IBig>) {
        self.positions.push(option);
    }

    /// Takes moves back, as far as there are so many; returns how many.
    pub fn undo(&mut self, moves: usize) -> usize {
        let back = moves.min(self.made());
        self.positions.truncate(self.positions.len() - back);
        back
    }
}

/// How well the opponent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// It never loses a position that is won.
    Perfect,
    /// It makes some moves without looking.
    Beatable,
}

/// A player.
#[derive(Clone, Debug)]
pub struct Opponent {
    level: Level,
    random: fastrand::Rng,
}

impl Opponent {
    /// A player; equal seeds play alike.
    #[must_use]
    pub fn new(level: Level, seed: u64) -> Opponent {
        Opponent { level, random: fastrand::Rng::with_seed(seed) }
    }

    /// The move that the player makes; `None` where there is none.
    ///
    /// # Errors
    /// As [`Match::standing`].
    pub fn choose(&mut self, played: &mut Match) -> Result<Option<LoopyChoice>, Diagnostic> {
        let standing = played.standing()?;
        if standing.moves.is_empty() {
            return Ok(None);
        }
        if self.level == Level::Beatable && self.random.u32(0..OF) < CARELESS {
            let at = self.random.usize(0..standing.moves.len());
            return Ok(standing.moves.into_iter().nth(at));
        }
        match standing.outcome() {
            _ if standing.moves.iter().any(LoopyChoice::wins) => {
                let mut winning: Vec<LoopyChoice> = standing.moves.into_iter().filter(LoopyChoice::wins).collect();
                if standing.is_loopy {
                    winning = soonest(played, winning)?;
                }
                let at = self.random.usize(0..winning.len());
                Ok(winning.into_iter().nth(at))
            }
            LoopyOutcome::D => {
                hardest(played, standing.moves.into_iter().filter(LoopyChoice::draws).collect()).map(Some)
            }
            // Far out the replies to each of them are too many, too.
            _ if standing.more.is_some() => {
                let at = self.random.usize(0..standing.moves.len());
                Ok(standing.moves.into_iter().nth(at))
            }
            _ => hardest(played, standing.moves).map(Some),
        }
    }
}

/// The winning moves after which play ends soonest; all of them if that is not known.
fn soonest(played: &mut Match, winning: Vec<LoopyChoice>) -> Result<Vec<LoopyChoice>, Diagnostic> {
    let mut timed = vec![];
    for choice in winning {
        timed.push((played.lasts(&choice.to)?, choice));
    }
    let all_known = timed.iter().all(|(lasts, _)| lasts.is_some());
    let least = timed.iter().map(|(lasts, _)| *lasts).min().unwrap_or_default();
    timed.retain(|(lasts, _)| !all_known || *lasts == least);
    Ok(timed.into_iter().map(|(_, choice)| choice).collect())
}

/// The option that leaves the fewest replies that win, or keep a draw, and among these the most replies.
fn hardest(played: &mut Match, options: Vec<LoopyChoice>) -> Result<LoopyChoice, Diagnostic> {
    let step = options.len().div_ceil(LOOKED_AT);
    let mut best: Option<((usize, usize), LoopyChoice)> = None;
    for option in options.into_iter().step_by(step) {
        let replies = played.standing_of(&option.to)?;
        let key = (replies.good(), usize::MAX - replies.moves.len());
        if best.as_ref().is_none_or(|(least, _)| key < *least) {
            best = Some((key, option));
        }
    }
    Ok(best.expect("a position with options").1)
}
