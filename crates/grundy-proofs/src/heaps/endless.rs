//! Heaps beyond those that memory holds: of all values only the first and the last are kept.
//!
//! In: the values of many heaps, few of which are rare ([`grundy_heaps::Far`]). Out: the values of heaps far out, and the period of all values, where the last ones are again what they were. The proof is
//! in the crate `grundy-heaps`; the checker goes the same way once more.

use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::proof::{Common, KeptHeaps};
use grundy_core::contract::stop::{Result, Stop};
use grundy_heaps::{Cycle, Far, FarEnded, Space};

use super::prove::Shown;
use super::sequence::Sequence;

/// Heaps between two looks at the limits.
const PATIENCE: u64 = 1 << 12;

/// The values of heaps without end.
pub(super) struct Endless {
    far: Far,
    space: Space,
    held: Held,
}

/// Calls `until` and looks at the limits from time to time.
struct Watch<'a> {
    limits: &'a Limits,
    until: &'a mut dyn FnMut(u64) -> bool,
    next: u64,
    failed: Option<Stop>,
}

impl Watch<'_> {
    fn ends(&mut self, heaps: u64) -> bool {
        if heaps < self.next {
            return false;
        }
        self.next = heaps + PATIENCE;
        self.failed = self.limits.interrupted().err();
        self.failed.is_some() || (self.until)(heaps)
    }
}

impl Endless {
    /// Goes on from a sequence; `None` if its rare heaps are many, or late.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn after(sequence: &mut Sequence, limits: &Limits) -> Result<Option<Endless>> {
        let Some((far, space)) = sequence.endless() else { return Ok(None) };
        let held = limits.hold(far.bytes_held(), "this sequence")?;
        Ok(Some(Endless { far, space, held }))
    }

    pub(super) fn len(&self) -> u64 {
        self.far.len()
    }

    /// Computes values until there are `to` of them or a few more, or until they are known to recur; `true` if `until` ended the work, and `None` if the heaps that are kept
    /// do not tell the next value.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub(super) fn extend(
        &mut self,
        to: u64,
        limits: &Limits,
        until: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<bool>> {
        let mut watch = Watch { limits, until, next: 0, failed: None };
        let ended = self.far.extend(to, &mut |heaps| watch.ends(heaps));
        if let Some(failed) = watch.failed {
            return Err(failed);
        }
        self.held.grow(self.far.bytes_held(), limits, "this sequence")?;
        Ok(match ended {
            FarEnded::Enough | FarEnded::Recurs => Some(false),
            FarEnded::Stopped => Some(true),
            FarEnded::Unknown => None,
        })
    }

    /// Are the values known to recur?
    pub(super) fn recurs(&self) -> bool {
        self.far.cycle().is_some()
    }

    /// Values from which a later run can go on, and the first of their heaps.
    pub(super) fn mark(&self) -> Option<(u64, Vec<u32>)> {
        self.far.last_mark()
    }

    /// Goes on after values that an earlier run has kept; `false` if they cannot be right.
    pub(super) fn take_up(&mut self, from: u64, values: &[u32]) -> bool {
        self.far.take_up(from, values)
    }

    /// The period of all values, if it is known. Moves take `take` at most.
    pub(super) fn shown(&self, take: usize) -> Option<Shown> {
        let Cycle { from: preperiod, period } = self.far.cycle()?;
        let (first, begin) = (self.far.first() as u64, self.far.begin() as u64);
        let take = take as u64;
        let below = preperiod.max(begin) + first + take + period;
        let Space { mask, by_size, odd } = self.space;
        let common = Some(Common { digits: mask, by_size, odd, below, kept: Some(KeptHeaps { first, begin }) });
        let theorem = format!(
            "few heaps are rare, all of less than {first} tokens: moves take at most {take}; an option has a common value only if it has a rare heap, and each rare value below that of a heap was found to be that of an option that leaves a heap of less than {first} tokens; so the last {} values tell the next one, and after {period} heaps they are again what they were",
            first + take,
        );
        Some(Shown { preperiod, period, saltus: 0, theorem, common })
    }

    /// The value of a heap that was computed or recurs. It may have to be computed again.
    ///
    /// # Errors
    /// An interruption.
    pub(super) fn value(&self, n: u64, limits: &Limits) -> Result<Option<u32>> {
        let mut watch = Watch { limits, until: &mut |_| false, next: 0, failed: None };
        let values = self.far.values(n, n + 1, &mut |heaps| watch.ends(heaps));
        match watch.failed {
            Some(failed) => Err(failed),
            None => Ok(values.ok().and_then(|values| values.first().copied())),
        }
    }
}
