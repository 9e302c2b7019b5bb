//! Numbers in other types, none of them cut.
//!
//! In: a number that fits, by what the work around it keeps to. Out: the number; and where it did not fit, the greatest there is, which no list has as the
//! number of an entry and no column or value comes near.

/// As the number of an entry.
#[inline(always)]
pub(crate) fn index(n: impl TryInto<usize>) -> usize {
    n.try_into().unwrap_or(usize::MAX)
}

/// As a number that may be subtracted from: columns and values are counted one after the other, so that none reaches 2^63.
#[inline(always)]
pub(crate) fn signed(n: impl TryInto<i64>) -> i64 {
    n.try_into().unwrap_or(i64::MAX)
}

/// As a place in a window, which has 2^11 at most.
#[inline(always)]
pub(crate) fn narrow(n: impl TryInto<u16>) -> u16 {
    n.try_into().unwrap_or(u16::MAX)
}

/// As a heap's number or value: at most 2^31 heaps are computed.
#[inline(always)]
pub(crate) fn short(n: impl TryInto<u32>) -> u32 {
    n.try_into().unwrap_or(u32::MAX)
}

/// As a value below 256: no position of these games has so many options.
#[inline(always)]
pub(crate) fn byte(n: impl TryInto<u8>) -> u8 {
    n.try_into().unwrap_or(u8::MAX)
}
