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

pub(super) fn test<T: Lane>(pairs: Pairs<'_, T>, tried: &Tried<T>, left: &mut Tried<T>) {
    for part in pairs.list {
        let from = pairs.base - part.at;
        let others = &pairs.codes[from..from + BLOCK];
        for (tried, left) in tried.iter().zip(left.iter_mut()) {
            for ((other, tried), left) in others.iter().zip(tried).zip(left.iter_mut()) {
                *left = T::narrow(left.wide().min(other.wide() ^ part.code as u32 ^ tried.wide()));
            }
        }
    }
}

pub(super) fn any_pair<T: Lane>(codes: &[T], smaller: Range<usize>, whole: usize, sum: T) -> bool {
    if smaller.is_empty() {
        return false;
    }
    let larger = &codes[whole + 1 - smaller.end..whole + 1 - smaller.start];
    codes[smaller].iter().zip(larger.iter().rev()).any(|(a, b)| a.wide() ^ b.wide() == sum.wide())
}

/// Nim-sums made at a time.
const AT_ONCE: usize = 512;

/// Marks the nim-sums of the codes in one list with those in another of the same length, the second read from its end.
#[inline(always)]
pub(super) fn mark_sums<T: Lane>(forward: &[T], backward: &[T], seen: &mut [bool]) {
    let mut sums = [T::default(); AT_ONCE];
    let top = seen.len() - 1;
    for (ahead, behind) in forward.chunks(AT_ONCE).zip(backward.rchunks(AT_ONCE)) {
        for (sum, (a, b)) in sums.iter_mut().zip(ahead.iter().zip(behind.iter().rev())) {
            *sum = *a ^ *b;
        }
        for sum in &sums[..ahead.len()] {
            seen[sum.wide() as usize & top] = true;
        }
    }
}

#[inline(always)]
pub(super) fn least_missing<T: Lane>(codes: &[T], pairs: &[(Range<usize>, usize)], seen: &mut [bool]) -> usize {
    for (smaller, whole) in pairs.iter().filter(|(smaller, _)| !smaller.is_empty()) {
        let larger = &codes[whole + 1 - smaller.end..whole + 1 - smaller.start];
        mark_sums(&codes[smaller.clone()], larger, seen);
    }
    seen.iter().position(|seen| !seen).unwrap_or(seen.len())
}

/// Where a list of codes stands in another.
pub(super) fn places<T: Lane>(codes: &[T], wanted: &[T]) -> Vec<usize> {
    let here = |at: &usize| codes[*at] == wanted[0] && codes[*at..][..wanted.len()] == *wanted;
    (0..(codes.len() + 1).saturating_sub(wanted.len())).filter(here).collect()
}
