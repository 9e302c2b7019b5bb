//! Sets of guesses, each set once, and the steps between them as far as they were taken.
//!
//! In: sets of tuples, the values at quotients. Out: the number of a set, and that of the set one number further on. A set goes on in one way for given values
//! at quotients, and the same sets come again and again, so that mostly a step is one look.

use crate::exact::short;
use std::collections::HashMap;

use super::invariants::{Forward, Tuple};
use super::read::Shape;

/// Tuples of all sets that are remembered: some 64 MiB with the keys.
const MOST_TUPLES: usize = 1 << 22;

/// The sets met so far.
pub(super) struct Guesses {
    pub(super) forward: Forward,
    numbers: HashMap<Box<[Tuple]>, u32>,
    sets: Vec<Box<[Tuple]>>,
    /// From each set, by the values at quotients as bits.
    steps: Vec<Vec<(u32, u32)>>,
    tuples: usize,
}

impl Guesses {
    /// None yet.
    pub(super) fn new(shape: &Shape) -> Guesses {
        Guesses { forward: Forward::of(shape), numbers: HashMap::new(), sets: vec![], steps: vec![], tuples: 0 }
    }

    /// The guesses of a set.
    pub(super) fn of(&self, set: u32) -> &[Tuple] {
        &self.sets[set as usize]
    }

    /// The number of a set, whose tuples are in ascending order.
    pub(super) fn number(&mut self, set: Box<[Tuple]>) -> u32 {
        if let Some(number) = self.numbers.get(&set) {
            return *number;
        }
        let number = short(self.sets.len());
        self.tuples += set.len();
        self.sets.push(set.clone());
        self.steps.push(vec![]);
        self.numbers.insert(set, number);
        number
    }

    /// The set one number further on, where the quotients have values of a set.
    #[inline]
    pub(super) fn step(&mut self, set: u32, quotients: u32) -> u32 {
        match self.steps[set as usize].iter().find(|(values, _)| *values == quotients) {
            Some((_, next)) => *next,
            None => self.take(set, quotients),
        }
    }

    #[cold]
    fn take(&mut self, set: u32, quotients: u32) -> u32 {
        let mut next: Vec<Tuple> = self.of(set).iter().map(|tuple| self.forward.next(*tuple, quotients)).collect();
        next.sort_unstable();
        next.dedup();
        let next = self.number(next.into_boxed_slice());
        self.steps[set as usize].push((quotients, next));
        next
    }

    /// Are so many remembered that they had better be forgotten?
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.tuples > MOST_TUPLES
    }

    /// Forgets all; numbers of sets are void.
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.sets.clear();
        self.steps.clear();
        self.tuples = 0;
    }
}
