//! Marks of pairs, for 64 heaps in a row.
//!
//! In: the values of smaller heaps, and a list of heaps. Out: for each of 64 heaps, a set of the values of pairs of which one heap is on the list. Where the processor
//! has vectors of 32 bytes, four sets are worked on at a time: a shift of 64 digits or more gives 0, so that no value is compared.

#[cfg(target_arch = "x86_64")]
use fearless_simd::{Avx2, Level, SimdBase, SimdInto, kernel, u64x4};

/// Heaps in a row.
pub(super) const ROW: usize = 64;
/// Words of a set of values below 256.
pub(super) const WORDS: usize = 4;
/// `sets[w][j]`: the values from 64 w to 64 w + 63 of the heap `start` + j.
pub(super) type Sets = [[u64; ROW]; WORDS];

/// A heap on a list, with its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) size: usize,
    pub(super) value: u64,
}

/// Puts into the first `words` words of the sets the values of the pairs of `whole` + j tokens with a heap of the list. The other heaps must be known.
pub(super) fn mark(values: &[u8], whole: usize, list: &[Part], sets: &mut Sets, words: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Level::new().as_avx2() {
        return mark_by_fours(avx2, values, whole, list, sets, words);
    }
    mark_plainly(values, whole, list, sets, words);
}

fn mark_plainly(values: &[u8], whole: usize, list: &[Part], sets: &mut Sets, words: usize) {
    for part in list {
        let others = &values[whole - part.size..][..ROW];
        for (j, other) in others.iter().enumerate() {
            let value = u64::from(*other) ^ part.value;
            let word = (value / 64) as usize;
            if word < words {
                sets[word][j] |= 1 << (value % 64);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
kernel!(
    fn mark_by_fours(avx2: Avx2, values: &[u8], whole: usize, list: &[Part], sets: &mut Sets, words: usize) {
        match words {
            1 => mark_words::<1>(avx2, values, whole, list, sets),
            2 => mark_words::<2>(avx2, values, whole, list, sets),
            3 => mark_words::<3>(avx2, values, whole, list, sets),
            _ => mark_words::<4>(avx2, values, whole, list, sets),
        }
    }
);

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn mark_words<const W: usize>(avx2: Avx2, values: &[u8], whole: usize, list: &[Part], sets: &mut Sets) {
    use std::arch::x86_64::*;
    let one = _mm256_set1_epi64x(1);
    for j in (0..ROW).step_by(8) {
        let mut held: [[__m256i; 2]; W] = std::array::from_fn(|w| {
            std::array::from_fn(|half| u64x4::from_slice(avx2, &sets[w][j + 4 * half..][..4]).into())
        });
        for part in list {
            let mut eight = [0; 8];
            eight.copy_from_slice(&values[whole + j - part.size..][..8]);
            let own = _mm256_set1_epi64x(part.value as i64);
            let others = _mm_cvtsi64_si128(i64::from_le_bytes(eight));
            let others = [_mm256_cvtepu8_epi64(others), _mm256_cvtepu8_epi64(_mm_srli_si128::<4>(others))];
            for (half, others) in others.into_iter().enumerate() {
                let value = _mm256_xor_si256(others, own);
                for (w, held) in held.iter_mut().enumerate() {
                    let digit = if w == 0 { value } else { _mm256_sub_epi64(value, _mm256_set1_epi64x(64 * w as i64)) };
                    held[half] = _mm256_or_si256(held[half], _mm256_sllv_epi64(one, digit));
                }
            }
        }
        for (set, held) in sets.iter_mut().zip(held) {
            for (half, held) in held.into_iter().enumerate() {
                let four: u64x4<Avx2> = held.simd_into(avx2);
                four.store_slice(&mut set[j + 4 * half..][..4]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fours_are_marked_as_ones_are() {
        let values: Vec<u8> = (0..2000u32).map(|n| (n * n / 7 + n) as u8).collect();
        for words in 1..=WORDS {
            let list: Vec<Part> =
                (0..60).map(|i| Part { size: 100 + 17 * i, value: u64::from(values[3 * i]) }).collect();
            let (mut plain, mut fast) = ([[5; ROW]; WORDS], [[5; ROW]; WORDS]);
            mark_plainly(&values, 1900, &list, &mut plain, words);
            mark(&values, 1900, &list, &mut fast, words);
            assert_eq!(plain, fast, "{words}");
        }
    }
}
