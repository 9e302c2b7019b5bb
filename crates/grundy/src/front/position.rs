//! Positions as a Rust program gives them: text or coordinates.

use dashu_int::IBig;
use grundy_rules::lang::Diagnostic;
use grundy_rules::session::{Entry, Game};

use crate::written::Written;

/// A position: its text, or its coordinates.
///
/// ```
/// # use grundy::Game;
/// let game: Game = "star_silver_dollar".parse()?;
/// assert_eq!(game.value("[2],[2,5,8],[1,5,10]")?, 5.into());
/// let nim: Game = "nim".parse()?;
/// assert_eq!(nim.value([3, 5, 7])?, 1.into());
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position(pub(super) Given);

/// How a position is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Given {
    Text(String),
    /// One number for each coordinate.
    Coordinates(Vec<IBig>),
}

impl Position {
    /// The position as a person writes it.
    fn text(&self) -> String {
        match &self.0 {
            Given::Text(text) => text.clone(),
            Given::Coordinates(numbers) => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
        }
    }

    pub(super) fn is_text(&self) -> bool {
        matches!(self.0, Given::Text(_))
    }

    /// The entries, which determine lengths.
    pub(super) fn entries(&self, written: &mut Written) -> Result<Vec<Entry>, Diagnostic> {
        match &self.0 {
            Given::Text(text) => written.entries(text),
            Given::Coordinates(numbers) => Ok(vec![Entry::One; numbers.len()]),
        }
    }

    /// The coordinates in a game.
    pub(super) fn coordinates(&self, written: &mut Written, game: &Game) -> Result<Vec<IBig>, Diagnostic> {
        match &self.0 {
            Given::Coordinates(numbers)
                if numbers.len() == game.rules.width() && numbers.iter().all(|n| *n >= IBig::ZERO) =>
            {
                Ok(numbers.clone())
            }
            // The error says where the text does not fit.
            _ => written.position_of(game, &self.text()),
        }
    }
}

impl From<&str> for Position {
    fn from(text: &str) -> Position {
        Position(Given::Text(text.to_string()))
    }
}

impl From<String> for Position {
    fn from(text: String) -> Position {
        Position(Given::Text(text))
    }
}

impl<const N: usize> From<[u64; N]> for Position {
    fn from(numbers: [u64; N]) -> Position {
        Position::from(&numbers[..])
    }
}

impl From<&[u64]> for Position {
    fn from(numbers: &[u64]) -> Position {
        Position(Given::Coordinates(numbers.iter().map(|n| IBig::from(*n)).collect()))
    }
}

impl From<&[IBig]> for Position {
    fn from(numbers: &[IBig]) -> Position {
        Position(Given::Coordinates(numbers.to_vec()))
    }
}
