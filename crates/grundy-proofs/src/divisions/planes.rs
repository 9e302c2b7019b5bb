//! The move n - 1 with some divisions: 64 numbers at a time.
//!
//! In: a [`Shape`] whose only subtrahend is 1, and the values at quotients. Out: the values just below a quotient, as bit planes ([`Planes`]). Plane
//! v has the numbers of value v, and its highest bit stands for the quotient. The largest value has no plane.
//!
//! n has the value v if n has no lower value, no quotient of n has the value v (then n is *available*), and n - 1 does not have the value v. So in a
//! run of available numbers the plane alternates, starting with 1; an addition does this for all runs at once. Nothing is guessed. At a number that
//! is not available the plane has 0 whatever came before, so the plane is right from the first such number on, and the next plane is right from the
//! first such number after that. These are the bottlenecks and conducive numbers of Nivasch and Rubinstein (Definitions 3 and 4), found instead of
//! predicted. The number of places for which the planes are right is stored with them.

use super::lattice::Cells;
use super::read::Shape;
use super::spread::Spread;
use crate::exact::{byte, index, short};

const EVEN: u64 = 0x5555_5555_5555_5555;
/// The number of bits of a word.
const WIDTH: u64 = 64;
/// The largest modulus whose residues are tabulated.
const LOOKED_UP: u64 = 1 << 12;

/// The values of numbers just below a quotient.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planes<const P: usize> {
    planes: [u64; P],
    /// The planes are right for this many numbers, from the quotient down.
    length: u32,
}

impl<const P: usize> Planes<P> {
    /// The value `below` places below the quotient, if it is known.
    pub(super) fn value(&self, below: u32) -> Option<u8> {
        let bit = 1u64.checked_shl(63u32.checked_sub(below)?)?;
        (below < self.length).then(|| byte(self.planes.iter().position(|plane| plane & bit != 0).unwrap_or(P)))
    }
}

/// The planes of a shape with P - 1 divisors.
pub(super) struct Runs<'a, const P: usize> {
    spreads: Vec<Spread>,
    first: &'a [u8],
    modulus: u64,
    /// For each residue modulo `modulus`, the residues by each divisor; the last entry is unused.
    residues: Vec<[u8; P]>,
    table: u64,
}

impl<'a, const P: usize> Runs<'a, P> {
    /// The end of the table that is needed.
    pub(super) fn table(shape: &Shape) -> u64 {
        shape.divide.last().copied().unwrap_or(1) * (WIDTH + 1) + 1
    }

    /// For a shape; `None` if it does not fit.
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

/// The first number of each run, and every second number after it.
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
                    *taken |= spread.spread(*plane) >> r;
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
