//! The inner loops with vectors of 64 bytes.
//!
//! Marks, tests and pairs of one heap are those of `avx2`, with twice the length; sets of eight words stay in registers.
//!
//! *The least value that no pair has*: most values below it are met among the first pairs, which are marked one by one. What is then missing among 1024 values is a table of 1024 bits in two
//! registers. Each further vector of 32 nim-sums looks itself up there: a nim-sum picks its word of 16 values (`vpermi2w`) and tests its bit. The few
//! that are still missing are written behind one another (`vpcompressw`), without a branch, and leave the table after every 16 vectors. What is
//! missing at the end, if anything, is least; else the next 1024 values follow.

use std::arch::x86_64::*;
use std::ops::Range;

use fearless_simd::{Avx512, SimdBase, SimdInto, kernel, u8x32, u8x64, u16x8, u16x32, u64x8};

use super::{BLOCK, Pairs, Part, Sets, TRIED, Tried, scalar};

/// Sets of so many words stay in registers.
pub(super) const SET_WORDS: usize = 8;

/// The sets of some heaps: of each word, vectors of eight.
type Held<const W: usize, const EIGHTS: usize> = [[__m512i; EIGHTS]; W];

#[target_feature(enable = "avx512f")]
fn take_up<const W: usize, const EIGHTS: usize>(avx512: Avx512, sets: &Sets, lane: usize) -> Held<W, EIGHTS> {
    std::array::from_fn(|w| {
        std::array::from_fn(|eight| u64x8::from_slice(avx512, &sets[w][lane + 8 * eight..][..8]).into())
    })
}

#[target_feature(enable = "avx512f")]
fn put_down<const W: usize, const EIGHTS: usize>(avx512: Avx512, held: &Held<W, EIGHTS>, sets: &mut Sets, lane: usize) {
    for (set, eights) in sets.iter_mut().zip(held) {
        for (eight, held) in eights.iter().enumerate() {
            let held: u64x8<Avx512> = (*held).simd_into(avx512);
            held.store_slice(&mut set[lane + 8 * eight..][..8]);
        }
    }
}

/// Adds the codes of the pairs of a part, eight in each vector; `others` are the codes of the other parts.
#[inline]
#[target_feature(enable = "avx512f")]
fn add<const W: usize, const EIGHTS: usize>(held: &mut Held<W, EIGHTS>, others: [__m512i; EIGHTS], part: &Part) {
    let one = _mm512_set1_epi64(1);
    let own = _mm512_set1_epi64(part.code as i64);
    for (eight, others) in others.into_iter().enumerate() {
        let code = _mm512_xor_si512(others, own);
        for (w, held) in held.iter_mut().enumerate() {
            let place = if w == 0 { code } else { _mm512_sub_epi64(code, _mm512_set1_epi64(64 * w as i64)) };
            held[eight] = _mm512_or_si512(held[eight], _mm512_sllv_epi64(one, place));
        }
    }
}

/// Eight codes as numbers of 64 bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn eight_bytes(_: Avx512, codes: &[u8]) -> __m512i {
    let mut eight = [0; 8];
    eight.copy_from_slice(codes);
    _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(i64::from_le_bytes(eight)))
}

/// Eight codes as numbers of 64 bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn eight_words(avx512: Avx512, codes: &[u16]) -> __m512i {
    _mm512_cvtepu16_epi64(u16x8::from_slice(avx512, codes).into())
}

macro_rules! loops {
    ($code:ty, $vector:ident, $splat:ident, $signed:ty, $min:ident, $equal:ident, $eight:ident, $backwards:ident: $marks:ident $by_words:ident $tests:ident $finds:ident) => {
        kernel!(
            pub(super) fn $marks(avx512: Avx512, pairs: Pairs<'_, $code>, lanes: Range<usize>, sets: &mut Sets) {
                match (sets.len(), lanes.len().is_multiple_of(32)) {
                    (1, true) => $by_words::<1, 4>(avx512, pairs, lanes, sets),
                    (2, true) => $by_words::<2, 4>(avx512, pairs, lanes, sets),
                    (3, true) => $by_words::<3, 4>(avx512, pairs, lanes, sets),
                    (4, true) => $by_words::<4, 4>(avx512, pairs, lanes, sets),
                    (5, true) => $by_words::<5, 4>(avx512, pairs, lanes, sets),
                    (6, true) => $by_words::<6, 4>(avx512, pairs, lanes, sets),
                    (7, true) => $by_words::<7, 2>(avx512, pairs, lanes, sets),
                    (8, true) => $by_words::<8, 2>(avx512, pairs, lanes, sets),
                    (1, false) => $by_words::<1, 1>(avx512, pairs, lanes, sets),
                    (2, false) => $by_words::<2, 1>(avx512, pairs, lanes, sets),
                    (3, false) => $by_words::<3, 1>(avx512, pairs, lanes, sets),
                    (4, false) => $by_words::<4, 1>(avx512, pairs, lanes, sets),
                    _ => scalar::mark_wide(pairs, lanes, sets),
                }
            }
        );

        #[target_feature(enable = "avx512f")]
        fn $by_words<const W: usize, const EIGHTS: usize>(
            avx512: Avx512,
            pairs: Pairs<'_, $code>,
            lanes: Range<usize>,
            sets: &mut Sets,
        ) {
            for lane in lanes.step_by(8 * EIGHTS) {
                let mut held = take_up::<W, EIGHTS>(avx512, sets, lane);
                for part in pairs.list {
                    let others = &pairs.codes[pairs.base + lane - part.at..][..8 * EIGHTS];
                    let others = std::array::from_fn(|eight| $eight(avx512, &others[8 * eight..][..8]));
                    add(&mut held, others, part);
                }
                put_down(avx512, &held, sets, lane);
            }
        }

        kernel!(
            pub(super) fn $tests(
                avx512: Avx512,
                pairs: Pairs<'_, $code>,
                tried: &Tried<$code>,
                left: &mut Tried<$code>,
            ) {
                const STEP: usize = BYTES / size_of::<$code>();
                for lane in (0..BLOCK).step_by(STEP) {
                    let own = lane..lane + STEP;
                    let tried: [__m512i; TRIED] =
                        std::array::from_fn(|z| $vector::from_slice(avx512, &tried[z][own.clone()]).into());
                    let mut least: [__m512i; TRIED] =
                        std::array::from_fn(|z| $vector::from_slice(avx512, &left[z][own.clone()]).into());
                    for part in pairs.list {
                        let from = pairs.base + lane - part.at;
                        let others: __m512i = $vector::from_slice(avx512, &pairs.codes[from..from + STEP]).into();
                        let sums = _mm512_xor_si512(others, $splat(part.code as $signed));
                        for (least, tried) in least.iter_mut().zip(tried) {
                            *least = $min(*least, _mm512_xor_si512(sums, tried));
                        }
                    }
                    for (left, least) in left.iter_mut().zip(least) {
                        let least: $vector<Avx512> = least.simd_into(avx512);
                        least.store_slice(&mut left[own.clone()]);
                    }
                }
            }
        );

        kernel!(
            pub(super) fn $finds(
                avx512: Avx512,
                codes: &[$code],
                smaller: Range<usize>,
                whole: usize,
                sum: $code,
            ) -> bool {
                const STEP: usize = BYTES / size_of::<$code>();
                let wanted = $splat(sum as $signed);
                let mut from = smaller.start;
                while from + STEP <= smaller.end {
                    let small: __m512i = $vector::from_slice(avx512, &codes[from..from + STEP]).into();
                    let large: __m512i =
                        $vector::from_slice(avx512, &codes[whole + 1 - from - STEP..whole + 1 - from]).into();
                    if $equal(_mm512_xor_si512(small, $backwards(avx512, large)), wanted) != 0 {
                        return true;
                    }
                    from += STEP;
                }
                scalar::any_pair(codes, from..smaller.end, whole, sum)
            }
        );
    };
}

/// Bytes of a vector.
const BYTES: usize = 64;

loops!(u8, u8x64, _mm512_set1_epi8, i8, _mm512_min_epu8, _mm512_cmpeq_epi8_mask, eight_bytes, bytes_backwards:
    mark_bytes by_words_of_bytes test_bytes find_bytes);
loops!(u16, u16x32, _mm512_set1_epi16, i16, _mm512_min_epu16, _mm512_cmpeq_epi16_mask, eight_words, words_backwards:
    mark_words by_words_of_words test_words find_words);

#[inline]
#[target_feature(enable = "avx512f,avx512vbmi")]
fn bytes_backwards(avx512: Avx512, bytes: __m512i) -> __m512i {
    let order: [u8; 64] = std::array::from_fn(|i| 63 - i as u8);
    _mm512_permutexvar_epi8(u8x64::from_slice(avx512, &order).into(), bytes)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn words_backwards(avx512: Avx512, words: __m512i) -> __m512i {
    let order: [u16; VECTOR] = std::array::from_fn(|i| (VECTOR - 1 - i) as u16);
    _mm512_permutexvar_epi16(u16x32::from_slice(avx512, &order).into(), words)
}

/// Nim-sums in a vector.
const VECTOR: usize = 32;
/// Vectors between two changes of the table.
const VECTORS: usize = 16;
/// Values of the table, and words of them.
const WINDOW: usize = 1 << 10;
const WORDS: usize = WINDOW / 16;

/// For each word of 16 values a bit for each value that is missing.
type Missing = [u16; WORDS];

/// The values from `base` on that are not seen.
fn missing(seen: &[u32], base: usize) -> Missing {
    let mut words = [0; WORDS];
    for (word, seen) in words.iter_mut().zip(seen[base..].chunks(16)) {
        *word = seen.iter().enumerate().fold(0, |word, (i, seen)| word | u16::from(*seen == 0) << i);
    }
    words
}

fn least(missing: &Missing) -> Option<usize> {
    let at = missing.iter().position(|word| *word != 0)?;
    Some(16 * at + missing[at].trailing_zeros() as usize)
}

macro_rules! least_missing {
    ($name:ident, $code:ty, $load:ident) => {
        kernel!(
            pub(super) fn $name(
                avx512: Avx512,
                codes: &[$code],
                pairs: &[(Range<usize>, usize)],
                seen: &mut [u32],
                below: usize,
            ) -> usize {
                let mut rest = vec![];
                for (smaller, whole) in pairs {
                    // Vectors are full, so what is left over is marked as well.
                    let marked = smaller.len() - smaller.len().saturating_sub(below) / VECTOR * VECTOR;
                    let cut = smaller.start + marked;
                    scalar::mark_pairs(codes, smaller.start..cut, *whole, seen);
                    rest.push((cut..smaller.end, *whole));
                }
                for base in (0..below).step_by(WINDOW) {
                    let mut open = missing(&seen[..below], base);
                    for (smaller, whole) in &rest {
                        let mut from = smaller.start;
                        while from < smaller.end && open != [0; WORDS] {
                            let to = smaller.end.min(from + VECTORS * VECTOR);
                            look(
                                avx512,
                                base,
                                &mut open,
                                (from..to).step_by(VECTOR).map(|from| {
                                    let small = $load(avx512, &codes[from..from + VECTOR]);
                                    let large = $load(avx512, &codes[whole + 1 - from - VECTOR..whole + 1 - from]);
                                    (small, large)
                                }),
                            );
                            from = to;
                        }
                    }
                    if let Some(value) = least(&open) {
                        return base + value;
                    }
                }
                below
            }
        );
    };
}

least_missing!(least_of_bytes, u8, bytes);
least_missing!(least_of_words, u16, words);

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn bytes(avx512: Avx512, codes: &[u8]) -> __m512i {
    _mm512_cvtepu8_epi16(u8x32::from_slice(avx512, codes).into())
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn words(avx512: Avx512, codes: &[u16]) -> __m512i {
    u16x32::from_slice(avx512, codes).into()
}

/// Takes from the values that are missing those of the nim-sums of a few vectors; the second of each two is read backwards.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn look(avx512: Avx512, base: usize, open: &mut Missing, vectors: impl Iterator<Item = (__m512i, __m512i)>) {
    let (low, high) = (words(avx512, &open[..VECTOR]), words(avx512, &open[VECTOR..]));
    let (one, first) = (_mm512_set1_epi16(1), _mm512_set1_epi16(base as i16));
    let (bits, end) = (_mm512_set1_epi16(15), _mm512_set1_epi16(WINDOW as i16));
    let mut found = [0u16; (VECTORS + 1) * VECTOR];
    let mut count = 0;
    for (small, large) in vectors {
        let sum = _mm512_xor_si512(small, words_backwards(avx512, large));
        let sum = _mm512_sub_epi16(sum, first);
        let word = _mm512_permutex2var_epi16(low, _mm512_srli_epi16::<4>(sum), high);
        let bit = _mm512_sllv_epi16(one, _mm512_and_si512(sum, bits));
        let inside = _mm512_cmplt_epu16_mask(sum, end);
        let hit = _mm512_mask_test_epi16_mask(inside, word, bit);
        let hits: u16x32<Avx512> = _mm512_maskz_compress_epi16(hit, sum).simd_into(avx512);
        hits.store_slice(&mut found[count..count + VECTOR]);
        count += hit.count_ones() as usize;
    }
    for value in &found[..count] {
        open[usize::from(value >> 4) % WORDS] &= !(1 << (value & 15));
    }
}
