//! Checking a claim at every position of its range.
//!
//! In: a [`Statement`], an [`Effort`]. Out: its [`Verdict`]. The formula is compiled once, for `i64`; a position at which a number does not
//! fit is looked at again with integers of any length. Threads take blocks of positions in row-major order; what counts is the smallest
//! position (by the sum of its coordinates, then lexicographically) at which the claim is not true, whether it fails there or is not
//! defined, so that the verdict does not depend on the number of threads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use dashu_int::IBig;

use super::properties::Properties;
use super::read::{Claim, Content, Statement};
use super::world::{World, cells};
use super::{Effort, Meter, Status, Verdict, sides, table};
use crate::engine::Existence;
use crate::engine::compile::{Condition, Env, Number, Oracle, Stop, condition, number};
use crate::engine::num::Num;
use crate::lang::{Diagnostic, Kind};
use crate::rules::bounds::{self, Interval, interval};
use crate::rules::expr::{E, Expr, Place};
use crate::rules::lower::{Question, What, asks};

/// The positions looked at where nobody says how many.
pub const POSITIONS: u64 = 1_000_000;
/// Positions a thread takes at a time, at most.
const BLOCK: u64 = 4096;
/// Ranges up to this length are run through before the work, to see how far a claim reaches.
const SCAN: u64 = 20_000_000;
/// The numbers that the `where` of a claim may run through meanwhile.
const SCAN_FUEL: u64 = 1 << 26;
/// More positions than this are not begun with.
const MOST: u64 = 1 << 48;
/// The most threads.
const THREADS: usize = 256;

/// Finds out whether a claim is true.
///
/// # Errors
/// The interruption; everything else that goes wrong is the claim's verdict.
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

/// Refuses what no question of a claim can be answered for.
pub(super) fn open(questions: &[Question]) -> Option<Verdict> {
    questions.iter().find_map(|q| if let Question::Open { why } = q { Some(Verdict::open(why.clone())) } else { None })
}

fn check_claim(claim: &Claim, effort: &Effort, meter: &Meter) -> Result<Verdict, Diagnostic> {
    if let Some(open) = open(&claim.scope.questions) {
        return Ok(open);
    }
    let asked = claim.to.or(effort.to);
    let ends = |to: u64| claim.vars.iter().map(|v| v.end(to)).collect::<Vec<u64>>();
    let most = claim.vars.iter().map(|v| v.most).collect::<Option<Vec<u64>>>();
    let longest = most.as_ref().and_then(|m| m.iter().copied().max()).unwrap_or(POSITIONS);
    let to = asked.unwrap_or_else(|| largest_bound(longest, ends));
    let range = Box { hi: ends(to) };
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
    let properties = Properties::find(&claim.scope, asked, effort)?;
    let mut world = Arc::new(world);
    let decided = properties.decide(&mut world, &mut |world| run(claim, &range, world, effort, meter))?;
    let mut verdict = decided.verdict;
    if !claim.vars.is_empty() {
        let bounded = claim.vars.iter().zip(&range.hi).filter(|(v, _)| !v.own).map(|(_, hi)| *hi);
        verdict.to = Some(bounded.max().or(range.hi.iter().copied().max()).unwrap_or(to));
    }
    if verdict.status == Status::Holds && finite && !decided.ranged {
        verdict.status = Status::Proved;
    }
    if verdict.status == Status::False && verdict.reason.is_none() && !claim.scope.notes.is_empty() {
        verdict.reason = Some(claim.scope.notes.join("; "));
    }
    Ok(verdict)
}

/// The largest N, up to `longest`, for which at most [`POSITIONS`] positions are looked at.
pub(super) fn largest_bound(longest: u64, ends: impl Fn(u64) -> Vec<u64>) -> u64 {
    let (mut lo, mut hi) = (0, longest.min(POSITIONS));
    while lo < hi {
        let middle = lo + (hi - lo).div_ceil(2);
        if cells(&ends(middle)) <= POSITIONS { lo = middle } else { hi = middle - 1 }
    }
    lo
}

/// The values of the variables: a box.
struct Box {
    hi: Vec<u64>,
}

impl Box {
    fn size(&self) -> u64 {
        cells(&self.hi)
    }

    /// The values with this number, in row-major order.
    fn at(&self, mut index: u64, vars: &mut [i64]) {
        for (x, h) in vars.iter_mut().zip(&self.hi).rev() {
            *x = (index % (h + 1)) as i64;
            index /= h + 1;
        }
    }

    fn step(&self, vars: &mut [i64]) {
        for (x, h) in vars.iter_mut().zip(&self.hi).rev() {
            if (*x as u64) < *h {
                *x += 1;
                return;
            }
            *x = 0;
        }
    }
}

/// Are the variables the coordinates of the position?
fn plain_entries(claim: &Claim) -> bool {
    claim.entries.iter().enumerate().all(|(i, e)| **e == Expr::Coord(i)) && claim.entries.len() == claim.vars.len()
}

/// The greatest value of each coordinate of the claim's own positions, and how many there are.
fn reach(claim: &Claim, range: &Box, effort: &Effort) -> Result<(Vec<u64>, u64), Diagnostic> {
    let plain = plain_entries(claim);
    let scan = range.size() <= SCAN && !asks(&claim.filter);
    if scan
        && !(plain && claim.filter.as_bool() == Some(true))
        && let Some(found) = scanned(claim, range, effort)?
    {
        return Ok(found);
    }
    let ranges = Ranges::of(claim, range);
    let ends = claim.entries.iter().map(|e| ranges.end(e).unwrap_or(u64::MAX));
    Ok((ends.collect(), range.size()))
}

/// The reach, found by running through the range; `None` if that takes too long.
fn scanned(claim: &Claim, range: &Box, effort: &Effort) -> Result<Option<(Vec<u64>, u64)>, Diagnostic> {
    let entries: Vec<Number<i64>> = claim.entries.iter().map(number).collect();
    let filter = condition::<i64>(&claim.filter);
    let mut env = env::<i64>(claim, None);
    let mut vars = vec![0; range.hi.len()];
    let (mut reach, mut positions) = (vec![0u64; entries.len()], 0);
    env.fuel = SCAN_FUEL;
    'all: for index in 0..range.size() {
        if index % 65536 == 0 {
            effort.limits.interrupted().map_err(interruption)?;
        }
        if index > 0 {
            range.step(&mut vars);
        }
        env.coords.copy_from_slice(&vars);
        let mut at = vec![];
        for entry in &entries {
            match entry(&mut env).ok().and_then(|x| u64::try_from(x).ok()) {
                Some(x) => at.push(x),
                None => continue 'all,
            }
        }
        if filter(&mut env) != Ok(false) {
            positions += 1;
            reach.iter_mut().zip(&at).for_each(|(r, x)| *r = (*r).max(*x));
        }
        if env.fuel == 0 {
            return Ok(None);
        }
    }
    Ok(Some((reach, positions)))
}

pub(super) fn interruption(stop: Stop) -> Diagnostic {
    match stop {
        Stop::Error(error) => *error,
        _ => Diagnostic::limit("overflow", "a number grew beyond all bounds"),
    }
}

/// How far each question asks, where its ranges tell.
fn asked_reach(claim: &Claim, range: &Box) -> Vec<Option<Vec<u64>>> {
    let ranges = Ranges::of(claim, range);
    let mut asked: Vec<Option<Vec<u64>>> = vec![None; claim.scope.questions.len()];
    for e in claim.expressions() {
        e.any(&mut |x| {
            if let Expr::Ask(question, position, _) = x
                && position.iter().any(|e| e.as_int().is_none())
                && let Some(end) = position.iter().map(|e| ranges.end(e)).collect::<Option<Vec<u64>>>()
            {
                let old = asked[*question].get_or_insert_with(|| vec![0; end.len()]);
                old.iter_mut().zip(end).for_each(|(o, e)| *o = (*o).max(e));
            }
            false
        });
    }
    asked
}

/// The ranges of the variables of a claim.
struct Ranges {
    coords: Vec<Interval>,
    vars: HashMap<usize, Interval>,
}

impl Ranges {
    fn of(claim: &Claim, range: &Box) -> Ranges {
        let between = |hi: u64| Interval { lo: Some(IBig::ZERO), hi: Some(IBig::from(hi)) };
        let mut ranges = Ranges { coords: range.hi.iter().map(|h| between(*h)).collect(), vars: HashMap::new() };
        for (_, r) in &claim.running {
            ranges.bind(r.var, &r.lo, &r.hi);
        }
        claim.expressions().for_each(|e| ranges.folds(e));
        ranges
    }

    fn bind(&mut self, var: usize, lo: &E, hi: &E) {
        let new = Interval { lo: interval(lo, self).lo, hi: interval(hi, self).hi };
        self.vars.insert(var, new);
    }

    fn folds(&mut self, e: &E) {
        if let Expr::Fold { ranges, .. } = &**e {
            ranges.iter().for_each(|r| self.bind(r.var, &r.lo, &r.hi));
        }
        e.for_each_child(&mut |child| self.folds(child));
    }

    /// The greatest value of an entry.
    fn end(&self, e: &E) -> Option<u64> {
        interval(e, self).hi.and_then(|hi| if hi < IBig::ZERO { Some(0) } else { u64::try_from(&hi).ok() })
    }
}

impl bounds::Env for Ranges {
    fn coord(&self, index: usize) -> Interval {
        self.coords.get(index).cloned().unwrap_or(Interval::naturals())
    }
    fn var(&self, index: usize) -> Interval {
        self.vars.get(&index).cloned().unwrap_or(Interval::any())
    }
}

/// An environment for the closures of a claim.
fn env<N: Num>(claim: &Claim, oracle: Option<Arc<World>>) -> Env<N> {
    let vars = claim.expressions().map(|e| e.variables()).max().unwrap_or(0).max(claim.running.len());
    Env {
        answers: vec![N::small(0); claim.scope.questions.len()],
        oracle: oracle.map(|world| world as Arc<dyn Oracle<N>>),
        ..Env::new(claim.vars.len(), vars, 0)
    }
}

/// A claim, compiled.
struct Compiled<N> {
    entries: Vec<Number<N>>,
    filter: Condition<N>,
    /// Are the variables the coordinates of the position?
    plain: bool,
    /// Does the filter ask about the position?
    late: bool,
    running: Vec<(Number<N>, Number<N>)>,
    inner: Condition<N>,
    body: Condition<N>,
}

impl<N: Num> Compiled<N> {
    fn of(claim: &Claim) -> Compiled<N> {
        Compiled {
            entries: claim.entries.iter().map(number).collect(),
            filter: condition(&claim.filter),
            plain: plain_entries(claim),
            late: asks(&claim.filter),
            running: claim.running.iter().map(|(_, r)| (number(&r.lo), number(&r.hi))).collect(),
            inner: condition(&claim.inner),
            body: condition(&claim.body),
        }
    }
}

/// Positions of more coordinates are asked for without a cell.
const WIDEST: usize = 16;

/// Numbers as the coordinates of a cell, if they are that small.
fn cell_of(numbers: impl ExactSizeIterator<Item = Option<i64>>, cell: &mut [u64; WIDEST]) -> Option<&[u64]> {
    let cell = cell.get_mut(..numbers.len())?;
    for (c, x) in cell.iter_mut().zip(numbers) {
        *c = u64::try_from(x?).ok()?;
    }
    Some(cell)
}

/// Something that decides the claim at a position.
#[derive(Clone, Debug)]
pub(super) struct Event {
    /// The sum of the coordinates, then the position, then the variables, then the binders.
    key: (IBig, Vec<IBig>),
    pub(super) position: Vec<IBig>,
    pub(super) vars: Vec<IBig>,
    pub(super) running: Vec<IBig>,
    /// Why the claim is not defined there; `None`: it is false.
    pub(super) undefined: Option<Diagnostic>,
}

/// What a thread has found.
#[derive(Default)]
struct Found {
    positions: u64,
    first: Option<Event>,
}

impl Found {
    fn note(&mut self, event: Event) {
        if self.first.as_ref().is_none_or(|first| event.key < first.key) {
            self.first = Some(event);
        }
    }
}

/// Looks at one position after the other.
struct Worker<'a, N> {
    claim: &'a Claim,
    compiled: &'a Compiled<N>,
    world: &'a World,
    env: Env<N>,
    existence: Option<Existence<N>>,
    /// The questions about the position at hand: which, and is its value asked for?
    own: Vec<(usize, bool)>,
    /// One of them that a table may answer.
    tabulated: Option<usize>,
    /// Room for the position at hand, as numbers and as a cell.
    position: Vec<N>,
    cell: [u64; WIDEST],
    /// How many cases of the outermost `all` were decided.
    cases: u64,
}

impl<'a, N: Num> Worker<'a, N> {
    fn new(claim: &'a Claim, compiled: &'a Compiled<N>, world: &'a Arc<World>) -> Worker<'a, N> {
        let value = |q: &Question| matches!(q, Question::Position { what: What::Value { .. }, .. });
        let questions = claim.scope.questions.iter().enumerate();
        let own: Vec<(usize, bool)> = questions
            .filter(|(_, q)| matches!(q, Question::Position { own: true, .. }))
            .map(|(i, q)| (i, value(q)))
            .collect();
        let mut env = env(claim, Some(world.clone()));
        for (answer, known) in env.answers.iter_mut().zip(&world.constants) {
            *answer = N::small(known.unwrap_or_default());
        }
        Worker {
            claim,
            compiled,
            world,
            env,
            existence: claim.scope.own.map(|game| Existence::new(&claim.scope.games[game].rules)),
            tabulated: own.iter().find(|(_, value)| *value).map(|(question, _)| *question),
            own,
            position: vec![],
            cell: [0; WIDEST],
            cases: 0,
        }
    }

    /// Looks at the position of these values. What decides the claim there goes to `found`.
    fn visit(&mut self, vars: &[i64], first: Option<i64>, found: &mut Found) -> Result<(), Stop> {
        let undefined = match self.look(vars, first, found) {
            Err(Stop::Undefined(place, why)) => self.undefined(place, &why),
            Err(Stop::Error(error)) if error.kind == Kind::Input => *error,
            outcome => return outcome,
        };
        let position: Result<Vec<IBig>, Stop> =
            self.compiled.entries.iter().map(|entry| entry(&mut self.env).map(|x| x.to_big())).collect();
        let (position, vars) = (position.unwrap_or_default(), vars.iter().map(|x| IBig::from(*x)).collect::<Vec<_>>());
        let key = key(&position, &vars, &[]);
        found.note(Event { key, position, vars, running: vec![], undefined: Some(undefined) });
        Ok(())
    }

    /// An entry of the pattern, a range or a `where` that is not defined.
    fn undefined(&self, place: Place, why: &str) -> Diagnostic {
        let names = self.claim.vars.iter().map(|v| &v.name).zip(&self.env.coords);
        let values: Vec<String> = names.map(|(name, x)| format!("{name} = {}", x.to_big())).collect();
        let at = if values.is_empty() { String::new() } else { format!(", at {}", values.join(", ")) };
        let error = Diagnostic::new("undefined", format!("{why}{at}"));
        match place.0 {
            Some(span) => error.label(span, "not defined there"),
            None => error,
        }
    }

    /// The same, where nothing is undefined outside of the formula; a position that does not exist is passed over.
    fn look(&mut self, vars: &[i64], first: Option<i64>, found: &mut Found) -> Result<(), Stop> {
        // Most often the variables are the coordinates, and a table says at once that no position exists.
        if self.compiled.plain
            && let Some(question) = self.tabulated
            && let Some(cell) = cell_of(vars.iter().map(|x| Some(*x)), &mut self.cell)
            && self.world.own_value(question, cell) == Some(None)
        {
            return Ok(());
        }
        self.env.fuel = 1;
        self.env.coords.iter_mut().zip(vars).for_each(|(c, x)| *c = N::small(*x));
        let mut position = std::mem::take(&mut self.position);
        let outcome = self.look_at(&mut position, first, found);
        self.position = position;
        outcome
    }

    fn look_at(&mut self, position: &mut Vec<N>, first: Option<i64>, found: &mut Found) -> Result<(), Stop> {
        position.clear();
        for entry in &self.compiled.entries {
            let x = entry(&mut self.env)?;
            if x.negative() {
                return Ok(());
            }
            position.push(x);
        }
        let late = self.compiled.late;
        if !self.exists(position)? || (!late && !(self.compiled.filter)(&mut self.env)?) {
            return Ok(());
        }
        self.answer(position)?;
        if late && !(self.compiled.filter)(&mut self.env)? {
            return Ok(());
        }
        let mut event = None;
        self.cases = 0;
        self.run(0, first, position, &mut event)?;
        // A claim that looks at no position counts the cases of its outermost `all`.
        found.positions += if self.claim.vars.is_empty() { self.cases } else { 1 };
        if let Some(event) = event {
            found.note(event);
        }
        Ok(())
    }

    fn exists(&mut self, position: &[N]) -> Result<bool, Stop> {
        let cell = cell_of(position.iter().map(N::to_i64), &mut self.cell);
        let known = self.tabulated.zip(cell).and_then(|(question, cell)| self.world.own_value(question, cell));
        match (known, &mut self.existence) {
            (Some(value), _) => Ok(value.is_some()),
            (None, Some(existence)) => existence.holds(position),
            (None, None) => Ok(true),
        }
    }

    /// Answers the questions about the position at hand, which exists.
    fn answer(&mut self, position: &[N]) -> Result<(), Stop> {
        let cell = cell_of(position.iter().map(N::to_i64), &mut self.cell);
        for (question, value) in &self.own {
            let known = cell.filter(|_| *value).and_then(|cell| self.world.own_value(*question, cell)).flatten();
            self.env.answers[*question] = match known {
                Some(value) => N::small(i64::from(value)),
                None => self.world.answer(*question, position, Place(None))?,
            };
        }
        Ok(())
    }

    /// Runs through the outermost `all` from binder number `depth` on.
    fn run(&mut self, depth: usize, first: Option<i64>, at: &[N], event: &mut Option<Event>) -> Result<(), Stop> {
        let Some((lo, hi)) = self.compiled.running.get(depth) else { return self.decide(at, event) };
        if let (0, Some(only)) = (depth, first) {
            self.env.vars[0] = N::small(only);
            return self.run(1, None, at, event);
        }
        let (mut i, hi) = (lo(&mut self.env)?, hi(&mut self.env)?);
        let one = N::small(1);
        while i <= hi {
            self.env.vars[depth] = i.clone();
            self.env.burn(Place(None))?;
            self.run(depth + 1, None, at, event)?;
            i = i.plus(&one).ok_or(Stop::Overflow)?;
        }
        Ok(())
    }

    fn decide(&mut self, at: &[N], event: &mut Option<Event>) -> Result<(), Stop> {
        let holds = (self.compiled.inner)(&mut self.env).and_then(|inner| {
            self.cases += u64::from(inner);
            if inner { (self.compiled.body)(&mut self.env) } else { Ok(true) }
        });
        let undefined = match holds {
            Ok(true) => return Ok(()),
            Ok(false) => None,
            Err(Stop::Undefined(place, why)) => Some((place, why)),
            Err(Stop::Error(error)) if error.kind == Kind::Input => {
                self.put(at, Some(*error), event);
                return Ok(());
            }
            Err(stop) => return Err(stop),
        };
        let undefined = undefined.map(|(place, why)| {
            let error = Diagnostic::new("undefined", format!("{why}{}", self.place_text(at)));
            match place.0 {
                Some(span) => error.label(span, "not defined there"),
                None => error,
            }
        });
        self.put(at, undefined, event);
        Ok(())
    }

    /// Where the claim is looked at, for an error.
    fn place_text(&self, at: &[N]) -> String {
        let names = self.claim.vars.iter().map(|v| &v.name).zip(&self.env.coords);
        let running = self.claim.running.iter().map(|(name, _)| name).zip(&self.env.vars);
        let values: Vec<String> = names.chain(running).map(|(n, v)| format!("{n} = {}", v.to_big())).collect();
        match (values.is_empty(), at.is_empty()) {
            (true, true) => String::new(),
            (true, false) => {
                format!(", at ({})", at.iter().map(|x| x.to_big().to_string()).collect::<Vec<_>>().join(", "))
            }
            _ => format!(", at {}", values.join(", ")),
        }
    }

    fn put(&self, at: &[N], undefined: Option<Diagnostic>, event: &mut Option<Event>) {
        let big = |list: &[N]| list.iter().map(N::to_big).collect::<Vec<IBig>>();
        let (position, vars) = (big(at), big(&self.env.coords));
        let running = big(&self.env.vars[..self.claim.running.len()]);
        let new = Event { key: key(&position, &vars, &running), position, vars, running, undefined };
        if event.as_ref().is_none_or(|old| new.key < old.key) {
            *event = Some(new);
        }
    }
}

/// What tells the smallest: positions that different variables give are told apart by these.
fn key(position: &[IBig], vars: &[IBig], running: &[IBig]) -> (IBig, Vec<IBig>) {
    let first = [position, vars, running].into_iter().find(|list| !list.is_empty()).unwrap_or_default();
    (first.iter().sum(), [position, vars, running].concat())
}

/// Looks at all positions, in as many threads as wanted.
fn run(claim: &Claim, range: &Box, world: &Arc<World>, effort: &Effort, meter: &Meter) -> Result<Verdict, Diagnostic> {
    let compiled: Compiled<i64> = Compiled::of(claim);
    let first = first_range(claim);
    let size = first.map_or(range.size(), |(lo, hi)| (hi - lo + 1).max(0) as u64);
    meter.begin("checking", size);
    let threads = effort.limits.threads().min(THREADS);
    let block = (size / (threads as u64 * 16)).clamp(1, BLOCK);
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let total: Mutex<(Found, Option<Diagnostic>)> = Mutex::default();
    let work = || {
        let mut found = Found::default();
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
        std::thread::scope(|scope| {
            let thread = || std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            // Where the system gives no thread at all, the work is done here.
            if (0..threads).filter(|_| thread().is_ok()).count() == 0 {
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

/// The stack of a thread: formulas may be nested deeply.
const STACK: usize = 64 << 20;

/// The constant range of the first binder, where nothing else is run through.
fn first_range(claim: &Claim) -> Option<(i64, i64)> {
    if !claim.vars.is_empty() {
        return None;
    }
    let (_, range) = claim.running.first()?;
    let (lo, hi) = (range.lo.as_i64()?, range.hi.as_i64()?);
    // Longer ranges are run through one number after the other, and never to their end.
    hi.checked_sub(lo)?.checked_add(1)?;
    Some((lo, hi))
}

type Blocks<'a> = dyn FnMut(u64) -> Result<Option<std::ops::Range<u64>>, Stop> + 'a;

/// Looks at one block after the other.
fn blocks(
    claim: &Claim,
    compiled: &Compiled<i64>,
    world: &Arc<World>,
    range: &Box,
    first: Option<(i64, i64)>,
    found: &mut Found,
    mut take: impl FnMut(u64) -> Result<Option<std::ops::Range<u64>>, Stop>,
) -> Result<(), Stop> {
    let take: &mut Blocks = &mut take;
    let mut worker = Worker::new(claim, compiled, world);
    let mut long: Option<Compiled<IBig>> = None;
    let mut vars = vec![0i64; range.hi.len()];
    let mut done = 0;
    while let Some(block) = take(done)? {
        done = block.end - block.start;
        range.at(if first.is_some() { 0 } else { block.start }, &mut vars);
        for index in block.clone() {
            if index > block.start && first.is_none() {
                range.step(&mut vars);
            }
            let only = first.map(|(lo, _)| lo + index as i64);
            match worker.visit(&vars, only, found) {
                Err(Stop::Overflow) => {
                    let compiled = long.get_or_insert_with(|| Compiled::of(claim));
                    Worker::new(claim, compiled, world).visit(&vars, only, found)?;
                }
                outcome => outcome?,
            }
        }
    }
    Ok(())
}

fn verdict(claim: &Claim, world: &Arc<World>, found: Found) -> Verdict {
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
