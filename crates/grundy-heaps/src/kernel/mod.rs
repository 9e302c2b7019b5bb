//! The four inner loops.
//!
//! In: the codes of all heaps so far, and lists of heaps that are the one part of pairs. Out: which codes 64 heaps in a row have options of ([`Lane::mark`]);
//! which of four codes that are tried for each of them are codes of options ([`Lane::test`]); whether any pair of a heap has a code ([`Lane::any_pair`]); the least that
//! no pair has ([`Lane::least_missing`]).
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

/// Heaps in a block.
pub(crate) const BLOCK: usize = 64;
/// Codes that are tried at a time for each heap of a block.
pub(crate) const TRIED: usize = 4;

/// With vectors of 64 bytes the search is the quicker way where there are at most so many values.
#[cfg(target_arch = "x86_64")]
const FEW: usize = 32;
/// Pairs marked before the search, for each of the values: most are met there. (With 5, 10, 20 and all pairs: 0.007 to 65 536 heaps 0.53, 0.35, 0.43 and 0.52 s of an EPYC of
/// the third generation, 0.135 0.57, 0.55, 0.46 and 0.59 s.)
#[cfg(target_arch = "x86_64")]
const MARKED: usize = 10;

/// The least number that no pair has: most are met among the first pairs, and the others are looked for one after the other.
#[cfg(target_arch = "x86_64")]
fn least_by_search<T: Lane>(
    kernel: Kernel,
    codes: &[T],
    pairs: &[(Range<usize>, usize)],
    seen: &mut [bool],
    below: usize,
) -> usize {
    let mut left = MARKED * below;
    let mut rest = vec![];
    for (smaller, whole) in pairs.iter().filter(|(smaller, _)| !smaller.is_empty()) {
        let marked = smaller.start..smaller.end.min(smaller.start + left);
        left -= marked.len();
        rest.push((marked.end..smaller.end, *whole));
        T::mark_pairs(kernel, codes, marked, *whole, seen);
    }
    let has = |value: usize| {
        let sum = T::narrow(value as u32);
        rest.iter().any(|(smaller, whole)| T::any_pair(kernel, codes, smaller.clone(), *whole, sum))
    };
    (0..below).find(|value| !seen[*value] && !has(*value)).unwrap_or(below)
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

    /// Marks the nim-sums of the codes of two parts of the whole, of which the smaller is in the range.
    #[cfg(target_arch = "x86_64")]
    fn mark_pairs(kernel: Kernel, codes: &[Self], smaller: Range<usize>, whole: usize, seen: &mut [bool]);

    /// The least number that is not `seen`, and no nim-sum of the codes of two parts: each of the pairs has a range of smaller parts, and the whole. All nim-sums
    /// are less than `below`, a power of two, which is the result if there is no other. `seen` has a place for each number that a code can be.
    fn least_missing(
        kernel: Kernel,
        codes: &[Self],
        pairs: &[(Range<usize>, usize)],
        seen: &mut [bool],
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

            #[cfg(target_arch = "x86_64")]
            fn mark_pairs(kernel: Kernel, codes: &[Self], smaller: Range<usize>, whole: usize, seen: &mut [bool]) {
                match kernel {
                    Kernel::Avx2(avx2) => avx2::$all(avx2, codes, smaller, whole, seen),
                    _ => scalar::mark_pairs(codes, smaller, whole, seen),
                }
            }

            fn least_missing(
                kernel: Kernel,
                codes: &[Self],
                pairs: &[(Range<usize>, usize)],
                seen: &mut [bool],
                below: usize,
            ) -> usize {
                match kernel {
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx512(avx512) if below > FEW => avx512::$least(avx512, codes, pairs, seen, below),
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx2(_) | Kernel::Avx512(_) => least_by_search(kernel, codes, pairs, seen, below),
                    Kernel::Scalar => scalar::least_missing(codes, pairs, seen, below),
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
