//! Which values the options of one heap have.
//!
//! In: values of options. Out: the least number that is none of them. Marks of the heaps before need not be taken away: a mark is the number of the
//! heap.

use crate::form::numbers::index;

/// Marked values.
pub(super) struct Marks {
    /// For each value one more than the last heap with an option of this value. The length is a power of two.
    last: Vec<u32>,
    own: u32,
    any: bool,
}

/// The number of nim-sums that are made at a time.
const AT_ONCE: usize = 512;

impl Marks {
    pub(super) fn new() -> Marks {
        Marks { last: vec![0; 64], own: 0, any: false }
    }

    /// Begins with a heap, of which nothing is marked yet.
    pub(super) fn begin(&mut self, heap: u32) {
        (self.own, self.any) = (heap + 1, false);
    }

    /// From now on there is room for the nim-sums of values up to this one.
    pub(super) fn make_room(&mut self, value: u32) {
        if self.last.len() <= index(value) {
            self.last.resize((index(value) + 1).next_power_of_two(), 0);
        }
    }

    /// Marks a value; `true` if it was not marked before.
    pub(super) fn mark(&mut self, value: u32) -> bool {
        self.make_room(value);
        self.any = true;
        std::mem::replace(&mut self.last[index(value)], self.own) != self.own
    }

    /// Marks the nim-sums of the numbers of one list with those of another, which is read from its end. There is room for them.
    pub(super) fn mark_sums(&mut self, forward: &[u32], backward: &[u32]) {
        let mut sums = [0; AT_ONCE];
        // Nim-sums are below the length, a power of two. That the compiler sees this, too, saves a comparison each.
        let top = self.last.len() - 1;
        for (ahead, behind) in forward.chunks(AT_ONCE).zip(backward.rchunks(AT_ONCE)) {
            for (sum, (a, b)) in sums.iter_mut().zip(ahead.iter().zip(behind.iter().rev())) {
                *sum = a ^ b;
            }
            for sum in &sums[..ahead.len()] {
                self.last[index(*sum) & top] = self.own;
            }
        }
        self.any |= !forward.is_empty();
    }

    pub(super) fn has(&self, value: u32) -> bool {
        self.last.get(index(value)) == Some(&self.own)
    }

    /// Is anything marked?
    pub(super) fn any(&self) -> bool {
        self.any
    }

    /// The least value that is not marked.
    pub(super) fn mex(&self) -> u32 {
        (0..).find(|value| !self.has(*value)).unwrap_or(u32::MAX)
    }
}
