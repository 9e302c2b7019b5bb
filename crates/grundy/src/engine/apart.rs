//! Sums at positions far out: each component by itself.
//!
//! In: rules in normal play, a position with a large coordinate. Out: the nim-sum of the values of the components (Sprague 1935, Grundy 1939), each by the
//! engine that reaches it; or nothing, where there is one component or none is far out.

use std::sync::Arc;

use dashu_int::IBig;

use super::compile::Result;
use super::evaluator::{Evaluator, lists};
use super::mover::Lists;
use super::options::{EngineName, Options, Play};
use crate::rules::Ruleset;
use crate::rules::components::components;

/// A coordinate from this on is far out: tables and searches of sums end before.
const LARGE: u64 = 1 << 18;

/// The components of a sum.
pub(super) struct Apart {
    components: Vec<(Vec<usize>, Evaluator)>,
    explanation: String,
}

impl Apart {
    /// Of rules with several components, where no one engine is wanted.
    pub(super) fn of(rules: &Arc<Ruleset>, options: &Options) -> Option<Apart> {
        let wanted = options.play == Play::Normal && !options.plain && options.engine.is_none();
        let found = if wanted { components(rules) } else { vec![] };
        if found.len() < 2 {
            return None;
        }
        let evaluator = |rules: Arc<Ruleset>| Evaluator::new(&rules, options.clone());
        let components = found.into_iter().map(|part| (part.coords, evaluator(part.rules))).collect();
        Some(Apart { components, explanation: String::new() })
    }

    /// How the last value came about.
    pub(super) fn explain(&self) -> String {
        self.explanation.clone()
    }

    /// The value of a position far out, and the engine of its component that is the farthest out.
    ///
    /// # Errors
    /// Those of the components' engines.
    pub(super) fn value(&mut self, position: &Lists<IBig>) -> Result<Option<(IBig, EngineName)>> {
        if position.iter().any(|tuples| tuples.len() != 1) {
            return Ok(None);
        }
        let flat: Vec<&IBig> = position.iter().flat_map(|tuples| &tuples[0]).collect();
        let largest = flat.iter().copied().max().filter(|x| **x >= IBig::from(LARGE));
        let Some(largest) = largest else { return Ok(None) };
        let (mut sum, mut by, mut told) = (IBig::ZERO, EngineName::Search, vec![]);
        for (coords, evaluator) in &mut self.components {
            let own: Vec<IBig> = coords.iter().map(|c| flat[*c].clone()).collect();
            let answer = evaluator.value_of(&lists(evaluator.rules(), &own))?;
            if own.contains(largest) {
                by = answer.by;
            }
            told.push(format!("{} by {}", answer.value, evaluator.explain(&answer)));
            sum ^= answer.value;
        }
        self.explanation = format!("nim-sum of the components' values: {}", told.join("; "));
        Ok(Some((sum, by)))
    }
}
