//! Positions from which play may go on for ever.
//!
//! In: rules whose moves may lead back, and positions. Out: their values by the theory of Smith: a number, or infinity with the numbers among the options; and
//! who wins, if anybody does. The components of a sum are looked at one by one. One whose play ends has its number from the row of engines, however large it
//! is; of another, all positions that can be reached are looked at.

use std::sync::Arc;

use dashu_int::IBig;

use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::position::{Lists, flat, is_single, lists, narrow};
use grundy_core::contract::stop::diagnostic;
pub use grundy_core::enumerate::loopy::{LoopyOutcome, LoopyValue};
use grundy_core::enumerate::search::{Reaches, project};
use grundy_core::read::endless::Endless;
use grundy_core::store::values::Values;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::{Component, components, whole};

use crate::choose::Evaluator;

/// How the values are found, in words.
pub const HOW: &str =
    "all positions that can be reached, by the theory of loopy games (Smith 1966, Fraenkel and Perl 1975)";

/// Does an error say that play may go on for ever, where the theory of such games has an answer?
#[must_use]
pub fn is_round(error: &Diagnostic, options: &Options) -> bool {
    error.code == Code::Circle && options.play == Play::Normal && options.engine.is_none()
}

/// The values of the positions of one ruleset in normal play.
///
/// ```
/// use grundy::theory::loopy::{Loopy, LoopyOutcome};
/// use grundy::{Options, Session};
///
/// let mut session = Session::new();
/// session.load("g.game", "game g(n) { require n <= 3; move n - 1; move n + 1 if n >= 2 }")?;
/// let rules = session.game("g + nim[1]", None)?.rules;
/// let mut loopy = Loopy::new(&rules, &Options::default());
/// let value = loopy.value(&[2.into(), 0.into()])?;
/// assert_eq!((value.to_string(), value.outcome()), ("inf({1})".to_string(), LoopyOutcome::D));
/// assert_eq!(loopy.value(&[2.into(), 1.into()])?.outcome(), LoopyOutcome::N);
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
pub struct Loopy {
    rules: Arc<Ruleset>,
    options: Options,
    parts: Vec<Part>,
}

/// One option of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopyChoice {
    /// The position after the move: the tuples of every leaf.
    pub to: Lists<IBig>,
    /// The value of that position.
    pub value: LoopyValue,
}

impl LoopyChoice {
    /// Does the move win?
    #[must_use]
    pub fn wins(&self) -> bool {
        self.value.outcome() == LoopyOutcome::P
    }

    /// Does the move lead to a drawn position?
    #[must_use]
    pub fn draws(&self) -> bool {
        self.value.outcome() == LoopyOutcome::D
    }
}

impl Loopy {
    /// The values of these rules; nothing is computed yet. With `plain` among the options no theorem on sums is used.
    #[must_use]
    pub fn new(rules: &Arc<Ruleset>, options: &Options) -> Loopy {
        let components = if options.plain { vec![whole(rules)] } else { components(rules) };
        let parts = components.into_iter().map(|component| Part::new(component, options)).collect();
        Loopy { rules: rules.clone(), options: options.clone(), parts }
    }

    /// The value of a position that exists.
    ///
    /// # Errors
    /// Too many positions that can be reached, too little memory for them, an interruption, rules that are not defined at a position.
    pub fn value(&mut self, position: &[IBig]) -> Result<LoopyValue, Diagnostic> {
        let position = lists(&self.rules, position);
        self.value_from(&position)
    }

    /// The value of a position that moves may have split.
    ///
    /// # Errors
    /// As [`Loopy::value`].
    pub fn value_from(&mut self, position: &Lists<IBig>) -> Result<LoopyValue, Diagnostic> {
        let mut sum = LoopyValue::Number(IBig::ZERO);
        for part in &mut self.parts {
            sum = sum.plus(&part.value(position)?);
        }
        Ok(sum)
    }

    /// Prepares the values of a box, one graph for each component, so that later questions about its positions are quick.
    ///
    /// # Errors
    /// As [`Loopy::value`].
    pub fn reach(&mut self, hi: &[u64]) -> Result<(), Diagnostic> {
        self.parts.iter_mut().try_for_each(|part| part.reach(hi))
    }

    /// Every option of a position with its value, each option once, in decreasing lexicographic order of coordinates.
    ///
    /// # Errors
    /// As [`Loopy::value`]; too many options.
    pub fn moves(&mut self, position: &[IBig]) -> Result<Vec<LoopyChoice>, Diagnostic> {
        self.moves_from(&lists(&self.rules, position))
    }

    /// The same for a position that moves may have split.
    ///
    /// # Errors
    /// As [`Loopy::moves`].
    pub fn moves_from(&mut self, position: &Lists<IBig>) -> Result<Vec<LoopyChoice>, Diagnostic> {
        let evaluator = Evaluator::new(&self.rules, self.options.clone());
        let options = evaluator.options_from(position)?;
        options.into_iter().map(|to| Ok(LoopyChoice { value: self.value_from(&to)?, to })).collect()
    }
}

/// The values of a component.
struct Part {
    component: Component,
    /// For positions from which play ends.
    ends: Evaluator,
    /// A box of such positions.
    table: Option<Values>,
    /// For the others.
    round: Reaches,
    /// Steps by which positions grow without end.
    grows: Option<Endless>,
}

impl Part {
    fn new(component: Component, options: &Options) -> Part {
        let ends = Evaluator::new(&component.rules, options.clone());
        let round = Reaches::new(&component.rules, &options.limits);
        let grows = Endless::of(&component.rules).filter(Endless::grows);
        Part { component, ends, table: None, round, grows }
    }

    fn reach(&mut self, hi: &[u64]) -> Result<(), Diagnostic> {
        let own: Vec<u64> = self.component.coords.iter().map(|c| hi[*c]).collect();
        let options = self.ends.options();
        match Evaluator::new(&self.component.rules, options.clone()).table(&own) {
            Ok(values) => self.table = Some(values),
            Err(error) if self.is_round(&error) => {
                if self.grows_from(&own.iter().map(|h| IBig::from(*h)).collect::<Vec<_>>()) {
                    return Err(error);
                }
                self.round.reach(&own).map_err(|stop| unreached(error, diagnostic(stop)))?;
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Has the theory an answer where the rules go round? It counts no options that may be forbidden.
    fn is_round(&self, error: &Diagnostic) -> bool {
        is_round(error, self.ends.options()) && self.component.rules.blocked == 0
    }

    /// Can positions grow without end from this one? Then no graph has all that can be reached.
    fn grows_from(&self, position: &[IBig]) -> bool {
        self.grows.as_ref().is_some_and(|endless| endless.from(position).is_some())
    }

    fn tabulated(&self, own: &Lists<IBig>) -> Option<LoopyValue> {
        let table = self.table.as_ref()?;
        let at = narrow(own).filter(is_single).map(|small| flat(&small))?;
        table.get(&at).map(|value| LoopyValue::Number(value.into()))
    }

    fn value(&mut self, whole: &Lists<IBig>) -> Result<LoopyValue, Diagnostic> {
        let own = project(&self.component.rules, &self.component, whole);
        if let Some(value) = self.tabulated(&own).or_else(|| self.round.known(&own)) {
            return Ok(value);
        }
        match self.ends.value_from(&own) {
            Ok(answer) => Ok(LoopyValue::Number(answer.value)),
            Err(error) if self.is_round(&error) => {
                if is_single(&own)
                    && self.grows_from(&own.iter().flat_map(|tuples| tuples[0].clone()).collect::<Vec<_>>())
                {
                    return Err(error);
                }
                self.round.value(&own).map_err(|stop| unreached(error, diagnostic(stop)))
            }
            Err(error) => Err(error),
        }
    }
}

/// The error where the theory has no answer: that the rules go round, if too much can be reached.
fn unreached(round: Diagnostic, error: Diagnostic) -> Diagnostic {
    match error.code {
        Code::TooLarge | Code::Memory | Code::Overflow => round.help(format!("as a loopy game: {}", error.message)),
        _ => error,
    }
}
