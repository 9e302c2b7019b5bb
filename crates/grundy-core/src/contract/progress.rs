//! The progress of work, for a user who waits.
//!
//! In: counts from engines, which report where they check for an interruption anyway, not at every cell. Out: a [`Reading`] at any moment, from
//! another thread. No result depends on these counts. Where an engine skips cells or computes some again, the count is corrected at the end of
//! the table.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counters that the engines advance.
#[derive(Debug, Default)]
pub struct Progress {
    total: AtomicU64,
    done: AtomicU64,
    kept: AtomicU64,
    looked: AtomicU64,
    columns: AtomicU64,
    settled: AtomicU64,
    lines: AtomicU64,
}

/// The counters at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The cells of all tables begun or known to come; 0 where none is.
    pub total: u64,
    /// Cells that are finished.
    pub done: u64,
    /// The finished cells that were read from a checkpoint.
    pub kept: u64,
    /// Positions that searches have visited.
    pub looked: u64,
    /// Columns of lines that were run through in search of a period.
    pub columns: u64,
    /// Among the lines that the last one depends on: how many have a known period, and how many there are.
    pub settled: (u64, u64),
}

impl Reading {
    /// The counts since an earlier reading.
    #[must_use]
    pub fn since(self, before: Reading) -> Reading {
        Reading {
            total: self.total.saturating_sub(before.total),
            done: self.done.saturating_sub(before.done),
            kept: self.kept.saturating_sub(before.kept),
            looked: self.looked.saturating_sub(before.looked),
            columns: self.columns.saturating_sub(before.columns),
            settled: self.settled,
        }
    }
}

impl Progress {
    /// The counters now.
    #[must_use]
    pub fn read(&self) -> Reading {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (total, kept) = (of(&self.total), of(&self.kept));
        // Other threads advance the counters during this read.
        let done = of(&self.done).min(total);
        let settled = (of(&self.settled), of(&self.lines));
        Reading { total, done, kept: kept.min(done), looked: of(&self.looked), columns: of(&self.columns), settled }
    }

    /// Announces `cells` more cells to be computed.
    pub fn expect(&self, cells: u64) {
        // No table has more than `u64::MAX` cells, so saturation loses nothing.
        let total = self.total.load(Ordering::Relaxed).saturating_add(cells);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts finished cells.
    pub fn add(&self, cells: usize) {
        self.done.fetch_add(cells as u64, Ordering::Relaxed);
    }

    /// Counts cells that were read from an earlier run.
    pub fn keep(&self, cells: usize) {
        self.kept.fetch_add(cells as u64, Ordering::Relaxed);
        self.add(cells);
    }

    /// Counts positions visited by a search.
    pub fn look(&self, positions: u64) {
        self.looked.fetch_add(positions, Ordering::Relaxed);
    }

    /// Counts columns of a line that were run through; `settled` of the `lines` lines that it depends on have a known period.
    pub fn run(&self, columns: u64, settled: usize, lines: usize) {
        self.columns.fetch_add(columns, Ordering::Relaxed);
        self.settled.store(settled as u64, Ordering::Relaxed);
        self.lines.store(lines as u64, Ordering::Relaxed);
    }

    /// The counters of cells now, for [`Progress::back_to`] and [`Progress::end`].
    pub fn mark(&self) -> Mark {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Mark { total: of(&self.total), done: of(&self.done), kept: of(&self.kept) }
    }

    /// Discards what was counted since the mark: that work is done in another way, or not at all.
    pub fn back_to(&self, mark: Mark) {
        self.total.store(mark.total, Ordering::Relaxed);
        self.done.store(mark.done, Ordering::Relaxed);
        self.kept.store(mark.kept, Ordering::Relaxed);
    }

    /// Counts as finished a table of `cells` cells that was begun at the mark, and everything announced since.
    pub fn end(&self, mark: Mark, cells: u64) {
        let since = self.total.load(Ordering::Relaxed).saturating_sub(mark.total);
        self.done.store(mark.done.saturating_add(cells).saturating_add(since), Ordering::Relaxed);
    }
}

/// The counters of cells at the beginning of some work.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    total: u64,
    done: u64,
    kept: u64,
}

/// Finished cells of one thread that are not yet reported. They are reported in batches, since all threads write the same counter.
pub struct Tally<'a> {
    progress: &'a Progress,
    open: usize,
}

/// The number of cells reported at once: at least some microseconds of work, so that the write to a shared counter costs little beside it.
const BATCH: usize = 1 << 13;

impl Tally<'_> {
    /// For one thread.
    pub fn new(progress: &Progress) -> Tally<'_> {
        Tally { progress, open: 0 }
    }

    /// Counts finished cells.
    #[inline]
    pub fn add(&mut self, cells: usize) {
        self.open += cells;
        if self.open >= BATCH {
            self.progress.add(std::mem::take(&mut self.open));
        }
    }
}

impl Drop for Tally<'_> {
    fn drop(&mut self) {
        self.progress.add(self.open);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_cells_are_told_at_a_time_and_none_is_lost() {
        let progress = Progress::default();
        progress.expect(10_000);
        let mut tally = Tally::new(&progress);
        (0..10).for_each(|_| tally.add(1000));
        assert_eq!(progress.read().done, 9000);
        drop(tally);
        assert_eq!(progress.read().done, 10_000);
    }
}
