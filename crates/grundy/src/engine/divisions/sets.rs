//! Guesses, all at once: the set of tuples that are possible, step by step.
//!
//! In: what is proved possible before a number ([`Invariants`]), the values at quotients. Out: the values below a quotient that all guesses agree
//! on ([`Values`]).
//!
//! This is the algorithm of Nivasch and Rubinstein (their section 4): below each quotient q stands an interval; at its beginning every guess is tried that is
//! possible; where all guesses have come to agree (*convergence*) the values are the true ones, for these are among the guesses. Guesses are kept
//! as a set, each once: after a few steps a handful is left. As the same sets come again and again, steps between them are
//! remembered, so that mostly a number costs one look.

use std::collections::HashMap;

use super::invariants::{Forward, Invariants, Tuple};
use super::lattice::Cells;
use super::read::Shape;

/// Sets that are remembered at most.
const MOST_SETS: usize = 1 << 16;

/// The values just below a quotient: that of the quotient first.
pub(super) type Values = Box<[u8]>;

/// The interval below each quotient, and the sets met so far.
pub(super) struct Sets<'a> {
    shape: &'a Shape,
    first: &'a [u8],
    invariants: &'a Invariants,
    forward: Forward,
    /// Values that are kept of a quotient.
    width: usize,
    modulus: u64,
    known: HashMap<Box<[Tuple]>, u32>,
    sets: Vec<Box<[Tuple]>>,
    /// Steps from each set, by the values of quotients.
    steps: Vec<Vec<(u32, u32)>>,
    /// The sets that are possible before a number, by its residue.
    starts: Vec<u32>,
    /// Two guesses that still differ at the end of an interval, and how long that was.
    pub(super) differ: Option<(Tuple, Tuple, usize)>,
}

impl<'a> Sets<'a> {
    /// With intervals of so many values.
    pub(super) fn new(shape: &'a Shape, first: &'a [u8], invariants: &'a Invariants, width: usize) -> Sets<'a> {
        let modulus = shape.divide.iter().fold(invariants.modulus, |m, d| crate::engine::lines::lcm(m, *d));
        let forward = Forward::of(shape);
        let (known, sets, steps) = (HashMap::new(), vec![], vec![]);
        let mut all = Sets {
            shape,
            first,
            invariants,
            forward,
            width,
            modulus,
            known,
            sets,
            steps,
            starts: vec![],
            differ: None,
        };
        all.starts = invariants.tuples.iter().map(|set| all.number(set.clone().into_boxed_slice())).collect();
        all
    }

    /// The end of the table that such intervals want.
    pub(super) fn table(shape: &Shape, width: usize, from: u64) -> u64 {
        let largest = shape.divide.last().copied().unwrap_or(1);
        (largest * (width as u64 + 1) + 1).max(from + (3 * width + shape.longest()) as u64)
    }

    fn number(&mut self, set: Box<[Tuple]>) -> u32 {
        if let Some(number) = self.known.get(&set) {
            return *number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.steps.push(vec![]);
        self.known.insert(set, number);
        number
    }

    /// The set one number further on.
    fn step(&mut self, set: u32, quotients: u32) -> u32 {
        if let Some((_, next)) = self.steps[set as usize].iter().find(|(mask, _)| *mask == quotients) {
            return *next;
        }
        let set = if self.sets.len() > MOST_SETS { self.forget(set) } else { set };
        let mut next: Vec<Tuple> = self.sets[set as usize].iter().map(|t| self.forward.next(*t, quotients)).collect();
        next.sort_unstable();
        next.dedup();
        let next = self.number(next.into_boxed_slice());
        self.steps[set as usize].push((quotients, next));
        next
    }

    /// Forgets all sets but those at which intervals begin, and one; its number is another one then.
    fn forget(&mut self, set: u32) -> u32 {
        let kept = self.sets[set as usize].clone();
        self.known.clear();
        self.sets.clear();
        self.steps.clear();
        let starts = &self.invariants.tuples;
        self.starts = starts.iter().map(|set| self.number(set.clone().into_boxed_slice())).collect();
        self.number(kept)
    }

    /// The values of the quotients of the number so far below one of a residue, as bits.
    fn quotients<'w>(&self, residue: u64, below: usize, quotient: &impl Fn(usize) -> &'w Values) -> u32 {
        let mut mask = 0;
        for (k, d) in self.shape.divide.iter().enumerate() {
            let r = (residue % d) as usize;
            if below >= r && (below - r).is_multiple_of(*d as usize) {
                mask |= 1 << quotient(k)[(below - r) / *d as usize];
            }
        }
        mask
    }

    /// Two guesses of a set that differ after an interval, if any.
    fn differing(&self, set: u32, masks: &[u32]) -> Option<(Tuple, Tuple)> {
        let end = |start: Tuple| masks.iter().fold(start, |tuple, mask| self.forward.next(tuple, *mask));
        let (one, rest) = self.sets[set as usize].split_first()?;
        let last = end(*one);
        rest.iter().find(|other| end(**other) != last).map(|other| (*one, *other))
    }
}

impl Cells for Sets<'_> {
    type Window = Values;

    fn table(&self) -> u64 {
        Sets::table(self.shape, self.width, self.invariants.from)
    }

    fn looked_up(&self, quotient: u64) -> Values {
        let end = quotient as usize + 1;
        self.first[end.saturating_sub(self.width)..end].iter().rev().copied().collect()
    }

    fn modulus(&self) -> u64 {
        self.modulus
    }

    fn window<'w>(&mut self, residue: u64, quotient: impl Fn(usize) -> &'w Values) -> Option<Values> {
        let reach = |(k, d): (usize, &u64)| *d as usize * quotient(k).len() + (residue % d) as usize;
        let all = self.shape.divide.iter().enumerate().map(reach).min()?.min(2 * self.width);
        let class = (residue + self.modulus - (all as u64 - 1) % self.modulus) % self.invariants.modulus;
        let mut set = self.starts[class as usize];
        let mut values = vec![0; all];
        let mut agreed: Option<(usize, Tuple)> = None;
        for below in (0..all).rev() {
            let mask = self.quotients(residue, below, &quotient);
            if let Some((_, tuple)) = &mut agreed {
                *tuple = self.forward.next(*tuple, mask);
                values[below] = (*tuple & 15) as u8;
                continue;
            }
            set = self.step(set, mask);
            if let [tuple] = *self.sets[set as usize] {
                let length = self.forward.length.min(all - below);
                (0..length).for_each(|k| values[below + k] = (tuple >> (4 * k) & 15) as u8);
                agreed = Some((below + length, tuple));
            }
        }
        let Some((agreed, _)) = agreed else {
            let start = self.starts[class as usize];
            let masks: Vec<u32> = (0..all).rev().map(|below| self.quotients(residue, below, &quotient)).collect();
            self.differ = self.differing(start, &masks).map(|(a, b)| (a, b, all));
            return None;
        };
        values.truncate(agreed.min(self.width));
        Some(values.into_boxed_slice())
    }
}
