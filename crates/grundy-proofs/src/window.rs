//! Windows: sets of numbers near a place, as an array of words.

use grundy_core::contract::bits::mex;

/// A set of numbers below 64 W.
pub(crate) type Window<const W: usize> = [u64; W];

/// The mex of a window; `None` if it is full.
#[inline(always)]
pub(crate) fn gap<const W: usize>(window: &Window<W>) -> Option<usize> {
    Some(mex(*window)).filter(|mex| *mex < 64 * W)
}

/// Inserts a number, if it lies in the window.
#[inline(always)]
pub(crate) fn put<const W: usize>(window: &mut Window<W>, number: i64) {
    if let Ok(number) = usize::try_from(number)
        && number < 64 * W
    {
        window[number / 64] |= 1 << (number % 64);
    }
}

/// The union of two windows, in place.
#[inline(always)]
pub(crate) fn join<const W: usize>(window: &mut Window<W>, other: &Window<W>) {
    window.iter_mut().zip(other).for_each(|(w, o)| *w |= o);
}

/// Lowers every number by 1; 0 drops out.
#[inline(always)]
pub(crate) fn lower<const W: usize>(window: &Window<W>) -> Window<W> {
    std::array::from_fn(|k| window[k] >> 1 | if k + 1 < W { window[k + 1] << 63 } else { 0 })
}
