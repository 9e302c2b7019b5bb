//! The threads that make a table by steps.
//!
//! In: the batches that are wanted. Out: those batches, kept with the others. A thread takes the next slab that nobody has taken and makes its
//! batches one after the other; where it needs a batch that is not there yet, it waits for it. No value depends on the number of threads
//! or the size of batches.
//!
//! Nobody waits forever. Consider the least batch that is wanted and not made. All that it needs is made, since options lie in earlier batches
//! or in itself. If its slab has been taken, its thread has made the batches before it in the slab, and is making it. If not, every slab
//! taken is an earlier one and is made, so that no thread waits, and one will take it. A thread that fails says so, and all end.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::layout::Layout;
use super::piece::Piece;
use super::planes::Planes;
use super::read::Plan;
use super::row::{Rows, Unmade, planes_for};
use super::sources::Sources;
use grundy_core::contract::join::each;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::progress::Tally;
use grundy_core::contract::stop::Result;
use grundy_core::contract::waiting::{Alarm, wait_for};
use grundy_rules::lang::Diagnostic;

/// A thread looks so often for a batch before it lets others run.
const SPINS: usize = 64;

/// A table of one play.
pub(super) struct Play {
    pub(super) misere: bool,
    pub(super) planes: Planes,
    /// Planes that were needed so far.
    widest: AtomicUsize,
    /// Words that are kept.
    words: AtomicU64,
}

impl Play {
    /// A table without a batch.
    pub(super) fn new(misere: bool, planes: Planes) -> Play {
        Play { misere, planes, widest: AtomicUsize::new(2), words: AtomicU64::new(0) }
    }

    /// Keeps a batch.
    pub(super) fn keep(&self, number: usize, batch: Piece) {
        self.words.fetch_add(self.planes.keep(number, batch) as u64, Ordering::Relaxed);
    }

    /// Drops the batches before this one, at which no row looks any more.
    pub(super) fn drop_before(&mut self, number: usize) {
        *self.words.get_mut() -= self.planes.drop_before(number) as u64;
    }

    /// Planes that a row may have by now.
    pub(super) fn widest(&self) -> usize {
        self.widest.load(Ordering::Relaxed)
    }

    /// The bytes of the batches.
    pub(super) fn used(&self) -> u64 {
        self.words.load(Ordering::Relaxed) * 8
    }
}

/// What threads share.
pub(super) struct Crew<'a> {
    plan: &'a Plan,
    layout: &'a Arc<Layout>,
    plays: &'a [Play],
    limits: &'a Limits,
    /// The next slab that nobody has taken.
    next: AtomicUsize,
    /// Has a thread failed?
    failed: AtomicBool,
}

impl<'a> Crew<'a> {
    /// For tables of some plays.
    pub(super) fn new(plan: &'a Plan, layout: &'a Arc<Layout>, plays: &'a [Play], limits: &'a Limits) -> Crew<'a> {
        Crew { plan, layout, plays, limits, next: AtomicUsize::new(0), failed: AtomicBool::new(false) }
    }

    /// Makes the batches of a range, before which all are made; in one thread where a plane of them has fewer words than `small`.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub(super) fn fill(&self, batches: Range<usize>, small: usize) -> Result<()> {
        let slabs = self.layout.slab_of(batches.start)..self.layout.slab_of(batches.end - 1) + 1;
        self.next.store(slabs.start, Ordering::Relaxed);
        let rows = self.layout.first_of(batches.end) - self.layout.first_of(batches.start);
        let longest = slabs.clone().map(|slab| self.layout.of_slab(slab).len()).max().unwrap_or(1);
        let small = rows.saturating_mul(self.layout.words) < small;
        let threads = if small { 1 } else { self.limits.threads().min(slabs.len()).min(longest / 2).max(1) };
        let work = || {
            let mut alarm = Alarm::new(&self.failed);
            let result = self.work(&slabs, &batches);
            if result.is_ok() {
                alarm.disarm();
            }
            result
        };
        each(threads, work).into_iter().collect()
    }

    /// What one thread does.
    fn work(&self, slabs: &Range<usize>, batches: &Range<usize>) -> Result<()> {
        let mut sources = Sources::new(self.plan, self.layout);
        let mut told = Tally::new(&self.limits.progress);
        loop {
            let slab = self.next.fetch_add(1, Ordering::Relaxed);
            if slab >= slabs.end {
                return Ok(());
            }
            let own = self.layout.of_slab(slab);
            for batch in own.start.max(batches.start)..own.end.min(batches.end) {
                if self.failed.load(Ordering::Relaxed) {
                    return Ok(());
                }
                self.limits.check(self.plays.iter().map(Play::used).sum(), "this table")?;
                sources.find(self.layout, batch);
                for play in self.plays {
                    if !self.make(play, batch, &sources)? {
                        return Ok(());
                    }
                    told.add(self.layout.rows_of(batch).len().saturating_mul(self.layout.worth));
                }
            }
        }
    }

    /// Makes a batch of a play; `false` where another thread has failed.
    fn make(&self, play: &Play, batch: usize, sources: &Sources) -> Result<bool> {
        if play.planes.batch(batch).is_some() {
            return Ok(true);
        }
        let other = |other| self.wait(play, other);
        let Layout { words, cells, .. } = **self.layout;
        let rows = Rows { words, cells, chain: self.plan.chain, misere: play.misere, batch, other: &other };
        loop {
            let planes = play.widest.load(Ordering::Relaxed);
            match rows.make(planes, sources) {
                Ok(made) => {
                    play.keep(batch, made);
                    return Ok(true);
                }
                Err(Unmade::Stopped) => return Ok(false),
                Err(Unmade::Narrow) => {
                    // A value is no greater than the number of moves, so that there is always a wider kernel.
                    let wider = planes_for(planes + 1).ok_or_else(|| Diagnostic::limit("planes", "too many values"))?;
                    play.widest.fetch_max(wider, Ordering::Relaxed);
                }
            }
        }
    }

    /// A batch, once it is made; nothing where a thread has failed.
    fn wait<'p>(&self, play: &'p Play, batch: usize) -> Option<&'p Piece> {
        wait_for(&self.failed, SPINS, || play.planes.batch(batch))
    }
}
