//! The period of values where all windows lie a constant distance back, proved.
//!
//! In: [`Runs`]. Out: the least preperiod and period; or how far the runs were computed.
//!
//! **Theorem.** Let every option of n be one of n - R, …, n - 1, with the same distances for all n. If G(n + p) = G(n) for n0 <= n < n0 + R, then for all
//! n >= n0. *Proof* by induction: for n >= n0 + R, no window of n or of n + p is cut at 0, so the options of n + p are those of n, each p larger, and
//! all of the latter are n0 or more. ∎ (Golomb 1966.)
//!
//! The runs are the longest ones, so a period of the values is one of the pairs of lengths and values, and the other way round.

use super::runs::Runs;
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::proof::{Known, Open, Proved, Taken, Until};
use grundy_core::contract::stop::{Result, Stop};
use grundy_core::contract::tail::tail_by;
use grundy_rules::lang::Kind;

/// A proved period, and the values.
pub(super) struct Period {
    runs: Runs,
    preperiod: u64,
    period: u64,
    _held: Held,
}

/// The number of runs at which a period is first looked for.
const FIRST: usize = 64;
/// The most runs, unless the caller wants all that memory allows.
pub(super) const MOST: usize = 1 << 22;
/// The runs between two looks at the interruption and the memory.
const PATIENCE: usize = 1 << 12;

/// Computes runs until their period is proved, there are `most`, a limit is reached, or `until` ends the search.
///
/// # Errors
/// An interruption.
pub(super) fn prove(mut runs: Runs, most: usize, limits: &Limits, until: Until) -> Result<Known> {
    let (mut held, mut looks) = (limits.held(0), FIRST);
    let mut steps = 0usize;
    let open = |reached: u64, why: String| Ok(Known::Open(Open { reached, why, terms: None }));
    loop {
        let Some(reached) = runs.step() else {
            return open(u64::MAX, "the heaps grow beyond 64 bits".into());
        };
        steps += 1;
        if steps.is_multiple_of(PATIENCE) {
            match held.grow(bytes(&runs), limits, "this proof") {
                Err(Stop::Error(error)) if error.kind != Kind::Input => return open(reached, error.message),
                other => other?,
            }
            if until(reached) {
                return open(reached, "the search was ended".into());
            }
        }
        if runs.ended() < looks {
            continue;
        }
        if let Some((preperiod, period)) = recurs(&runs) {
            let words = words(&runs, preperiod, period);
            return Ok(Known::Proved(Box::new(Period { runs, preperiod, period, _held: held }), words));
        }
        if looks >= most || until(reached) {
            return open(reached, format!("{} runs of equal values show no period", runs.ended()));
        }
        looks = (looks + looks / 2).min(most);
    }
}

/// Runs, and the lengths of agreements while a period is looked for.
fn bytes(runs: &Runs) -> u64 {
    runs.bytes() + 8 * runs.ended() as u64
}

fn words(runs: &Runs, preperiod: u64, period: u64) -> String {
    let reach = runs.reach();
    format!(
        "every option is at most {reach} smaller, whatever the heap, and G(n + {period}) = G(n) for the {reach} heaps from {preperiod} on; the options of larger heaps are the same, {period} further on"
    )
}

/// The least preperiod and period, if the runs prove them.
fn recurs(runs: &Runs) -> Option<(u64, u64)> {
    let length = |run: usize| runs.starts[run + 1] - runs.starts[run];
    let pair = |run: usize| i128::from(length(run)) << 32 | i128::from(runs.values[run]);
    let tail = tail_by(runs.ended(), pair).filter(|tail| tail.saltus == 0)?;
    let (first, later) = (tail.preperiod, tail.preperiod + tail.period);
    let from = runs.starts[first];
    let period = runs.starts[later] - from;
    let known = runs.starts[runs.ended()] - from;
    if known < runs.reach().checked_add(period)? {
        return None;
    }
    // The run before the tail and the one a period later may end alike.
    let ends_alike = first > 0 && runs.values[first - 1] == runs.values[later - 1];
    let alike = if ends_alike { length(first - 1).min(length(later - 1)) } else { 0 };
    Some((from - alike, period))
}

impl Proved for Period {
    fn preperiod(&self) -> u64 {
        self.preperiod
    }
    fn period(&self) -> u64 {
        self.period
    }
    fn saltus(&self) -> u64 {
        0
    }
    fn recurrence(&self) -> (u64, u64) {
        (self.preperiod, self.period)
    }
    fn taken(&self) -> Option<Taken> {
        Some(Taken { take: self.runs.reach(), parts: 1, kinds: None, common: None })
    }
    fn value(&mut self, column: u64, _: &Limits) -> Result<Option<u64>> {
        let past = column.saturating_sub(self.preperiod);
        let near = if column < self.preperiod { column } else { self.preperiod + past % self.period };
        Ok(Some(self.runs.value(near).into()))
    }
}
