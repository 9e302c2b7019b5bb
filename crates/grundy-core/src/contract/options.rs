//! How values are asked for.
//!
//! In: nothing. Out: the play, the engines by name, and the [`Options`] of an evaluator.

use std::path::PathBuf;

use crate::contract::limits::Limits;

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
    /// Misère, or else normal.
    pub fn of(misere: bool) -> Play {
        if misere { Play::Misere } else { Play::Normal }
    }

    /// As output says it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        }
    }
}

/// The engines by name: tables and the ways in which they are made, and those whose values come a position at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineName {
    /// A table, in the quickest way that reads the rules.
    Table,
    /// A table by sets of used values along lines, for moves that take any amount along a direction.
    Rays,
    /// A table 64 cells at a time, for moves that take constants.
    Steps,
    /// A table by unions of neighbouring sets, for moves that take any amounts from sets of coordinates.
    Boxes,
    /// A table by visiting every option.
    Enumeration,
    /// The values of heaps one after the other, or their period; taken by itself where rules split heaps.
    Heaps,
    /// The memoised search.
    Search,
    /// The proved period of a line of positions; taken by itself far out.
    Line,
    /// The values just below quotients, by convergence; taken by itself for large numbers where rules subtract and divide.
    Converge,
    /// A proved automaton that reads digits; taken by itself for large numbers where the divisors are powers of one base.
    Automaton,
}

impl EngineName {
    /// Those that can be asked for by name.
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

    /// As a person writes it; an answer by a way of making tables is by `table`.
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

    /// Does it give values of single positions, by what is known of all of some shape?
    #[must_use]
    pub fn is_single(self) -> bool {
        !self.is_table() && self != EngineName::Search
    }

    /// Does it read some shapes of rules only?
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
    /// No theorem, and every option visited.
    pub plain: bool,
    /// This engine only; what it does not give is refused.
    pub engine: Option<EngineName>,
    /// Memory and interruption.
    pub limits: Limits,
    /// A folder that keeps what is finished of a table (`grundy::choose::evaluator::Evaluator::table`), and where one that is larger than the memory stands.
    pub checkpoint: Option<PathBuf>,
}
