//! A line whose period is proved.
//!
//! In: a [`Recurrence`], and the values of the first columns. Out: the least preperiod and period of the target row, and its value in any column.
//!
//! The joint period P is a multiple of the least period p of the row. p is found by removing prime factors: P / q is a period if and only
//! if the values of a whole joint period equal those P / q columns later; usually one of the first values shows that they do not. The
//! preperiod is one more than the last column whose value differs from that P columns later.

use super::machine::Machine;
use super::recur::{BLOCK, Recurrence};
use super::states::States;
use super::trace::Trace;
use crate::exact::{index, signed};
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::stop::Result;
use grundy_core::read::arithmetic::primes;

/// An arithmetic-periodic line: G(b + period) = G(b) + saltus for every b from the preperiod on.
pub(super) struct Settled<const W: usize> {
    pub(super) preperiod: u64,
    pub(super) period: u64,
    pub(super) joint: u64,
    /// The column from which the joint state is known to recur.
    pub(super) at: u64,
    /// 1 if values grow with the column.
    pub(super) drift: u64,
    /// The values of the columns before the machine begins.
    first: Vec<Option<u64>>,
    trace: Trace,
    states: States<W>,
    _held: Held,
}

impl<const W: usize> Settled<W> {
    /// The line of a recurrence; `first` has the values of the columns before the machine begins.
    pub(super) fn of(recurrence: Recurrence<W>, first: Vec<Option<u64>>, limits: &Limits) -> Result<Settled<W>> {
        let Recurrence { at, joint, trace, states, _held } = recurrence;
        let (drift, at) = (at.drift(), at.column);
        let mut settled = Settled { preperiod: 0, period: joint, joint, at, drift, first, trace, states, _held };
        settled.preperiod = settled.begins(limits)?;
        settled.period = settled.least(limits)?;
        Ok(settled)
    }

    /// The growth of values over one period.
    pub(super) fn saltus(&self) -> u64 {
        self.drift * self.period
    }

    /// The value in a column; `None` where no position exists.
    pub(super) fn value(&mut self, column: u64, limits: &Limits) -> Result<Option<u64>> {
        let near = if column < self.preperiod + self.period {
            column
        } else {
            self.preperiod + (column - self.preperiod) % self.period
        };
        let grown = self.drift * (column - near);
        Ok(self.near(near, limits)?.map(|value| value + grown))
    }

    /// The value in a column before the end of the first period.
    fn near(&mut self, column: u64, limits: &Limits) -> Result<Option<u64>> {
        if let Some(first) = self.first.get(index(column)) {
            return Ok(*first);
        }
        if let Some(place) = self.trace.get(column) {
            return Ok(Some(self.states.first().value(place, column)));
        }
        self.computed(column, limits).map(Some)
    }

    /// The state before a column at which the machine has begun.
    fn state(&mut self, column: u64, limits: &Limits) -> Result<Machine<W>> {
        let mut machine = self.states.before(column);
        let mut out = vec![0; BLOCK];
        while machine.column < column {
            limits.interrupted()?;
            let block = index((column - machine.column).min(BLOCK as u64));
            machine.run(&mut out[..block]);
            self.states.pass(&machine);
        }
        Ok(machine)
    }

    /// The value in a column at which the machine has begun.
    fn computed(&mut self, column: u64, limits: &Limits) -> Result<u64> {
        let mut place = [0];
        let mut machine = self.state(column, limits)?;
        machine.run(&mut place);
        Ok(machine.value(place[0], column))
    }

    /// The value, less the column if values grow with it; `None` if it is not in the trace.
    fn level(&self, column: u64) -> Option<Option<i64>> {
        let level = |value: u64| signed(value) - signed(self.drift * column);
        match self.first.get(index(column)) {
            Some(value) => Some(value.map(level)),
            None => Some(Some(level(self.states.first().value(self.trace.get(column)?, column)))),
        }
    }

    /// The least preperiod.
    fn begins(&mut self, limits: &Limits) -> Result<u64> {
        for column in (0..self.at).rev() {
            match (self.level(column), self.level(column + self.joint)) {
                (Some(here), Some(there)) if here == there => {}
                (Some(_), Some(_)) => return Ok(column + 1),
                _ => return self.begins_beyond(column, limits),
            }
        }
        Ok(0)
    }

    /// The least preperiod, if it lies before the columns whose values are stored: two machines run a joint period apart.
    fn begins_beyond(&mut self, column: u64, limits: &Limits) -> Result<u64> {
        let mut begins = 0;
        let (mut here, start) = (self.states.first().clone(), self.states.first().column);
        let mut there = self.state(start + self.joint, limits)?;
        // The machine begins after the first columns. The column a joint period later may be one of them or just after them.
        let from = self.joint.max(start);
        let mut places = vec![0; index(start + self.joint - from)];
        self.state(from, limits)?.run(&mut places);
        for k in 0..start {
            let level = match (k + self.joint).checked_sub(from) {
                Some(place) => {
                    let value = self.states.first().value(places[index(place)], k + self.joint);
                    Some(Some(signed(value) - signed(self.drift * (k + self.joint))))
                }
                None => self.level(k + self.joint),
            };
            if self.level(k) != level {
                begins = k + 1;
            }
        }
        let (mut a, mut b) = (vec![0; BLOCK], vec![0; BLOCK]);
        while here.column <= column {
            limits.interrupted()?;
            let at = here.column;
            here.run(&mut a);
            there.run(&mut b);
            if let Some(k) = (0..BLOCK).rev().find(|k| a[*k] != b[*k]) {
                begins = at + k as u64 + 1;
            }
        }
        Ok(begins)
    }

    /// The least period.
    fn least(&mut self, limits: &Limits) -> Result<u64> {
        let mut period = self.joint;
        for prime in primes(self.joint) {
            while period.is_multiple_of(prime) && self.recurs_after(period / prime, limits)? {
                period /= prime;
            }
        }
        Ok(period)
    }

    /// Are all values the same `distance` columns later?
    fn recurs_after(&mut self, distance: u64, limits: &Limits) -> Result<bool> {
        // Usually they differ soon, in columns whose values are stored.
        let differs = |column: u64| self.level(column).zip(self.level(column + distance)).is_some_and(|(a, b)| a != b);
        if (self.at..self.at + BLOCK as u64).any(differs) {
            return Ok(false);
        }
        let mut here = self.state(self.at, limits)?;
        let mut there = self.state(self.at + distance, limits)?;
        let (mut a, mut b) = (vec![0; BLOCK], vec![0; BLOCK]);
        while here.column < self.at + self.joint {
            limits.interrupted()?;
            let block = index((self.at + self.joint - here.column).min(BLOCK as u64));
            here.run(&mut a[..block]);
            there.run(&mut b[..block]);
            if a[..block] != b[..block] {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
