//! How values are asked for.
//!
//! In: nothing. Out: the play, the engines by name, and the [`Options`] of an evaluator.

use std::path::PathBuf;

use super::limits::Limits;

/// Which player wins at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Play {
    /// The last player to move wins; a terminal position has value 0.
    #[default]
    Normal,
    /// The last player to move loses; a terminal position has value 1.
    Misere,
}

impl Play {
    /// As output says it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        }
    }
}

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineName {
    /// A table: by rays where the rules have that shape, else by enumeration.
    Table,
    /// The memoised search.
    Search,
}

impl EngineName {
    /// All of them.
    pub const ALL: [EngineName; 2] = [EngineName::Table, EngineName::Search];

    /// As output says it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EngineName::Table => "table",
            EngineName::Search => "search",
        }
    }
}

/// How values are to be computed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Normal or misère.
    pub play: Play,
    /// No theorem.
    pub plain: bool,
    /// This engine only.
    pub engine: Option<EngineName>,
    /// Memory and interruption.
    pub limits: Limits,
    /// A folder that keeps what is finished of a table ([`crate::Evaluator::table`]), and where one that is larger than the memory stands.
    pub checkpoint: Option<PathBuf>,
}
