//! Options of a request for values.
//!
//! In: nothing. Out: the play, the engines by name, and the [`Options`] of an evaluator.

use std::path::PathBuf;

pub use crate::contract::engine_name::EngineName;
use crate::contract::limits::Limits;

/// The play convention: which player wins when no move is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Play {
    /// The last player to move wins; a terminal position has value 0.
    #[default]
    Normal,
    /// The last player to move loses; a terminal position has value 1.
    Misere,
}

impl Play {
    /// Misère play if `misere`, otherwise normal play.
    pub fn of(misere: bool) -> Play {
        if misere { Play::Misere } else { Play::Normal }
    }

    /// The name as printed in output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        }
    }
}

/// How values are to be computed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Normal or misère.
    pub play: Play,
    /// Use no theorem, and visit every option.
    pub plain: bool,
    /// The only engine to be used; what it cannot give is refused.
    pub engine: Option<EngineName>,
    /// Memory and interruption.
    pub limits: Limits,
    /// A folder for the finished tiles of a table (`grundy::choose::evaluator::Evaluator::table`). A table larger than the memory is stored there.
    pub checkpoint: Option<PathBuf>,
}
