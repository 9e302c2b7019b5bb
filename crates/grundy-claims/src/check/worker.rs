//! One thread's work on a claim: a position at a time.
//!
//! In: a compiled claim and blocks of positions. Out: the number of positions checked, and the smallest one at which the claim is false or undefined,
//! if there is one. A position at which a number does not fit is checked again with integers of any length.

use std::sync::Arc;

use dashu_int::IBig;

use crate::check::reach::{Area, env, plain_entries};
use crate::check::world::{FUEL, WIDEST, World, cell_of};
use crate::read::claim::Claim;
use grundy_core::contract::num::Num;
use grundy_core::contract::stop::Stop;
use grundy_core::enumerate::compile::{Condition, Env, Number, condition, number};
use grundy_core::enumerate::existence::Existence;
use grundy_core::store::values::Values;
use grundy_rules::lang::{Diagnostic, Kind};
use grundy_rules::lower::{Question, What, asks};
use grundy_rules::rules::expr::Place;

/// A claim, compiled.
pub(crate) struct Compiled<'c, N> {
    pub(crate) claim: &'c Claim,
    entries: Vec<Number<N>>,
    filter: Condition<N>,
    /// Are the variables the coordinates of the position?
    plain: bool,
    /// Does the filter ask about values, so that it must run after the questions are answered?
    late: bool,
    running: Vec<(Number<N>, Number<N>)>,
    inner: Condition<N>,
    body: Condition<N>,
}

impl<'c, N: Num> Compiled<'c, N> {
    pub(crate) fn of(claim: &'c Claim) -> Compiled<'c, N> {
        Compiled {
            claim,
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

/// A position at which the claim is false or undefined.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// The sum of the coordinates, then the position, then the variables, then the binders.
    key: (IBig, Vec<IBig>),
    pub(crate) position: Vec<IBig>,
    pub(crate) vars: Vec<IBig>,
    pub(crate) running: Vec<IBig>,
    /// Why the claim is not defined there; `None`: it is false.
    pub(crate) undefined: Option<Diagnostic>,
}

impl Event {
    /// The sum of the coordinates.
    pub(crate) fn sum(&self) -> IBig {
        self.key.0.clone()
    }
}

/// What a thread has found.
#[derive(Default)]
pub(crate) struct ThreadFindings {
    pub(crate) positions: u64,
    /// How many numbers the formula has run through.
    pub(crate) steps: u64,
    pub(crate) first: Option<Event>,
}

impl ThreadFindings {
    /// Keeps the event if it is the smallest so far.
    pub(crate) fn note(&mut self, event: Event) {
        if self.first.as_ref().is_none_or(|first| event.key < first.key) {
            self.first = Some(event);
        }
    }
}

/// A buffer of table values along the last coordinate, used where the variables are the coordinates.
#[derive(Default)]
struct Line {
    /// The greatest value of the last coordinate, if a table reaches all positions; the buffer is unused otherwise.
    hi: Option<u64>,
    /// The position of the first value.
    from: Vec<u64>,
    values: Vec<u32>,
}

/// The number of values read at once.
const TOGETHER: u64 = 256;

impl Line {
    /// The value at a cell; cells of one line must be asked for in increasing order. `None` if no table reaches the cell.
    fn value(&mut self, world: &World, question: usize, cell: &[u64]) -> Option<Option<u32>> {
        let (hi, (x, outer)) = (self.hi?, cell.split_last()?);
        let place = |line: &Line| {
            let (from, others) = line.from.split_last()?;
            line.values.get(x.checked_sub(*from).filter(|_| others == outer)? as usize).copied()
        };
        let value = place(self).or_else(|| {
            self.from.clear();
            self.from.extend(cell);
            world.own_line(question, cell, (hi - x).min(TOGETHER - 1) as usize + 1, &mut self.values);
            place(self)
        })?;
        Some(Some(value).filter(|v| *v != Values::NOWHERE))
    }
}

/// Checks one position at a time.
struct Worker<'a, N> {
    claim: &'a Claim,
    compiled: &'a Compiled<'a, N>,
    world: &'a World,
    env: Env<N>,
    existence: Option<Existence<N>>,
    /// The questions about the current position: the number of the question, and whether it asks for the value.
    own: Vec<(usize, bool)>,
    /// The first of these that asks for a value, which a table may answer.
    tabulated: Option<usize>,
    /// The table's entry for the current position, if the table reaches the position.
    known: Option<Option<u32>>,
    line: Line,
    /// Buffers for the current position, as numbers and as a cell.
    position: Vec<N>,
    cell: [u64; WIDEST],
    /// The values of the first binders of the outermost `all`, if they are given.
    fixed: Vec<N>,
    /// The number of cases of the outermost `all` that met its filter.
    cases: u64,
}

impl<'a, N: Num> Worker<'a, N> {
    fn new(compiled: &'a Compiled<'a, N>, world: &'a Arc<World>) -> Worker<'a, N> {
        let claim = compiled.claim;
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
            existence: claim.scope.own.map(|game| Existence::new(&claim.scope.games[game].rules, world.limits())),
            tabulated: own.iter().find(|(_, value)| *value).map(|(question, _)| *question),
            own,
            known: None,
            line: Line::default(),
            position: vec![],
            cell: [0; WIDEST],
            fixed: vec![],
            cases: 0,
        }
    }

    /// Checks the claim at these values of the variables, and records in `found` where it is false or undefined.
    fn visit(&mut self, vars: &[i64], fixed: &[i64], found: &mut ThreadFindings) -> Result<(), Stop> {
        let looked = self.look(vars, fixed, found);
        self.note(looked, found)
    }

    /// The same at numbers of any length, which no table reaches.
    fn visit_far(&mut self, vars: &[IBig], fixed: &[IBig], found: &mut ThreadFindings) -> Result<(), Stop> {
        let fits = |list: &[IBig]| list.iter().map(N::from_big).collect::<Option<Vec<N>>>().ok_or_else(Stop::overflow);
        (self.known, self.fixed, self.env.coords) = (None, fits(fixed)?, fits(vars)?);
        let looked = self.look_here(found);
        self.note(looked, found)
    }

    /// Records that something outside the body is undefined at the current values.
    fn note(&mut self, looked: Result<(), Stop>, found: &mut ThreadFindings) -> Result<(), Stop> {
        let undefined = match looked {
            Err(Stop::Undefined(place, why)) => self.undefined(place, &why),
            Err(Stop::Error(error)) if error.kind == Kind::Input => *error,
            outcome => return outcome,
        };
        let position: Result<Vec<IBig>, Stop> =
            self.compiled.entries.iter().map(|entry| entry(&mut self.env).map(|x| x.to_big())).collect();
        let vars = self.env.coords.iter().map(N::to_big).collect::<Vec<IBig>>();
        let position = position.unwrap_or_default();
        let key = key(&position, &vars, &[]);
        found.note(Event { key, position, vars, running: vec![], undefined: Some(undefined) });
        Ok(())
    }

    /// The error for an entry of the pattern, a range or a `where` that is not defined.
    fn undefined(&self, place: Place, why: &str) -> Diagnostic {
        let names = self.claim.vars.iter().map(|v| &v.name).zip(&self.env.coords);
        let values: Vec<String> = names.map(|(name, x)| format!("{name} = {}", x.to_big())).collect();
        let at = if values.is_empty() { String::new() } else { format!(", at {}", values.join(", ")) };
        Diagnostic::undefined(format!("{why}{at}"), place.0)
    }

    /// As [`Worker::visit`], but returns `Err` where something outside the body is undefined. A position that does not exist is skipped.
    fn look(&mut self, vars: &[i64], fixed: &[i64], found: &mut ThreadFindings) -> Result<(), Stop> {
        // Usually the variables are the coordinates; then a table lookup first shows whether the position exists.
        self.known = None;
        if self.compiled.plain
            && let Some(question) = self.tabulated
            && let Some(cell) = cell_of(vars.iter().map(|x| Some(*x)), &mut self.cell)
        {
            let on_line = self.line.value(self.world, question, cell);
            self.known = on_line.or_else(|| self.world.own_value(question, cell));
            if self.known == Some(None) {
                return Ok(());
            }
        }
        self.fixed.clear();
        self.fixed.extend(fixed.iter().map(|x| N::small(*x)));
        self.env.coords.iter_mut().zip(vars).for_each(|(c, x)| *c = N::small(*x));
        self.look_here(found)
    }

    fn look_here(&mut self, found: &mut ThreadFindings) -> Result<(), Stop> {
        // The first number that the formula runs through renews the fuel.
        (self.env.fuel, self.env.renewed) = (1, 0);
        let mut position = std::mem::take(&mut self.position);
        let outcome = self.look_at(&mut position, found);
        self.position = position;
        let burnt = (self.env.renewed * FUEL).saturating_sub(self.env.fuel.saturating_sub(1));
        found.steps = found.steps.saturating_add(burnt);
        outcome
    }

    fn look_at(&mut self, position: &mut Vec<N>, found: &mut ThreadFindings) -> Result<(), Stop> {
        position.clear();
        for entry in &self.compiled.entries {
            let x = entry(&mut self.env)?;
            if x.negative() {
                return Ok(());
            }
            position.push(x);
        }
        if !self.compiled.plain
            && let Some(question) = self.tabulated
            && let Some(cell) = cell_of(position.iter().map(N::to_i64), &mut self.cell)
        {
            self.known = self.world.own_value(question, cell);
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
        self.run(0, position, &mut event)?;
        // For a claim about no position, the cases of the outermost `all` are counted instead.
        found.positions += if self.claim.vars.is_empty() { self.cases } else { 1 };
        if let Some(event) = event {
            found.note(event);
        }
        Ok(())
    }

    fn exists(&mut self, position: &[N]) -> Result<bool, Stop> {
        match (self.known, &mut self.existence) {
            (Some(value), _) => Ok(value.is_some()),
            (None, Some(existence)) => existence.holds(position),
            (None, None) => Ok(true),
        }
    }

    /// Answers the questions about the current position, which exists.
    fn answer(&mut self, position: &[N]) -> Result<(), Stop> {
        for (question, value) in &self.own {
            let known = match self.tabulated == Some(*question) {
                true => self.known,
                false => cell_of(position.iter().map(N::to_i64), &mut self.cell)
                    .filter(|_| *value)
                    .and_then(|cell| self.world.own_value(*question, cell)),
            };
            self.env.answers[*question] = match known.flatten() {
                Some(value) => N::small(i64::from(value)),
                None => self.world.answer(*question, position, Place(None))?,
            };
        }
        Ok(())
    }

    /// Runs through the outermost `all` from the `depth`-th binder on; the first binders may be fixed.
    fn run(&mut self, depth: usize, at: &[N], event: &mut Option<Event>) -> Result<(), Stop> {
        let Some((lo, hi)) = self.compiled.running.get(depth) else { return self.decide(at, event) };
        if let Some(only) = self.fixed.get(depth) {
            self.env.vars[depth] = only.clone();
            return self.run(depth + 1, at, event);
        }
        let (mut i, hi) = (lo(&mut self.env)?, hi(&mut self.env)?);
        let one = N::small(1);
        while i <= hi {
            self.env.vars[depth] = i.clone();
            self.env.burn(Place(None))?;
            self.run(depth + 1, at, event)?;
            i = i.plus(&one).ok_or_else(Stop::overflow)?;
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
            Err(Stop::Undefined(place, why)) => {
                Some(Diagnostic::undefined(format!("{why}{}", self.place_text(at)), place.0))
            }
            Err(Stop::Error(error)) if error.kind == Kind::Input => Some(*error),
            Err(stop) => return Err(stop),
        };
        self.put(at, undefined, event);
        Ok(())
    }

    /// The values at which the claim is evaluated, for an error.
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

/// The key by which events are ordered. The variables and binders break ties between equal positions.
fn key(position: &[IBig], vars: &[IBig], running: &[IBig]) -> (IBig, Vec<IBig>) {
    let first = [position, vars, running].into_iter().find(|list| !list.is_empty()).unwrap_or_default();
    (first.iter().sum(), [position, vars, running].concat())
}

/// Where the claim is false or undefined, at these values of its variables and of the binders of its outermost `all`.
pub(crate) fn at_one(claim: &Claim, world: &Arc<World>, vars: &[IBig], fixed: &[IBig]) -> Result<Option<Event>, Stop> {
    world.settled()?;
    let mut found = ThreadFindings::default();
    match Worker::new(&Compiled::<i64>::of(claim), world).visit_far(vars, fixed, &mut found) {
        Err(Stop::Overflow) => Worker::new(&Compiled::<IBig>::of(claim), world).visit_far(vars, fixed, &mut found)?,
        outcome => outcome?,
    }
    Ok(found.first)
}

/// The next block, given how many positions were looked at since the last call, and how many numbers the formula ran through.
type Blocks<'a> = dyn FnMut(u64, u64) -> Result<Option<std::ops::Range<u64>>, Stop> + 'a;

/// Checks one block after another until `take` has no more.
pub(crate) fn blocks(
    compiled: &Compiled<'_, i64>,
    world: &Arc<World>,
    range: &Area,
    first: Option<(i64, i64)>,
    found: &mut ThreadFindings,
    mut take: impl FnMut(u64, u64) -> Result<Option<std::ops::Range<u64>>, Stop>,
) -> Result<(), Stop> {
    world.settled()?;
    let take: &mut Blocks = &mut take;
    let mut worker = Worker::new(compiled, world);
    let reached = worker.tabulated.is_some_and(|question| world.own_reaches(question, &range.hi));
    worker.line.hi = range.hi.last().filter(|_| reached && compiled.plain).copied();
    let mut long: Option<Compiled<'_, IBig>> = None;
    let mut vars = vec![0i64; range.hi.len()];
    let (mut done, mut steps) = (0, 0);
    while let Some(block) = take(done, found.steps - steps)? {
        (done, steps) = (block.end - block.start, found.steps);
        range.at(if first.is_some() { 0 } else { block.start }, &mut vars);
        for index in block.clone() {
            if index > block.start && first.is_none() {
                range.step(&mut vars);
            }
            let only = first.map(|(lo, _)| lo + index as i64);
            match worker.visit(&vars, only.as_slice(), found) {
                Err(Stop::Overflow) => {
                    let compiled = long.get_or_insert_with(|| Compiled::of(compiled.claim));
                    Worker::new(compiled, world).visit(&vars, only.as_slice(), found)?;
                }
                outcome => outcome?,
            }
            if found.steps > range.steps {
                break;
            }
        }
    }
    Ok(())
}
