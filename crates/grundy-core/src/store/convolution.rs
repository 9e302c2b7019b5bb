//! How many choices of numbers have a nim-sum that is wanted, from how often each number may be chosen.
//!
//! In: factors, each a list n(v) of how many things have the number v, and how many of them are chosen at once; which nim-sums are wanted. Out: the number
//! of choices. Let n^(s) = Σ n(v) (-1)^(number of bits that s and v share). For things chosen one after the other these numbers multiply. For a multiset
//! of m things the complete symmetric polynomial h_m takes the place of the power, by Newton's identity m h_m = Σ p_k h_(m-k), in which the power sum
//! p_k is n^(0) for even k and n^(s) for odd k; for a set of m things the elementary one, m e_m = Σ (-1)^(k-1) p_k e_(m-k). The product, times the
//! same transform of the wanted sums, added over all s and divided by the number of all s, is the count (Walsh).

use std::collections::HashMap;

use dashu_int::IBig;

use crate::contract::limits::Limits;
use crate::contract::stop::Result;

/// After so many products the work looks whether it must end.
const LOOK: usize = 1 << 10;

/// How things are chosen from a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// One after the other, each any of them.
    Tuple,
    /// At once, and one may be chosen several times.
    Multiset,
    /// At once, and none twice.
    Set,
}

/// Like things, some of which are chosen.
#[derive(Clone, Debug)]
pub struct Factor {
    /// How many things have each number.
    pub histogram: Vec<u64>,
    /// How many are chosen.
    pub copies: usize,
    /// In which way.
    pub choice: Choice,
}

/// All nim-sums of choices are less than this number.
#[must_use]
pub fn size(factors: &[Factor]) -> usize {
    factors.iter().map(|factor| factor.histogram.len()).max().unwrap_or(1).next_power_of_two()
}

/// The number of choices, one from each factor, whose nim-sum is wanted; `wanted` has an entry for each number less than [`size`].
///
/// ```
/// # use grundy::Limits;
/// # use grundy_core::store::convolution::{Choice, Factor, count};
/// // Of the numbers 0, 1, 2, 3, twice one after the other, in order, and without repetition.
/// let of = |copies, choice| [Factor { histogram: vec![1; 4], copies, choice }];
/// let zero = vec![true, false, false, false];
/// let limits = Limits::default();
/// assert_eq!(count(&of(2, Choice::Tuple), zero.clone(), &limits)?, 4.into());
/// assert_eq!(count(&of(3, Choice::Multiset), zero.clone(), &limits)?, 5.into());
/// assert_eq!(count(&of(3, Choice::Set), zero, &limits)?, 1.into());
/// # Ok::<(), grundy_core::contract::stop::Stop>(())
/// ```
///
/// # Errors
/// Too little memory; an interruption.
///
/// # Panics
/// If `wanted` has another length.
pub fn count(factors: &[Factor], wanted: Vec<bool>, limits: &Limits) -> Result<IBig> {
    let size = size(factors);
    assert_eq!(wanted.len(), size, "each nim-sum is wanted or not");
    let bytes = factors.iter().map(|factor| factor.copies as u64 * 8).sum::<u64>() + 64;
    let _held = limits.hold(bytes.saturating_mul(3 * size as u64), "the count of a sum")?;
    let mut product = vec![IBig::ONE; size];
    for factor in factors {
        factor.multiply(&mut product, limits)?;
    }
    let mut signs: Vec<i128> = wanted.into_iter().map(i128::from).collect();
    transform(&mut signs);
    let total: IBig = product.into_iter().zip(signs).map(|(term, sign)| term * sign).sum();
    Ok(total / IBig::from(size))
}

impl Factor {
    /// Multiplies each number of `product` by that of these things.
    fn multiply(&self, product: &mut [IBig], limits: &Limits) -> Result<()> {
        let mut own: Vec<i128> = self.histogram.iter().map(|n| i128::from(*n)).collect();
        own.resize(product.len(), 0);
        transform(&mut own);
        let all = IBig::from(own[0]);
        let mut known: HashMap<i128, IBig> = HashMap::new();
        for (s, (product, signed)) in product.iter_mut().zip(own).enumerate() {
            *product *= &*known.entry(signed).or_insert_with(|| self.of_copies(&all, &IBig::from(signed)));
            if s.is_multiple_of(LOOK) {
                limits.interrupted()?;
            }
        }
        Ok(())
    }

    /// The power of n^(s), or a symmetric polynomial; `all` is n^(0).
    fn of_copies(&self, all: &IBig, signed: &IBig) -> IBig {
        let even_sums = match self.choice {
            Choice::Tuple => return signed.pow(self.copies),
            Choice::Multiset => all.clone(),
            Choice::Set => -all,
        };
        // The polynomials of degree j - 2, j - 4, … added, and those of degree j - 1, j - 3, …
        let (mut even, mut odd, mut last) = (IBig::ZERO, IBig::ZERO, IBig::ONE);
        for j in 1..=self.copies {
            (even, odd) = (odd, last + even);
            last = (&even_sums * &even + signed * &odd) / IBig::from(j);
        }
        last
    }
}

/// The Walsh transform; applied twice, it multiplies by the length.
pub(super) fn transform(list: &mut [i128]) {
    let mut half = 1;
    while half < list.len() {
        for pair in list.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            low.iter_mut().zip(high).for_each(|(a, b)| (*a, *b) = (*a + *b, *a - *b));
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Adds the choices of `left` more things from `from` on to the counts of nim-sums.
    fn enumerate(things: &[usize], (from, left, sum): (usize, usize, usize), choice: Choice, counts: &mut [u64]) {
        if left == 0 {
            counts[sum] += 1;
            return;
        }
        for (k, thing) in things.iter().enumerate().skip(from) {
            let next = match choice {
                Choice::Tuple => 0,
                Choice::Multiset => k,
                Choice::Set => k + 1,
            };
            enumerate(things, (next, left - 1, sum ^ thing), choice, counts);
        }
    }

    proptest! {
        #[test]
        fn counts_are_those_of_enumeration(
            histogram in prop::collection::vec(0u64..4, 0..9),
            other in prop::collection::vec(0u64..4, 1..5),
            copies in 0usize..4,
            wanted in prop::collection::vec(any::<bool>(), 8..=8),
        ) {
            let things = |list: &[u64]| -> Vec<usize> {
                list.iter().enumerate().flat_map(|(v, n)| std::iter::repeat_n(v, *n as usize)).collect()
            };
            for choice in [Choice::Tuple, Choice::Multiset, Choice::Set] {
                let factors = [
                    Factor { histogram: histogram.clone(), copies, choice },
                    Factor { histogram: other.clone(), copies: 1, choice: Choice::Tuple },
                ];
                let size = size(&factors);
                let (mut counts, mut one) = (vec![0; 16], vec![0; 16]);
                enumerate(&things(&histogram), (0, copies, 0), choice, &mut counts);
                enumerate(&things(&other), (0, 1, 0), Choice::Tuple, &mut one);
                let list: Vec<bool> = wanted.iter().copied().chain([true]).cycle().take(size).collect();
                let expected: u64 = (0..size).flat_map(|a| (0..size).map(move |b| (a, b)))
                    .filter(|(a, b)| list[a ^ b]).map(|(a, b)| counts[a] * one[b]).sum();
                prop_assert_eq!(count(&factors, list, &Limits::default()).expect("a count"), expected.into());
            }
        }
    }
}
