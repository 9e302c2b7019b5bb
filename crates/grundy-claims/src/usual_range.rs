//! How far claims without a bound are checked.
//!
//! In: the number of positions and the work foreseen for a bound. Out: the largest bound that takes no more than usual. A claim that is proved for every
//! position is checked less far: the table only checks the proof.

use super::decision::Decision;
use grundy::engine::WORK;
use grundy_core::contract::position::box_cells;

/// The most positions checked where no bound is given.
pub const POSITIONS: u64 = 1_000_000;

/// How far claims without a bound are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usual {
    /// The most positions.
    positions: u64,
    /// The most work foreseen for their values.
    work: u64,
}

impl Usual {
    /// Where nothing else is known of the claim.
    pub(super) const UNPROVED: Usual = Usual { positions: POSITIONS, work: WORK };
    /// Where the claim is proved for every position, and tables check the proof.
    pub(super) const PROVED: Usual = Usual { positions: 1 << 16, work: WORK >> 4 };

    pub(super) fn of(decision: &Decision) -> Usual {
        if decision.is_true() { Usual::PROVED } else { Usual::UNPROVED }
    }

    /// The largest N, up to `longest`, for which no more positions are checked, and their values take no more work.
    pub(super) fn bound(self, longest: u64, ends: impl Fn(u64) -> Vec<u64>, work: impl Fn(&[u64]) -> u64) -> u64 {
        largest(longest.min(self.positions), |n| self.fits(&ends(n), &work))
    }

    /// Is a box looked at as a whole?
    pub(super) fn fits(self, hi: &[u64], work: impl Fn(&[u64]) -> u64) -> bool {
        box_cells(hi) <= self.positions && work(hi) <= self.work
    }
}

/// The largest N, up to `longest`, for which at most [`POSITIONS`] positions are checked, and their values take no more than the usual work.
#[must_use]
pub fn largest_bound(longest: u64, ends: impl Fn(u64) -> Vec<u64>, work: impl Fn(&[u64]) -> u64) -> u64 {
    Usual::UNPROVED.bound(longest, ends, work)
}

/// The largest number up to `most` that fits, where every smaller one fits, too; 0 if none does.
pub(super) fn largest(most: u64, fits: impl Fn(u64) -> bool) -> u64 {
    let (mut lo, mut hi) = (0, most);
    while lo < hi {
        let middle = lo + (hi - lo).div_ceil(2);
        if fits(middle) { lo = middle } else { hi = middle - 1 }
    }
    lo
}
