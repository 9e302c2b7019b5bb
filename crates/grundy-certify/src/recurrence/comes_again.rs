//! A state that comes again.
//!
//! In: a [`Machine`], with the terms before its first step, and two steps before which its state is said to be alike. Out: that its terms recur as stated, and that the stated preperiod and period are the least.
//!
//! **Theorem.** Let one state be another one *grown by* s, such that then the same holds after a step of both, and the term of this step, if there is one, is
//! that of the other one plus s. Suppose that the state before step A + P is that before step A grown by s. Let a be the index of the first term from step A on, and q > 0 the number of
//! terms in the P steps. Then t(n + q) = t(n) + s for every n >= a, by induction.
//!
//! So t(n + p) = t(n) + r holds for every n >= n0, if p is q, r is s, and it holds for n0 <= n < a. It also does if it holds for
//! n0 <= n < max(a, n0) + q: both sides grow by s in q terms.

use crate::Refusal;
use crate::form::spent::{Stop, Told};
use crate::recurrence::least::{Terms, least};
use crate::recurrence::recurs::Recurs;
use crate::recurrence::windows::{Halt, Narrow};

/// The number of steps between two calls of [`Stop`].
const PAUSE: u64 = 1 << 12;

/// Makes one step after the other. A copy goes on from the same state.
pub(crate) trait Machine: Clone {
    /// The number of the step to come.
    fn at(&self) -> u64;

    /// Makes a step; returns its term, if it has one.
    fn step(&mut self) -> Result<Option<u64>, Narrow>;

    /// The s by which an earlier state is grown.
    fn growth(&self, earlier: &Self) -> Result<u64, Halt>;
}

/// From term `at` on, terms grow by `grown` after `after` terms.
pub(crate) struct Round {
    pub(crate) at: u64,
    after: u64,
    grown: u64,
}

#[inline(always)]
fn step(machine: &mut impl Machine, stop: Stop) -> Result<Option<u64>, Halt> {
    let at = machine.at();
    if at.is_multiple_of(PAUSE) && stop(Told::steps(at)) {
        return Err(Halt::Refused(Refusal::Stopped));
    }
    Ok(machine.step()?)
}

/// Runs until a step comes; shows the machine after each step, with the term, to `see`.
pub(crate) fn run<M: Machine>(
    machine: &mut M,
    end: u64,
    see: &mut impl FnMut(&M, Option<u64>) -> Result<(), Halt>,
    stop: Stop,
) -> Result<(), Halt> {
    while machine.at() < end {
        let term = step(machine, stop)?;
        see(machine, term)?;
    }
    Ok(())
}

/// Runs until the state before step `at` has come again, `after` steps later; returns how the terms from now on recur.
pub(crate) fn comes_again<M: Machine>(
    machine: &mut M,
    (at, after): (u64, u64),
    see: &mut impl FnMut(&M, Option<u64>) -> Result<(), Halt>,
    stop: Stop,
) -> Result<Round, Halt> {
    let mut terms = [0, 0];
    let mut count = |machine: &M, term: Option<u64>| {
        terms[usize::from(machine.at() > at)] += u64::from(term.is_some());
        see(machine, term)
    };
    run(machine, at, &mut count, stop)?;
    let earlier = machine.clone();
    run(machine, at + after, &mut count, stop)?;
    Ok(Round { at: terms[0], after: terms[1], grown: machine.growth(&earlier)? })
}

/// The terms before the first step of a machine, and its own.
#[derive(Clone)]
pub(crate) struct Stream<'a, M> {
    pub(crate) early: &'a [u64],
    pub(crate) machine: M,
}

impl<M: Machine> Terms for Stream<'_, M> {
    #[inline(always)]
    fn next(&mut self, stop: Stop) -> Result<u64, Halt> {
        if let Some((term, rest)) = self.early.split_first() {
            self.early = rest;
            return Ok(*term);
        }
        loop {
            if let Some(term) = step(&mut self.machine, stop)? {
                return Ok(term);
            }
        }
    }
}

impl<M: Machine> Stream<'_, M> {
    /// Checks that the terms, of which those of the machine recur with a round, are as stated. Returns the index below which the equation was looked at.
    pub(crate) fn recur(&self, round: Round, stated: &Recurs, stop: Stop) -> Result<u64, Halt> {
        let (Round { at, after, grown }, equation) = (round, stated.equation);
        if after == 0 {
            return Err("a period is at least 1".to_string().into());
        }
        let mut limit = at.max(equation.preperiod);
        match equation.period == after {
            true if grown != equation.saltus => {
                return Err(format!("the saltus is {grown}, not {}", equation.saltus).into());
            }
            true => {}
            false => limit += after,
        }
        least(self, &stated.values, limit, equation, stop)?;
        Ok(limit)
    }
}
