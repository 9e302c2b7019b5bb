//! The positions of a range, looked at in as many threads as the limits allow.
//!
//! In: a compiled claim, a range. Out: the verdict there. What the claim asks of periods, quotients, automata, properties and convergence is found first.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use grundy_core::contract::join::together;
use grundy_rules::lang::Diagnostic;
use grundy_rules::lower::Question;

use crate::check::convergence::Steps;
use crate::check::failure::{Failure, Shown};
pub(crate) use crate::check::properties::Decided;
use crate::check::properties::Properties;
use crate::check::reach::{Area, asked_reach, interruption, reach};
use crate::check::usual_range::Usual;
use crate::check::worker::{Compiled, Event, ThreadFindings, blocks};
use crate::check::world::{World, beyond as too_many};
use crate::check::{automatic, periods, quotients, sides};
use crate::prove::by_values::by_automata;
use crate::read::claim::Claim;
use crate::{CheckOptions, Meter, Status, Verdict};

/// The most positions that a thread takes at a time.
const BLOCK: u64 = 4096;
/// The most threads.
const THREADS: usize = 256;

/// The verdict at the positions of a range.
pub(crate) fn decided(
    compiled: &Compiled<'_, i64>,
    range: &Area,
    (asked, usual): (Option<u64>, Usual),
    options: &CheckOptions,
    meter: &Meter,
) -> Result<Decided, Diagnostic> {
    let claim = compiled.claim;
    meter.begin("seeing how far it reaches", 0);
    let mut world = World::new(&claim.scope, options);
    world.steps = range.steps;
    if let Some(own) = claim.scope.own {
        let (reach, positions) = reach(claim, range, options)?;
        meter.begin("computing values", 0);
        world.tabulate(Some((own, &reach, positions)), &asked_reach(claim, range), options)?;
    } else {
        meter.begin("computing values", 0);
        world.tabulate(None, &asked_reach(claim, range), options)?;
    }
    let settled = |verdict| Ok(Decided { verdict, ranged: false });
    if let Some(open) = periods::settle(&mut world, options)? {
        return settled(open);
    }
    if let Some(open) = quotients::settle(&mut world, options)? {
        return settled(open);
    }
    let states = match automatic::settle(&mut world, options)? {
        automatic::Found::All(states) => states,
        automatic::Found::Open(open) => return settled(*open),
    };
    let mut steps = match Steps::find(&claim.scope, asked, options)? {
        Ok(steps) => steps,
        Err(open) => return settled(open),
    };
    let properties = Properties::find(&claim.scope, (asked, usual), options)?;
    steps.hand(&mut world.theorems);
    let theorems = std::mem::take(&mut world.theorems);
    let mut world = Arc::new(world);
    let mut decided = steps.decide(&mut world, &mut |world| {
        properties.decide(world, &mut |world| run(compiled, range, world, options, meter))
    })?;
    world.undamaged()?;
    let only_automata = claim.scope.questions.iter().all(|question| matches!(question, Question::Automatic { .. }));
    if states > 0 && only_automata && decided.verdict.status == Status::Holds {
        let reason = Some(by_automata(states));
        decided.verdict = Verdict { status: Status::Proved, by: Some("automaton"), reason, ..decided.verdict };
    }
    decided.verdict.theorems = theorems;
    Ok(decided)
}

/// Checks all positions, in as many threads as the limits allow.
fn run(
    compiled: &Compiled<'_, i64>,
    range: &Area,
    world: &Arc<World>,
    options: &CheckOptions,
    meter: &Meter,
) -> Result<Verdict, Diagnostic> {
    let claim = compiled.claim;
    let first = first_range(claim);
    let size = first.map_or(range.size(), |(lo, hi)| (hi - lo + 1).max(0) as u64);
    meter.begin("checking", size);
    let threads = options.limits.threads().min(THREADS);
    let block = (size / (threads as u64 * 16)).clamp(1, BLOCK);
    let (next, stop, steps) = (AtomicU64::new(0), AtomicBool::new(false), AtomicU64::new(0));
    let total: Mutex<(ThreadFindings, Option<Diagnostic>)> = Mutex::default();
    let work = || {
        let mut found = ThreadFindings::default();
        let outcome = blocks(compiled, world, range, first, &mut found, |positions, ran| {
            meter.add(positions);
            if steps.fetch_add(ran, Ordering::Relaxed).saturating_add(ran) > range.steps {
                return Err(too_many(range.steps));
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            options.limits.interrupted()?;
            let from = next.fetch_add(block, Ordering::Relaxed);
            Ok((from < size).then(|| from..(from + block).min(size)))
        });
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        total.0.positions += found.positions;
        total.0.steps = total.0.steps.saturating_add(found.steps);
        if let Some(event) = found.first {
            total.0.note(event);
        }
        if let Err(error) = outcome {
            stop.store(true, Ordering::Relaxed);
            total.1.get_or_insert(interruption(error));
        }
    };
    if threads == 1 || size <= block {
        work();
    } else {
        together(|crew| {
            // If the system starts no thread at all, the work is done on this one.
            if (0..threads).filter(|_| crew.spawn_deep(STACK, work).is_ok()).count() == 0 {
                work();
            }
        });
    }
    let (found, error) = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    match error {
        Some(error) => Err(error),
        None => Ok(verdict(claim, world, found)),
    }
}

/// The stack of a thread, in bytes: formulas may be nested deeply.
const STACK: usize = 64 << 20;

/// The constant range of the first binder, for a claim without free variables.
fn first_range(claim: &Claim) -> Option<(i64, i64)> {
    if !claim.vars.is_empty() {
        return None;
    }
    let (_, range) = claim.running.first()?;
    let (lo, hi) = (range.lo.as_i64()?, range.hi.as_i64()?);
    // A range whose length does not fit is left to the worker, which runs through it sequentially and never reaches its end.
    hi.checked_sub(lo)?.checked_add(1)?;
    Some((lo, hi))
}

fn verdict(claim: &Claim, world: &Arc<World>, found: ThreadFindings) -> Verdict {
    let sum = found.first.as_ref().map(Event::sum);
    let mut verdict = match found.first {
        None => Verdict::new(Status::Holds),
        Some(Event { undefined: Some(error), .. }) => Verdict::error(error),
        Some(event) => {
            let (counterexample, shown) = sides::show(claim, world, &event);
            let failure = Failure { variables: event.vars, running: event.running, shown: Shown::Sides(shown) };
            let (counterexample, failure) = (Some(counterexample), Some(failure));
            Verdict { counterexample, failure, ..Verdict::new(Status::False) }
        }
    };
    (verdict.positions, verdict.sum, verdict.steps) = (found.positions, sum, found.steps);
    verdict
}

#[cfg(test)]
mod tests {
    use grundy_rules::lang::Code;

    use super::*;
    use crate::read::Content;

    /// At each position of these claims the formula runs through a billion numbers.
    #[test]
    fn one_position_does_not_run_past_the_bound_of_a_claim() {
        let game = "game a1(n) { move n - 1; move n - 2 }";
        for says in ["all i in n - 10^9..n: i < 0 or G(a1(i)) = i mod 3", "(count i in n - 10^9..n: i > n) = 0"] {
            let mut session = grundy::Session::new();
            let file = session.load("range.game", &format!("{game}\nclaim \"c\" on a1: {says}")).expect("a file");
            let statement = crate::read(&session, &file).pop().expect("a claim");
            let Ok(Content::Claim(claim)) = &statement.content else { panic!("a claim") };
            let (compiled, range) = (Compiled::of(claim), Area { hi: vec![3], steps: 1 << 21 });
            let found =
                decided(&compiled, &range, (None, Usual::UNPROVED), &CheckOptions::default(), &Meter::default());
            assert_eq!(found.err().map(|error| error.code), Some(Code::Steps), "{says}");
        }
    }

    /// So a table has what is asked at a product, and no position is searched alone.
    #[test]
    fn positions_that_a_product_reaches_are_foreseen() {
        let text = "game g(k, n) { move (k, n - i) for i in 1..n div k if k > 0 }\nclaim \"c\" on g at (k, n): G(g(k, k*n)) = n";
        let mut session = grundy::Session::new();
        let file = session.load("product.game", text).expect("a file");
        let statement = crate::read(&session, &file).pop().expect("a claim");
        let Ok(Content::Claim(claim)) = &statement.content else { panic!("a claim") };
        assert!(asked_reach(claim, &Area::to(vec![10, 30])).contains(&Some(vec![10, 300])));
    }
}
