//! Nim multiplication.
//!
//! In: natural numbers of any length. Out: their nim-product, the nim-inverse, the nim-square root (J. H. Conway, On Numbers and Games, chapter 6). With
//! nim-addition the numbers below F = 2^(2^k) are a field. F ⊗ a = F·a for a < F, and F ⊗ F = F ⊕ F/2. So a number below F² is a pair of numbers below F,
//! and every operation is a few of those on the halves.

use std::sync::OnceLock;

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

/// An operation of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NimOp {
    /// The product of two numbers.
    Product,
    /// The number whose product with this one is 1.
    Inverse,
    /// The number whose product with itself is this one.
    SquareRoot,
}

/// The most binary digits of a number that is multiplied. The work grows with the square of the length.
const LONGEST: usize = 1 << 14;

impl NimOp {
    /// The name of the function in the language and in the canonical form.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            NimOp::Product => "nim_product",
            NimOp::Inverse => "nim_inverse",
            NimOp::SquareRoot => "nim_sqrt",
        }
    }

    /// The result, for one number, or for two of a product.
    ///
    /// # Errors
    /// A negative number, the inverse of 0, a number that is too long; the sentence says which.
    ///
    /// ```
    /// use grundy_rules::rules::NimOp;
    ///
    /// assert_eq!(NimOp::Product.of(&[8.into(), 16.into()]), Ok(128.into()));
    /// assert_eq!(NimOp::Inverse.of(&[2.into()]), Ok(3.into()));
    /// assert_eq!(NimOp::SquareRoot.of(&[2.into()]), Ok(3.into()));
    /// assert!(NimOp::Inverse.of(&[0.into()]).is_err());
    /// ```
    pub fn of(self, numbers: &[IBig]) -> Result<IBig, String> {
        let natural =
            |n: &IBig| UBig::try_from(n.clone()).map_err(|_| format!("`{}` of the negative number {n}", self.text()));
        let numbers = numbers.iter().map(natural).collect::<Result<Vec<UBig>, String>>()?;
        if numbers.iter().any(|n| n.bit_len() > LONGEST) {
            return Err(format!("`{}` of a number with more than {LONGEST} binary digits", self.text()));
        }
        let result = match (self, &numbers[..]) {
            (NimOp::Product, [a, b]) => product(a, b),
            (NimOp::Inverse, [a]) if a.is_zero() => return Err("0 has no nim-inverse".to_string()),
            (NimOp::Inverse, [a]) => inverse(a),
            (NimOp::SquareRoot, [a]) => square_root(a),
            _ => return Err(format!("`{}` has other arguments", self.text())),
        };
        Ok(IBig::from(result))
    }
}

/// The digits of the greater half of a number of this length or less: a power of two, at least half of the length.
fn half(bits: usize) -> usize {
    bits.next_power_of_two() / 2
}

fn split(a: &UBig, half: usize) -> (UBig, UBig) {
    let high = a >> half;
    let low = a ^ (&high << half);
    (high, low)
}

fn product(a: &UBig, b: &UBig) -> UBig {
    if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
        return UBig::from(short_product(a, b, 32));
    }
    let half = half(a.bit_len().max(b.bit_len()));
    let ((a1, a0), (b1, b0)) = (split(a, half), split(b, half));
    let (high, low) = (product(&a1, &b1), product(&a0, &b0));
    let both = product(&(a1 ^ a0), &(b1 ^ b0));
    ((both ^ &low) << half) ^ low ^ by_half(&high, half)
}

/// The product with F/2, where F = 2^half.
fn by_half(a: &UBig, half: usize) -> UBig {
    product(a, &(UBig::ONE << (half - 1)))
}

/// The product of two numbers of twice this many digits.
fn short_product(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    if half == 4 {
        return u64::from(table()[(a << 8 | b) as usize]);
    }
    if (a | b) >> half == 0 {
        return short_product(a, b, half / 2);
    }
    let mask = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let (high, low) = (short_product(a1, b1, half / 2), short_product(a0, b0, half / 2));
    let both = short_product(a1 ^ a0, b1 ^ b0, half / 2);
    (both ^ low) << half ^ low ^ short_product(high, 1 << (half - 1), half / 2)
}

/// The products of numbers below 256.
fn table() -> &'static [u8] {
    static TABLE: OnceLock<Vec<u8>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = vec![0u8; 1 << 16];
        // Products below F² are made of products below F, which stand in the table.
        for half in [1, 2, 4] {
            let (mask, end) = ((1usize << half) - 1, 1usize << (2 * half));
            for a in 0..end {
                for b in 0..end {
                    let of = |a: usize, b: usize| if a < 2 || b < 2 { a * b } else { usize::from(table[a << 8 | b]) };
                    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
                    let high = of(a1, b1);
                    let value = (of(a1, b0) ^ of(a0, b1) ^ high) << half ^ of(a0, b0) ^ of(high, 1 << (half - 1));
                    table[a << 8 | b] = value as u8;
                }
            }
        }
        table
    })
}

/// The inverse of a number that is not 0: the conjugate over the norm, which lies in the smaller field.
fn inverse(a: &UBig) -> UBig {
    if a.is_one() {
        return UBig::ONE;
    }
    let half = half(a.bit_len());
    let (a1, a0) = split(a, half);
    let sum = &a1 ^ &a0;
    let norm = product(&a0, &sum) ^ by_half(&product(&a1, &a1), half);
    let over = inverse(&norm);
    (product(&a1, &over) << half) ^ product(&sum, &over)
}

/// The square of x F ⊕ y is x² F ⊕ (x² ⊗ F/2 ⊕ y²).
fn square_root(a: &UBig) -> UBig {
    if a.bit_len() <= 1 {
        return a.clone();
    }
    let half = half(a.bit_len());
    let (a1, a0) = split(a, half);
    (square_root(&a1) << half) ^ square_root(&(a0 ^ by_half(&a1, half)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Conway's definition: a ⊗ b is the least number that is no (x ⊗ b) ⊕ (a ⊗ y) ⊕ (x ⊗ y) with x < a and y < b.
    #[test]
    fn products_are_those_of_the_definition() {
        const TO: usize = 32;
        let mut known = vec![vec![0usize; TO]; TO];
        for a in 0..TO {
            for b in 0..TO {
                let mut options = std::collections::BTreeSet::new();
                for row in known.iter().take(a) {
                    options.extend((0..b).map(|y| row[b] ^ known[a][y] ^ row[y]));
                }
                known[a][b] = (0..).find(|v| !options.contains(v)).unwrap();
                assert_eq!(NimOp::Product.of(&[a.into(), b.into()]), Ok(known[a][b].into()), "{a}, {b}");
            }
        }
    }

    fn number() -> impl Strategy<Value = UBig> {
        (prop::collection::vec(any::<u64>(), 0..4), 0..64usize)
            .prop_map(|(words, by)| words.into_iter().fold(UBig::ZERO, |n, word| (n << 64) ^ UBig::from(word)) >> by)
    }

    proptest! {
        #[test]
        fn numbers_are_a_field(a in number(), b in number(), c in number()) {
            prop_assert_eq!(product(&a, &b), product(&b, &a));
            prop_assert_eq!(product(&a, &product(&b, &c)), product(&product(&a, &b), &c));
            prop_assert_eq!(product(&a, &(&b ^ &c)), product(&a, &b) ^ product(&a, &c));
            if !a.is_zero() {
                prop_assert_eq!(product(&a, &inverse(&a)), UBig::ONE);
            }
            let root = square_root(&a);
            prop_assert_eq!(product(&root, &root), a);
        }
    }

    /// A power of two times a smaller number, and times itself.
    #[test]
    fn powers_of_two() {
        let power = |k: usize| UBig::ONE << k;
        for k in 0..9 {
            let f = power(1 << k);
            assert_eq!(product(&f, &f), &f ^ power((1 << k) - 1), "{k}");
            assert_eq!(product(&f, &power((1 << k) - 1)), power((1 << (k + 1)) - 1), "{k}");
        }
    }
}
