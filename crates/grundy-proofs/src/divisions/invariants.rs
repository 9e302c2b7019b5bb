//! Which values can occur next to each other, by residue class: proved by induction.
//!
//! In: a [`Shape`], its first values, a modulus M. Out: for each residue of n the tuples (G(n-1), …, G(n-m)) that can occur, with m the largest
//! subtrahend, for all n from some number on ([`Invariants`]).
//!
//! These tuples are the least family of sets that contains the tuples of the first numbers and that no step leaves. A step takes a tuple of the class
//! of n, and any values that the quotients of n can have by their classes; it appends the mex, and the resulting tuple belongs to the class of n + 1.
//! So by induction all later tuples are in the family. (Section 6 of Nivasch and Rubinstein: guesses outside of what is proved possible need not be
//! tried, and some games converge only because of this.)

use crate::exact::{index, short};
use std::collections::BTreeSet;

use super::read::Shape;
use grundy_core::read::arithmetic::gcd;

/// A tuple: four bits for each value, the last value lowest.
pub(super) type Tuple = u64;

/// The limit on the number of tuples in all classes together.
const MOST_TUPLES: usize = 1 << 17;
/// The invariants are proved for numbers from here on.
pub const PROVED_FROM: u64 = 128;
/// The modulus is the least common multiple of the divisors and one of these, tried in turn.
pub const REFINEMENTS: [u64; 5] = [1, 2, 3, 5, 7];
/// The limit on the number of steps from tuples.
const MOST_STEPS: usize = 1 << 26;

/// How a tuple follows from the one before.
#[derive(Clone, Debug)]
pub(super) struct Forward {
    subtract: Vec<u32>,
    mask: u64,
    /// The length m of the tuples.
    pub(super) length: usize,
}

impl Forward {
    /// For subtrahends up to 16 and at most 15 moves.
    pub(super) fn of(shape: &Shape) -> Forward {
        let length = shape.longest();
        let subtract = shape.subtract.iter().map(|s| 4 * (short(*s) - 1)).collect();
        Forward { subtract, mask: u64::MAX >> (64 - 4 * length.max(1)), length }
    }

    /// The tuple of the next number, if the quotients have the values of the set `quotients`.
    #[inline]
    pub(super) fn next(&self, tuple: Tuple, quotients: u32) -> Tuple {
        let used = self.subtract.iter().fold(quotients, |used, at| used | 1 << (tuple >> at & 15));
        (tuple << 4 | u64::from(used.trailing_ones())) & self.mask
    }

    /// The tuple before the number n of the table.
    pub(super) fn before(&self, values: &[u8], n: usize) -> Tuple {
        values[n - self.length..n].iter().fold(0, |tuple, v| tuple << 4 | u64::from(*v))
    }
}

/// The tuples and values proved possible.
#[derive(Clone, Debug)]
pub struct Invariants {
    /// The modulus of the residue classes.
    pub modulus: u64,
    /// For each residue of a number, the tuples before it, in ascending order.
    pub(super) tuples: Vec<Vec<Tuple>>,
    /// For each residue of a number, its values as bits.
    pub values: Vec<u32>,
    /// All numbers in tuples are at least this.
    pub from: u64,
}

/// The number of first values needed.
pub fn wanted(shape: &Shape) -> usize {
    let largest = shape.divide.last().copied().unwrap_or(1);
    index(largest * (PROVED_FROM + 1)) + shape.longest() + 1
}

impl Invariants {
    /// For a modulus; `None` if there are too many tuples. At least [`wanted`] values must be given.
    pub fn of(shape: &Shape, values: &[u8], modulus: u64) -> Option<Invariants> {
        let (from, values) = (PROVED_FROM, &values[..wanted(shape)]);
        let forward = Forward::of(shape);
        let mut found = Invariants { modulus, tuples: vec![], values: vec![0; index(modulus)], from };
        let mut sets: Vec<BTreeSet<Tuple>> = vec![BTreeSet::new(); index(modulus)];
        for n in index(from)..values.len() {
            found.values[n % index(modulus)] |= 1 << values[n];
            if n >= index(from) + forward.length {
                sets[n % index(modulus)].insert(forward.before(values, n));
            }
        }
        let (mut steps, mut grown) = (0, true);
        while grown {
            grown = false;
            for residue in 0..modulus {
                let quotients = found.quotients(shape, residue);
                let mut next = BTreeSet::new();
                for tuple in &sets[index(residue)] {
                    next.extend(quotients.iter().map(|mask| forward.next(*tuple, *mask)));
                }
                steps += sets[index(residue)].len() * quotients.len();
                let now = next.iter().fold(found.values[index(residue)], |now, tuple| now | 1 << (tuple & 15));
                grown |= now != found.values[index(residue)];
                found.values[index(residue)] = now;
                let set = &mut sets[index(residue + 1) % index(modulus)];
                let before = set.len();
                set.append(&mut next);
                grown |= set.len() > before;
            }
            if steps > MOST_STEPS || sets.iter().map(BTreeSet::len).sum::<usize>() > MOST_TUPLES {
                return None;
            }
        }
        found.tuples = sets.into_iter().map(|set| set.into_iter().collect()).collect();
        Some(found)
    }

    /// The sets of values that the quotients of a number of a class can have, as bits.
    pub(super) fn quotients(&self, shape: &Shape, residue: u64) -> Vec<u32> {
        let mut sets = BTreeSet::from([0u32]);
        for d in &shape.divide {
            let common = gcd(*d, self.modulus);
            if !residue.is_multiple_of(common) {
                continue;
            }
            // If d divides the modulus, d divides every number of the class.
            let always = common == *d;
            let from = (0..self.modulus)
                .filter(|q| u128::from(*q) * u128::from(*d) % u128::from(self.modulus) == u128::from(residue));
            let values = from.fold(0, |values, q| values | self.values[index(q)]);
            let with = |set: &u32| (0..16).filter(|v| values >> v & 1 == 1).map(|v| set | 1 << v).collect::<Vec<u32>>();
            let longer: BTreeSet<u32> = sets.iter().flat_map(with).collect();
            sets = if always { longer } else { sets.union(&longer).copied().collect() };
        }
        sets.into_iter().collect()
    }
}
