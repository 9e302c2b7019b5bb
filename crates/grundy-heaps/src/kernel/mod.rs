//! The inner loops.
//!
//! In: the codes of all heaps so far, and lists of heaps that are the one part of pairs. Out: which codes 64 heaps in a row have options of ([`Lane::mark`]);
//! which of four codes that are tried for each of them are codes of options ([`Lane::test`]); which codes pairs of a heap have ([`Lane::mark_pairs`]), and whether any has one
//! ([`Lane::any_pair`]); the least that no pair has ([`Lane::least_missing`]).
//! `scalar` says what is computed; `avx2` and `avx512` compute the same with vectors of 32 and 64 bytes, where the processor has them. No `unsafe` is written for it: the
//! crate fearless_simd holds the proof that the processor has the instructions.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub(crate) mod scalar;
#[cfg(test)]
mod tests;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitXor, Range};

use fearless_simd::Level;

pub(crate) use scalar::word;

/// Heaps in a block.
pub(crate) const BLOCK: usize = 64;
/// Codes that are tried at a time for each heap of a block.
pub(crate) const TRIED: usize = 4;

/// With vectors of 64 bytes a search of the least value that is missing looks them up where there are more than this.
#[cfg(target_arch = "x86_64")]
const FEW: usize = 32;

/// The least value that is not seen, of those for which there is a number.
pub(crate) fn least_missing(seen: &[u32]) -> usize {
    seen.iter().position(|seen| *seen == 0).unwrap_or(seen.len())
}

/// For each word of 64 codes and each heap of a block: the codes that options have.
pub(crate) type Sets = [[u64; BLOCK]];
/// Codes that are tried, for each heap of a block.
pub(crate) type Tried<T> = [[T; BLOCK]; TRIED];

/// A heap that is one of the two parts of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its size.
    pub(crate) at: usize,
    /// Its code, without the sign.
    pub(crate) code: u64,
}

/// Pairs of 64 heaps in a row: the pairs of heap `base` + j that have a part of the list.
#[derive(Clone, Copy)]
pub(crate) struct Pairs<'a, T> {
    /// The codes of all heaps so far; those of all other parts must be among them.
    pub(crate) codes: &'a [T],
    pub(crate) base: usize,
    pub(crate) list: &'a [Part],
}

/// The instructions that are used.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kernel {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2(fearless_simd::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(fearless_simd::Avx512),
}

impl Kernel {
    /// The best that this processor has.
    pub(crate) fn best() -> Kernel {
        let level = Level::new();
        #[cfg(target_arch = "x86_64")]
        match (level.as_avx512(), level.as_avx2()) {
            (Some(avx512), _) => return Kernel::Avx512(avx512),
            (None, Some(avx2)) => return Kernel::Avx2(avx2),
            _ => {}
        }
        let _ = level;
        Kernel::Scalar
    }

    /// Is [`Lane::least_missing`] the quickest way, where all nim-sums are below this power of two?
    pub(crate) fn looks_up(self, below: usize) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(_) => below > FEW,
            _ => {
                let _ = below;
                false
            }
        }
    }
}

/// All kernels with vectors that this processor has.
#[cfg(test)]
pub(crate) fn vectors() -> Vec<Kernel> {
    let level = Level::new();
    let _ = level;
    #[cfg(target_arch = "x86_64")]
    let found = level.as_avx2().map(Kernel::Avx2).into_iter().chain(level.as_avx512().map(Kernel::Avx512)).collect();
    #[cfg(not(target_arch = "x86_64"))]
    let found = vec![];
    found
}

/// The number in which a code is kept.
pub(crate) trait Lane: Copy + Ord + Default + Debug + Hash + BitXor<Output = Self> + 'static {
    /// Its highest digit, the sign of rare heaps.
    const SIGN: u32;
    /// No number is greater.
    const MOST: u32;

    fn wide(self) -> u32;
    /// The number must not exceed [`Lane::MOST`].
    fn narrow(code: u32) -> Self;

    /// Adds to the sets of the heaps `lanes` of a block the codes of pairs, as far as the sets reach. `lanes` begins and ends at multiples of 8.
    fn mark(kernel: Kernel, pairs: Pairs<'_, Self>, lanes: Range<usize>, sets: &mut Sets);

    /// Lowers the places in `left` to 0 where the code that is tried is that of a pair.
    fn test(kernel: Kernel, pairs: Pairs<'_, Self>, tried: &Tried<Self>, left: &mut Tried<Self>);

    /// Is there a smaller part in the range, such that the two parts of `whole` have codes whose nim-sum is `sum`, signs included?
    fn any_pair(kernel: Kernel, codes: &[Self], smaller: Range<usize>, whole: usize, sum: Self) -> bool;

    /// Marks by 1 the nim-sums of the codes of two parts of the whole, of which the smaller is in the range. `seen` has a place for each number that a code can be.
    fn mark_pairs(kernel: Kernel, codes: &[Self], smaller: Range<usize>, whole: usize, seen: &mut [u32]);

    /// The least number that is not `seen`, and no nim-sum of the codes of two parts: each of the pairs has a range of smaller parts, and the whole. All nim-sums
    /// are less than `below`, a power of two, which is the result if there is no other. `seen` has a place for each number that a code can be.
    fn least_missing(
        kernel: Kernel,
        codes: &[Self],
        pairs: &[(Range<usize>, usize)],
        seen: &mut [u32],
        below: usize,
    ) -> usize;

    /// Places at which a list of codes, which is not empty, stands in another. Of places that overlap one at least is given.
    fn places(codes: &[Self], wanted: &[Self]) -> Vec<usize>;
}

macro_rules! lane {
    ($own:ty, $marks:ident, $tests:ident, $finds:ident, $all:ident, $least:ident, $places:path) => {
        impl Lane for $own {
            const SIGN: u32 = 1 << (<$own>::BITS - 1);
            const MOST: u32 = <$own>::MAX as u32;

            fn wide(self) -> u32 {
                u32::from(self)
            }

            fn narrow(code: u32) -> Self {
                code as $own
            }

            fn mark(kernel: Kernel, pairs: Pairs<'_, Self>, lanes: Range<usize>, sets: &mut Sets) {
                match kernel {
                    #[cfg(target_arch = "x86_64")]
                    // Beyond so many words the sums no longer stay in registers.
                    Kernel::Avx2(avx2) if sets.len() <= avx2::WORDS => avx2::$marks(avx2, pairs, lanes, sets),
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx512(avx512) if sets.len() <= avx512::SET_WORDS => {
                        avx512::$marks(avx512, pairs, lanes, sets)
                    }
                    _ => scalar::mark_wide(pairs, lanes, sets),
                }
            }

            fn test(kernel: Kernel, pairs: Pairs<'_, Self>, tried: &Tried<Self>, left: &mut Tried<Self>) {
                match kernel {
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx2(avx2) => avx2::$tests(avx2, pairs, tried, left),
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx512(avx512) => avx512::$tests(avx512, pairs, tried, left),
                    Kernel::Scalar => scalar::test(pairs, tried, left),
                }
            }

            fn any_pair(kernel: Kernel, codes: &[Self], smaller: Range<usize>, whole: usize, sum: Self) -> bool {
                match kernel {
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx2(avx2) => avx2::$finds(avx2, codes, smaller, whole, sum),
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx512(avx512) => avx512::$finds(avx512, codes, smaller, whole, sum),
                    Kernel::Scalar => scalar::any_pair(codes, smaller, whole, sum),
                }
            }

            fn mark_pairs(kernel: Kernel, codes: &[Self], smaller: Range<usize>, whole: usize, seen: &mut [u32]) {
                match kernel {
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx2(avx2) => avx2::$all(avx2, codes, smaller, whole, seen),
                    _ => scalar::mark_pairs(codes, smaller, whole, seen),
                }
            }

            fn least_missing(
                kernel: Kernel,
                codes: &[Self],
                pairs: &[(Range<usize>, usize)],
                seen: &mut [u32],
                below: usize,
            ) -> usize {
                match kernel {
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx512(avx512) => avx512::$least(avx512, codes, pairs, seen, below),
                    _ => scalar::least_missing(codes, pairs, seen, below),
                }
            }

            fn places(codes: &[Self], wanted: &[Self]) -> Vec<usize> {
                $places(codes, wanted)
            }
        }
    };
}

lane!(u8, mark_bytes, test_bytes, find_bytes, mark_all_bytes, least_of_bytes, bytes_in);
lane!(u16, mark_words, test_words, find_words, mark_all_words, least_of_words, scalar::places);

fn bytes_in(codes: &[u8], wanted: &[u8]) -> Vec<usize> {
    memchr::memmem::find_iter(codes, wanted).collect()
}
