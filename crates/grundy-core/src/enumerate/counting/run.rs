//! Runs through the numbers of one group of names.
//!
//! In: the names of a group. Out: what the group adds at each choice of their numbers, or nothing where a test fails. Tests and numbers are evaluated in the order in
//! which a run through all choices evaluates them.

use super::super::env::{Condition, Env, Oracle};
use super::read::Shape;
use super::{Addend, Names, Work};
use crate::contract::limits::{Held, Limits};
use crate::contract::num::Num;
use crate::contract::stop::{Result, Stop};

/// The account's word for the memory.
pub(super) const WHAT: &str = "the count of a sum";
/// Greater numbers are not added up.
const GREATEST: usize = 1 << 22;

/// What takes the number that a group adds, or nothing; `false` ends the run.
type Take<'t, N> = dyn FnMut(Option<&N>) -> Result<bool> + 't;

/// What is evaluated of a group.
pub(super) struct Run<'a, N> {
    shape: &'a Shape<N>,
    oracle: &'a dyn Oracle<N>,
    names: Vec<usize>,
    /// The ends of the range of a single name, where its own depend on other names.
    ends: Option<(&'a N, &'a N)>,
    before: Vec<&'a Condition<N>>,
    addends: Vec<&'a Addend<'a, N>>,
    after: Vec<&'a Condition<N>>,
}

impl<'a, N: Num> Run<'a, N> {
    /// Of the names of a group; of what depends on no name, if there are none.
    pub(super) fn of(work: &'a Work<'a, N>, names: Names) -> Run<'a, N> {
        let belongs = |own: Names| if names == 0 { own == 0 } else { own != 0 && own & !names == 0 };
        let tests = |test: &'a [super::read::Test<N>]| -> Vec<&'a Condition<N>> {
            test.iter().filter(|test| belongs(test.names)).map(|test| &test.holds).collect()
        };
        let (before, after) = work.shape.tests.split_at(work.shape.before);
        Run {
            shape: work.shape,
            oracle: work.oracle,
            names: (0..work.shape.binders.len()).filter(|k| names >> k & 1 == 1).collect(),
            ends: None,
            before: tests(before),
            addends: work.addends.iter().filter(|(own, _)| belongs(*own)).map(|(_, addend)| addend).collect(),
            after: tests(after),
        }
    }

    /// Of one name, which runs from `lo` to `hi`.
    pub(super) fn between(work: &'a Work<'a, N>, name: usize, ends: (&'a N, &'a N)) -> Run<'a, N> {
        Run { ends: Some(ends), ..Run::of(work, 1 << name) }
    }

    /// Runs through all choices; `false` if `take` ended the run.
    pub(super) fn through(&self, env: &mut Env<N>, take: &mut Take<N>) -> Result<bool> {
        self.from(0, env, take)
    }

    fn from(&self, k: usize, env: &mut Env<N>, take: &mut Take<N>) -> Result<bool> {
        let Some(name) = self.names.get(k) else { return take(self.added(env)?.as_ref()) };
        let binder = &self.shape.binders[*name];
        let (mut i, hi) = match self.ends {
            Some((lo, hi)) => (lo.clone(), hi.clone()),
            None => ((binder.lo.number)(env)?, (binder.hi.number)(env)?),
        };
        env.foresee(1, (&i, &hi), self.shape.place)?;
        let one = N::small(1);
        while i <= hi {
            env.vars[binder.var] = i.clone();
            env.burn(self.shape.place)?;
            if !self.from(k + 1, env, take)? {
                return Ok(false);
            }
            i = i.plus(&one).ok_or_else(Stop::overflow)?;
        }
        Ok(true)
    }

    /// The number that is added; `None` where a test fails. Where the number is undefined that a run through all choices would ask for, so it is here.
    fn added(&self, env: &mut Env<N>) -> Result<Option<N>> {
        if !all(&self.before, env)? {
            return Ok(None);
        }
        let mut sum = N::small(0);
        for addend in &self.addends {
            let number = self.number(addend, env)?;
            // No other number than a natural one can be nim-added; the caller refuses this one.
            if number.negative() {
                return Ok(Some(number));
            }
            sum = sum.nim_add(&number);
        }
        Ok(if all(&self.after, env)? { Some(sum) } else { None })
    }

    fn number(&self, addend: &Addend<N>, env: &mut Env<N>) -> Result<N> {
        match addend {
            Addend::Whole(number) => number(env),
            Addend::Part { question, entries, place } => {
                let at = entries.iter().map(|entry| entry(env)).collect::<Result<Vec<N>>>()?;
                self.oracle.ask(*question, &at, *place)
            }
        }
    }
}

fn all<N>(tests: &[&Condition<N>], env: &mut Env<N>) -> Result<bool> {
    for test in tests {
        if !test(env)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How often each number was added.
pub(super) struct Tally<'h> {
    counts: Vec<u64>,
    held: &'h mut Held,
}

impl<'h> Tally<'h> {
    pub(super) fn new(held: &'h mut Held) -> Tally<'h> {
        Tally { counts: vec![], held }
    }

    /// Counts a number; `false` if it is too great, or negative.
    pub(super) fn note<N: Num>(&mut self, number: Option<&N>, limits: &Limits) -> Result<bool> {
        let Some(number) = number else { return Ok(true) };
        let number = number.to_i64().and_then(|number| usize::try_from(number).ok());
        let Some(number) = number.filter(|number| *number < GREATEST) else { return Ok(false) };
        if number >= self.counts.capacity() {
            let len = (number + 1).next_power_of_two();
            let more = (len - self.counts.capacity()) * size_of::<u64>();
            self.held.grow(self.held.bytes() + more as u64, limits, WHAT)?;
            self.counts.reserve_exact(len - self.counts.len());
        }
        if number >= self.counts.len() {
            self.counts.resize(number + 1, 0);
        }
        self.counts[number] += 1;
        Ok(true)
    }

    pub(super) fn counts(self) -> Vec<u64> {
        self.counts
    }
}

/// Makes room for one more entry.
pub(super) fn reserve<T>(list: &mut Vec<T>, held: &mut Held, limits: &Limits) -> Result<()> {
    if list.len() == list.capacity() {
        let more = list.len().max(64);
        held.grow(((list.len() + more) * size_of::<T>()) as u64, limits, WHAT)?;
        list.reserve_exact(more);
    }
    Ok(())
}
