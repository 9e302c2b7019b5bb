//! Checking a claim at every position of its range.
//!
//! In: a [`Statement`], an [`Effort`]. Out: its [`Verdict`]. The formula is compiled once. Threads take blocks of positions in row-major order
//! (`worker`). The verdict comes from the smallest position (by the sum of its coordinates, then lexicographically) at which the claim is
//! false or undefined, so it does not depend on the number of threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::convergence::Steps;
use super::properties::Properties;
use super::reach::{Area, asked_reach, interruption, reach};
use super::read::{Claim, Content, Statement};
use super::worker::{Compiled, Event, ThreadFindings, blocks};
use super::world::World;
use super::{Effort, Meter, Status, Verdict, lines, sides, table};
use grundy_core::contract::join::together;
use grundy_core::contract::position::box_cells;
use grundy_rules::lang::{Diagnostic, Kind};

/// The most positions checked where no bound is given.
pub const POSITIONS: u64 = 1_000_000;
/// The most positions that a thread takes at a time.
const BLOCK: u64 = 4096;
/// A claim about more positions than this stays open.
const MOST: u64 = 1 << 48;
/// The most threads.
const THREADS: usize = 256;

/// Checks whether a claim is true.
///
/// # Errors
/// An interruption only; every other error becomes the claim's verdict.
pub fn check(statement: &Statement, effort: &Effort, meter: &Meter) -> Result<Verdict, Diagnostic> {
    let outcome = match &statement.content {
        Err(error) => Ok(Verdict::error((**error).clone())),
        Ok(Content::Claim(claim)) => check_claim(claim, effort, meter),
        Ok(Content::Table(tabled)) => table::check(tabled, effort, meter),
    };
    let verdict = match outcome {
        Ok(verdict) => verdict,
        Err(error) => match error.kind {
            Kind::Interrupted => return Err(error),
            Kind::Limit => Verdict::open(error.message),
            Kind::Input => Verdict::error(error),
        },
    };
    Ok(if statement.erratum.is_some() { as_erratum(verdict) } else { verdict })
}

fn as_erratum(verdict: Verdict) -> Verdict {
    match verdict.status {
        Status::False => Verdict { status: Status::Noted, ..verdict },
        Status::Proved | Status::Holds => {
            let reason = Some("the erratum says that this is wrong as printed, and it is true here".to_string());
            Verdict { status: Status::Error, reason, ..verdict }
        }
        _ => verdict,
    }
}

fn check_claim(claim: &Claim, effort: &Effort, meter: &Meter) -> Result<Verdict, Diagnostic> {
    let asked = claim.to.or(effort.to);
    let ends = |to: u64| claim.vars.iter().map(|v| v.end(to)).collect::<Vec<u64>>();
    let most = claim.vars.iter().map(|v| v.most).collect::<Option<Vec<u64>>>();
    let longest = most.as_ref().and_then(|m| m.iter().copied().max()).unwrap_or(POSITIONS);
    let to = asked.unwrap_or_else(|| largest_bound(longest, ends));
    let range = Area { hi: ends(to) };
    let finite = most.is_some_and(|most| most == range.hi);
    if range.size() > MOST {
        return Ok(Verdict::open(format!("there are more than {MOST} positions to look at")));
    }
    meter.begin("seeing how far it reaches", 0);
    let mut world = World::new(&claim.scope, effort);
    if let Some(own) = claim.scope.own {
        let (reach, positions) = reach(claim, &range, effort)?;
        meter.begin("computing values", 0);
        world.tabulate(Some((own, &reach, positions)), &asked_reach(claim, &range), effort)?;
    } else {
        meter.begin("computing values", 0);
        world.tabulate(None, &asked_reach(claim, &range), effort)?;
    }
    if let Some(open) = lines::settle(&mut world, effort)? {
        return Ok(open);
    }
    let steps = match Steps::find(&claim.scope, asked, effort)? {
        Ok(steps) => steps,
        Err(open) => return Ok(open),
    };
    let properties = Properties::find(&claim.scope, asked, effort)?;
    let mut world = Arc::new(world);
    let decided = steps.decide(&mut world, &mut |world| {
        properties.decide(world, &mut |world| run(claim, &range, world, effort, meter))
    })?;
    let mut verdict = decided.verdict;
    if !claim.vars.is_empty() {
        let bounded = claim.vars.iter().zip(&range.hi).filter(|(v, _)| !v.own).map(|(_, hi)| *hi);
        verdict.to = Some(bounded.max().or(range.hi.iter().copied().max()).unwrap_or(to));
    }
    // A claim that no position was checked for is vacuously true, often by a slip in its `where`; it is not called proved.
    let looked = verdict.positions > 0 || claim.vars.is_empty();
    if verdict.status == Status::Holds && finite && looked && !decided.ranged {
        verdict.status = Status::Proved;
    }
    if verdict.status == Status::False && verdict.reason.is_none() && !claim.scope.notes.is_empty() {
        verdict.reason = Some(claim.scope.notes.join("; "));
    }
    Ok(verdict)
}

/// The largest N, up to `longest`, for which at most [`POSITIONS`] positions are checked.
#[must_use]
pub fn largest_bound(longest: u64, ends: impl Fn(u64) -> Vec<u64>) -> u64 {
    let (mut lo, mut hi) = (0, longest.min(POSITIONS));
    while lo < hi {
        let middle = lo + (hi - lo).div_ceil(2);
        if box_cells(&ends(middle)) <= POSITIONS { lo = middle } else { hi = middle - 1 }
    }
    lo
}

/// Checks all positions, in as many threads as the limits allow.
fn run(claim: &Claim, range: &Area, world: &Arc<World>, effort: &Effort, meter: &Meter) -> Result<Verdict, Diagnostic> {
    let compiled: Compiled<i64> = Compiled::of(claim);
    let first = first_range(claim);
    let size = first.map_or(range.size(), |(lo, hi)| (hi - lo + 1).max(0) as u64);
    meter.begin("checking", size);
    let threads = effort.limits.threads().min(THREADS);
    let block = (size / (threads as u64 * 16)).clamp(1, BLOCK);
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let total: Mutex<(ThreadFindings, Option<Diagnostic>)> = Mutex::default();
    let work = || {
        let mut found = ThreadFindings::default();
        let outcome = blocks(claim, &compiled, world, range, first, &mut found, |positions| {
            meter.add(positions);
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            effort.limits.interrupted()?;
            let from = next.fetch_add(block, Ordering::Relaxed);
            Ok((from < size).then(|| from..(from + block).min(size)))
        });
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        total.0.positions += found.positions;
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
    let mut verdict = match found.first {
        None => Verdict::new(Status::Holds),
        Some(Event { undefined: Some(error), .. }) => Verdict::error(error),
        Some(event) => {
            let counterexample = Some(sides::show(claim, world, &event));
            Verdict { counterexample, ..Verdict::new(Status::False) }
        }
    };
    verdict.positions = found.positions;
    verdict
}
