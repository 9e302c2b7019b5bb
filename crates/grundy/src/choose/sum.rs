//! The engine for disjunctive sums, which evaluates each component separately.
//!
//! In: rules in normal play, and a position far from the origin, or any position where an engine of single values is named. Out: the nim-sum of the
//! values of the components (Sprague 1935, Grundy 1939), each by the first engine that reaches it. Near the origin this engine declines, since tables
//! and searches split sums into components themselves; unless a large component has a cheap table and another one has none: a search of the sum would
//! visit both.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::{Lists, is_far_out, is_single, lists};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::engine::{Answer, Answers, Engine, Found, How, ValueRequest};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::{Component, components};

/// A component with a coordinate from this number on takes long to search.
const LARGE: u64 = 1 << 10;

/// The components of a sum.
pub(super) struct BySum {
    components: Vec<(Component, Option<Box<dyn Answers>>)>,
}

impl BySum {
    /// Reads rules with several components in normal play.
    pub(super) fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        let components = if options.play == Play::Normal { components(rules) } else { vec![] };
        if components.len() < 2 {
            return Err(Reason::gives_up("the rules are no sum of several components in normal play"));
        }
        Ok(Box::new(BySum { components: components.into_iter().map(|component| (component, None)).collect() }))
    }
}

impl BySum {
    /// Has a component with a large coordinate a cheap table, and another component none?
    fn is_mixed(&self, flat: &[&IBig], call: &ValueRequest) -> bool {
        if call.options.plain || flat.iter().all(|x| **x < IBig::from(LARGE)) {
            return false;
        }
        let is_large = |component: &Component| component.coords.iter().any(|c| *flat[*c] >= IBig::from(LARGE));
        let cheap: Vec<(bool, bool)> = self
            .components
            .iter()
            .map(|(component, _)| (call.ask.has_cheap_tables(&component.rules, Play::Normal), is_large(component)))
            .collect();
        cheap.contains(&(true, true)) && cheap.iter().any(|(cheap, _)| !cheap)
    }
}

impl Engine for BySum {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        let near = || Ok(Attempt::Declined(Reason::gives_up("the position is near enough for tables and searches")));
        if !is_single(position) {
            return near();
        }
        let flat: Vec<&IBig> = position.iter().flat_map(|tuples| &tuples[0]).collect();
        if !call.named && !is_far_out(position) && !self.is_mixed(&flat, call) {
            return near();
        }
        let largest = flat.iter().copied().max();
        let (mut sum, mut by, mut parts) = (IBig::ZERO, EngineName::Search, vec![]);
        for (component, answers) in &mut self.components {
            let own: Vec<IBig> = component.coords.iter().map(|c| flat[*c].clone()).collect();
            let answers = answers.get_or_insert_with(|| call.ask.answers(&component.rules, call.options));
            let answer = answers.answer(&lists(&component.rules, &own))?;
            if own.iter().any(|x| Some(x) == largest) {
                by = answer.by;
            }
            sum ^= &answer.value;
            parts.push(answer);
        }
        Ok(Attempt::Done(Found::Value(Answer::new(sum, by, How::Sum(parts.into())))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Session};

    /// Compares sums just past the far-out threshold with a plain table of the whole.
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
                assert!(matches!(answer.how, How::Sum(_)), "{game} is a sum");
                assert_eq!(Some(answer.value), table.get(&[a, b]).map(IBig::from), "{game} at {a}, {b}");
            }
        }
    }
}
