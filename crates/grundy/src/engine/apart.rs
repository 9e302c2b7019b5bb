//! Sums at positions far out: each component by itself.
//!
//! In: rules in normal play, a position far out. Out: the nim-sum of the values of the components (Sprague 1935, Grundy 1939), each by the
//! engine that reaches it; or nothing, where there is one component.

use std::sync::Arc;

use dashu_int::IBig;

use super::compile::Result;
use super::evaluator::{Evaluator, lists};
use super::mover::Lists;
use super::options::{EngineName, Options, Play};
use crate::rules::Ruleset;
use crate::rules::components::components;

/// The components of a sum.
pub(super) struct Apart {
    components: Vec<(Vec<usize>, Evaluator)>,
    explanation: String,
}

impl Apart {
    /// Of rules with several components, where no engine is wanted that takes all together.
    pub(super) fn of(rules: &Arc<Ruleset>, options: &Options) -> Option<Apart> {
        let wanted = options.play == Play::Normal && !options.plain && options.engine.is_none_or(EngineName::is_single);
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

    /// The value of a position, and the engine of its component that is the farthest out.
    ///
    /// # Errors
    /// Those of the components' engines.
    pub(super) fn value(&mut self, position: &Lists<IBig>) -> Result<Option<(IBig, EngineName)>> {
        if position.iter().any(|tuples| tuples.len() != 1) {
            return Ok(None);
        }
        let flat: Vec<&IBig> = position.iter().flat_map(|tuples| &tuples[0]).collect();
        let Some(largest) = flat.iter().copied().max() else { return Ok(None) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;

    /// Sums just beyond what is far out, as one component with every option visited.
    #[test]
    fn far_out_sums_agree_with_the_plain_table() {
        const FIRST: u64 = 1 << 18;
        for game in [
            "subtraction[{1, 3, 4}] + subtraction[{2, 5}]",
            "mark[{1}, {2, 3}] + subtraction[{1, 2}]",
            "mark[{1, 2}, {2, 4}] + mark[{1}, {3}]",
        ] {
            let rules = Session::new().game(game, None).expect("a game").rules;
            let plain = Options { plain: true, ..Options::default() };
            let table = Evaluator::new(&rules, plain).table(&[FIRST + 3, 5]).expect("a table");
            let mut evaluator = Evaluator::new(&rules, Options::default());
            for (a, b) in (FIRST..FIRST + 4).flat_map(|a| (0..6).map(move |b| (a, b))) {
                let answer = evaluator.value(&[a.into(), b.into()]).expect("a value");
                assert_eq!(Some(answer.value), table.get(&[a, b]).map(IBig::from), "{game} at {a}, {b}");
            }
            assert!(Apart::of(&rules, &Options::default()).is_some(), "{game} is a sum");
        }
    }
}
