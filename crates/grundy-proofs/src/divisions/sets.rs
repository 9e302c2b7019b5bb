//! All guesses at once: the set of tuples that are possible, step by step.
//!
//! In: the tuples proved possible before a number ([`Invariants`]), and the values at quotients. Out: the values below a quotient on which all
//! guesses agree ([`Values`]).
//!
//! This is the algorithm of Nivasch and Rubinstein (their section 4). Below each quotient q lies an interval. At its beginning every possible guess
//! is tried. Once all guesses agree (*convergence*) the values are the true ones, since the true values are among the guesses. Guesses are stored as
//! a set without duplicates ([`guesses`](super::guesses)): after a few steps only a handful is left.

use super::guesses::Guesses;
use super::invariants::{Invariants, Tuple};
use super::lattice::Cells;
use super::read::Shape;
use crate::exact::index;

/// The values just below a quotient, starting with the value at the quotient.
pub(super) type Values = Box<[u8]>;

/// Computes the values in the interval below each quotient.
pub(super) struct Sets<'a> {
    shape: &'a Shape,
    first: &'a [u8],
    invariants: &'a Invariants,
    guesses: Guesses,
    /// The number of values stored for a quotient.
    width: usize,
    modulus: u64,
    /// For each residue, the number of the set of tuples possible before a number.
    starts: Vec<u32>,
    /// Two guesses that still differ at the end of an interval, and the length of the interval.
    pub(super) differ: Option<(Tuple, Tuple, usize)>,
}

impl<'a> Sets<'a> {
    /// With `width` values stored for a quotient.
    pub(super) fn new(shape: &'a Shape, first: &'a [u8], invariants: &'a Invariants, width: usize) -> Sets<'a> {
        let (modulus, guesses) = (shape.common(invariants.modulus), Guesses::new(shape));
        let mut all = Sets { shape, first, invariants, guesses, width, modulus, starts: vec![], differ: None };
        all.number_starts();
        all
    }

    /// The end of the table that is needed for this width.
    pub(super) fn table(shape: &Shape, width: usize, from: u64) -> u64 {
        let largest = shape.divide.last().copied().unwrap_or(1);
        (largest * (width as u64 + 1) + 1).max(from + (3 * width + shape.longest()) as u64)
    }

    fn number_starts(&mut self) {
        let sets = self.invariants.tuples.iter();
        self.starts = sets.map(|set| self.guesses.number(set.clone().into_boxed_slice())).collect();
    }

    /// Forgets all sets except the starting sets and `set`. Returns the new number of `set`.
    fn forget(&mut self, set: u32) -> u32 {
        let kept: Box<[Tuple]> = self.guesses.of(set).into();
        self.guesses.clear();
        self.number_starts();
        self.guesses.number(kept)
    }

    /// The values, as bits, at the quotients of the number that is `below` below a number of this residue.
    fn quotients<'w>(&self, residue: u64, below: usize, quotient: &impl Fn(usize) -> &'w Values) -> u32 {
        let mut mask = 0;
        for (k, d) in self.shape.divide.iter().enumerate() {
            let r = index(residue % d);
            if below >= r && (below - r).is_multiple_of(index(*d)) {
                mask |= 1 << quotient(k)[(below - r) / index(*d)];
            }
        }
        mask
    }

    /// Two guesses of a set that differ after an interval, if there are any.
    fn differing(&self, set: u32, masks: &[u32]) -> Option<(Tuple, Tuple)> {
        let end = |start: Tuple| masks.iter().fold(start, |tuple, mask| self.guesses.forward.next(tuple, *mask));
        let (one, rest) = self.guesses.of(set).split_first()?;
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
        let end = index(quotient) + 1;
        self.first[end.saturating_sub(self.width)..end].iter().rev().copied().collect()
    }

    fn modulus(&self) -> u64 {
        self.modulus
    }

    fn window<'w>(&mut self, residue: u64, quotient: impl Fn(usize) -> &'w Values) -> Option<Values> {
        let reach = |(k, d): (usize, &u64)| index(*d) * quotient(k).len() + index(residue % d);
        let all = self.shape.divide.iter().enumerate().map(reach).min()?.min(2 * self.width);
        let class = (residue + self.modulus - (all as u64 - 1) % self.modulus) % self.invariants.modulus;
        let mut set = self.starts[index(class)];
        let mut values = vec![0; all];
        let mut agreed: Option<(usize, Tuple)> = None;
        for below in (0..all).rev() {
            let mask = self.quotients(residue, below, &quotient);
            if let Some((_, tuple)) = &mut agreed {
                *tuple = self.guesses.forward.next(*tuple, mask);
                values[below] = (*tuple & 15) as u8;
                continue;
            }
            if self.guesses.is_full() {
                set = self.forget(set);
            }
            set = self.guesses.step(set, mask);
            if let [tuple] = *self.guesses.of(set) {
                let length = self.guesses.forward.length.min(all - below);
                (0..length).for_each(|k| values[below + k] = (tuple >> (4 * k) & 15) as u8);
                agreed = Some((below + length, tuple));
            }
        }
        let Some((agreed, _)) = agreed else {
            let start = self.starts[index(class)];
            let masks: Vec<u32> = (0..all).rev().map(|below| self.quotients(residue, below, &quotient)).collect();
            self.differ = self.differing(start, &masks).map(|(a, b)| (a, b, all));
            return None;
        };
        values.truncate(agreed.min(self.width));
        Some(values.into_boxed_slice())
    }
}
