//! The threads that fill a table by steps.
//!
//! In: the numbers of the batches to be made. Out: those batches, stored with the others. A thread takes the next free slab and makes its
//! batches in order. If it needs a batch that is not yet made, it waits for it. No value depends on the number of threads
//! or the size of batches.
//!
//! No thread waits forever. Consider the first batch that is not yet made. Everything it needs is made, since options lie in earlier batches
//! or in the batch itself. If its slab has been taken, that thread has made the earlier batches of the slab, and is making this one. Otherwise
//! every slab that has been taken is earlier and finished, so no thread waits, and one will take this slab. A thread that fails sets a flag, and
//! all threads end.

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
use grundy_core::contract::progress::Tally;
use grundy_core::contract::stop::Result;
use grundy_core::contract::waiting::{Alarm, wait_for};
use grundy_core::contract::{limits::Limits, options::Play};
use grundy_rules::lang::{Code, Diagnostic};

/// How often a waiting thread checks in a busy loop before it yields.
const SPINS: usize = 64;

/// The table of one play.
pub(super) struct Played {
    pub(super) play: Play,
    pub(super) planes: Planes,
    /// The most planes that a batch has needed so far.
    widest: AtomicUsize,
    /// The number of words in all batches.
    words: AtomicU64,
}

impl Played {
    /// A table without batches.
    pub(super) fn new(play: Play, planes: Planes) -> Played {
        Played { play, planes, widest: AtomicUsize::new(2), words: AtomicU64::new(0) }
    }

    /// Stores a batch.
    pub(super) fn keep(&self, number: usize, batch: Piece) {
        self.words.fetch_add(self.planes.keep(number, batch) as u64, Ordering::Relaxed);
    }

    /// Drops the batches before this one, which no later row needs.
    pub(super) fn drop_before(&mut self, number: usize) {
        *self.words.get_mut() -= self.planes.drop_before(number) as u64;
    }

    /// The most planes that a row may have by now.
    pub(super) fn widest(&self) -> usize {
        self.widest.load(Ordering::Relaxed)
    }

    /// The bytes of the batches.
    pub(super) fn used(&self) -> u64 {
        self.words.load(Ordering::Relaxed) * 8
    }
}

/// The state that the threads share.
pub(super) struct Crew<'a> {
    plan: &'a Plan,
    layout: &'a Arc<Layout>,
    plays: &'a [Played],
    limits: &'a Limits,
    /// The next slab that no thread has taken.
    next: AtomicUsize,
    /// Has a thread failed?
    failed: AtomicBool,
}

impl<'a> Crew<'a> {
    /// A crew for the tables of one play or of both.
    pub(super) fn new(plan: &'a Plan, layout: &'a Arc<Layout>, plays: &'a [Played], limits: &'a Limits) -> Crew<'a> {
        Crew { plan, layout, plays, limits, next: AtomicUsize::new(0), failed: AtomicBool::new(false) }
    }

    /// Makes the batches of a range; all batches before it are made. One thread does the work if a plane of the range has fewer words than `small`.
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

    /// The work of one thread.
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
                self.limits.check(self.plays.iter().map(Played::used).sum(), "this table")?;
                sources.find(self.layout, batch);
                for played in self.plays {
                    if !self.make(played, batch, &sources)? {
                        return Ok(());
                    }
                    told.add(self.layout.rows_of(batch).len().saturating_mul(self.layout.box_cells_per_row));
                }
            }
        }
    }

    /// Makes a batch of a play; `false` if another thread has failed.
    fn make(&self, played: &Played, batch: usize, sources: &Sources) -> Result<bool> {
        if played.planes.batch(batch).is_some() {
            return Ok(true);
        }
        let other = |other| self.wait(played, other);
        let Layout { words, cells, .. } = **self.layout;
        let rows = Rows { words, cells, chain: self.plan.chain, play: played.play, batch, other: &other };
        loop {
            let planes = played.widest.load(Ordering::Relaxed);
            match rows.make(planes, sources) {
                Ok(made) => {
                    played.keep(batch, made);
                    return Ok(true);
                }
                Err(Unmade::Stopped) => return Ok(false),
                Err(Unmade::Narrow) => {
                    // A value is no greater than the number of moves, so there is always a wider kernel.
                    let wider =
                        planes_for(planes + 1).ok_or_else(|| Diagnostic::limit(Code::Planes, "too many values"))?;
                    played.widest.fetch_max(wider, Ordering::Relaxed);
                }
            }
        }
    }

    /// Waits for a batch; `None` if a thread has failed.
    fn wait<'p>(&self, played: &'p Played, batch: usize) -> Option<&'p Piece> {
        wait_for(&self.failed, SPINS, || played.planes.batch(batch))
    }
}
