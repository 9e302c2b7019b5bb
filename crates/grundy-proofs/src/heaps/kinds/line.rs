//! The line of heaps of one kind.
//!
//! In: heaps of several kinds with a proved period, and a kind. Out: the least preperiod and period of this kind alone, and its values ([`Proved`]). If
//! G(N + p) = G(N) + s for all N from some number on, and m divides p, then the heaps of each kind have the period p / m.

use grundy_core::contract::limits::Limits;
use grundy_core::contract::proof::{Proved, Taken};
use grundy_core::contract::stop::Result;
use grundy_core::read::arithmetic::{lcm, primes};

use super::super::{HeapLine, Shown};
use super::Kinds;

/// The heaps of one kind.
pub(in super::super) struct KindLine {
    heaps: HeapLine,
    of: u64,
    number: u64,
    preperiod: u64,
    period: u64,
    saltus: u64,
    taken: Taken,
}

impl KindLine {
    /// The line of a kind; `None` if no period is proved, or numbers exceed 64 bits.
    pub(in super::super) fn of(heaps: HeapLine, kinds: &Kinds, kind: usize) -> Option<KindLine> {
        let Shown { preperiod, period, saltus, .. } = *heaps.shown.as_ref()?;
        let (of, number) = (kinds.of, kinds.numbers[kind]);
        let rounds = lcm(period, of) / period;
        let (all, saltus) = (period.checked_mul(rounds)?, saltus.checked_mul(rounds)?);
        let from = preperiod.saturating_sub(number).div_ceil(of);
        let taken = heaps.sequence.heaps.taken();
        let taken = Taken { take: taken.0, parts: taken.1, kinds: Some(kinds.told(preperiod, all)) };
        let mut line = KindLine { heaps, of, number, preperiod: from, period: all / of, saltus, taken };
        line.shorten();
        Some(line)
    }

    fn at(&self, n: u64) -> Option<u64> {
        self.heaps.known(n.checked_mul(self.of)?.checked_add(self.number)?)
    }

    fn recurs(&self, n: u64, period: u64, saltus: u64) -> bool {
        self.at(n + period) == self.at(n).map(|value| value + saltus)
    }

    /// Goes to the least period, and from it to the least preperiod.
    fn shorten(&mut self) {
        for q in primes(self.period) {
            while self.period.is_multiple_of(q) && self.saltus.is_multiple_of(q) {
                let (period, saltus) = (self.period / q, self.saltus / q);
                if !(self.preperiod..self.preperiod + self.period).all(|n| self.recurs(n, period, saltus)) {
                    break;
                }
                (self.period, self.saltus) = (period, saltus);
            }
        }
        while self.preperiod > 0 && self.recurs(self.preperiod - 1, self.period, self.saltus) {
            self.preperiod -= 1;
        }
    }
}

impl Proved for KindLine {
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
        (self.preperiod, self.period)
    }
    fn taken(&self) -> Option<Taken> {
        Some(self.taken.clone())
    }
    fn value(&mut self, column: u64, _: &Limits) -> Result<Option<u64>> {
        Ok(self.at(column))
    }
}
