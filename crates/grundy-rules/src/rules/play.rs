//! The play convention. It stands here, below all engines, since the words of claims already say which play they mean.

/// The play convention: which player wins when no move is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Play {
    /// The last player to move wins; a terminal position has value 0.
    #[default]
    Normal,
    /// The last player to move loses; a terminal position has value 1.
    Misere,
}

impl Play {
    /// Both plays.
    pub const BOTH: [Play; 2] = [Play::Normal, Play::Misere];

    /// Misère play if `misere`, otherwise normal play.
    pub fn of(misere: bool) -> Play {
        if misere { Play::Misere } else { Play::Normal }
    }

    /// Whether this is misère play.
    #[must_use]
    pub fn is_misere(self) -> bool {
        self == Play::Misere
    }

    /// The name as printed in output.
    #[must_use]
    pub fn name(self) -> &'static str {
        if self.is_misere() { "misere" } else { "normal" }
    }
}
