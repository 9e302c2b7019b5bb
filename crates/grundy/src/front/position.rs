//! Positions as a Rust program gives them: text or coordinates.

use dashu_int::IBig;

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
pub struct Position(pub(super) String);

impl From<&str> for Position {
    fn from(text: &str) -> Position {
        Position(text.to_string())
    }
}

impl From<String> for Position {
    fn from(text: String) -> Position {
        Position(text)
    }
}

fn joined(numbers: impl IntoIterator<Item = impl ToString>) -> Position {
    let numbers: Vec<String> = numbers.into_iter().map(|n| n.to_string()).collect();
    Position(numbers.join(","))
}

impl<const N: usize> From<[u64; N]> for Position {
    fn from(numbers: [u64; N]) -> Position {
        joined(numbers)
    }
}

impl From<&[u64]> for Position {
    fn from(numbers: &[u64]) -> Position {
        joined(numbers)
    }
}

impl From<&[IBig]> for Position {
    fn from(numbers: &[IBig]) -> Position {
        joined(numbers)
    }
}
