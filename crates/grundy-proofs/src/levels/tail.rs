//! Sequences whose period is proved.
//!
//! In: the terms to the end of a cycle of the levels they come from. Out: the least period and preperiod ([`Tail`]), and any term.
//!
//! The cycle is a word that repeats for ever. Its least period is found by removing prime factors from its length. The preperiod is
//! found by going back from the cycle while terms agree with those one period later.

use std::sync::Arc;

use dashu_int::IBig;

use crate::exact::index;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::Options;
use grundy_core::contract::proof::{Proved, Span};
use grundy_core::contract::stop::Result;
use grundy_core::engine::Asked;
use grundy_core::read::arithmetic::primes;
use grundy_rules::rules::Ruleset;

/// A term that no level of the block gives.
pub(super) const OTHER: u16 = u16::MAX;

/// An eventually periodic sequence.
pub(super) struct Tail {
    /// The terms up to the end of the first cycle.
    terms: Vec<u16>,
    preperiod: usize,
    period: usize,
    blocks: Vec<Span>,
    diagonal: Option<Diagonal>,
}

/// A diagonal, to look up terms that no level gives.
pub(super) struct Diagonal {
    pub(super) rules: Arc<Ruleset>,
    pub(super) options: Options,
    pub(super) ask: Asked,
    /// The position of index 0.
    pub(super) first: (u64, u64),
}

impl Tail {
    /// Of terms that repeat for ever from `at` on, and the blocks that prove it.
    pub(super) fn of(terms: Vec<u16>, at: usize, blocks: Vec<Span>) -> Tail {
        let period = least(&terms[at..]);
        let mut preperiod = at;
        while preperiod > 0 && terms[preperiod - 1] == terms[preperiod - 1 + period] {
            preperiod -= 1;
        }
        Tail { terms, preperiod, period, blocks, diagonal: None }
    }

    /// The same as the values of a diagonal, which looks [`OTHER`] terms up.
    pub(super) fn along(self, diagonal: Diagonal) -> Tail {
        Tail { diagonal: Some(diagonal), ..self }
    }

    fn looked_up(&self, index: u64) -> Result<Option<u64>> {
        let Some(Diagonal { rules, options, ask, first: (a, b) }) = &self.diagonal else { return Ok(None) };
        let position = [IBig::from(a + index), IBig::from(b + index)];
        let Some(value) = ask.value(rules, &position, options)? else { return Ok(None) };
        Ok(u64::try_from(&value).ok())
    }
}

impl Proved for Tail {
    fn preperiod(&self) -> u64 {
        self.preperiod as u64
    }
    fn period(&self) -> u64 {
        self.period as u64
    }
    fn saltus(&self) -> u64 {
        0
    }
    fn recurrence(&self) -> (u64, u64) {
        self.blocks.last().map_or((0, 1), |block| (block.cycle.at, block.cycle.period))
    }
    fn blocks(&self) -> Option<&[Span]> {
        Some(&self.blocks)
    }
    fn value(&mut self, term: u64, _: &Limits) -> Result<Option<u64>> {
        let (preperiod, period) = (self.preperiod(), self.period());
        let near = if term < preperiod { term } else { preperiod + (term - preperiod) % period };
        match self.terms[index(near)] {
            OTHER => self.looked_up(near),
            term => Ok(Some(u64::from(term))),
        }
    }
}

/// The least period of a word that repeats for ever.
fn least(word: &[u16]) -> usize {
    let mut period = word.len();
    for prime in primes(word.len() as u64) {
        let prime = index(prime);
        while period.is_multiple_of(prime) && word[period / prime..] == word[..word.len() - period / prime] {
            period /= prime;
        }
    }
    period
}
