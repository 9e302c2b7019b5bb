//! Marks of pairs, for 64 heaps in a row.
//!
//! In: the codes of smaller heaps ([`codes`](crate::heaps::codes)), and a list of heaps. Out: for each of 64 heaps, a set of the nim-sums below 128 of the codes of pairs of which one heap is on the list; or whether a number
//! is the nim-sum of some pair.

use std::ops::Range;

/// Heaps in a row.
pub(super) const ROW: usize = 64;
/// Words of a set of numbers below 128.
pub(super) const WORDS: usize = 2;
/// `sets[w][j]`: the numbers from 64 w to 64 w + 63 of the heap `start` + j.
pub(super) type Sets = [[u64; ROW]; WORDS];

/// A heap on a list, with its code less the digit of rare heaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) size: usize,
    pub(super) code: u8,
}

/// Pairs of `whole` + j tokens, for the heaps j of a row, with a heap of the list. The other heaps must be known.
#[derive(Clone, Copy)]
pub(super) struct Pairs<'a> {
    pub(super) codes: &'a [u8],
    pub(super) whole: usize,
    pub(super) list: &'a [Part],
}

/// Puts into the first `words` words of the sets of some heaps the nim-sums of the pairs.
pub(super) fn mark(pairs: Pairs<'_>, heaps: Range<usize>, sets: &mut Sets, words: usize) {
    // A byte for each sum: no digit is shifted for a pair, and no word chosen.
    let mut seen = [[0u8; 1 << u8::BITS]; ROW];
    for part in pairs.list {
        let others = &pairs.codes[pairs.whole - part.size..][heaps.clone()];
        for (j, other) in others.iter().enumerate() {
            seen[j][usize::from(other ^ part.code)] = 1;
        }
    }
    for (j, seen) in heaps.zip(&seen) {
        for (set, seen) in sets.iter_mut().zip(seen.as_chunks::<64>().0).take(words) {
            // Eight bytes, each 0 or 1, become the first digits of a product.
            let eights = seen.as_chunks::<8>().0.iter().rev();
            let digits = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            set[j] |= eights.fold(0, |set, bytes| set << 8 | digits(bytes));
        }
    }
}

/// Heaps that are looked at together, without a branch between them, so that compilers make vectors of the loop.
const FEW: usize = 16;

/// Is the number the nim-sum of the codes of two heaps that make up the whole, the smaller one in the range?
pub(super) fn any(codes: &[u8], range: Range<usize>, whole: usize, sum: u8) -> bool {
    if range.is_empty() {
        return false;
    }
    let (ahead, behind) = (&codes[range.clone()], &codes[whole + 1 - range.end..=whole - range.start]);
    let (chunks, rest) = ahead.as_chunks::<FEW>();
    let (others, chunks_behind) = behind.as_rchunks::<FEW>();
    for (a, b) in chunks.iter().zip(chunks_behind.iter().rev()) {
        let mut alike = 0;
        for i in 0..FEW {
            alike |= u8::from(a[i] ^ b[FEW - 1 - i] == sum);
        }
        if alike == 1 {
            return true;
        }
    }
    rest.iter().zip(others.iter().rev()).any(|(a, b)| a ^ b == sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_wherever_they_are() {
        let codes: Vec<u8> = (0..500u32).map(|n| (n * n / 3 + n) as u8 & 127).collect();
        for (range, whole) in [(0..1, 400), (5..37, 420), (1..200, 401), (3..150, 499), (7..7, 30), (0..16, 31)] {
            let all: Vec<u8> = range.clone().map(|a| codes[a] ^ codes[whole - a]).collect();
            for sum in 0..128 {
                assert_eq!(any(&codes, range.clone(), whole, sum), all.contains(&sum), "{range:?} {whole} {sum}");
            }
        }
        // Just one pair has the sum, in each place in turn.
        for place in 0..100 {
            let mut codes = vec![0; 250];
            codes[place] = 9;
            assert!(any(&codes, 0..100, 240, 9), "{place}");
            (codes[place], codes[240 - place]) = (0, 9);
            assert!(any(&codes, 0..100, 240, 9), "{place}");
            codes[240 - place] = 8;
            assert!(!any(&codes, 0..100, 240, 9), "{place}");
        }
    }

    #[test]
    fn sums_are_marked() {
        let values: Vec<u8> = (0..2000u32).map(|n| (n * n / 7 + n) as u8).collect();
        for words in 1..=WORDS {
            let list: Vec<Part> = (0..60).map(|i| Part { size: 100 + 17 * i, code: values[3 * i] & 127 }).collect();
            let pairs = Pairs { codes: &values, whole: 1900, list: &list };
            let sums =
                |j: usize| -> Vec<u8> { list.iter().map(|part| values[1900 + j - part.size] ^ part.code).collect() };
            for heaps in [0..ROW, 8..16] {
                let mut sets = [[5; ROW]; WORDS];
                mark(pairs, heaps.clone(), &mut sets, words);
                for (j, n) in (0..ROW).flat_map(|j| (0..64 * WORDS).map(move |n| (j, n))) {
                    let is_marked = sets[n / 64][j] >> (n % 64) & 1 == 1;
                    let is_sum =
                        n < 64 * words && heaps.contains(&j) && sums(j).iter().any(|sum| usize::from(*sum) == n);
                    let was_marked = 5u64 >> (n % 64) & 1 == 1;
                    assert_eq!(is_marked, was_marked || is_sum, "{j} {n}");
                }
            }
        }
    }
}
