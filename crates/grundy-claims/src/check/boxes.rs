//! Small boxes, which are looked through before the whole range.
//!
//! In: a claim and a bound. Out: its smallest counterexample, if that lies in such a box; else what the boxes foretell of the work in larger ones.

use dashu_int::IBig;
use grundy_core::contract::position::box_cells;
use grundy_rules::lang::{Code, Diagnostic, Kind};
use grundy_rules::lower::Question;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::Expr;

use crate::check::claim::FORMULA;
use crate::check::reach::{Area, plain_entries, work_reached};
use crate::check::run::{Decided, decided};
use crate::check::usual_range::{Usual, largest};
use crate::check::worker::Compiled;
use crate::read::claim::Claim;
use crate::{CheckOptions, Meter, Status, Verdict};

/// Boxes that are checked before the whole range: the most positions, and the most work for their values.
const SMALLER: [(u64, u64); 2] = [(1 << 8, 1 << 16), (1 << 14, 1 << 21)];
/// The most work for the values of the first position of a line that is looked at before the others.
const FIRST: u64 = 1 << 26;

/// The verdict where a counterexample lies in a box much smaller than the whole range.
///
/// Such a box is looked through first. A counterexample inside is the smallest one of all if its sum is less than that of every position outside ([`Outside`]).
pub(crate) fn smaller_boxes(
    compiled: &Compiled<'_, i64>,
    to: u64,
    options: &CheckOptions,
    meter: &Meter,
) -> Result<Smaller, Diagnostic> {
    let claim = compiled.claim;
    let mut known = None;
    let values_only = claim.scope.questions.iter().all(|q| matches!(q, Question::Position { .. }));
    let Some(outside) = Outside::of(claim).filter(|_| values_only) else { return Ok(Smaller::Holds(None)) };
    let ends = |to: u64| claim.vars.iter().map(|v| v.end(to)).collect::<Vec<u64>>();
    let within = |to: u64| Area { hi: ends(to), steps: FORMULA };
    let mut cost = Cost::default();
    // The same boxes for every engine, so that the verdicts of all are the same.
    let plain = CheckOptions { plain: true, engine: None, ..options.clone() };
    for (positions, work) in SMALLER {
        let fits = |hi: &[u64]| box_cells(hi) <= positions && work_reached(claim, hi, &plain) <= work;
        let small = largest(to, |n| fits(&ends(n)));
        if small >= to || cost.steps(small) > FORMULA {
            break;
        }
        // The first position of a line may be far from the origin.
        if small == 0 && !plain_entries(claim) && work_reached(claim, &ends(0), &plain) > FIRST {
            break;
        }
        let Decided { mut verdict, .. } =
            match decided(compiled, &within(small), (Some(small), Usual::UNPROVED), options, meter) {
                // The whole range says what is known by then.
                Err(error) if error.kind == Kind::TimeIsOver || error.code == Code::Steps => break,
                decided => decided?,
            };
        if verdict.sum.as_ref().is_some_and(|sum| *sum < outside.least(small)) {
            verdict.to = Some(small);
            return Ok(Smaller::Fails(Box::new(verdict)));
        }
        if verdict.status == Status::Holds {
            // Half the box shows how the steps grow.
            if verdict.steps > verdict.positions && cost.to == 0 {
                let asked = (Some(small / 2), Usual::UNPROVED);
                cost.note(small / 2, decided(compiled, &within(small / 2), asked, options, meter)?.verdict.steps);
            }
            cost.note(small, verdict.steps);
            known = Some(Known { positions: verdict.positions, to: small, cost });
        }
    }
    Ok(Smaller::Holds(known.filter(|_| plain_entries(claim))))
}

/// A bound on the sums of the coordinates of positions: a constant and a sum of multiples of the variables.
struct Outside {
    constant: IBig,
    /// The least multiple of a variable.
    multiple: IBig,
}

impl Outside {
    /// `None` if there is no variable, or if one does not raise the bound. An entry that is no such sum is at least 0, as every coordinate.
    fn of(claim: &Claim) -> Option<Outside> {
        let mut multiples = vec![IBig::ZERO; claim.vars.len()];
        let mut constant = IBig::ZERO;
        for (number, terms) in claim.entries.iter().map(build::linear) {
            if terms.iter().all(|(term, _)| matches!(**term, Expr::Coord(_))) {
                constant += number;
                terms.iter().for_each(|(term, multiple)| {
                    if let Expr::Coord(variable) = **term {
                        multiples[variable] += multiple;
                    }
                });
            }
        }
        let multiple = multiples.into_iter().min().filter(|least| *least > IBig::ZERO)?;
        Some(Outside { constant, multiple })
    }

    /// A bound below the sums where some variable is more than this.
    fn least(&self, to: u64) -> IBig {
        &self.constant + &self.multiple * (to + 1)
    }
}

/// What is known of a claim that no smaller box refutes.
pub(crate) struct Known {
    /// The number of positions of the largest box that was looked through.
    pub(crate) positions: u64,
    /// The bound of this box.
    pub(crate) to: u64,
    pub(crate) cost: Cost,
}

/// The numbers that the formula of a claim runs through in a box, foreseen from smaller boxes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    /// The bound of the last box, and the numbers that the formula ran through there; 0 before the first box.
    to: u64,
    last: u64,
    /// The steps grow with at most this power of the bound, in halves.
    halves: u32,
}

impl Cost {
    /// Notes the steps in a box larger than the one before.
    fn note(&mut self, to: u64, steps: u64) {
        let (wider, more) = ((to + 1) as f64 / (self.to + 1) as f64, steps as f64 / self.last.max(1) as f64);
        if self.to > 0 && to > self.to {
            self.halves = (0..MOST_HALVES).find(|halves| power(wider, *halves) >= more).unwrap_or(MOST_HALVES);
        }
        (self.to, self.last) = (to, steps);
    }

    /// About how many numbers the formula runs through in the box to a bound.
    pub(crate) fn steps(&self, to: u64) -> u64 {
        let wider = (to + 1) as f64 / (self.to + 1) as f64;
        // A float too large for the type becomes its greatest number.
        (self.last as f64 * power(wider, self.halves).max(1.0)) as u64
    }
}

/// The greatest power that is looked for: 24 loops, each as long as a variable is large.
const MOST_HALVES: u32 = 48;

/// A power with a half-integer exponent, from operations that every machine rounds alike.
fn power(base: f64, halves: u32) -> f64 {
    let whole = (0..halves / 2).fold(1.0, |product, _| product * base);
    if halves % 2 == 1 { whole * base.sqrt() } else { whole }
}

/// What smaller boxes show.
pub(crate) enum Smaller {
    /// The smallest counterexample of all.
    Fails(Box<Verdict>),
    /// What a box shows in which the claim holds, if one was looked through.
    Holds(Option<Known>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_a_large_box_are_foreseen_from_small_ones() {
        // A claim on (a, b) with the loops i in 0..a, j in 0..b, and one on (n) with a loop to the root of n.
        let squares = |to: u64| (0..=to).map(|a| a + 1).sum::<u64>().pow(2);
        let roots = |to: u64| (0..=to).map(|n| n.isqrt() + 1).sum::<u64>();
        for (steps, least, most) in [(&squares as &dyn Fn(u64) -> u64, 1.0, 1.5), (&roots, 1.0, 4.0)] {
            let mut cost = Cost::default();
            for to in [15, 31, 127] {
                cost.note(to, steps(to));
            }
            for to in [127, 200, 500, 4000] {
                let ratio = cost.steps(to) as f64 / steps(to) as f64;
                assert!((least..=most).contains(&ratio), "{to}: {ratio}");
            }
        }
        let mut none = Cost::default();
        none.note(15, 0);
        none.note(127, 0);
        assert_eq!(none.steps(1_000_000), 0);
    }
}
