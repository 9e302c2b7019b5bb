//! Conversions between number types that never truncate.
//!
//! In: a number that is known to fit by an invariant of its caller. Out: the number. If the invariant failed, the greatest number of the target type
//! would come out, which is no list's index and which no column or value comes near.

/// As an index.
#[inline(always)]
pub(crate) fn index(n: impl TryInto<usize>) -> usize {
    n.try_into().unwrap_or(usize::MAX)
}

/// As a signed number, for subtraction. Columns and values are counted up one by one, so none reaches 2^63.
#[inline(always)]
pub(crate) fn signed(n: impl TryInto<i64>) -> i64 {
    n.try_into().unwrap_or(i64::MAX)
}

/// As a place in a window. A window has at most 2^11 places.
#[inline(always)]
pub(crate) fn narrow(n: impl TryInto<u16>) -> u16 {
    n.try_into().unwrap_or(u16::MAX)
}

/// As the number or the value of a heap. At most 2^31 heaps are computed.
#[inline(always)]
pub(crate) fn short(n: impl TryInto<u32>) -> u32 {
    n.try_into().unwrap_or(u32::MAX)
}

/// As a value below 256: no position of these games has so many options.
#[inline(always)]
pub(crate) fn byte(n: impl TryInto<u8>) -> u8 {
    n.try_into().unwrap_or(u8::MAX)
}
