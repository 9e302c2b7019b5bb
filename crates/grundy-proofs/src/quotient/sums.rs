//! Misère values of sums of heaps, read off quotients.
//!
//! In: rules whose positions are sums of heaps of one game, and sums. Out: the value of a sum, its outcome, its genus; or nothing, where no quotient that was found tells it.
//!
//! A quotient for outcomes tells whether the value is 0. One for values up to some number ([`Search::telling`]) tells more, and is often larger or infinite: that for all values
//! tells sums apart which only a large nim heap tells apart, and such a heap need not be in the game. That for the values 0 to 3 needs nim heaps of 1 and 2 alone, which most
//! games have. So both are tried; of Kayles the second has 40 elements, as that for outcomes, and the first ends at the heap of 20.
//!
//! **Nim heaps of 1 and 2.** Let all options of a heap h have the element of the empty sum, and h have options. Then a nim heap of 1 added to the game, with the element of h, leaves the
//! [closure](super::closure) as it is: it has the element and the options' elements of h, so that each pair with it is there. In the same way a heap whose options have the
//! elements of 0 and of that nim heap gives the element of a nim heap of 2. So the genus of a sum is read off its products with the powers of that element.
//!
//! What is searched has accounts of memory of its own, which the one account pays, so that the search for a quotient that does not close ends soon. How far it goes depends on the largest
//! heap of a sum alone, so an answer does not depend on those before. No element is used that the `gate` has not let pass, which reads the proof once more.

use dashu_int::IBig;
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::reason::Reason;
use grundy_core::contract::stop::{Result as Stopped, Stop};
use grundy_rules::lang::Code;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::{Component, components};
use grundy_rules::rules::expr::Place;

use super::monoid::{Element, Monoid};
use super::{Period, Quotient, Search, Step};

/// The largest heap that is searched.
const LARGEST: u64 = 1 << 12;
/// So many heaps are searched in any case: nim heaps of 1 and 2 are seen among them.
const FIRST: u64 = 1 << 6;
/// The quotients that are tried: each tells the values below one of these.
const BELOW: [u8; 2] = [Monoid::MOST, 4];
/// The memory of a search. Of the games 0.001 to 0.777, all heaps of 157 are so proved by the first quotient, and of 171 by the second. With four times as much no further ones
/// are, up to the heap of 127.
const MEMORY: u64 = 1 << 20;

/// Reads the proof of a quotient of heaps with these rules, once more and independently: may its elements be used?
pub type Gate = fn(&Ruleset, &Quotient, Option<Period>, &Limits) -> Stopped<bool>;

/// Tells misère values of sums of heaps of one game.
pub struct HeapSums {
    heap: Component,
    searches: Vec<Tried>,
    gate: Gate,
    limits: Limits,
    held: Held,
}

/// A search, and what has become of it.
struct Tried {
    search: Search,
    /// Its own account.
    limits: Limits,
    /// Can no further heap be added?
    has_ended: bool,
    /// The heaps up to which the gate has let the quotient pass; `None` if it refused it.
    passed: Option<u64>,
}

impl HeapSums {
    /// Reads rules of a heap, or of a sum of games of one heap that have the same rules.
    ///
    /// # Errors
    /// Rules of another shape.
    pub fn read(rules: &Ruleset, limits: &Limits, gate: Gate) -> Result<HeapSums, Reason> {
        let all = components(rules);
        let is_heap = rules.leaves.iter().all(|leaf| leaf.len == 1);
        let first = all.first().filter(|first| is_heap && all.iter().all(|own| own.is_like(first)));
        let heap =
            first.ok_or_else(|| Reason::shape("the position is no sum of heaps of one game", Place::default()))?;
        let tried = |most: u8| {
            let own = limits.apart(MEMORY);
            let search = Search::telling(&heap.rules, most, &own)?.quick();
            Ok(Tried { search, limits: own, has_ended: false, passed: Some(0) })
        };
        let searches = BELOW.into_iter().map(tried).collect::<Result<_, Reason>>()?;
        Ok(HeapSums { heap: heap.clone(), searches, gate, limits: limits.clone(), held: limits.held(0) })
    }

    /// The misère value of a sum of heaps, if a quotient tells it.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub fn value(&mut self, heaps: &[IBig]) -> Stopped<Option<u64>> {
        self.first(heaps, &|search, product| {
            let value = search.quotient().monoid.value(product);
            (value < search.quotient().monoid.most()).then(|| value.into())
        })
    }

    /// Is a sum of heaps a P-position in misère play? `None` if no quotient tells it.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub fn is_p(&mut self, heaps: &[IBig]) -> Stopped<Option<bool>> {
        self.first(heaps, &|search, product| Some(search.quotient().monoid.is_p(product)))
    }

    /// The misère values of a sum of heaps with no, one, two, … nim heaps of 2 up to the first two that alternate for ever, if a quotient tells all of them.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub fn with_twos(&mut self, heaps: &[IBig]) -> Stopped<Option<Vec<u32>>> {
        self.first(heaps, &|search, product| {
            let monoid = &search.quotient().monoid;
            let (powers, first) = monoid.powers(search.nim_heap_of_2()?);
            // The powers recur from the first on, and in the end the values alternate.
            let round = powers.len() - first;
            let values = (0..first + 2).map(|k| if k < powers.len() { k } else { first + (k - first) % round });
            let values = values.map(|k| monoid.value(monoid.times(product, powers[k])));
            let values: Vec<u32> = values.filter(|value| *value < monoid.most()).map(u32::from).collect();
            (values.len() == first + 2).then_some(values)
        })
    }

    /// What the first quotient says, of those that say something of the element of a sum.
    fn first<T>(&mut self, heaps: &[IBig], says: &dyn Fn(&Search, Element) -> Option<T>) -> Stopped<Option<T>> {
        let largest = heaps.iter().max().map_or(0, |heap| u64::try_from(heap).unwrap_or(u64::MAX));
        for place in 0..self.searches.len() {
            self.go_on(place, largest)?;
            let Tried { search, passed, .. } = &self.searches[place];
            let reached = passed.is_some_and(|passed| passed == search.quotient().heaps.len() as u64);
            let product = search.product(heaps).filter(|_| reached);
            if let Some(said) = product.and_then(|product| says(search, product)) {
                return Ok(Some(said));
            }
        }
        Ok(None)
    }

    /// Adds heaps to a quotient until it has the largest one and as many as a power of 2, or until a period is proved; and asks the gate.
    fn go_on(&mut self, place: usize, largest: u64) -> Stopped<()> {
        let tried = &mut self.searches[place];
        let heaps = (largest.min(LARGEST) + 1).next_power_of_two().max(FIRST);
        while !tried.has_ended && tried.has_room(heaps) {
            match tried.search.advance() {
                Ok(Step::Closed) => {}
                Ok(Step::Open(_)) => tried.has_ended = true,
                Err(Stop::Error(error)) if error.code == Code::Memory => tried.has_ended = true,
                Err(other) => return Err(other),
            }
        }
        let all = tried.search.quotient().heaps.len() as u64;
        if tried.passed.is_some_and(|passed| passed < all) {
            let passes = (self.gate)(&self.heap.rules, tried.search.quotient(), tried.search.period(), &self.limits)?;
            tried.passed = passes.then_some(all);
        }
        let bytes = self.searches.iter().map(|tried| tried.limits.in_use()).sum();
        self.held.grow(bytes, &self.limits, "misère quotients")
    }
}

impl Tried {
    /// Are fewer heaps known than these, and no period?
    fn has_room(&self, heaps: u64) -> bool {
        (self.search.quotient().heaps.len() as u64) < heaps && self.search.period().is_none()
    }
}
