//! The inner loops as they are meant.

use std::ops::Range;

use super::{BLOCK, Lane, Pairs, Sets, Tried};

pub(super) fn mark<T: Lane>(pairs: Pairs<'_, T>, lanes: Range<usize>, sets: &mut Sets) {
    for part in pairs.list {
        let from = pairs.base - part.at;
        let others = &pairs.codes[from + lanes.start..from + lanes.end];
        for (lane, other) in lanes.clone().zip(others) {
            let code = (other.wide() ^ part.code as u32) as usize;
            if let Some(set) = sets.get_mut(code / 64) {
                set[lane] |= 1 << (code % 64);
            }
        }
    }
}

/// Heaps whose pairs are marked together: their codes mostly stand in one line of the cache.
const TOGETHER: usize = 8;

/// The same by a number for each code: it is quicker where sets have many words, and the list is long. Words are made of the numbers in the end.
#[inline(always)]
pub(super) fn mark_by_numbers<T: Lane>(pairs: Pairs<'_, T>, lanes: Range<usize>, sets: &mut Sets) {
    let beyond = 64 * sets.len();
    // The last number is for codes beyond the sets.
    let stride = beyond + 1;
    let mut seen = vec![0; TOGETHER * stride];
    for first in lanes.step_by(TOGETHER) {
        seen.fill(0);
        for part in pairs.list {
            let from = pairs.base + first - part.at;
            let own = T::narrow(part.code as u32);
            for (other, seen) in pairs.codes[from..from + TOGETHER].iter().zip(seen.chunks_exact_mut(stride)) {
                seen[((*other ^ own).wide() as usize).min(beyond)] = 1;
            }
        }
        for (lane, seen) in seen.chunks_exact(stride).enumerate() {
            for (set, seen) in sets.iter_mut().zip(seen.as_chunks().0) {
                set[first + lane] |= word(seen);
            }
        }
    }
}

/// The digits of a word, for each of which there is a number, 0 or 1.
#[inline(always)]
pub(crate) fn word(numbers: &[u32; 64]) -> u64 {
    let bytes = numbers.map(|number| number as u8);
    let eight = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let (eights, _) = bytes.as_chunks();
    eights.iter().rev().fold(0, |word, bytes| word << 8 | eight(bytes))
}

/// Lists of so many parts for each word are marked by numbers.
const LONG: usize = 8;

/// Marks in sets that are too wide for vectors.
#[inline(always)]
pub(super) fn mark_wide<T: Lane>(pairs: Pairs<'_, T>, lanes: Range<usize>, sets: &mut Sets) {
    if pairs.list.len() < LONG * sets.len() {
        mark(pairs, lanes, sets);
    } else {
        mark_by_numbers(pairs, lanes, sets);
    }
}

pub(super) fn test<T: Lane>(pairs: Pairs<'_, T>, tried: &Tried<T>, left: &mut Tried<T>) {
    for part in pairs.list {
        let from = pairs.base - part.at;
        let others = &pairs.codes[from..from + BLOCK];
        let own = T::narrow(part.code as u32);
        for (tried, left) in tried.iter().zip(left.iter_mut()) {
            for ((other, tried), left) in others.iter().zip(tried).zip(left.iter_mut()) {
                *left = (*left).min(*other ^ own ^ *tried);
            }
        }
    }
}

/// The codes of the smaller parts, and those of the larger ones, which belong to them in the opposite order.
#[inline(always)]
pub(super) fn parts<'a, T>(codes: &'a [T], smaller: &Range<usize>, whole: usize) -> (&'a [T], &'a [T]) {
    if smaller.is_empty() {
        return (&[], &[]);
    }
    (&codes[smaller.clone()], &codes[whole + 1 - smaller.end..whole + 1 - smaller.start])
}

pub(super) fn any_pair<T: Lane>(codes: &[T], smaller: Range<usize>, whole: usize, sum: T) -> bool {
    let (smaller, larger) = parts(codes, &smaller, whole);
    let pairs = smaller.chunks(COMPARED).zip(larger.rchunks(COMPARED));
    pairs.into_iter().any(|(ahead, behind)| {
        // Without an early end in it the loop is one of vectors.
        ahead.iter().zip(behind.iter().rev()).fold(false, |any, (a, b)| any | (*a ^ *b == sum))
    })
}

/// Pairs compared at a time.
const COMPARED: usize = 64;

/// Nim-sums made at a time.
const AT_ONCE: usize = 512;

/// Marks by 1 the nim-sums of the codes of two parts of the whole, of which the smaller is in the range.
#[inline(always)]
pub(super) fn mark_pairs<T: Lane>(codes: &[T], smaller: Range<usize>, whole: usize, seen: &mut [u32]) {
    let (forward, backward) = parts(codes, &smaller, whole);
    let mut sums = [T::default(); AT_ONCE];
    // That the length is known here spares a comparison for each nim-sum.
    let seen = &mut seen[..=T::MOST as usize];
    for (ahead, behind) in forward.chunks(AT_ONCE).zip(backward.rchunks(AT_ONCE)) {
        for (sum, (a, b)) in sums.iter_mut().zip(ahead.iter().zip(behind.iter().rev())) {
            *sum = *a ^ *b;
        }
        for sum in &sums[..ahead.len()] {
            seen[sum.wide() as usize] = 1;
        }
    }
}

#[inline(always)]
pub(super) fn least_missing<T: Lane>(
    codes: &[T],
    pairs: &[(Range<usize>, usize)],
    seen: &mut [u32],
    below: usize,
) -> usize {
    for (smaller, whole) in pairs.iter().filter(|(smaller, _)| !smaller.is_empty()) {
        mark_pairs(codes, smaller.clone(), *whole, seen);
    }
    super::least_missing(&seen[..below])
}

/// Where a list of codes stands in another.
pub(super) fn places<T: Lane>(codes: &[T], wanted: &[T]) -> Vec<usize> {
    let here = |at: &usize| codes[*at] == wanted[0] && codes[*at..][..wanted.len()] == *wanted;
    (0..(codes.len() + 1).saturating_sub(wanted.len())).filter(here).collect()
}
