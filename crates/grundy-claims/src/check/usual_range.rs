//! How far claims without a bound are checked.
//!
//! In: the number of positions and the work foreseen for a bound. Out: the largest bound that takes no more than usual. A claim that is proved for every
//! position is checked less far: the table only checks the proof.

use crate::prove::decision::Decision;
use grundy::engine::WORK;
use grundy_core::contract::position::box_cells;

/// The most positions checked where no bound is given.
pub const POSITIONS: u64 = 1_000_000;

/// The most positions of a box of finitely many that is looked at whole.
const WHOLE: u64 = 1 << 22;

/// How far claims without a bound are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usual {
    /// The most positions.
    positions: u64,
    /// The most work foreseen for their values.
    work: u64,
}

impl Usual {
    /// Where nothing else is known of the claim.
    pub(crate) const UNPROVED: Usual = Usual { positions: POSITIONS, work: WORK };
    /// Where the claim is proved for every position, and tables check the proof.
    pub(crate) const PROVED: Usual = Usual { positions: 1 << 16, work: WORK >> 4 };

    pub(crate) fn of(decision: &Decision) -> Usual {
        if decision.is_true() { Usual::PROVED } else { Usual::UNPROVED }
    }

    /// The same for a claim whose variables end: finitely many positions are looked at whole, if they are not too many.
    pub(crate) fn of_ends(self, most: Option<&[u64]>) -> Usual {
        let whole = most.map(box_cells).filter(|cells| *cells <= WHOLE).unwrap_or(0);
        Usual { positions: self.positions.max(whole), ..self }
    }

    /// The largest N, up to `longest`, for which no more positions are checked, and their values take no more work. If the first position takes as much
    /// already, since a claim asks for values elsewhere, all are checked that take no more than four times as much as this one.
    pub(crate) fn bound(self, longest: u64, ends: impl Fn(u64) -> Vec<u64>, work: impl Fn(&[u64]) -> u64) -> u64 {
        let usual = Usual { work: self.work.max(work(&ends(0)).saturating_mul(4)), ..self };
        largest(longest.min(self.positions), |n| usual.fits(&ends(n), &work))
    }

    /// Is a box looked at as a whole?
    pub(crate) fn fits(self, hi: &[u64], work: impl Fn(&[u64]) -> u64) -> bool {
        box_cells(hi) <= self.positions && work(hi) <= self.work
    }
}

/// The largest N, up to `longest`, for which at most [`POSITIONS`] positions are checked, and their values take no more than the usual work.
#[must_use]
pub fn largest_bound(longest: u64, ends: impl Fn(u64) -> Vec<u64>, work: impl Fn(&[u64]) -> u64) -> u64 {
    Usual::UNPROVED.bound(longest, ends, work)
}

/// The largest number up to `most` that fits, where every smaller one fits, too; 0 if none does.
pub(crate) fn largest(most: u64, fits: impl Fn(u64) -> bool) -> u64 {
    let (mut lo, mut hi) = (0, most);
    while lo < hi {
        let middle = lo + (hi - lo).div_ceil(2);
        if fits(middle) { lo = middle } else { hi = middle - 1 }
    }
    lo
}
