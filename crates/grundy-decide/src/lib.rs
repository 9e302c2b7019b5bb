//! Games and claims as formulas over automatic sets, and proofs for all positions.
//!
//! In: rulesets and expressions of the internal form. Out: formulas of [`grundy_automata`], and whether what is claimed holds for every position.

mod alike;
mod along;
mod ascend;
mod block;
mod compile;
mod defined;
mod describe;
mod digits;
mod game;
mod known;
mod lists;
mod meaning;
mod number;
mod prefix;
mod property;
mod prove;
mod read;
mod say;
mod state;
mod swap;
mod terms;

use grundy_automata::Stop;

pub use alike::{Alike, prove_alike};
pub use along::Along;
pub use block::{Block, Listed};
pub use describe::{Automata, Characterization, Claimed, Description};
pub use game::Coordinates;
pub use known::{Knowledge, Level, Swap};
pub use meaning::{Meaning, follows};
pub use property::{BothPlays, has_property};
pub use prove::{Outcome, prove, ways};
pub use state::{Asks, Decided, Question, Statement, decide};
pub use swap::prove_swap;

/// Why something cannot be said as a formula, or is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotExpressible {
    /// No automaton can say this, or this program does not.
    What(&'static str),
    /// A constant does not fit 64 bits.
    Size,
    /// A number has too many cases.
    Cases,
    /// The formula is too long.
    Long,
    /// The work stopped.
    Stop(Stop),
}

impl From<Stop> for NotExpressible {
    fn from(stop: Stop) -> NotExpressible {
        NotExpressible::Stop(stop)
    }
}

impl std::fmt::Display for NotExpressible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotExpressible::What(what) => write!(f, "no automaton says {what}"),
            NotExpressible::Size => f.write_str("a number of the rules or of the claim does not fit 64 bits"),
            NotExpressible::Long => f.write_str("the formula is too long"),
            NotExpressible::Cases => f.write_str("a number has too many cases to be told apart"),
            NotExpressible::Stop(stop) => write!(f, "{stop}"),
        }
    }
}
