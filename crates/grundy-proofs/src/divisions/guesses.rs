//! Sets of guesses, each stored once, and the steps between them taken so far.
//!
//! In: sets of tuples, and the values at quotients. Out: the number of a set, and the number of the set one step on. For given values at quotients
//! the next set is determined, and the same sets occur again and again, so usually a step is one look-up.

use crate::exact::short;
use std::collections::HashMap;

use super::invariants::{Forward, Tuple};
use super::read::Shape;

/// The limit on the tuples of all stored sets: some 64 MiB with the keys.
const MOST_TUPLES: usize = 1 << 22;

/// The tuples with one of the possible values, given as bits, at each place, in ascending order; `None` if there are more than `most`.
pub(super) fn tuples(possible: impl IntoIterator<Item = u32>, most: usize) -> Option<Vec<Tuple>> {
    let mut all: Vec<Tuple> = vec![0];
    for values in possible {
        let longer = |tuple: &Tuple| {
            let tuple = *tuple;
            (0..16).filter(move |v| values >> v & 1 == 1).map(move |v| tuple << 4 | v)
        };
        all = all.iter().flat_map(longer).collect();
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

/// The sets met so far.
pub(super) struct Guesses {
    pub(super) forward: Forward,
    numbers: HashMap<Box<[Tuple]>, u32>,
    sets: Vec<Box<[Tuple]>>,
    /// For each set, the next set by the values at quotients as bits.
    steps: Vec<Vec<(u32, u32)>>,
    tuples: usize,
}

impl Guesses {
    /// No sets yet.
    pub(super) fn new(shape: &Shape) -> Guesses {
        Guesses { forward: Forward::of(shape), numbers: HashMap::new(), sets: vec![], steps: vec![], tuples: 0 }
    }

    /// The guesses of a set.
    pub(super) fn of(&self, set: u32) -> &[Tuple] {
        &self.sets[set as usize]
    }

    /// The number of a set. Its tuples must be in ascending order.
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

    /// The set of the next number, if the quotients have the values of the set `quotients`.
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

    /// Are so many sets stored that they should be forgotten?
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.tuples > MOST_TUPLES
    }

    /// Forgets all sets; their numbers become invalid.
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.sets.clear();
        self.steps.clear();
        self.tuples = 0;
    }
}
