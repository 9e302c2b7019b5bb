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
mod exponents;
mod game;
mod known;
mod lists;
mod logarithms;
mod meaning;
mod number;
mod obstacle;
mod options;
mod piles;
mod powers;
mod prefix;
mod property;
mod prove;
mod read;
mod recurs;
mod roots;
mod say;
mod state;
mod swap;
mod terms;
mod theorems;

use grundy_automata::Stop;
use grundy_rules::rules::expr::{C, E};
use grundy_rules::rules::show::show;

pub use alike::{Alike, Beyond, prove_alike};
pub use along::Along;
pub use block::{Block, Listed};
pub use describe::{Automata, Characterization, Claimed, Description};
pub use exponents::numeration_of_powers;
pub use game::Coordinates;
pub use known::{Knowledge, Level, Swap};
pub use meaning::{Meaning, follows, window};
pub use obstacle::{Obstacle, obstacle};
pub use options::options_with;
pub use piles::{NoProof, OfPiles, PileKinds, PilesClaim, PilesTable, prove_piles, table_of_piles};
pub use property::{BothPlays, has_property};
pub use prove::{Outcome, prove, ways};
pub use recurs::Recurs;
pub use roots::{numeration_of_root, numeration_of_rules};
pub use state::{Asks, Decided, Question, Statement, decide};
pub use swap::prove_swap;

/// Why something cannot be said as a formula, or is not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotExpressible {
    /// No automaton can say this, or this program does not.
    What(&'static str),
    /// Something is asked for that is not known of the games.
    Unknown(&'static str),
    /// The same as [`NotExpressible::What`], with the innermost term that has it.
    In(&'static str, Term),
    /// A constant does not fit 64 bits.
    Size,
    /// A number has too many cases.
    Cases,
    /// The formula is too long.
    Long,
    /// The work stopped.
    Stop(Stop),
}

/// What was made of formulas, or why it was not.
type Formed<T> = Result<T, NotExpressible>;

/// A part of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Number(E),
    /// A condition.
    Condition(C),
}

impl NotExpressible {
    /// With the term that has it, unless a term inside was named.
    fn of(self, term: impl FnOnce() -> Term) -> NotExpressible {
        match self {
            NotExpressible::What(what) => NotExpressible::In(what, term()),
            other => other,
        }
    }

    /// No automaton says a number.
    fn lacks(what: &'static str, e: &E) -> NotExpressible {
        NotExpressible::In(what, Term::Number(e.clone()))
    }

    /// In words, with names for the coordinates of the expressions.
    #[must_use]
    pub fn words(&self, names: &[String]) -> String {
        match self {
            NotExpressible::In(what, Term::Number(e)) => {
                format!("no automaton says {what}, `{}`", short(show(e, names)))
            }
            NotExpressible::In(what, Term::Condition(c)) => {
                format!("no automaton says {what}, `{}`", short(show(c, names)))
            }
            other => other.to_string(),
        }
    }
}

/// The most characters of a term that are shown.
const SHOWN: usize = 60;

fn short(text: String) -> String {
    if text.chars().count() <= SHOWN { text } else { text.chars().take(SHOWN - 2).collect::<String>() + " …" }
}

impl From<Stop> for NotExpressible {
    fn from(stop: Stop) -> NotExpressible {
        NotExpressible::Stop(stop)
    }
}

impl std::fmt::Display for NotExpressible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotExpressible::Unknown(what) => write!(f, "it asks for {what}"),
            NotExpressible::What(what) | NotExpressible::In(what, _) => write!(f, "no automaton says {what}"),
            NotExpressible::Size => f.write_str("a number of the rules or of the claim does not fit 64 bits"),
            NotExpressible::Long => f.write_str("the formula is too long"),
            NotExpressible::Cases => f.write_str("a number has too many cases to be told apart"),
            NotExpressible::Stop(stop) => write!(f, "{stop}"),
        }
    }
}
