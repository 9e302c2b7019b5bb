//! The work that values of a box cost if every option is visited, foreseen from a few positions.
//!
//! In: rules and the bounds of a box. Out: about how many numbers the ranges of all moves run through. The estimate decides how far a claim or a
//! classification goes where no bound is given, so it depends on the rules alone, not on the machine: ranges are counted at fixed positions of
//! the box, and a range inside another one at a few values of the outer one.

use std::sync::Arc;

use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::Tree;

use crate::contract::position::box_cells;
use crate::enumerate::compile::{Condition, Env, Number, condition, number};

/// The positions of a box at which moves are counted.
const SAMPLES: u64 = 16;
/// The values of an outer range at which an inner one is counted.
const VALUES: i64 = 16;
/// The most numbers that a condition may run through while it is measured.
const FUEL: u64 = 1 << 16;

/// A family, as far as its length matters.
struct Moves {
    ranges: Vec<(Number<i64>, Number<i64>)>,
    guard: Condition<i64>,
}

/// The number of options, with those that a condition refuses, that a table to these bounds visits; numbers that conditions run through
/// count, too. At least one for each cell.
///
/// ```
/// # use grundy_core::enumerate::foresee::visits;
/// let game = grundy::Session::new().game("wythoff", None)?;
/// let (small, large) = (visits(&game.rules, &[99, 99]), visits(&game.rules, &[999, 999]));
/// assert!(small > 1_000_000 && large > 900 * small && large < 1100 * small);
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn visits(rules: &Arc<Ruleset>, hi: &[u64]) -> u64 {
    let variables = |f: &grundy_rules::rules::Family| {
        let ends = f.params.iter().flat_map(|r| [&r.lo, &r.hi]).map(Tree::variables);
        ends.chain([f.guard.variables()]).max().unwrap_or(0)
    };
    let vars = rules.families.iter().map(variables).max().unwrap_or(0);
    let longest = rules.families.iter().map(|f| f.params.len()).max().unwrap_or(0);
    let moves: Vec<Moves> = rules
        .families
        .iter()
        .map(|f| Moves {
            ranges: f.params.iter().map(|r| (number(&r.lo), number(&r.hi))).collect(),
            guard: condition(&f.guard),
        })
        .collect();
    let mut env = Env::new(rules.width(), vars.max(longest), rules.parts.len());
    let mut total = 0.0;
    for sample in 0..SAMPLES {
        // The last sample is the corner of the box; the others lie evenly, each coordinate in an order of its own.
        for (c, (x, h)) in env.coords.iter_mut().zip(hi).enumerate() {
            let place =
                if sample + 1 == SAMPLES { SAMPLES } else { (sample * (2 * c as u64 + 1) + c as u64) % SAMPLES };
            *x = i64::try_from(u128::from(*h) * u128::from(place) / u128::from(SAMPLES)).unwrap_or(i64::MAX);
        }
        total += moves.iter().map(|moves| moves.count(&mut env, 0)).sum::<f64>();
    }
    let each = (total / SAMPLES as f64).max(1.0);
    // A float as large as this becomes the greatest number.
    (box_cells(hi) as f64 * each) as u64
}

impl Moves {
    /// How many numbers the ranges from `depth` on run through, and the condition at each choice.
    fn count(&self, env: &mut Env<i64>, depth: usize) -> f64 {
        let Some((lo, hi)) = self.ranges.get(depth) else { return self.cost(env) };
        let (Ok(lo), Ok(hi)) = (lo(env), hi(env)) else { return 1.0 };
        if hi < lo {
            return 0.0;
        }
        let length = hi.saturating_sub(lo).saturating_add(1);
        let looked = length.min(VALUES);
        let mut total = 0.0;
        for k in 0..looked {
            // From the least to the greatest value.
            let part =
                if looked == 1 { 0 } else { (i128::from(length - 1) * i128::from(k) / i128::from(looked - 1)) as i64 };
            env.vars[depth] = lo.saturating_add(part);
            total += self.count(env, depth + 1);
        }
        total * (length as f64 / looked as f64)
    }

    /// One for the option, and the numbers that its condition runs through.
    fn cost(&self, env: &mut Env<i64>) -> f64 {
        env.fuel = FUEL;
        // A condition that is not defined there, or runs too far, has run through what it has.
        let _ = (self.guard)(env);
        1.0 + (FUEL - env.fuel) as f64
    }
}
