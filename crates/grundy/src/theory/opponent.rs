//! A game that is being played, and an opponent.
//!
//! In: rules, a position, moves one after the other. Out: the moves of each position with their values, and the opponent's choice. A position may
//! have split, so it is kept as the tuples of every leaf. The perfect player moves to value 0 wherever it can.

use dashu_int::IBig;

use crate::choose::{Choice, Evaluator, Wins};
use grundy_core::contract::blocked::must_not_be;
use grundy_core::contract::position::{Lists, lists};
use grundy_core::engine::Answer;
use grundy_rules::lang::Diagnostic;

/// Options whose replies are looked at in a lost position.
const LOOKED_AT: usize = 64;
/// Of so many moves the beatable player makes [`CARELESS`] without looking.
const OF: u32 = 10;
const CARELESS: u32 = 4;

/// A game that is being played.
pub struct Match {
    evaluator: Evaluator,
    /// The positions so far, the present one last.
    positions: Vec<Lists<IBig>>,
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
        Match { evaluator, positions: vec![position] }
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
    /// As [`Evaluator::value`].
    pub fn choose(&mut self, played: &mut Match) -> Result<Option<Choice>, Diagnostic> {
        must_not_be(played.evaluator.rules(), "a game against an opponent")?;
        let options = played.options()?;
        if options.is_empty() {
            return Ok(None);
        }
        if self.level == Level::Beatable && self.random.u32(0..OF) < CARELESS {
            let at = self.random.usize(0..options.len());
            return Ok(options.into_iter().nth(at));
        }
        let winning: Vec<&Choice> = options.iter().filter(|option| option.wins).collect();
        if !winning.is_empty() {
            return Ok(Some(winning[self.random.usize(0..winning.len())].clone()));
        }
        hardest(&mut played.evaluator, options).map(Some)
    }
}

/// The option of a lost position that leaves the fewest replies that win, and among these the most replies.
fn hardest(evaluator: &mut Evaluator, options: Vec<Choice>) -> Result<Choice, Diagnostic> {
    let step = options.len().div_ceil(LOOKED_AT);
    let mut best: Option<((usize, usize), Choice)> = None;
    for option in options.into_iter().step_by(step) {
        let replies = evaluator.moves_from(&option.to)?;
        let winning = replies.iter().filter(|reply| reply.wins).count();
        let key = (winning, usize::MAX - replies.len());
        if best.as_ref().is_none_or(|(least, _)| key < *least) {
            best = Some((key, option));
        }
    }
    Ok(best.expect("a position with options").1)
}
