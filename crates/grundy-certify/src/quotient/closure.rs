//! The pairs of all sums of heaps.
//!
//! In: a table, and heaps, each with its element and the elements of its options. Out: all pairs (y, F) of sums: the element of the sum, and the set of those of its options; or the
//! pair at which the values do not satisfy the recursion.
//!
//! The empty sum has (1, {}). With a heap of element x and options E more, an option is one of the sum with the heap, or the sum with an option of the heap:
//! (y, F) becomes (y x, F x ∪ y E). In misère play the value of a sum is 1 if it has no options, and else the least number that is no value of an option; cut off at `most`, it follows
//! from values of the options that are cut off there. A sum is a P-position if and only if its value is 0.

use std::collections::HashSet;

use crate::form::expr::Result;
use crate::form::spent::Stop;
use crate::quotient::spend;
use crate::quotient::table::Table;

/// The element of a sum, and as bits the elements of its options.
type Pair = (u16, Vec<u64>);

/// Products between two looks at who may stop the work.
const PATIENCE: u64 = 1 << 8;

pub(super) struct Closure<'t> {
    table: &'t Table,
    heaps: Vec<Pair>,
    seen: HashSet<Pair>,
    pairs: Vec<Pair>,
    steps: u64,
    /// About how many bytes the pairs take.
    bytes: u64,
}

impl<'t> Closure<'t> {
    /// The pair of the empty sum.
    pub(super) fn new(table: &'t Table) -> Result<Closure<'t>> {
        let mut closure = Closure { table, heaps: vec![], seen: HashSet::new(), pairs: vec![], steps: 0, bytes: 0 };
        let empty = (0, vec![0; table.size().div_ceil(64)]);
        closure.agrees(&empty)?;
        closure.insert(empty);
        Ok(closure)
    }

    /// The number of pairs.
    pub(super) fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// Adds a heap, and with it all sums that have it.
    pub(super) fn add(&mut self, element: u16, options: &[u16], stop: Stop) -> Result<()> {
        let heap = (element, self.set(options.iter().copied()));
        if self.heaps.contains(&heap) {
            return Ok(());
        }
        let known = self.pairs.len();
        self.heaps.push(heap);
        let mut at = 0;
        while at < self.pairs.len() {
            // The pairs that were there before are closed under the heaps before.
            let from = if at < known { self.heaps.len() - 1 } else { 0 };
            for heap in from..self.heaps.len() {
                self.steps += 1;
                if self.steps.is_multiple_of(PATIENCE) {
                    spend(self.steps, self.bytes, stop)?;
                }
                let product = self.product(&self.pairs[at], &self.heaps[heap]);
                if !self.seen.contains(&product) {
                    self.agrees(&product)?;
                    self.insert(product);
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// The set of some elements.
    fn set(&self, elements: impl Iterator<Item = u16>) -> Vec<u64> {
        let mut set = vec![0; self.table.size().div_ceil(64)];
        elements.for_each(|x| set[usize::from(x / 64)] |= 1 << (x % 64));
        set
    }

    fn product(&self, (y, options): &Pair, (x, own): &Pair) -> Pair {
        let of_sum = elements(options).map(|option| self.table.times(option, *x));
        let of_heap = elements(own).map(|option| self.table.times(*y, option));
        (self.table.times(*y, *x), self.set(of_sum.chain(of_heap)))
    }

    fn agrees(&self, (y, options): &Pair) -> Result<()> {
        let (says, is) = (self.table.value(*y), self.value(options));
        if says == is {
            return Ok(());
        }
        let options: Vec<u16> = elements(options).collect();
        if self.table.most() > 1 {
            return Err(format!(
                "the element {y} has the value {says}, and a sum with it, whose options have the elements {options:?}, has the value {is}"
            ));
        }
        let (says, is) = if is == 0 { ("not in", "a P-position") } else { ("in", "no P-position") };
        Err(format!(
            "the element {y} is {says} the P-portion, and a sum with it, whose options have the elements {options:?}, is {is}"
        ))
    }

    /// The value of a sum whose options have these elements.
    fn value(&self, options: &[u64]) -> u64 {
        let values: HashSet<u64> = elements(options).map(|option| self.table.value(option)).collect();
        match values.is_empty() {
            true => 1,
            false => (0..self.table.most()).find(|value| !values.contains(value)).unwrap_or(self.table.most()),
        }
    }

    fn insert(&mut self, pair: Pair) {
        self.bytes += 2 * (64 + 8 * pair.1.len() as u64);
        self.seen.insert(pair.clone());
        self.pairs.push(pair);
    }
}

/// The elements of a set, in order.
fn elements(set: &[u64]) -> impl Iterator<Item = u16> + '_ {
    let bits = |(place, mut left): (u16, u64)| {
        std::iter::from_fn(move || {
            let bit = u16::try_from(left.trailing_zeros()).ok().filter(|bit| *bit < 64)?;
            left ^= 1 << bit;
            Some(64 * place + bit)
        })
    };
    (0..).zip(set.iter().copied()).flat_map(bits)
}
