//! A line whose values recur, with its least preperiod and period.
//!
//! In: the values to the end of the second of two rounds, after each of which all later values are the same, or larger by the same number. Out: [`Recurring`].

use crate::exact::{index, signed};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::proof::{Proved, Taken};
use grundy_core::contract::stop::Result;
use grundy_core::read::arithmetic::primes;

/// A line whose values recur.
pub(crate) struct Recurring {
    /// `None` where no position exists.
    values: Vec<Option<u64>>,
    at: u64,
    joint: u64,
    preperiod: u64,
    period: u64,
    saltus: u64,
    taken: Option<Taken>,
}

impl Recurring {
    /// The line with these values, which recur after `joint` columns from column `at` on; two rounds of them are there. For heaps, what moves take and leave.
    pub(crate) fn of(values: Vec<Option<u64>>, at: u64, joint: u64, taken: Option<Taken>) -> Recurring {
        let get = |n: u64| values[index(n)].map(signed);
        let is_round = |n: u64, period: u64, saltus: i64| match (get(n), get(n + period)) {
            (Some(here), Some(there)) => there - here == saltus,
            (here, there) => here == there,
        };
        let growth = |n: u64, period: u64| get(n + period).zip(get(n)).map(|(there, here)| there - here);
        let grown = |period: u64| (at..at + joint).find_map(|n| growth(n, period)).unwrap_or(0);
        let mut period = joint;
        for prime in primes(joint) {
            while period.is_multiple_of(prime) {
                let less = period / prime;
                let saltus = grown(less);
                if !(at..at + joint).all(|n| is_round(n, less, saltus)) {
                    break;
                }
                period = less;
            }
        }
        let saltus = grown(period);
        let preperiod = (0..at).rev().find(|n| !is_round(*n, period, saltus)).map_or(0, |n| n + 1);
        Recurring { at, joint, preperiod, period, saltus: saltus.unsigned_abs(), values, taken }
    }
}

impl Proved for Recurring {
    fn preperiod(&self) -> u64 {
        self.preperiod
    }
    fn period(&self) -> u64 {
        self.period
    }
    fn saltus(&self) -> u64 {
        self.saltus
    }
    fn recurrence(&self) -> (u64, u64) {
        (self.at, self.joint)
    }
    fn taken(&self) -> Option<Taken> {
        self.taken.clone()
    }
    fn value(&mut self, column: u64, _: &Limits) -> Result<Option<u64>> {
        let past = column.saturating_sub(self.preperiod);
        let rounds = past / self.period;
        let near = column - rounds * self.period;
        Ok(self.values[index(near)].map(|value| value + rounds * self.saltus))
    }
}
