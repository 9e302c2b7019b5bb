//! How many positions of a sum have a value, without visiting them.
//!
//! In: the tables of the components, a box, a value, and classes of coordinates that may be exchanged. Out: the number of positions of the box with
//! the value; of the positions that differ by such an exchange, one is counted. Only the components' tables are read. With n(v) positions of value v
//! in a component, let n^(s) = Σ n(v) (-1)^(number of bits that s and v share). For components one after the other these numbers multiply. For a
//! multiset of m positions of one component the complete symmetric polynomial h_m takes the place of the power, by Newton's identity
//! m h_m = Σ p_k h_(m-k), in which the power sum p_k is n^(0) for even k and n^(s) for odd k. The sum over s with the signs of the value, divided by
//! the number of all s, is the count (Walsh).

use std::collections::HashMap;

use dashu_int::IBig;

use super::count::{histogram, own, transform};
use super::view::View;
use crate::contract::limits::Limits;
use crate::contract::stop::Result;

/// After so many products the work looks whether it must end.
const LOOK: usize = 1 << 10;

/// Like components.
struct Factor {
    /// How many positions have each value.
    histogram: Vec<u64>,
    copies: usize,
    /// Are only multisets of positions counted?
    unordered: bool,
}

/// The number of positions of a sum with a value; `None` if a value is too great for a histogram, or a class is not one of components of one coordinate.
pub(in crate::store) fn count(
    views: &[View],
    (lo, hi): (&[u64], &[u64]),
    value: u32,
    classes: &[Vec<usize>],
    limits: &Limits,
) -> Result<Option<IBig>> {
    let Some(factors) = factors(views, (lo, hi), classes) else { return Ok(None) };
    let size = factors.iter().map(|factor| factor.histogram.len()).max().unwrap_or(1).next_power_of_two();
    if value as usize >= size {
        return Ok(Some(IBig::ZERO));
    }
    let bytes = factors.iter().map(|factor| factor.copies as u64 * 8).sum::<u64>() + 64;
    let _held = limits.hold(bytes.saturating_mul(3 * size as u64), "the count of a sum")?;
    let mut product = vec![IBig::ONE; size];
    for factor in factors {
        factor.multiply(&mut product, limits)?;
    }
    let mut total = IBig::ZERO;
    for (s, term) in product.into_iter().enumerate() {
        if (s as u32 & value).count_ones().is_multiple_of(2) { total += term } else { total -= term }
    }
    Ok(Some(total / IBig::from(size)))
}

/// The components in groups of like ones.
fn factors(views: &[View], (lo, hi): (&[u64], &[u64]), classes: &[Vec<usize>]) -> Option<Vec<Factor>> {
    let mut factors: Vec<Factor> = vec![];
    for class in classes {
        let first = *class.first()?;
        let alone = |c: usize| views.iter().find(|view| view.coords == [c]);
        let alike = |c: &usize| alone(*c).is_some() && (lo[*c], hi[*c]) == (lo[first], hi[first]);
        if !class.iter().all(alike) {
            return None;
        }
        let histogram = histogram(own(alone(first)?, lo, hi))?;
        factors.push(Factor { histogram, copies: class.len(), unordered: true });
    }
    for view in views.iter().filter(|view| !classes.iter().flatten().any(|c| view.coords.contains(c))) {
        let histogram = histogram(own(view, lo, hi))?;
        match factors.iter_mut().find(|factor| !factor.unordered && factor.histogram == histogram) {
            Some(factor) => factor.copies += 1,
            None => factors.push(Factor { histogram, copies: 1, unordered: false }),
        }
    }
    Some(factors)
}

impl Factor {
    /// Multiplies each number of `product` by that of these components.
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

    /// The power of n^(s), or the complete symmetric polynomial; `all` is n^(0).
    fn of_copies(&self, all: &IBig, signed: &IBig) -> IBig {
        if !self.unordered {
            return signed.pow(self.copies);
        }
        // h_(j-2) + h_(j-4) + …, and h_(j-1) + h_(j-3) + …
        let (mut even, mut odd, mut last) = (IBig::ZERO, IBig::ZERO, IBig::ONE);
        for j in 1..=self.copies {
            (even, odd) = (odd, last + even);
            last = (all * &even + signed * &odd) / IBig::from(j);
        }
        last
    }
}
