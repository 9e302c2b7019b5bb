//! Sets of small numbers, as bits.
//!
//! In: numbers below 64 W. Out: the set of them, and the least number that is not in it. What is verified with such windows is tried with wider and wider ones
//! ([`widened`]), as long as numbers lie beyond them.

use crate::Refusal;
use crate::form::spent::Stop;

/// A set of numbers below 64 W.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window<const W: usize>(pub(crate) [u64; W]);

/// The window is too narrow.
pub(crate) struct Narrow;

impl<const W: usize> Window<W> {
    pub(crate) const SIZE: u64 = 64 * W as u64;
    pub(crate) const EMPTY: Self = Window([0; W]);

    /// Inserts a number.
    #[inline(always)]
    pub(crate) fn put(&mut self, number: u64) -> Result<(), Narrow> {
        let word = usize::try_from(number / 64).ok().and_then(|k| self.0.get_mut(k)).ok_or(Narrow)?;
        *word |= 1 << (number % 64);
        Ok(())
    }

    /// The least number that is not in the set.
    #[inline(always)]
    pub(crate) fn mex(&self) -> Result<u64, Narrow> {
        let word = self.0.iter().position(|word| *word != u64::MAX).ok_or(Narrow)?;
        Ok(64 * word as u64 + u64::from(self.0[word].trailing_ones()))
    }

    /// The numbers of both sets.
    #[inline(always)]
    pub(crate) fn with(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
        self
    }

    /// Lowers all numbers by up to 64, and drops those that are less.
    #[inline(always)]
    pub(crate) fn lower(&mut self, by: u32) {
        for k in 0..W {
            let above = if k + 1 < W { self.0[k + 1] } else { 0 };
            self.0[k] = if by == 64 { above } else { self.0[k] >> by | above << (64 - by) };
        }
    }
}

/// The reason why nothing is verified.
pub(crate) enum Halt {
    /// The windows are too narrow. The reason is `None` if a number lies beyond a window.
    Narrow(Option<String>),
    Refused(Refusal),
}

impl From<Narrow> for Halt {
    fn from(_: Narrow) -> Halt {
        Halt::Narrow(None)
    }
}

impl From<String> for Halt {
    fn from(why: String) -> Halt {
        Halt::Refused(Refusal::of(why))
    }
}

impl From<Halt> for Refusal {
    fn from(halt: Halt) -> Refusal {
        match halt {
            Halt::Refused(refusal) => refusal,
            Halt::Narrow(why) => Refusal::of(why.unwrap_or_else(|| "a number lies beyond a window".into())),
        }
    }
}

/// What is verified with windows of some width.
pub(crate) trait WithWindows {
    /// Verifies it; returns the proof in words.
    fn verify<const W: usize>(&mut self, stop: Stop) -> Result<String, Halt>;
}

/// Verifies something with windows of so many words at least, and wider ones where these are too narrow.
pub(crate) fn widened(what: &mut impl WithWindows, least: u64, too_wide: &str, stop: Stop) -> Result<String, Refusal> {
    let mut why = too_wide.to_string();
    for words in [1, 2, 4, 8, 16, 32].into_iter().filter(|words| *words >= least) {
        let done = match words {
            1 => what.verify::<1>(stop),
            2 => what.verify::<2>(stop),
            4 => what.verify::<4>(stop),
            8 => what.verify::<8>(stop),
            16 => what.verify::<16>(stop),
            _ => what.verify::<32>(stop),
        };
        match done {
            Err(Halt::Narrow(reason)) => why = reason.unwrap_or(why),
            done => return Ok(done?),
        }
    }
    Err(Refusal::False(why))
}
