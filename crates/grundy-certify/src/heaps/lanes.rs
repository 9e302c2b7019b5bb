//! Marks and tests of pairs, for 64 heaps in a row.
//!
//! In: the values of smaller heaps, and a list of heaps. Out: for each of 64 heaps, a set of the values of pairs of which one heap is on the list; or which of
//! four values of each heap are such values, which takes a few times less work. Where the processor
//! has vectors of 32 or 64 bytes, four or eight sets are worked on at a time: a shift of 64 digits or more gives 0, so that no value is compared.

use std::ops::Range;

use super::super::numbers::index;

#[cfg(target_arch = "x86_64")]
use fearless_simd::{Avx2, Avx512, Level, SimdBase, SimdInto, kernel, u8x64, u64x4, u64x8};

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

impl Part {
    /// The value, which is below 256.
    pub(super) fn byte(self) -> u8 {
        low(self.value)
    }
}

/// A number below 256 as a byte.
pub(super) fn low(value: u64) -> u8 {
    value.to_le_bytes()[0]
}

/// Values that are tried at a time for each heap of a row.
pub(super) const TRIED: usize = 4;
/// Four values for each heap of a row, or whether they were found.
pub(super) type Tried = [[u8; ROW]; TRIED];

/// Pairs of `whole` + j tokens, for the heaps j of a row, with a heap of the list. The other heaps must be known.
#[derive(Clone, Copy)]
pub(super) struct Pairs<'a> {
    pub(super) values: &'a [u8],
    pub(super) whole: usize,
    pub(super) list: &'a [Part],
}

/// Puts into the first `words` words of the sets of some heaps the values of the pairs. The range begins and ends at multiples of 8.
pub(super) fn mark(pairs: Pairs<'_>, heaps: Range<usize>, sets: &mut Sets, words: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        let level = Level::new();
        if let Some(avx512) = level.as_avx512().filter(|_| heaps.len() >= AT_ONCE) {
            return mark_by_eights(avx512, pairs, heaps, sets, words);
        }
        if let Some(avx2) = level.as_avx2() {
            return mark_by_fours(avx2, pairs, heaps, sets, words);
        }
    }
    mark_plainly(pairs, heaps, sets, words);
}

/// Puts 1 in the places of the values that are those of pairs.
pub(super) fn test(pairs: Pairs<'_>, tried: &Tried, found: &mut Tried) {
    #[cfg(target_arch = "x86_64")]
    {
        let level = Level::new();
        if let Some(avx512) = level.as_avx512() {
            return test_by_long_vectors(avx512, pairs, tried, found);
        }
        if let Some(avx2) = level.as_avx2() {
            return test_by_vectors(avx2, pairs, tried, found);
        }
    }
    test_plainly(pairs, tried, found);
}

#[inline(always)]
fn test_plainly(pairs: Pairs<'_>, tried: &Tried, found: &mut Tried) {
    for part in pairs.list {
        let others = &pairs.values[pairs.whole - part.size..][..ROW];
        for (tried, found) in tried.iter().zip(found.iter_mut()) {
            for ((other, tried), found) in others.iter().zip(tried).zip(found) {
                *found |= u8::from(other ^ part.byte() == *tried);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
kernel!(
    fn test_by_vectors(avx2: Avx2, pairs: Pairs<'_>, tried: &Tried, found: &mut Tried) {
        let _ = avx2;
        test_plainly(pairs, tried, found);
    }
);

#[cfg(target_arch = "x86_64")]
kernel!(
    fn test_by_long_vectors(avx512: Avx512, pairs: Pairs<'_>, tried: &Tried, found: &mut Tried) {
        use std::arch::x86_64::*;
        let load = |bytes: &[u8; ROW]| -> __m512i { u8x64::from_slice(avx512, bytes).into() };
        let wanted = [0, 1, 2, 3].map(|z| load(&tried[z]));
        let mut hits = [0u64; TRIED];
        for part in pairs.list {
            let others: __m512i = u8x64::from_slice(avx512, &pairs.values[pairs.whole - part.size..][..ROW]).into();
            let sums = _mm512_xor_si512(others, _mm512_set1_epi8(part.byte().cast_signed()));
            for (hits, wanted) in hits.iter_mut().zip(wanted) {
                *hits |= _mm512_cmpeq_epi8_mask(sums, wanted);
            }
        }
        for (hits, found) in hits.iter().zip(found) {
            for (j, found) in found.iter_mut().enumerate() {
                *found |= low(hits >> j & 1);
            }
        }
    }
);

fn mark_plainly(pairs: Pairs<'_>, heaps: Range<usize>, sets: &mut Sets, words: usize) {
    for part in pairs.list {
        let others = &pairs.values[pairs.whole - part.size + heaps.start..];
        for (j, other) in heaps.clone().zip(others) {
            let value = u64::from(*other) ^ part.value;
            let word = index(value / 64);
            if word < words {
                sets[word][j] |= 1 << (value % 64);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
kernel!(
    fn mark_by_fours(avx2: Avx2, pairs: Pairs<'_>, heaps: Range<usize>, sets: &mut Sets, words: usize) {
        match words {
            1 => mark_words::<1>(avx2, pairs, heaps, sets),
            2 => mark_words::<2>(avx2, pairs, heaps, sets),
            3 => mark_words::<3>(avx2, pairs, heaps, sets),
            _ => mark_words::<4>(avx2, pairs, heaps, sets),
        }
    }
);

/// The values before those of each word.
#[cfg(target_arch = "x86_64")]
const BEFORE: [i64; WORDS] = [0, 64, 128, 192];

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn mark_words<const W: usize>(avx2: Avx2, pairs: Pairs<'_>, heaps: Range<usize>, sets: &mut Sets) {
    use std::arch::x86_64::*;
    let one = _mm256_set1_epi64x(1);
    for j in heaps.step_by(8) {
        let mut held: [[__m256i; 2]; W] = std::array::from_fn(|w| {
            std::array::from_fn(|half| u64x4::from_slice(avx2, &sets[w][j + 4 * half..][..4]).into())
        });
        for part in pairs.list {
            let mut eight = [0; 8];
            eight.copy_from_slice(&pairs.values[pairs.whole + j - part.size..][..8]);
            let own = _mm256_set1_epi64x(part.value.cast_signed());
            let others = _mm_cvtsi64_si128(i64::from_le_bytes(eight));
            let others = [_mm256_cvtepu8_epi64(others), _mm256_cvtepu8_epi64(_mm_srli_si128::<4>(others))];
            for (half, others) in others.into_iter().enumerate() {
                let value = _mm256_xor_si256(others, own);
                for (w, held) in held.iter_mut().enumerate() {
                    let digit = if w == 0 { value } else { _mm256_sub_epi64(value, _mm256_set1_epi64x(BEFORE[w])) };
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

/// Heaps whose sets are in registers of 64 bytes together.
#[cfg(target_arch = "x86_64")]
const AT_ONCE: usize = 32;

#[cfg(target_arch = "x86_64")]
kernel!(
    fn mark_by_eights(avx512: Avx512, pairs: Pairs<'_>, heaps: Range<usize>, sets: &mut Sets, words: usize) {
        match words {
            1 => mark_long::<1>(avx512, pairs, heaps, sets),
            2 => mark_long::<2>(avx512, pairs, heaps, sets),
            3 => mark_long::<3>(avx512, pairs, heaps, sets),
            _ => mark_long::<4>(avx512, pairs, heaps, sets),
        }
    }
);

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn mark_long<const W: usize>(avx512: Avx512, pairs: Pairs<'_>, heaps: Range<usize>, sets: &mut Sets) {
    use std::arch::x86_64::*;
    let one = _mm512_set1_epi64(1);
    for j in heaps.step_by(AT_ONCE) {
        let mut held: [[__m512i; AT_ONCE / 8]; W] = std::array::from_fn(|w| {
            std::array::from_fn(|eight| u64x8::from_slice(avx512, &sets[w][j + 8 * eight..][..8]).into())
        });
        for part in pairs.list {
            let others = &pairs.values[pairs.whole + j - part.size..][..AT_ONCE];
            let own = _mm512_set1_epi64(part.value.cast_signed());
            for (eight, others) in others.as_chunks::<8>().0.iter().enumerate() {
                let others = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(i64::from_le_bytes(*others)));
                let value = _mm512_xor_si512(others, own);
                for (w, held) in held.iter_mut().enumerate() {
                    let digit = if w == 0 { value } else { _mm512_sub_epi64(value, _mm512_set1_epi64(BEFORE[w])) };
                    held[eight] = _mm512_or_si512(held[eight], _mm512_sllv_epi64(one, digit));
                }
            }
        }
        for (set, held) in sets.iter_mut().zip(held) {
            for (eight, held) in held.into_iter().enumerate() {
                let eight_sets: u64x8<Avx512> = held.simd_into(avx512);
                eight_sets.store_slice(&mut set[j + 8 * eight..][..8]);
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
            let pairs = Pairs { values: &values, whole: 1900, list: &list };
            for heaps in [0..ROW, 8..16] {
                let (mut plain, mut fast) = ([[5; ROW]; WORDS], [[5; ROW]; WORDS]);
                mark_plainly(pairs, heaps.clone(), &mut plain, words);
                mark(pairs, heaps.clone(), &mut fast, words);
                assert_eq!(plain, fast, "{words}");
                #[cfg(target_arch = "x86_64")]
                if let Some(avx2) = Level::new().as_avx2() {
                    let mut fours = [[5; ROW]; WORDS];
                    mark_by_fours(avx2, pairs, heaps, &mut fours, words);
                    assert_eq!(plain, fours, "{words}");
                }
            }
            let tried: Tried = std::array::from_fn(|z| std::array::from_fn(|j| values[5 * j + z]));
            let (mut plain, mut fast) = ([[0; ROW]; TRIED], [[0; ROW]; TRIED]);
            test_plainly(pairs, &tried, &mut plain);
            test(pairs, &tried, &mut fast);
            assert_eq!(plain, fast);
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = Level::new().as_avx2() {
                let mut found = [[0; ROW]; TRIED];
                test_by_vectors(avx2, pairs, &tried, &mut found);
                assert_eq!(plain, found);
            }
            assert!(plain.iter().flatten().any(|found| *found == 1));
        }
    }
}
