//! The period of the elements of heaps.
//!
//! In: the elements of the first heaps. Out: the preperiod and the period that hold for all heaps, if they prove it.
//!
//! **Theorem** (Plambeck, Integers 5, 2005, with the bound of Guy and Smith). Let a quotient be proved for the heaps below N by its
//! [closure](super::closure), and let its elements satisfy φ(n + p) = φ(n) for all n from n0 to the bound B that [`heaps`](crate::heaps) has for values, with B + p at
//! most N. Then it is the quotient of all heaps, with φ(n + p) = φ(n) for all n from n0 on. For as in the proof for values, the options of a heap n + p with n >= B are those of n with
//! the largest heap p larger, so they have the same elements; and the pair of φ(n) and these elements belongs to a heap that is in the closure already.

use super::monoid::Element;
use crate::heaps::{Heaps, bound, hopeless};
use dashu_int::IBig;
use grundy_core::read::arithmetic::lcm;

/// The least preperiod and period of the elements of all heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// From this heap on elements recur.
    pub preperiod: u64,
    /// After so many heaps.
    pub period: u64,
}

impl Period {
    /// The least heap with the element of a heap, which is not below 0.
    #[must_use]
    pub fn least(self, heap: &IBig) -> Option<u64> {
        let over = heap - self.preperiod;
        match over < IBig::ZERO {
            true => u64::try_from(heap).ok(),
            false => u64::try_from(over % IBig::from(self.period)).ok().map(|over| self.preperiod + over),
        }
    }
}

/// The period that the elements of the first heaps prove.
pub(super) fn proved(heaps: &Heaps, elements: &[Option<Element>]) -> Option<Period> {
    if hopeless(heaps).is_some() {
        return None;
    }
    let length = elements.len();
    (1..=length / 2).find_map(|period| {
        let recur = |n: &usize| elements[*n] == elements[n + period];
        let preperiod = length - period - (0..length - period).rev().take_while(recur).count();
        let (n0, p) = (preperiod as u64, period as u64);
        let all = lcm(p, heaps.recurs_by());
        let end = bound(heaps, n0, all).checked_add(all).filter(|_| all > 0)?;
        (end <= length as u64).then_some(Period { preperiod: n0, period: p })
    })
}
