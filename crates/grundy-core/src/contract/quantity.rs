//! What the number of a position says: its value, or how long play lasts.
//!
//! In: the numbers of the options. Out: the number of the position, by the definition of each quantity. All of these are found from below, in the same way.
//!
//! **Remoteness and suspense** (Steinhaus, *Definicje potrzebne do teorii gry i pościgu*, 1925; Smith, *Graphs with cycles*, J. Combin. Theory 1, 1966; Winning
//! Ways, chapter 9). A terminal position has both equal to 0. For the remoteness the winner hurries and the loser delays: that of an N-position is 1 more than
//! the least among its options that are P-positions, that of a P-position 1 more than the greatest among its options. For the suspense the winner delays
//! and the loser hurries: greatest and least are exchanged.
//!
//! Winner and loser know who wins, so the last move is the winner's in normal play: both numbers are even at P-positions, and odd at N-positions. In misère
//! play the last move is the loser's, the terminal position is an N-position, and the parities are exchanged. So the number of a position tells its outcome, and
//! the numbers of the options are enough.
//!
//! **Birthday**: the length of the longest play, whoever wins.

use super::bits::mex_of_stamps;
use crate::contract::options::Play;

/// What a number of a position says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quantity {
    /// The Sprague-Grundy value.
    #[default]
    Value,
    /// How long play lasts if the winner hurries and the loser delays.
    Remoteness,
    /// How long play lasts if the winner delays and the loser hurries.
    Suspense,
    /// How long play can last.
    Birthday,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Quantity; 4] = [Quantity::Value, Quantity::Remoteness, Quantity::Suspense, Quantity::Birthday];

    /// The name, as people write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Value => "value",
            Quantity::Remoteness => "remoteness",
            Quantity::Suspense => "suspense",
            Quantity::Birthday => "birthday",
        }
    }
}

/// A quantity in a play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// The quantity.
    pub quantity: Quantity,
    /// The play.
    pub play: Play,
}

impl Numbering {
    /// Sprague-Grundy values.
    #[must_use]
    pub fn values(play: Play) -> Numbering {
        Numbering { quantity: Quantity::Value, play }
    }

    /// The number of a position without options.
    #[must_use]
    pub fn of_terminal(self) -> u32 {
        u32::from(self.play.is_misere() && self.quantity == Quantity::Value)
    }

    /// Is a position with this number a P-position? A birthday does not say.
    #[must_use]
    pub fn is_p(self, number: u64) -> bool {
        match self.quantity {
            Quantity::Value => number == 0,
            Quantity::Remoteness | Quantity::Suspense => number.is_multiple_of(2) != self.play.is_misere(),
            Quantity::Birthday => false,
        }
    }

    /// The number of a position with options; `stamps` at the number of an option carries the stamp, and no other place does.
    #[must_use]
    pub fn of_options(self, stamps: &[u32], stamp: u32) -> u32 {
        if self.quantity == Quantity::Value {
            return mex_of_stamps(stamps, stamp) as u32;
        }
        let mut all = (0..stamps.len()).filter(|n| stamps[*n] == stamp).map(|n| n as u32);
        let mut wins = all.clone().filter(|n| self.is_p(u64::from(*n)));
        let chosen = match self.quantity {
            Quantity::Value | Quantity::Birthday => all.next_back(),
            Quantity::Remoteness => wins.next().or_else(|| all.next_back()),
            Quantity::Suspense => wins.next_back().or_else(|| all.next()),
        };
        1 + chosen.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_position_with_four_options() {
        let mut stamps = vec![0; 9];
        for option in [1, 2, 4, 7] {
            stamps[option] = 5;
        }
        let of = |quantity, play| Numbering { quantity, play }.of_options(&stamps, 5);
        assert_eq!(Quantity::ALL.map(|quantity| of(quantity, Play::Normal)), [0, 3, 5, 8], "it wins by 2 or by 4");
        assert_eq!(Quantity::ALL.map(|quantity| of(quantity, Play::Misere)), [0, 2, 8, 8], "it wins by 1 or by 7");
    }

    #[test]
    fn numbers_of_a_lost_position() {
        let mut stamps = vec![0; 9];
        stamps[1] = 5;
        stamps[7] = 5;
        let of = |quantity| Numbering { quantity, play: Play::Normal }.of_options(&stamps, 5);
        assert_eq!(Quantity::ALL.map(of), [0, 8, 2, 8]);
    }
}
