//! Values of sums, by the plain values of their components.
//!
//! In: the rules of a sum in normal play, and positions. Out: the nim-sum of the values of the components (Sprague 1935, Grundy 1939), each by the plain engines.
//! Where a claim on a sum is evaluated a second time, playing the sum itself would visit all pairs of positions of its components. This is a second way to the value: no
//! fast engine, table or proof of the first evaluation has a part in it, and each component is played, option by option. What both share is the reader of rules, which sees
//! the components, and the theorem.

use std::sync::Arc;

use dashu_int::IBig;
use grundy::Evaluator;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::stop::Result;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::components;

/// The components of a sum: the coordinates of each in the sum, and what plays it.
pub(crate) struct ByParts(Vec<(Vec<usize>, Evaluator)>);

impl ByParts {
    /// The components, played with plain options; `None` if the game is no sum in normal play.
    pub(crate) fn of(rules: &Arc<Ruleset>, options: &Options) -> Option<ByParts> {
        if options.play != Play::Normal || rules.blocked > 0 {
            return None;
        }
        let parts = components(rules);
        let played =
            |rules: &Arc<Ruleset>| Evaluator::new(rules, Options { plain: true, engine: None, ..options.clone() });
        (parts.len() > 1).then(|| ByParts(parts.into_iter().map(|part| (part.coords, played(&part.rules))).collect()))
    }

    /// The value of a position that exists.
    pub(crate) fn value(&mut self, position: &[IBig]) -> Result<IBig> {
        let mut sum = IBig::ZERO;
        for (coords, evaluator) in &mut self.0 {
            let own: Vec<IBig> = coords.iter().map(|c| position[*c].clone()).collect();
            sum ^= evaluator.number(&own)?;
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use grundy_rules::session::Session;

    use super::*;

    #[test]
    fn sums_have_the_values_that_playing_them_gives() {
        let plain = Options { plain: true, ..Options::default() };
        let misere = Options { play: Play::Misere, ..plain.clone() };
        for game in ["kayles + dawson_kayles", "octal[0.156] + subtraction[{1, 3}]", "grundy + nim[1]"] {
            let rules = Session::new().game(game, None).expect("a game").rules;
            let mut parts = ByParts::of(&rules, &plain).expect("a sum");
            let mut whole = Evaluator::new(&rules, plain.clone());
            for (a, b) in (0u64..9).flat_map(|a| (0u64..9).map(move |b| (a, b))) {
                let at = [a.into(), b.into()];
                assert_eq!(
                    parts.value(&at).expect("a value"),
                    whole.number(&at).expect("a value"),
                    "{game} at {a}, {b}"
                );
            }
            assert!(ByParts::of(&rules, &misere).is_none(), "in misère play no sum is the nim-sum of its components");
        }
        for game in ["wythoff", "kayles", "blocked(1; nim[2])"] {
            let rules = Session::new().game(game, None).expect("a game").rules;
            assert!(ByParts::of(&rules, &plain).is_none(), "{game} is no sum");
        }
    }
}
