//! The values of the two heaps that moves leave.
//!
//! In: the values of all smaller heaps, and the moves of a heap that leave two. Out: marks, from which the least value that no option has follows.
//!
//! Where a [`Class`] leaves few heaps rare, most pairs need not be looked at. A common value is that of a pair only if one of its heaps is rare: so the
//! pairs with a rare heap show all common values of options. Let c be the least common value that is not among them. The value of the heap is at most
//! c. It is c unless a rare value below c is lacking; these are looked for among all pairs, until all of them are found. Otherwise all pairs are
//! marked.

use crate::form::numbers::index;
use crate::heaps::common::{Class, Rare};
use crate::heaps::marks::Marks;
use crate::heaps::read::Sizes;

/// A move to two heaps: the tokens that are left, and the set of sizes for the smaller heap.
pub(super) struct Pair<'a> {
    pub(super) whole: u64,
    pub(super) which: &'a Sizes,
}

/// A choice of common heaps, and the rare ones.
#[derive(Default)]
pub(super) struct Chosen {
    class: Option<Class>,
    rare: Rare,
    /// What moves to two heaps take.
    takes: Vec<u64>,
}

/// The number of heaps at which common ones are first chosen.
const FIRST_CHOICE: usize = 256;

impl Chosen {
    pub(super) fn new(takes: Vec<u64>) -> Chosen {
        Chosen { takes, ..Chosen::default() }
    }

    #[cfg(test)]
    pub(super) fn chooses(&self) -> bool {
        self.class.is_some()
    }

    /// Adds the value of the last heap.
    pub(super) fn see(&mut self, values: &[u32]) {
        let heaps = values.len();
        if self.takes.is_empty() {
            return;
        }
        if heaps >= FIRST_CHOICE && heaps.is_power_of_two() {
            self.class = Class::choose(values, &self.takes);
            self.rare = self.class.map_or_else(Rare::default, |class| Rare::of(class, values));
        } else if let (Some(class), Some(value)) = (self.class, values.last()) {
            self.rare.see(class, heaps as u64 - 1, *value);
        }
    }

    /// Marks values of pairs that the next heap leaves: at least those up to the least that none has.
    pub(super) fn mark(&self, pairs: &[Pair], values: &[u32], marks: &mut Marks) {
        let Some(class) = self.class else {
            return pairs.iter().for_each(|pair| pair.mark_all(values, marks));
        };
        let heap = values.len() as u64;
        pairs.iter().for_each(|pair| pair.mark_with(&self.rare, values, marks));
        let Some(most) = (0..u32::MAX).find(|value| class.is_common(heap, *value) && !marks.has(*value)) else {
            return pairs.iter().for_each(|pair| pair.mark_all(values, marks));
        };
        let lacks = |value: u32| value < most && !class.is_common(heap, value);
        let mut left = (0..most).filter(|value| lacks(*value) && !marks.has(*value)).count();
        for pair in pairs {
            if left == 0 {
                return;
            }
            pair.each(|small| {
                let value = values[small] ^ values[index(pair.whole) - small];
                if marks.mark(value) && lacks(value) {
                    left -= 1;
                }
                left > 0
            });
        }
    }
}

impl Pair<'_> {
    /// Marks the values of all pairs.
    fn mark_all(&self, values: &[u32], marks: &mut Marks) {
        let Sizes { small, large } = self.which;
        let (near, whole) = (small.len(), index(self.whole));
        if large.iter().all(|may| *may) && whole / 2 >= near {
            for (size, _) in small.iter().enumerate().filter(|(_, may)| **may) {
                marks.mark(values[size] ^ values[whole - size]);
            }
            return marks.mark_sums(&values[near..=whole / 2], &values[whole - whole / 2..=whole - near]);
        }
        self.each(|small| {
            marks.mark(values[small] ^ values[whole - small]);
            true
        });
    }

    /// Marks the values of the pairs with a rare heap.
    fn mark_with(&self, rare: &Rare, values: &[u32], marks: &mut Marks) {
        let whole = index(self.whole);
        for (size, value) in rare.0.iter().map(|(size, value)| (index(*size), *value)) {
            let Some(other) = whole.checked_sub(size) else { break };
            if self.which.has(size.min(other) as u64) {
                marks.mark(value ^ values[other]);
            }
        }
    }

    /// Calls `see` with the smaller heap of every pair in ascending order, until it returns `false`.
    fn each(&self, mut see: impl FnMut(usize) -> bool) {
        let Sizes { small, large } = self.which;
        let near = small.len();
        let sizes = small.iter().chain(large.iter().cycle()).zip(0..=(index(self.whole) / 2).max(near - 1));
        let _ = sizes.filter(|(may, _)| **may).all(|(_, size)| see(size));
    }
}
