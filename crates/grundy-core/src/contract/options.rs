//! Options of a request for values.
//!
//! In: nothing. Out: the play, the engines by name, and the [`Options`] of an evaluator.

use std::path::PathBuf;

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

/// The engines by name: tables and the ways of making them, and the engines that give values of single positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineName {
    /// A table, by the quickest engine that reads the rules.
    Table,
    /// A table by sets of used values along lines, for moves that take any amount along a direction.
    Rays,
    /// A table 64 cells at a time, for moves that take constants.
    Steps,
    /// A table by unions of neighbouring sets, for moves that take any amounts from sets of coordinates.
    Boxes,
    /// A table by visiting every option.
    Enumeration,
    /// The values of heaps in order, or their period; taken without being named where rules split heaps.
    Heaps,
    /// The memoised search.
    Search,
    /// The proved period of a line of positions; taken without being named for positions far out.
    Line,
    /// The values just below quotients, by convergence; taken without being named for large numbers where rules subtract and divide.
    Converge,
    /// A proved automaton that reads digits; taken without being named for large numbers where the divisors are powers of one base.
    Automaton,
}

impl EngineName {
    /// The engines that a user can name.
    pub const ALL: [EngineName; 10] = [
        EngineName::Table,
        EngineName::Rays,
        EngineName::Steps,
        EngineName::Boxes,
        EngineName::Enumeration,
        EngineName::Search,
        EngineName::Line,
        EngineName::Heaps,
        EngineName::Converge,
        EngineName::Automaton,
    ];

    /// The name as a user writes it; an answer read off any table is by `table`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EngineName::Table => "table",
            EngineName::Rays => "rays",
            EngineName::Steps => "steps",
            EngineName::Boxes => "boxes",
            EngineName::Enumeration => "enumeration",
            EngineName::Heaps => "heaps",
            EngineName::Search => "search",
            EngineName::Line => "line",
            EngineName::Converge => "converge",
            EngineName::Automaton => "automaton",
        }
    }

    /// Does it make a table?
    #[must_use]
    pub fn is_table(self) -> bool {
        match self {
            EngineName::Heaps
            | EngineName::Search
            | EngineName::Line
            | EngineName::Converge
            | EngineName::Automaton => false,
            EngineName::Table | EngineName::Rays | EngineName::Steps | EngineName::Boxes | EngineName::Enumeration => {
                true
            }
        }
    }

    /// Does it give values of single positions, by a theorem or proof about all positions of some shape?
    #[must_use]
    pub fn is_single(self) -> bool {
        !self.is_table() && self != EngineName::Search
    }

    /// Does it read only some shapes of rules?
    #[must_use]
    pub fn wants_shape(self) -> bool {
        !matches!(self, EngineName::Table | EngineName::Enumeration | EngineName::Search)
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
