//! Outcomes of sums with several heaps of one more size.
//!
//! In: the closure of the heaps before, and the options of the next heap. Out: for k = 0, 1, … and every pair of the closure, the outcome of a sum with this pair and k of
//! the next heap, up to a k from which on the outcomes recur.
//!
//! They are those of *one* sum for each pair: the one whose heaps have the least sum of squares. Sums with the same pair may differ in what they do together with
//! the next heap, so the outcomes say nothing of all sums, and a quotient that is learnt from them is proved by its own closure.
//!
//! A move makes the sum of squares less. So the options of such a sum have pairs whose sums have smaller sums of squares, and pairs are gone through in this order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::closure::Closure;
use super::monoid::{Monoid, of_options};
use crate::heaps::Heaps;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::Result;

/// The most levels.
const MOST: usize = 1 << 7;
/// Pairs between two looks at the limits.
const PATIENCE: usize = 1 << 10;

/// The outcomes.
pub(super) struct Levels {
    /// For k of the next heap, the value of the sum of each pair with them.
    pub(super) values: Vec<Vec<u8>>,
    /// The level that comes after the last one.
    pub(super) recurs: usize,
}

impl Levels {
    /// The outcomes with the next heap; `None` if they do not recur soon.
    pub(super) fn of(heaps: &Heaps, monoid: &Monoid, closure: &Closure, limits: &Limits) -> Result<Option<Levels>> {
        let _held = limits.hold((MOST * closure.len()) as u64, "outcomes of sums of heaps")?;
        let order = order(closure, limits)?;
        let options = Options::of(heaps, closure, &order, limits)?;
        let next = of_heap(heaps, closure, closure.heaps(), limits)?;
        let first = (0..closure.len() as u32).map(|pair| monoid.value(closure.element(pair))).collect();
        let mut values: Vec<Vec<u8>> = vec![first];
        while values.len() < MOST {
            let before = &values[values.len() - 1];
            let mut level = vec![0; closure.len()];
            for (place, (pair, _)) in order.iter().enumerate() {
                if place % PATIENCE == 0 {
                    limits.interrupted()?;
                }
                let of_sum = options.of_pair(*pair).iter().map(|option| level[*option as usize]);
                let of_next = next.iter().map(|option| before[closure.sum(*pair, option) as usize]);
                level[*pair as usize] = of_options(of_sum.chain(of_next), monoid.most());
            }
            if let Some(recurs) = values.iter().position(|other| *other == level) {
                return Ok(Some(Levels { values, recurs }));
            }
            values.push(level);
        }
        Ok(None)
    }
}

/// The pairs, by the least sum of squares of the heaps of a sum that has it; and the pair and the generator of which this sum is made.
fn order(closure: &Closure, limits: &Limits) -> Result<Vec<(u32, (u32, usize))>> {
    let squares: Vec<u64> = closure.generators().iter().map(|generator| generator.heap.saturating_pow(2)).collect();
    let mut seen = vec![false; closure.len()];
    let mut order = vec![];
    let mut open = BinaryHeap::from([Reverse((0u64, 0u32, (0u32, 0usize)))]);
    let mut held = limits.held(0);
    while let Some(Reverse((sum, pair, made_of))) = open.pop() {
        if std::mem::replace(&mut seen[pair as usize], true) {
            continue;
        }
        if order.len() % PATIENCE == 0 {
            held.grow((32 * (open.capacity() + closure.len())) as u64, limits, "the order of sums of heaps")?;
        }
        order.push((pair, made_of));
        for (generator, square) in squares.iter().enumerate() {
            let product = closure.product(pair, generator);
            if !seen[product as usize] {
                open.push(Reverse((sum.saturating_add(*square), product, (pair, generator))));
            }
        }
    }
    Ok(order)
}

/// The options of a heap as sums of heaps, one for each pair that they have.
fn of_heap(heaps: &Heaps, closure: &Closure, heap: u64, limits: &Limits) -> Result<Vec<Vec<u64>>> {
    let (mut pairs, mut options) = (vec![false; closure.len()], vec![]);
    heaps.each_option(heap, &mut |option| {
        let pair = closure.sum(0, option) as usize;
        if !std::mem::replace(&mut pairs[pair], true) {
            options.push(option.to_vec());
        }
        limits.interrupted()
    })?;
    Ok(options)
}

/// The pairs of the options of the sum that stands for each pair.
struct Options {
    pairs: Vec<u32>,
    /// For each pair where its options begin and end.
    ranges: Vec<(usize, usize)>,
}

impl Options {
    fn of(heaps: &Heaps, closure: &Closure, order: &[(u32, (u32, usize))], limits: &Limits) -> Result<Options> {
        let generators = closure.generators().iter();
        let of_heaps = generators.map(|own| of_heap(heaps, closure, own.heap, limits)).collect::<Result<Vec<_>>>()?;
        let mut options = Options { pairs: vec![], ranges: vec![(0, 0); closure.len()] };
        let mut held = limits.held(0);
        for (place, (pair, (rest, generator))) in order.iter().enumerate().skip(1) {
            let of_rest = options.of_pair(*rest).iter().map(|option| closure.product(*option, *generator));
            let of_own = of_heaps[*generator].iter().map(|option| closure.sum(*rest, option));
            let mut own: Vec<u32> = of_rest.chain(of_own).collect();
            own.sort_unstable();
            own.dedup();
            options.ranges[*pair as usize] = (options.pairs.len(), options.pairs.len() + own.len());
            options.pairs.extend(own);
            if place % PATIENCE == 0 {
                let bytes = 4 * options.pairs.capacity() + 16 * options.ranges.len();
                held.grow(bytes as u64, limits, "the options of sums of heaps")?;
            }
        }
        Ok(options)
    }

    fn of_pair(&self, pair: u32) -> &[u32] {
        let (start, end) = self.ranges[pair as usize];
        &self.pairs[start..end]
    }
}
