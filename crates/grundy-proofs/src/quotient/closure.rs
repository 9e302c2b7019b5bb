//! The closure that proves a quotient.
//!
//! In: a monoid with its P-portion, and heaps one by one: the element of each, and the set of the elements of its options. Out: all pairs (y, F) of sums of
//! the heaps, where y is the element of the sum and F the set of the elements of its options; or a sum whose pair contradicts the P-portion.
//!
//! The pair of the empty sum is (1, {}). A heap with the element x and the options E takes (y, F) to (y x, F x ∪ E y). Each pair must satisfy: y is in the
//! P-portion if and only if F is not empty and has no element of the P-portion. By induction on the position, the P-portion then decides all outcomes, as in
//! misère play a position is a P-position if and only if it has options and none of them is a P-position.

use super::monoid::{Element, Monoid};
use super::set;
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::numbered::Numbered;
use grundy_core::contract::stop::Result;

/// Products of pairs and heaps between two looks at the limits.
const PATIENCE: usize = 1 << 10;

/// The pairs so far. They are closed under the heaps so far.
pub(super) struct Closure {
    /// For each pair the element, and then the words of the set.
    pairs: Numbered<u64>,
    /// For each pair the pair and the heap of which it is the product.
    made_of: Vec<(u32, u32)>,
    /// Heaps that have different elements or options.
    heaps: Vec<Heap>,
    portion: Vec<u64>,
    /// For each element the elements whose product with it is in the P-portion.
    tells: Vec<Vec<u64>>,
    steps: usize,
    limits: Limits,
    held: Held,
}

struct Heap {
    size: u64,
    element: Element,
    options: Vec<u64>,
}

/// What becomes of the closure with one more heap.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Closed {
    /// No pair contradicts the P-portion.
    Yes,
    /// The pair of the sum of these heaps does. The closure is of no more use.
    Broken(Vec<u64>),
}

impl Closure {
    /// The closure under no heap.
    pub(super) fn new(monoid: &Monoid, limits: &Limits) -> Closure {
        let mut portion = vec![0; set::words(monoid.size())];
        monoid.portion().into_iter().for_each(|x| set::insert(&mut portion, x));
        let mut pairs = Numbered::default();
        pairs.number(&vec![0; 1 + portion.len()]);
        Closure {
            pairs,
            made_of: vec![(0, 0)],
            heaps: vec![],
            portion,
            tells: monoid.elements().map(|x| monoid.tells(x)).collect(),
            steps: 0,
            limits: limits.clone(),
            held: limits.held(0),
        }
    }

    /// The number of pairs.
    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Closes the pairs under one more heap.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub(super) fn add(&mut self, monoid: &Monoid, size: u64, element: Element, options: &[u64]) -> Result<Closed> {
        if self.heaps.iter().any(|heap| heap.element == element && heap.options == options) {
            return Ok(Closed::Yes);
        }
        let (old, own) = (self.pairs.len(), self.heaps.len());
        self.heaps.push(Heap { size, element, options: options.to_vec() });
        let mut pair = 0;
        while pair < self.pairs.len() {
            for heap in if pair < old { own } else { 0 }..=own {
                if !self.multiply(monoid, pair as u32, heap as u32)? {
                    return Ok(Closed::Broken(self.sum(self.made_of.len() - 1)));
                }
            }
            pair += 1;
        }
        Ok(Closed::Yes)
    }

    /// Adds the product of a pair and a heap; `false` if it contradicts the P-portion.
    fn multiply(&mut self, monoid: &Monoid, pair: u32, heap: u32) -> Result<bool> {
        self.look()?;
        let Heap { element, options, .. } = &self.heaps[heap as usize];
        let (y, own) = self.pair(pair);
        let mut product = vec![0; 1 + own.len()];
        product[0] = monoid.times(y, *element).into();
        let by = |product: &mut [u64], set: &[u64], x: Element| {
            let row = monoid.row(x);
            set::elements(set).for_each(|other| set::insert(product, row[usize::from(other)]));
        };
        by(&mut product[1..], own, *element);
        by(&mut product[1..], options, y);
        if self.pairs.number(&product) as usize == self.made_of.len() {
            self.made_of.push((pair, heap));
            return Ok(self.agrees(product[0] as Element, &product[1..]));
        }
        Ok(true)
    }

    fn agrees(&self, element: Element, options: &[u64]) -> bool {
        set::has(&self.portion, element) == (!set::is_empty(options) && !set::meet(options, &self.portion))
    }

    fn pair(&self, number: u32) -> (Element, &[u64]) {
        let list = self.pairs.list(number);
        (list[0] as Element, &list[1..])
    }

    /// May a heap with these options have this element? Each sum so far is looked at with one such heap, which is necessary and fast.
    pub(super) fn may_have(&self, monoid: &Monoid, element: Element, options: &[u64]) -> Result<bool> {
        self.limits.interrupted()?;
        let tells = &self.tells[usize::from(element)];
        Ok((0..self.pairs.len() as u32).all(|number| {
            let (y, own) = self.pair(number);
            let none = set::is_empty(own) && set::is_empty(options);
            let wins = set::meet(own, tells) || set::meet(options, &self.tells[usize::from(y)]);
            set::has(&self.portion, monoid.times(y, element)) == (!none && !wins)
        }))
    }

    /// The heaps of the sum that has this pair.
    fn sum(&self, pair: usize) -> Vec<u64> {
        let (mut pair, mut sizes) = (pair, vec![]);
        while pair > 0 {
            let (before, heap) = self.made_of[pair];
            sizes.push(self.heaps[heap as usize].size);
            pair = before as usize;
        }
        sizes.sort_unstable();
        sizes
    }

    fn look(&mut self) -> Result<()> {
        self.steps += 1;
        if !self.steps.is_multiple_of(PATIENCE) {
            return Ok(());
        }
        self.limits.progress.look(PATIENCE as u64);
        let bytes = self.pairs.bytes() + 8 * self.made_of.capacity() as u64;
        self.held.grow(bytes, &self.limits, "the closure of the quotient")
    }
}
