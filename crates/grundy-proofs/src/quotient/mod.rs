//! The misère quotient of heaps, with its proof.
//!
//! In: rules of one coordinate that [`heaps`](crate::heaps) reads. Out: heap by heap a [`Quotient`]: a finite commutative monoid with a P-portion, and an element φ(n)
//! for every heap n, such that a sum of heaps is a P-position in misère play if and only if the product of their elements is in the P-portion. Where the elements
//! recur by a theorem (`period`), this holds of heaps of all sizes.
//!
//! Such a monoid may tell misère values up to some number, too ([`Search::telling`]): then its elements have values, of which 0 is that of the P-portion, and `sums` reads them.
//!
//! Two sums of heaps are equivalent if no sum of heaps that is added to both makes their outcomes different; the classes are the quotient (Plambeck and Siegel,
//! Misère quotients for impartial games, J. Combin. Theory A 115, 2008). What is found is that quotient if the monoid is *reduced*, no two elements being alike, and
//! every element is that of some sum. Both are so here: the elements are classes that a test tells apart, or were tested so.
//!
//! Most heaps have an element that is there already: the closure finds it and proves it. Otherwise the quotient is learnt anew, with the heap as
//! a generator: by `learn`, from outcomes that `levels` finds and by the partition that `minimise` finds, and where these are not enough by `words`, from a search for
//! outcomes. The outcomes may be wrong; the closure alone decides. Where values are told, *outcome* stands for value in these rooms.

mod closure;
mod engine;
mod learn;
mod levels;
mod minimise;
mod monoid;
mod period;
mod presentation;
mod set;
mod sums;
mod tame;
#[cfg(test)]
mod tests;
mod words;

pub use self::engine::{ByQuotient, HOW, heaps};
pub use self::monoid::{Element, Monoid};
pub use self::period::Period;
pub use self::presentation::{Presentation, Relation};
pub use self::sums::{Gate, HeapSums};

use self::closure::{Closed, Closure};
use self::learn::learn;
use crate::heaps::{Heaps, bound, read_in_misere};
use dashu_int::IBig;
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::reason::Reason;
use grundy_core::contract::stop::Result;
use grundy_core::read::arithmetic::lcm;
use grundy_rules::rules::Ruleset;

/// A quotient of the first heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    /// The monoid and its P-portion.
    pub monoid: Monoid,
    /// The elements of the heaps 0, 1, …; `None` if the heap is no position.
    pub heaps: Vec<Option<Element>>,
}

impl Quotient {
    /// The element of a heap that is there.
    #[must_use]
    pub fn element(&self, heap: u64) -> Option<Element> {
        self.heaps.get(usize::try_from(heap).ok()?).copied().flatten()
    }
}

/// A search for the quotient, heap by heap.
pub struct Search {
    heaps: Heaps,
    quotient: Quotient,
    closure: Closure,
    /// The heaps with which the quotient grew, and its size from there on.
    sizes: Vec<(u64, usize)>,
    /// Is the longer way to learn a quotient left out?
    is_quick: bool,
    limits: Limits,
    /// The memory of the quotient.
    held: Held,
}

/// What came of the next heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The quotient has it.
    Closed,
    /// No quotient was found with it, and why not.
    Open(String),
}

/// The least heap that has the element of a heap, as far as this is known.
#[must_use]
pub fn near(heap: &IBig, period: Option<Period>) -> Option<u64> {
    period.map_or_else(|| u64::try_from(heap).ok(), |period| period.least(heap))
}

impl Search {
    /// Reads rules.
    ///
    /// # Errors
    /// Rules of another shape.
    pub fn new(rules: &Ruleset, limits: &Limits) -> Result<Search, Reason> {
        Search::telling(rules, 1, limits)
    }

    /// Reads rules. What is found tells the misère values of sums, where `most`, at most [`Monoid::MOST`], stands for all greater ones as well.
    ///
    /// # Errors
    /// Rules of another shape.
    pub fn telling(rules: &Ruleset, most: u8, limits: &Limits) -> Result<Search, Reason> {
        let heaps = read_in_misere(rules)?;
        let quotient = Quotient { monoid: Monoid::trivial(most.clamp(1, Monoid::MOST)), heaps: vec![] };
        let closure = Closure::new(&quotient.monoid, limits);
        let (sizes, held) = (vec![], limits.held(0));
        Ok(Search { heaps, quotient, closure, sizes, is_quick: false, limits: limits.clone(), held })
    }

    /// Gives up where the shorter way to learn a quotient leads nowhere.
    #[must_use]
    pub fn quick(self) -> Search {
        Search { is_quick: true, ..self }
    }

    /// The quotient of the heaps so far.
    #[must_use]
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The element of a sum of heaps, if the quotient has all of them; where a period is proved, they may be of any sizes.
    #[must_use]
    pub fn product(&self, heaps: &[IBig]) -> Option<Element> {
        let period = self.period();
        let element = |heap: &IBig| self.quotient.element(near(heap, period)?);
        let elements = heaps.iter().map(element).collect::<Option<Vec<_>>>()?;
        Some(elements.into_iter().fold(Monoid::ONE, |all, own| self.quotient.monoid.times(all, own)))
    }

    /// An element that a nim heap of 2 has if it is added to the game, and leaves the closure as it is ([`sums`] says why); `None` if no heap shows one.
    pub(super) fn nim_heap_of_2(&self) -> Option<Element> {
        let size = self.quotient.monoid.size();
        let with_options = |elements: &[Element]| {
            let mut options = vec![0; set::words(size)];
            elements.iter().for_each(|x| set::insert(&mut options, *x));
            self.closure.generators().iter().find(|own| own.options == options).map(|own| own.element)
        };
        let one = with_options(&[Monoid::ONE])?;
        with_options(&[Monoid::ONE, one])
    }

    /// The number of pairs in its proof.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.closure.len()
    }

    /// The heaps with which the quotient grew, and its size from there on.
    #[must_use]
    pub fn sizes(&self) -> &[(u64, usize)] {
        &self.sizes
    }

    /// The period that the heaps so far prove: then the quotient is that of all heaps.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        period::proved(&self.heaps, &self.quotient.heaps)
    }

    /// From how many heaps on a period would be proved.
    #[must_use]
    pub fn needed(&self, Period { preperiod, period }: Period) -> u64 {
        let all = lcm(period, self.heaps.recurs_by());
        bound(&self.heaps, preperiod, all) + all
    }

    /// Adds the next heap. After an error, and after [`Step::Open`], the quotient is that of the heaps before, and the search is over.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub fn advance(&mut self) -> Result<Step> {
        let heap = self.quotient.heaps.len() as u64;
        if !self.heaps.is_position(heap) {
            self.closure.skip();
            self.quotient.heaps.push(None);
            return Ok(Step::Closed);
        }
        let options = self.quotient.options(&self.heaps, heap, &self.limits)?;
        if let Some(element) = self.known(&options)? {
            self.quotient.heaps.push(Some(element));
            return Ok(Step::Closed);
        }
        // The longer way is gone where the shorter one leads nowhere.
        let learnt = match learn(&self.heaps, &self.quotient, &self.closure, &self.limits)? {
            Ok(learnt) => Ok(learnt),
            Err(why) if self.is_quick => Err(why),
            Err(_) => words::learn(&self.heaps, &self.quotient, &self.limits)?,
        };
        match learnt {
            Err(why) => Ok(Step::Open(why)),
            Ok((quotient, closure)) => {
                self.held.grow(Monoid::bytes(quotient.monoid.size()), &self.limits, "the table of the quotient")?;
                (self.quotient, self.closure) = (quotient, closure);
                self.sizes.push((heap, self.quotient.monoid.size()));
                Ok(Step::Closed)
            }
        }
    }

    /// An element that is there already and does for the next heap, which has these options; the closure is one with the heap then.
    fn known(&mut self, options: &[u64]) -> Result<Option<Element>> {
        let Search { heaps, quotient, closure, limits, .. } = self;
        for element in quotient.monoid.elements() {
            if !closure.may_have(&quotient.monoid, element, options)? {
                continue;
            }
            if closure.add(&quotient.monoid, element, options)? == Closed::Yes {
                return Ok(Some(element));
            }
            if let Ok(before) = quotient.closed(heaps, limits)? {
                *closure = before;
            }
        }
        Ok(None)
    }
}

impl Quotient {
    /// The closure under all heaps that there are; or a sum that contradicts the quotient.
    fn closed(&self, heaps: &Heaps, limits: &Limits) -> Result<Result<Closure, Vec<u64>>> {
        let mut closure = Closure::new(&self.monoid, limits);
        for (heap, element) in (0..).zip(&self.heaps) {
            let Some(element) = element else {
                closure.skip();
                continue;
            };
            let options = self.options(heaps, heap, limits)?;
            if let Closed::Broken(sum) = closure.add(&self.monoid, *element, &options)? {
                return Ok(Err(sum));
            }
        }
        Ok(Ok(closure))
    }

    /// The elements of the options of a heap, all of whose parts have elements.
    fn options(&self, heaps: &Heaps, heap: u64, limits: &Limits) -> Result<Vec<u64>> {
        let mut options = vec![0; set::words(self.monoid.size())];
        heaps.each_option(heap, &mut |option| {
            let parts = option.iter().filter_map(|part| self.element(*part));
            set::insert(&mut options, parts.fold(Monoid::ONE, |all, part| self.monoid.times(all, part)));
            limits.interrupted()
        })?;
        Ok(options)
    }
}
