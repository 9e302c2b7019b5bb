//! Checking a claim at every position of its range.
//!
//! In: a [`Statement`], a [`CheckOptions`]. Out: its [`Verdict`]. The formula is compiled once. Threads take blocks of positions in row-major order
//! (`worker`). The verdict comes from the smallest position (by the sum of its coordinates, then lexicographically) at which the claim is false or
//! undefined, so it does not depend on the number of threads.

pub(crate) mod automatic;
pub(crate) mod by_parts;
pub(crate) mod components_asked;
pub(crate) mod convergence;
pub(crate) mod evaluate;
pub(crate) mod every;
pub(crate) mod existence;
pub(crate) mod failure;
pub(crate) mod families;
pub(crate) mod foretold;
pub(crate) mod genera;
pub(crate) mod periods;
pub(crate) mod properties;
pub(crate) mod quotients;
pub(crate) mod reach;
pub(crate) mod sides;
pub(crate) mod table;
pub(crate) mod table_ahead;
pub(crate) mod usual_range;
pub(crate) mod worker;
pub(crate) mod world;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::certify::Looked;
use crate::check::convergence::Steps;
use crate::check::failure::{Failure, Shown};
use crate::check::families::check_family;
use crate::check::properties::{Decided, Properties};
use crate::check::reach::{Area, MOST, asked_reach, foreseen_work, interruption, plain_entries, reach};
use crate::check::usual_range::{POSITIONS, Usual, largest};
use crate::check::worker::{Compiled, Event, ThreadFindings, blocks};
use crate::check::world::{World, beyond as too_many};
use crate::prove::beyond_range::{PROVING, beyond, by_automata};
use crate::prove::decision::Decision;
use crate::read::claim::Claim;
use crate::read::loopy;
use crate::read::{Content, Statement};
use crate::{CheckOptions, Meter, Status, Verdict};
use dashu_int::IBig;
use grundy::engine::WORK;
use grundy_core::contract::join::together;
use grundy_core::contract::position::box_cells;
use grundy_rules::lang::{Code, Diagnostic, Kind};
use grundy_rules::lower::Question;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::Expr;

/// Boxes that are checked before the whole range: the most positions, and the most work for their values.
const SMALLER: [(u64, u64); 2] = [(1 << 8, 1 << 16), (1 << 14, 1 << 21)];
/// The most work for the values of the first position of a line that is looked at before the others.
const FIRST: u64 = 1 << 26;
/// The most numbers that the formula of a claim runs through where no bound is given: some seconds.
const FORMULA: u64 = 1 << 26;
/// The most numbers that it runs through at all where no bound is given, if small boxes foretold fewer.
const STEPS: u64 = 1 << 27;
/// The most work on a table to a bound that the user gives, where the claim is proved for every position: about a minute of visiting options.
const GREAT: u64 = WORK << 4;
/// The most work on a table that is begun at all: days.
const ENDLESS: u64 = 1 << 42;
/// The most positions that a thread takes at a time.
const BLOCK: u64 = 4096;
/// The most threads.
const THREADS: usize = 256;

/// Checks whether a claim is true.
///
/// # Errors
/// An interruption only; every other error becomes the claim's verdict. A claim that the deadline ends is open.
pub fn check(statement: &Statement, options: &CheckOptions, meter: &Meter) -> Result<Verdict, Diagnostic> {
    Ok(look(statement, options, meter)?.settle(statement, options, meter))
}

/// The first half of [`check`], which needs the tables and the prover; the other half, [`Looked::settle`], needs the checker. So work on the next claim can begin while
/// the checker reads the proofs of this one.
///
/// # Errors
/// As [`check`].
pub fn look(statement: &Statement, options: &CheckOptions, meter: &Meter) -> Result<Looked, Diagnostic> {
    if let Some(loopy) = loopy::by_words(statement) {
        return again(loopy, options, meter);
    }
    let outcome = match &statement.content {
        Err(error) => Ok(Verdict::error((**error).clone())),
        Ok(Content::Claim(claim)) => check_claim(statement, claim, options, meter),
        Ok(Content::Table(tabled)) => table::check(tabled, options, meter),
        Ok(Content::Family(family)) => check_family(family, options, meter),
    };
    let verdict = match outcome {
        Ok(verdict) => verdict,
        Err(error) => match error.kind {
            Kind::Interrupted => return Err(error),
            Kind::Limit | Kind::TimeIsOver => Verdict::open(error.message),
            Kind::Input => Verdict::error(error),
        },
    };
    if let Some(loopy) = loopy::by_circle(statement, &verdict) {
        return again(loopy, options, meter);
    }
    Ok(beyond(statement, verdict, options, meter))
}

/// The first half for a claim that is read with values of games in which play may go on for ever.
fn again(statement: Statement, options: &CheckOptions, meter: &Meter) -> Result<Looked, Diagnostic> {
    let looked = look(&statement, options, meter)?;
    Ok(Looked { instead: Some(Box::new(statement)), ..looked })
}

/// Proves claims of one file for all positions, with those that share games with them, as far as the limits allow; a claim that they cut off stays open. [`check`] does this by
/// itself. A caller with little time calls this first, with limits on the time of the proofs.
pub fn prove(statements: &[Statement], options: &CheckOptions, meter: &Meter) {
    let Some(first) = statements.first() else { return };
    meter.begin(PROVING, 0);
    let numbers = |statement: &Statement| match &statement.content {
        Ok(Content::Family(family)) => family.numbers().collect(),
        _ => Vec::from_iter(statement.number),
    };
    first.file.prove(statements.iter().flat_map(numbers), options);
}

fn check_claim(
    statement: &Statement,
    claim: &Claim,
    options: &CheckOptions,
    meter: &Meter,
) -> Result<Verdict, Diagnostic> {
    let asked = claim.to.or(options.to);
    let ends = |to: u64| claim.vars.iter().map(|v| v.end(to)).collect::<Vec<u64>>();
    let most = claim.vars.iter().map(|v| v.most).collect::<Option<Vec<u64>>>();
    let longest = most.as_ref().and_then(|m| m.iter().copied().max()).unwrap_or(POSITIONS);
    let first = if statement.quick { Usual::PROVED } else { Usual::UNPROVED }.of_ends(most.as_deref());
    let to = asked.unwrap_or_else(|| first.bound(longest, ends, |hi| foreseen_work(claim, hi, options)));
    let compiled = Compiled::of(claim);
    let known = match smaller_boxes(&compiled, to, options, meter)? {
        Smaller::Fails(found) => return Ok(*found),
        Smaller::Holds(known) => known,
    };
    meter.begin(PROVING, 0);
    // A bound that the claim or the user gives is kept, whatever the work; but where tables would only check a proof, not beyond a great work.
    let is_great = asked.is_some() && claim.to.is_none() && foreseen_work(claim, &ends(to), options) > GREAT;
    let may_ask = asked.is_none() || is_great && !options.plain;
    let asks = statement.number.filter(|_| may_ask && claim.is_decidable() && !claim.is_small(options));
    let decision = asks.map(|number| statement.file.decided(number, options));
    let usual = decision.as_ref().map_or(first, |decision| Usual::of(decision).of_ends(most.as_deref()));
    let is_free = asked.is_none() || is_great && decision.as_ref().is_some_and(Decision::is_true);
    let to = if is_free { usual.bound(to, ends, |hi| foreseen_work(claim, hi, options)) } else { to };
    if foreseen_work(claim, &ends(to), options) > if is_free { GREAT } else { ENDLESS } {
        return Ok(match decision.as_ref().is_some_and(Decision::is_true) {
            true => alone(statement, to, options),
            false if claim.vars.is_empty() => Verdict::open("the values that it asks for take too much work"),
            false => {
                Verdict::open(format!("the values of its positions to {to} take too much work{}", seen(known.as_ref())))
            }
        });
    }
    let is_free = is_free && most.is_none();
    let mut to = match &known {
        Some(known) if is_free => largest(to, |n| known.cost.steps(n) <= FORMULA),
        _ => to,
    };
    // Where the claim is known to be false, nothing behind the first counterexample need be looked at.
    if let Some(Decision::False { variables, .. }) = &decision
        && let Some(last) = variables.iter().max().and_then(|last| u64::try_from(last).ok())
    {
        to = to.min(last);
    }
    let mut is_begun = false;
    let (range, Decided { mut verdict, ranged }) = loop {
        let range = Area { hi: ends(to), steps: if is_free { STEPS } else { u64::MAX } };
        if range.size() > MOST {
            return Ok(Verdict::open(format!("there are more than {MOST} positions to look at")));
        }
        match (decided(&compiled, &range, (asked, usual), options, meter), &known) {
            (Err(error), Some(_)) if error.kind == Kind::TimeIsOver => {
                return Ok(Verdict::open(format!("{}{}", error.message, seen(known.as_ref()))));
            }
            // What small boxes foretold was too little. Where even the first position takes more, no smaller box is looked at.
            (Err(error), _) if error.code == Code::Steps && to > 0 => {
                let first = Area { hi: ends(0), ..range };
                if !std::mem::replace(&mut is_begun, true) {
                    match decided(&compiled, &first, (asked, usual), options, meter) {
                        Err(error) if error.code == Code::Steps && decision.as_ref().is_some_and(Decision::is_true) => {
                            return Ok(alone(statement, 0, options));
                        }
                        first => _ = first?,
                    }
                }
                to /= 4;
            }
            (decided, _) => break (range, decided?),
        }
    };
    let finite = most.is_some_and(|most| most == range.hi);
    if !claim.vars.is_empty() {
        let bounded = claim.vars.iter().zip(&range.hi).filter(|(v, _)| !v.own).map(|(_, hi)| *hi);
        verdict.to = Some(bounded.max().or(range.hi.iter().copied().max()).unwrap_or(to));
    }
    // A claim that no position was checked for is vacuously true, often by a slip in its `where`; it is not called proved.
    let looked = verdict.positions > 0 || claim.vars.is_empty();
    verdict.is_empty = verdict.status == Status::Holds && finite && !looked;
    if verdict.status == Status::Holds && finite && looked && !ranged {
        verdict.status = Status::Proved;
        // A question about a game or a line has a proof of its own.
        let all = |of: fn(&Question) -> bool| claim.scope.questions.iter().all(of);
        verdict.by = match () {
            () if all(|question| matches!(question, Question::Position { .. } | Question::Genus { .. })) => {
                Some("finite")
            }
            () if all(|question| matches!(question, Question::Convergence { .. } | Question::Converges { .. })) => {
                Some("convergence")
            }
            () => None,
        };
    }
    if verdict.status == Status::False && verdict.reason.is_none() && !claim.scope.notes.is_empty() {
        verdict.reason = Some(claim.scope.notes.join("; "));
    }
    Ok(verdict)
}

/// The verdict where a proof stands alone, if there is some position: not even the first one is looked at.
fn alone(statement: &Statement, to: u64, options: &CheckOptions) -> Verdict {
    let speaks = statement.number.and_then(|number| statement.file.speaks(number, options));
    Verdict { to: (speaks != Some(true)).then_some(to), ..Verdict::new(Status::Holds) }
}

/// How far a claim is known to be true, behind the reason why it is open.
fn seen(known: Option<&Known>) -> String {
    known.map_or(String::new(), |Known { positions, to, .. }| {
        let positions = if *positions == 1 { "1 position".to_string() } else { format!("{positions} positions") };
        format!("; true at {positions} to {to}")
    })
}

/// The verdict at the positions of a range.
fn decided(
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

/// The verdict where a counterexample lies in a box much smaller than the whole range.
///
/// Such a box is looked through first. A counterexample inside is the smallest one of all if its sum is less than that of every position outside ([`Outside`]).
fn smaller_boxes(
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
        let fits = |hi: &[u64]| box_cells(hi) <= positions && foreseen_work(claim, hi, &plain) <= work;
        let small = largest(to, |n| fits(&ends(n)));
        if small >= to || cost.steps(small) > FORMULA {
            break;
        }
        // The first position of a line may be far from the origin.
        if small == 0 && !plain_entries(claim) && foreseen_work(claim, &ends(0), &plain) > FIRST {
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
struct Known {
    /// The number of positions of the largest box that was looked through.
    positions: u64,
    /// The bound of this box.
    to: u64,
    cost: Cost,
}

/// The numbers that the formula of a claim runs through in a box, foreseen from smaller boxes.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
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
    fn steps(&self, to: u64) -> u64 {
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
enum Smaller {
    /// The smallest counterexample of all.
    Fails(Box<Verdict>),
    /// What a box shows in which the claim holds, if one was looked through.
    Holds(Option<Known>),
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
    use super::*;

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
