//! Values as codes: one digit of a value follows from the others and from whether it is common.
//!
//! In: a [`Class`]. Out: for each value below 256 of a heap, its code, and back.
//!
//! Let q be the least digit of the class's m, and take all sizes of one parity. Of the values that are common, and of those that are rare, no two differ in
//! digit q and nowhere above it: those below q are not in m, so that h would differ. So without digit q the values of each of the two are in the order that they were in, and all of them are different. The
//! code of a value is these seven digits, and [`RARE`] if the value is rare. The code of the nim-sum of two heaps that a move leaves is the nim-sum of their codes and [`RARE`]
//! (`common`: exactly one heap of the two is common if their nim-sum is).

use crate::heaps::common::Class;

/// The digit of codes that says that a value is rare.
pub(super) const RARE: u8 = 128;

/// The codes of one class.
pub(super) struct Codes {
    class: Class,
    /// By the parity of the size.
    encode: [[u8; 256]; 2],
    decode: [[u8; 256]; 2],
    /// By the parity of the size, and by the code of a common value: the codes, without [`RARE`], of the rare values below it.
    below: [[[u64; 2]; 128]; 2],
}

impl Codes {
    /// `None` if the class does not tell values below 256 apart.
    pub(super) fn new(class: Class) -> Option<Codes> {
        let digit = class.least_digit().filter(|digit| *digit < 8)?;
        let mut codes = Codes { class, encode: [[0; 256]; 2], decode: [[0; 256]; 2], below: [[[0; 2]; 128]; 2] };
        for (parity, size) in [(0, 0), (1, 1)] {
            for value in 0..=u8::MAX {
                let rare = if class.is_common(size, u32::from(value)) { 0 } else { RARE };
                let lower = value & ((1 << digit) - 1);
                let code = ((value >> digit >> 1) << digit) | lower | rare;
                codes.encode[parity][usize::from(value)] = code;
                codes.decode[parity][usize::from(code)] = value;
            }
            for common in 0..RARE {
                let decode = &codes.decode[parity];
                let rare = (0..RARE).filter(|rare| decode[usize::from(rare | RARE)] < decode[usize::from(common)]);
                let below = &mut codes.below[parity][usize::from(common)];
                rare.for_each(|rare| below[usize::from(rare / 64)] |= 1 << (rare % 64));
            }
        }
        Some(codes)
    }

    pub(super) fn class(&self) -> Class {
        self.class
    }

    /// The code of a value of a heap.
    pub(super) fn of(&self, size: usize, value: u8) -> u8 {
        self.encode[size % 2][usize::from(value)]
    }

    pub(super) fn value(&self, size: usize, code: u8) -> u8 {
        self.decode[size % 2][usize::from(code)]
    }

    /// The codes, without [`RARE`], of the rare values below a common one.
    pub(super) fn below(&self, size: usize, common: u8) -> [u64; 2] {
        self.below[size % 2][usize::from(common)]
    }

    /// What changes in a code if a heap is an option of one that has so many more tokens: the class may go by the parity of sizes.
    pub(super) fn turned(&self, take: usize) -> u8 {
        self.encode[0][0] ^ self.encode[take % 2][0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_keep_the_order_of_each_class_and_add_as_values_do() {
        for (digits, by_size, odd, take) in [
            (0b1, false, true, 3),
            (61, false, true, 2),
            (0b1010_0100, true, true, 2),
            (0x80, true, false, 1),
            (0x1f8, false, true, 1),
        ] {
            let class = Class::stated(digits, by_size, odd);
            assert!(class.is_sum_free(&[take]));
            let codes = Codes::new(class).expect("digits below 8");
            for size in [10, 11] {
                let rare = |value: u8| !class.is_common(size as u64, u32::from(value));
                for v in 0..=255u8 {
                    assert_eq!(codes.value(size, codes.of(size, v)), v);
                    assert_eq!(codes.of(size, v) >= RARE, rare(v));
                    for w in 0..v {
                        assert!(rare(v) != rare(w) || codes.of(size, w) < codes.of(size, v), "{digits} {v} {w}");
                        let (one, other) = (codes.of(size, v), codes.of(7, w));
                        assert_eq!(one ^ other ^ RARE, codes.of(size + 7 + take as usize, v ^ w));
                        let alone = codes.of(size, v) ^ codes.turned(take as usize);
                        assert_eq!(alone, codes.of(size + take as usize, v));
                        if !rare(v) {
                            let code = codes.of(size, w) & 127;
                            let below = codes.below(size, codes.of(size, v))[usize::from(code / 64)] >> (code % 64);
                            assert!(!rare(w) || below & 1 == 1);
                        }
                    }
                    if !rare(v) {
                        let all = (0..v).filter(|w| rare(*w)).count();
                        let below = codes.below(size, codes.of(size, v)).map(u64::count_ones);
                        assert_eq!((below[0] + below[1]) as usize, all);
                    }
                }
            }
        }
        assert!(Codes::new(Class::stated(0x100, false, true)).is_none());
        assert!(Codes::new(Class::stated(0, false, true)).is_none());
    }
}
