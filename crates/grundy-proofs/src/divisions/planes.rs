//! The step n - 1 and some divisions: 64 numbers at a time.
//!
//! In: a [`Shape`] with the one subtrahend 1, the values at quotients. Out: the values just below a quotient, as planes of bits ([`Planes`]): plane v has the
//! numbers of value v, the highest bit stands for the quotient; the last value has no plane.
//!
//! n has the value v if no lower value stands there, no quotient of n has v (n is *available*), and n - 1 has not v. So in a run of available numbers the
//! plane alternates, from 1 on: an addition does this for all runs at once. Nothing is guessed: at a number that is not available the
//! plane has 0 whatever came before, so it is true from the first such number on; and the next plane from the first such number from there on. These
//! are the bottlenecks and conducive numbers of Nivasch and Rubinstein (Definitions 3 and 4), found instead of foreseen. How far down
//! the planes are true is kept with them.

use super::lattice::Cells;
use super::read::Shape;
use super::spread::Spread;
use crate::exact::{byte, index, short};

const EVEN: u64 = 0x5555_5555_5555_5555;
/// Numbers of a word.
const WIDTH: u64 = 64;
/// Residues that are looked up.
const LOOKED_UP: u64 = 1 << 12;

/// The values of numbers just below a quotient.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planes<const P: usize> {
    planes: [u64; P],
    /// For so many numbers, from the quotient down, the planes are true.
    length: u32,
}

impl<const P: usize> Planes<P> {
    /// The value so many below the quotient, if it is known.
    pub(super) fn value(&self, below: u32) -> Option<u8> {
        let bit = 1u64.checked_shl(63u32.checked_sub(below)?)?;
        (below < self.length).then(|| byte(self.planes.iter().position(|plane| plane & bit != 0).unwrap_or(P)))
    }
}

/// Planes of a shape with P - 1 divisors.
pub(super) struct Runs<'a, const P: usize> {
    spreads: Vec<Spread>,
    first: &'a [u8],
    modulus: u64,
    /// The residues by each divisor, by the residue; the last one is none.
    residues: Vec<[u8; P]>,
    table: u64,
}

impl<'a, const P: usize> Runs<'a, P> {
    /// The end of the table that is wanted.
    pub(super) fn table(shape: &Shape) -> u64 {
        shape.divide.last().copied().unwrap_or(1) * (WIDTH + 1) + 1
    }

    /// Of a shape that fits, if this does.
    pub(super) fn new(shape: &'a Shape, first: &'a [u8], modulus: u64) -> Option<Runs<'a, P>> {
        let fits = shape.subtract == [1] && shape.divide.len() + 1 == P && modulus <= LOOKED_UP;
        let residues = |residue: u64| {
            let by = |k: usize| shape.divide.get(k).map_or(0, |d| (residue % d).min(WIDTH) as u8);
            std::array::from_fn(by)
        };
        fits.then(|| Runs {
            spreads: shape.divide.iter().map(|d| Spread::new(*d)).collect(),
            first,
            modulus,
            residues: (0..modulus).map(residues).collect(),
            table: Self::table(shape),
        })
    }
}

/// The first of each run, and every second number after it.
#[inline(always)]
pub(super) fn alternate(available: u64) -> u64 {
    let begins = available & !(available << 1);
    let from_even = available & !available.wrapping_add(begins & EVEN);
    (from_even & EVEN) | (available & !from_even & !EVEN)
}

impl<const P: usize> Cells for Runs<'_, P> {
    type Window = Planes<P>;

    fn table(&self) -> u64 {
        self.table
    }

    fn looked_up(&self, quotient: u64) -> Planes<P> {
        let mut planes = [0; P];
        for below in 0..WIDTH.min(quotient + 1) {
            if let Some(plane) = planes.get_mut(self.first[index(quotient - below)] as usize) {
                *plane |= 1 << (63 - below);
            }
        }
        Planes { planes, length: short(WIDTH.min(quotient + 1)) }
    }

    fn modulus(&self) -> u64 {
        self.modulus
    }

    #[inline]
    fn window<'w>(&mut self, residue: u64, quotient: impl Fn(usize) -> &'w Planes<P>) -> Option<Planes<P>> {
        let mut taken = [0; P];
        let mut reach = short(WIDTH);
        let residues = &self.residues[index(residue)];
        for (k, (spread, r)) in self.spreads.iter().zip(residues).enumerate() {
            let below = quotient(k);
            if u64::from(*r) < WIDTH {
                for (taken, plane) in taken.iter_mut().zip(&below.planes) {
                    *taken |= spread.apart(*plane) >> r;
                }
            }
            reach = reach.min(spread.divisor * below.length + u32::from(*r));
        }
        let (mut lower, mut from) = (0, short(WIDTH) - reach);
        let mut planes = [0; P];
        for (plane, taken) in planes.iter_mut().zip(taken) {
            let available = !(lower | taken);
            let stops = !available & u64::MAX << from;
            if stops == 0 {
                return None;
            }
            from = stops.trailing_zeros();
            *plane = alternate(available & u64::MAX << from);
            lower |= *plane;
        }
        Some(Planes { planes, length: short(WIDTH) - from })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_alternate_from_their_first_number() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..1000 {
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).rotate_left(17) ^ 0x1405_7b7e_f767_814f;
            let mut before = false;
            for k in 0..64 {
                before = word >> k & 1 == 1 && !before;
                assert_eq!(alternate(word) >> k & 1 == 1, before, "{word:x} at {k}");
            }
        }
    }
}
