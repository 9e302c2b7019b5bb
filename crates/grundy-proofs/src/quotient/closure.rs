//! The closure that proves a quotient.
//!
//! In: a monoid whose elements have values, and heaps one by one: the element of each, and the set of the elements of its options. Out: all pairs (y, F) of sums of
//! the heaps, where y is the element of the sum and F the set of the elements of its options; or a sum whose pair contradicts the values.
//!
//! The pair of the empty sum is (1, {}). A heap with the element x and the options E takes (y, F) to (y x, F x ∪ E y). Each pair must satisfy: the value of y is 1 if F is
//! empty, and else the least number that is no value of an element of F, cut off at `most`. By induction on the position, each sum then has the misère value of its element, cut off
//! there. With 1 as `most` this says: y is in the P-portion if and only if F is not empty and has no element of the P-portion.

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
    /// For each pair the pair and the generator of which it was made.
    made_of: Vec<(u32, u32)>,
    generators: Vec<Generator>,
    /// The generators of the heaps so far; `None` if the heap is no position.
    heaps: Vec<Option<u32>>,
    /// For each element and each value the elements whose product with it has the value.
    tells: Vec<Vec<Vec<u64>>>,
    steps: usize,
    limits: Limits,
    held: Held,
}

/// Heaps with the same element and the same options.
pub(super) struct Generator {
    /// The least of them.
    pub(super) heap: u64,
    pub(super) element: Element,
    /// The elements of their options.
    pub(super) options: Vec<u64>,
    /// The products with all pairs.
    products: Vec<u32>,
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
        let mut pairs = Numbered::default();
        pairs.number(&vec![0; 1 + set::words(monoid.size())]);
        Closure {
            pairs,
            made_of: vec![(0, 0)],
            generators: vec![],
            heaps: vec![],
            tells: monoid.elements().map(|x| monoid.tells(x)).collect(),
            steps: 0,
            limits: limits.clone(),
            held: limits.held(0),
        }
    }

    /// The number of pairs. The pair of the empty sum has the number 0.
    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// The number of heaps so far, which is the size of the next one.
    pub(super) fn heaps(&self) -> u64 {
        self.heaps.len() as u64
    }

    /// The different heaps.
    pub(super) fn generators(&self) -> &[Generator] {
        &self.generators
    }

    /// The pair of the sum of a pair and a generator.
    pub(super) fn product(&self, pair: u32, generator: usize) -> u32 {
        self.generators[generator].products[pair as usize]
    }

    /// The pair of the sum of a pair and heaps, all of which are positions that the closure has.
    pub(super) fn sum(&self, pair: u32, heaps: &[u64]) -> u32 {
        let generators = heaps.iter().filter_map(|heap| self.generator(*heap));
        generators.fold(pair, |pair, generator| self.product(pair, generator))
    }

    /// The generator that a heap is.
    pub(super) fn generator(&self, heap: u64) -> Option<usize> {
        self.heaps.get(usize::try_from(heap).ok()?).copied().flatten().map(|generator| generator as usize)
    }

    /// The element of a pair.
    pub(super) fn element(&self, pair: u32) -> Element {
        self.pairs.list(pair)[0] as Element
    }

    /// The next heap is no position.
    pub(super) fn skip(&mut self) {
        self.heaps.push(None);
    }

    /// Closes the pairs under the next heap.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub(super) fn add(&mut self, monoid: &Monoid, element: Element, options: &[u64]) -> Result<Closed> {
        let same = |own: &Generator| own.element == element && own.options == options;
        let (old, number) = (self.pairs.len(), self.generators.len());
        let known = self.generators.iter().position(same);
        self.heaps.push(Some(known.unwrap_or(number) as u32));
        if known.is_some() {
            return Ok(Closed::Yes);
        }
        let heap = self.heaps.len() as u64 - 1;
        self.generators.push(Generator { heap, element, options: options.to_vec(), products: vec![] });
        let mut pair = 0;
        while pair < self.pairs.len() {
            for generator in if pair < old { number } else { 0 }..=number {
                if !self.multiply(monoid, pair as u32, generator)? {
                    return Ok(Closed::Broken(self.last_sum()));
                }
            }
            pair += 1;
        }
        Ok(Closed::Yes)
    }

    /// Adds the product of a pair and a generator; `false` if it contradicts the P-portion.
    fn multiply(&mut self, monoid: &Monoid, pair: u32, generator: usize) -> Result<bool> {
        self.look()?;
        let Generator { element, options, .. } = &self.generators[generator];
        let (y, own) = self.pair(pair);
        let mut product = vec![0; 1 + own.len()];
        product[0] = monoid.times(y, *element).into();
        let by = |product: &mut [u64], set: &[u64], x: Element| {
            let row = monoid.row(x);
            set::elements(set).for_each(|other| set::insert(product, row[usize::from(other)]));
        };
        by(&mut product[1..], own, *element);
        by(&mut product[1..], options, y);
        let known = self.pairs.len();
        let number = self.pairs.number(&product);
        self.generators[generator].products.push(number);
        if (number as usize) < known {
            return Ok(true);
        }
        self.made_of.push((pair, generator as u32));
        Ok(self.agrees(monoid, product[0] as Element, &product[1..]))
    }

    /// The heaps of a sum that has the last pair.
    fn last_sum(&self) -> Vec<u64> {
        let (mut pair, mut heaps) = (self.made_of.len() - 1, vec![]);
        while pair > 0 {
            let (before, generator) = self.made_of[pair];
            heaps.push(self.generators[generator as usize].heap);
            pair = before as usize;
        }
        heaps.sort_unstable();
        heaps
    }

    fn agrees(&self, monoid: &Monoid, element: Element, options: &[u64]) -> bool {
        let values = &self.tells[usize::from(Monoid::ONE)];
        let has = |value: usize| set::meet(options, &values[value]);
        monoid.value(element) == monoid.value_of(set::is_empty(options), values.len(), has)
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
            let of_sum = &self.tells[usize::from(y)];
            let has = |value: usize| set::meet(own, &tells[value]) || set::meet(options, &of_sum[value]);
            monoid.value(monoid.times(y, element)) == monoid.value_of(none, tells.len(), has)
        }))
    }

    fn look(&mut self) -> Result<()> {
        self.steps += 1;
        if !self.steps.is_multiple_of(PATIENCE) {
            return Ok(());
        }
        self.limits.progress.look(PATIENCE as u64);
        let products: usize = self.generators.iter().map(|generator| generator.products.capacity()).sum();
        let bytes = self.pairs.bytes() + (size_of::<u32>() * products + 8 * self.made_of.capacity()) as u64;
        self.held.grow(bytes, &self.limits, "the closure of the quotient")
    }
}
