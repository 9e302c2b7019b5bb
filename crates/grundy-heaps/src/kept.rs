//! Heaps far out, computed from the first heaps and the last ones alone.
//!
//! In: an engine that has found few rare heaps, and none of late. Out: the same engine, without the heaps between the first ones and the last ones, and with as
//! many new ones as are asked for.
//!
//! Let F exceed all rare heaps, let no move take more than t, and let all heaps before n that are not below F be common. Then the common values of options of n
//! are told by the heaps below F and by the last F + t ones, since an option of two heaps has a common value only if one of the two is rare
//! ([`space`](crate::space)). If each rare value below the least common value c that no option has is that of an option with a heap below F, then c is the value
//! of n, and n is common. Otherwise the heaps that are kept do not tell the value of n, and the engine says so.
//!
//! Places in the list of codes are sizes less the number of heaps that are forgotten, for all but the first F heaps. That number is even, so that a place has the parity of the size.

use crate::engine::Engine;
use crate::kernel::{BLOCK, Lane};

/// At least so many of the first heaps are kept: helpers are among them.
const FIRST: usize = 1 << 15;
/// At most so many.
const MOST: usize = 1 << 22;
/// Heaps that are computed between two cuts; the last ones, and twice as many as this, are always there.
pub(crate) const AT_ONCE: usize = 1 << 15;

/// The heaps that are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    /// F.
    pub(crate) first: usize,
    /// So many of the last heaps tell all later ones; it is even.
    pub(crate) last: usize,
    /// So many heaps are forgotten.
    pub(crate) gone: u64,
}

impl Kept {
    /// So many heaps there must be before some can be forgotten.
    pub(crate) fn begin(&self) -> usize {
        2 * self.first + self.last + BLOCK
    }
}

impl<T: Lane> Engine<T> {
    /// The heaps that should be kept; `None` if there is no space of values, or if a rare heap is too late.
    pub(crate) fn prepare_to_keep(&mut self) -> Option<Kept> {
        self.choose_if_due();
        self.coding.space?;
        self.begin();
        let last_rare = self.lists.rare.last().map_or(0, |part| part.at);
        let first = FIRST.max((last_rare + 1).next_power_of_two());
        let last = (first + self.rules.reach() + BLOCK).next_multiple_of(2);
        let kept = Kept { first, last, gone: 0 };
        (first <= MOST && self.codes.len() >= kept.begin()).then_some(kept)
    }

    /// The engine with those heaps only, and an even number of heaps.
    pub(crate) fn cut(&self, kept: Kept) -> Engine<T> {
        let Engine { ref rules, kernel, coding, .. } = *self;
        let mut cut = Engine::of(rules.clone(), kernel, &[0]);
        let to = self.codes.len() & !1;
        let last = to - kept.last;
        cut.codes = self.codes[..kept.first].iter().chain(&self.codes[last..to]).copied().collect();
        (cut.coding, cut.kept) = (coding, Some(Kept { gone: (last - kept.first) as u64, ..kept }));
        cut.counts_of(self);
        cut.begin();
        cut
    }

    /// Forgets heaps, if there are many.
    pub(crate) fn forget(&mut self) {
        let Some(kept) = &mut self.kept else { return };
        let enough = kept.first + kept.last + 2 * AT_ONCE;
        if self.codes.len() >= enough + AT_ONCE {
            let more = (self.codes.len() - enough) & !1;
            self.codes.drain(kept.first..kept.first + more);
            kept.gone += more as u64;
        }
    }

    /// The number of heaps, forgotten ones included.
    pub(crate) fn all(&self) -> u64 {
        self.codes.len() as u64 + self.kept.map_or(0, |kept| kept.gone)
    }

    /// The place of the code of a heap.
    pub(crate) fn place(&self, n: u64) -> Option<usize> {
        let place = match self.kept {
            Some(kept) if n >= kept.first as u64 => {
                usize::try_from(n.checked_sub(kept.gone)?).ok().filter(|place| *place >= kept.first)?
            }
            _ => usize::try_from(n).ok()?,
        };
        (place < self.codes.len()).then_some(place)
    }

    /// The codes of the last heaps before a heap: they tell all later values. `None` if they are not kept.
    pub(crate) fn before(&self, n: u64) -> Option<&[T]> {
        let kept = self.kept?;
        let end = usize::try_from(n.checked_sub(kept.gone)?).ok()?;
        let start = end.checked_sub(kept.last).filter(|start| *start >= kept.first)?;
        self.codes.get(start..end)
    }

    /// Goes on after a heap, of which the codes before it are given.
    pub(crate) fn begin_at(&mut self, n: u64, codes: impl Iterator<Item = T>) {
        let Some(kept) = &mut self.kept else { return };
        self.codes.truncate(kept.first);
        self.codes.extend(codes);
        kept.gone = n - self.codes.len() as u64;
    }
}
