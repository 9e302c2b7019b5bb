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

/// The same by a byte for each code: it is quicker where sets have many words, and the list is long. Words are made of the bytes in the end.
#[inline(always)]
pub(super) fn mark_by_bytes<T: Lane>(pairs: Pairs<'_, T>, lanes: Range<usize>, sets: &mut Sets) {
    let beyond = 64 * sets.len();
    // The last byte is for codes beyond the sets.
    let mut bytes = vec![0u8; beyond + 1];
    for lane in lanes {
        bytes.fill(0);
        for part in pairs.list {
            let code = (pairs.codes[pairs.base + lane - part.at].wide() ^ part.code as u32) as usize;
            bytes[code.min(beyond)] = 1;
        }
        for (set, bytes) in sets.iter_mut().zip(bytes.chunks_exact(64)) {
            set[lane] |= word(bytes);
        }
    }
}

/// The digits of a word, each of which stands in a byte.
fn word(bytes: &[u8]) -> u64 {
    let eight = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let (eights, _) = bytes.as_chunks();
    eights.iter().rev().fold(0, |word, bytes| word << 8 | eight(bytes))
}

/// Lists of so many parts for each word are marked by bytes.
const LONG: usize = 8;

/// Marks in sets that are too wide for vectors.
#[inline(always)]
pub(super) fn mark_wide<T: Lane>(pairs: Pairs<'_, T>, lanes: Range<usize>, sets: &mut Sets) {
    if pairs.list.len() < LONG * sets.len() {
        mark(pairs, lanes, sets);
    } else {
        mark_by_bytes(pairs, lanes, sets);
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

/// Marks the nim-sums of the codes of two parts of the whole, of which the smaller is in the range.
#[inline(always)]
pub(super) fn mark_pairs<T: Lane>(codes: &[T], smaller: Range<usize>, whole: usize, seen: &mut [bool]) {
    let (forward, backward) = parts(codes, &smaller, whole);
    let mut sums = [T::default(); AT_ONCE];
    // That the length is known here spares a comparison for each nim-sum.
    let seen = &mut seen[..=T::MOST as usize];
    for (ahead, behind) in forward.chunks(AT_ONCE).zip(backward.rchunks(AT_ONCE)) {
        for (sum, (a, b)) in sums.iter_mut().zip(ahead.iter().zip(behind.iter().rev())) {
            *sum = *a ^ *b;
        }
        for sum in &sums[..ahead.len()] {
            seen[sum.wide() as usize] = true;
        }
    }
}

#[inline(always)]
pub(super) fn least_missing<T: Lane>(
    codes: &[T],
    pairs: &[(Range<usize>, usize)],
    seen: &mut [bool],
    below: usize,
) -> usize {
    for (smaller, whole) in pairs.iter().filter(|(smaller, _)| !smaller.is_empty()) {
        mark_pairs(codes, smaller.clone(), *whole, seen);
    }
    seen[..below].iter().position(|seen| !seen).unwrap_or(below)
}

/// Where a list of codes stands in another.
pub(super) fn places<T: Lane>(codes: &[T], wanted: &[T]) -> Vec<usize> {
    let here = |at: &usize| codes[*at] == wanted[0] && codes[*at..][..wanted.len()] == *wanted;
    (0..(codes.len() + 1).saturating_sub(wanted.len())).filter(here).collect()
}
