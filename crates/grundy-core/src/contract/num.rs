//! The two kinds of numbers that engines compute with.
//!
//! In: nothing. Out: [`Num`], implemented by `i64`, which gives up on overflow and never wraps, and by `IBig`, which has
//! no largest number. An engine tries the first and falls back to the second.

use std::fmt::Debug;
use std::hash::Hash;

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use grundy_rules::rules::build;

/// An integer type whose arithmetic reports overflow and never wraps.
pub trait Num: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// From a constant of the rules, if it fits.
    fn from_big(value: &IBig) -> Option<Self>;
    /// As an arbitrary integer.
    fn to_big(&self) -> IBig;
    /// From a small number.
    fn small(value: i64) -> Self;
    /// As a small number, if it is one.
    fn to_i64(&self) -> Option<i64>;
    /// `self + other`
    fn plus(&self, other: &Self) -> Option<Self>;
    /// `self * other`
    fn times(&self, other: &Self) -> Option<Self>;
    /// Floor division and remainder; the divisor is not 0.
    fn floor(&self, other: &Self) -> Option<(Self, Self)>;
    /// `self xor other`, both natural.
    fn nim_add(&self, other: &Self) -> Self;
    /// `log2`, of a positive number.
    fn log2(&self) -> Self;
    /// Is it negative?
    fn negative(&self) -> bool;
    /// Is it 0?
    fn is_zero(&self) -> bool;
    /// The bytes it has allocated on the heap.
    fn heap(&self) -> usize;
}

impl Num for i64 {
    fn from_big(value: &IBig) -> Option<Self> {
        i64::try_from(value).ok()
    }
    fn to_big(&self) -> IBig {
        IBig::from(*self)
    }
    fn small(value: i64) -> Self {
        value
    }
    fn to_i64(&self) -> Option<i64> {
        Some(*self)
    }
    fn plus(&self, other: &Self) -> Option<Self> {
        self.checked_add(*other)
    }
    fn times(&self, other: &Self) -> Option<Self> {
        self.checked_mul(*other)
    }
    fn floor(&self, other: &Self) -> Option<(Self, Self)> {
        let (q, r) = (self.checked_div(*other)?, self.checked_rem(*other)?);
        Some(if r != 0 && (r < 0) != (*other < 0) { (q - 1, r + other) } else { (q, r) })
    }
    fn nim_add(&self, other: &Self) -> Self {
        self ^ other
    }
    fn log2(&self) -> Self {
        i64::from(self.ilog2())
    }
    fn negative(&self) -> bool {
        *self < 0
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn heap(&self) -> usize {
        0
    }
}

impl Num for IBig {
    fn from_big(value: &IBig) -> Option<Self> {
        Some(value.clone())
    }
    fn to_big(&self) -> IBig {
        self.clone()
    }
    fn small(value: i64) -> Self {
        IBig::from(value)
    }
    fn to_i64(&self) -> Option<i64> {
        i64::try_from(self).ok()
    }
    fn plus(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }
    fn times(&self, other: &Self) -> Option<Self> {
        Some(self * other)
    }
    fn floor(&self, other: &Self) -> Option<(Self, Self)> {
        build::floor_div_mod(self, other)
    }
    fn nim_add(&self, other: &Self) -> Self {
        self ^ other
    }
    fn log2(&self) -> Self {
        IBig::from(self.bit_len() - 1)
    }
    fn negative(&self) -> bool {
        *self < IBig::ZERO
    }
    fn is_zero(&self) -> bool {
        IBig::is_zero(self)
    }
    fn heap(&self) -> usize {
        // Two words are stored inline; the words of longer numbers are on the heap.
        let words = self.bit_len().div_ceil(64);
        if words <= 2 { 0 } else { 8 * words + 16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_agree() {
        for a in -20i64..20 {
            for b in (-7i64..8).filter(|b| *b != 0) {
                let small = a.floor(&b).map(|(q, r)| (IBig::from(q), IBig::from(r)));
                assert_eq!(small, IBig::from(a).floor(&IBig::from(b)), "{a} div {b}");
            }
        }
        assert_eq!(i64::MIN.floor(&-1), None);
    }
}
