//! Positions from which play may go on for ever.
//!
//! In: rules whose moves may lead back, and a position. Out: its value by the theory of Smith: a number, or infinity with the numbers among its options; and
//! who wins, if anybody does. All positions that can be reached are looked at.

use std::sync::Arc;

use dashu_int::IBig;

use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::stop::diagnostic;
pub use grundy_core::enumerate::loopy::{LoopyOutcome, LoopyValue};
use grundy_core::enumerate::search::loopy_value;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;

/// How the values are found, in words.
pub const HOW: &str =
    "all positions that can be reached, by the theory of loopy games (Smith 1966, Fraenkel and Perl 1975)";

/// The value of a position in normal play, where the search for it found that the rules go round; `round` is the error that says so. The error stays where
/// the theory does not apply, or where too many positions can be reached.
///
/// ```
/// use grundy::theory::loopy::{self, LoopyOutcome};
/// use grundy::{Evaluator, Options, Session};
///
/// let mut session = Session::new();
/// session.load("g.game", "game g(n) { require n <= 3; move n - 1; move n + 1 if n >= 2 }")?;
/// let rules = session.game("g", None)?.rules;
/// let round = Evaluator::new(&rules, Options::default()).value(&[2.into()]).expect_err("the rules go round");
/// let value = loopy::value(&rules, &[2.into()], &Options::default(), round)?;
/// assert_eq!((value.to_string(), value.outcome()), ("inf({1})".to_string(), LoopyOutcome::D));
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
///
/// # Errors
/// `round`; an interruption; rules that are not defined at a position.
pub fn value(
    rules: &Arc<Ruleset>,
    position: &[IBig],
    options: &Options,
    round: Diagnostic,
) -> Result<LoopyValue, Diagnostic> {
    if round.code != Code::Circle || options.play == Play::Misere || options.engine.is_some() || rules.blocked > 0 {
        return Err(round);
    }
    loopy_value(rules, position, &options.limits).map_err(|stop| match diagnostic(stop) {
        error if matches!(error.code, Code::TooLarge | Code::Memory | Code::Overflow) => round,
        error => error,
    })
}
