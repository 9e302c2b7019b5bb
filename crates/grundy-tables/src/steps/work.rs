//! A table by steps while it is filled.
//!
//! In: the rules and the bounds; then, range by range, either a request to compute rows or the words of rows computed before. Out: the
//! words of finished ranges, to be stored elsewhere, and in the end all values, of one play or of both. Rows are finished in the order of
//! their numbers, so the finished rows are always a prefix. If rows are stored elsewhere and memory is short, batches are dropped that lie
//! farther back than any option of a later row.

use std::ops::Range;
use std::sync::Arc;

use super::crew::{Crew, Played};
use super::layout::Layout;
use super::memory::MemoryNeed;
use super::piece::{Piece, inside};
use super::planes::Planes;
use super::read::{Plan, Steps};
use super::row::MOST;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Play};
use grundy_core::contract::reason::{Attempt, Attempted};
use grundy_core::contract::stop::Result;
use grundy_core::store::tiles::{DiskTiles, Shelf};

/// Ranges with fewer words in a plane gain nothing from several threads: a millisecond or two of work.
const SMALL: usize = 1 << 17;

/// A table whose first rows are finished.
pub(super) struct StepTable {
    plan: Plan,
    layout: Arc<Layout>,
    plays: Vec<Played>,
    memory: MemoryNeed,
    /// The batches before this one are finished.
    done: usize,
    /// The batches before this one have been dropped.
    dropped: usize,
    /// The first rows of the next batch, if they were loaded.
    head: Piece,
    limits: Limits,
    /// Ranges with fewer words in a plane are left to one thread.
    small: usize,
}

impl StepTable {
    /// A table without finished rows; declined if it does not fit the memory.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn new(steps: &Steps, hi: &[u64], play: Play, limits: &Limits) -> Attempted<StepTable> {
        StepTable::of_plays(steps, hi, &[play], limits, false)
    }

    /// The same for a table whose finished rows are stored elsewhere, so that it may be larger than the memory.
    ///
    /// # Errors
    /// As [`StepTable::new`].
    pub(super) fn kept(steps: &Steps, hi: &[u64], play: Play, limits: &Limits) -> Attempted<StepTable> {
        StepTable::of_plays(steps, hi, &[play], limits, true)
    }

    /// The tables of normal and of misère play, made together.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn both(steps: &Steps, hi: &[u64], limits: &Limits) -> Attempted<StepTable> {
        match StepTable::of_plays(steps, hi, &Play::BOTH, limits, false)? {
            Attempt::Declined(reason) if reason.is_memory() => {
                Err(reason.refused(EngineName::Steps, None).too_large(false))
            }
            made => Ok(made),
        }
    }

    fn of_plays(steps: &Steps, hi: &[u64], plays: &[Play], limits: &Limits, folder: bool) -> Attempted<StepTable> {
        let plan = Plan::of(steps, hi);
        let (layout, memory) = match MemoryNeed::of(&plan, hi, plays.len(), limits, folder) {
            Ok((layout, memory)) => (Arc::new(layout), memory),
            Err(reason) => return Ok(Attempt::Declined(reason)),
        };
        let plays = plays.iter().map(|play| Played::new(*play, Planes::new(&layout, &plan, hi))).collect();
        Ok(Attempt::Done(StepTable {
            plan,
            layout,
            plays,
            memory,
            done: 0,
            dropped: 0,
            head: Piece::EMPTY,
            limits: limits.clone(),
            small: limits.alone(64 * SMALL) / 64,
        }))
    }

    /// The same, but even a small table is filled by several threads.
    #[cfg(test)]
    pub(super) fn of_any_size(self) -> StepTable {
        StepTable { small: 0, ..self }
    }

    /// The same, but old batches are always dropped as soon as possible.
    #[cfg(test)]
    pub(super) fn short_of_memory(mut self) -> StepTable {
        self.memory.lists = u64::MAX;
        self
    }

    /// The number of rows of the table.
    pub(super) fn rows(&self) -> usize {
        self.layout.rows.count()
    }

    /// The cells of a row, rounded up to whole words.
    pub(super) fn row_cells(&self) -> usize {
        64 * self.layout.words
    }

    /// The most cells of a tile.
    pub(super) fn tile(&self) -> usize {
        self.limits.tile
    }

    /// The number of finished rows, which are the first ones.
    pub(super) fn done(&self) -> usize {
        self.layout.first_of(self.done) + self.head.words.len() / (self.head.planes * self.layout.words)
    }

    /// Computes the unfinished rows before `to`, and perhaps some more.
    ///
    /// # Errors
    /// Too little memory, an interruption. Some rows may be finished all the same.
    pub(super) fn fill(&mut self, to: usize) -> Result<()> {
        let to = to.min(self.rows());
        if to <= self.done() {
            return Ok(());
        }
        self.head = Piece::EMPTY;
        let batches = self.done..self.layout.batch_of(to - 1) + 1;
        self.plays.iter_mut().for_each(|play| play.planes.grow(batches.end));
        let filled = Crew::new(&self.plan, &self.layout, &self.plays, &self.limits).fill(batches, self.small);
        self.done = self.plays.iter().map(|play| play.planes.made(self.done)).min().unwrap_or(self.done);
        filled
    }

    /// The words of rows; `None` if some are not finished. If both plays are made, those of normal play.
    pub(super) fn piece(&self, range: Range<usize>) -> Option<Piece> {
        if range.start > range.end || range.end > self.done() {
            return None;
        }
        let whole = self.layout.first_of(self.done);
        let mut piece = self.plays[0].planes.piece(range.start.min(whole)..range.end.min(whole))?;
        let each = self.head.planes * self.layout.words;
        let head = range.start.max(whole) - whole..range.end.max(whole) - whole;
        piece.join(self.head.planes, &self.head.words[head.start * each..head.end * each]);
        Some(piece)
    }

    /// Loads words that [`StepTable::piece`] gave for rows of this table, from the first unfinished one on. Returns `false`, and does
    /// nothing, if they cannot be the words of such rows, because they were damaged or belong to another table, or if both plays are
    /// made.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn load(&mut self, range: Range<usize>, piece: &Piece) -> Result<bool> {
        let fits = range.start == self.done() && range.end <= self.rows() && self.are_rows(range.len(), piece);
        let [play] = &mut self.plays[..] else { return Ok(false) };
        if !fits {
            return Ok(false);
        }
        play.planes.grow(self.layout.batch_of(range.end.max(1) - 1) + 1);
        let each = piece.planes * self.layout.words;
        let mut row = range.start;
        while row < range.end {
            let end = self.layout.rows_of(self.done).end;
            let words = row.min(range.end) - range.start..end.min(range.end) - range.start;
            self.head.join(piece.planes, &piece.words[words.start * each..words.end * each]);
            if end <= range.end {
                play.keep(self.done, std::mem::replace(&mut self.head, Piece::EMPTY));
                self.limits.check(play.used(), "this table")?;
                self.done += 1;
            }
            row = end;
        }
        Ok(true)
    }

    /// Can these be the words of `rows` rows: has every cell exactly one value?
    fn are_rows(&self, rows: usize, piece: &Piece) -> bool {
        let Layout { words, cells, .. } = *self.layout;
        let wanted = rows.checked_mul(words).and_then(|n| n.checked_mul(piece.planes));
        if !(1..=MOST).contains(&piece.planes) || Some(piece.words.len()) != wanted {
            return false;
        }
        piece.words.chunks_exact(piece.planes).enumerate().all(|(k, planes)| {
            let (any, twice) = planes.iter().fold((0, 0), |(any, twice), p| (any | p, twice | (any & p)));
            (any, twice) == (inside(cells, k % words), 0)
        })
    }

    /// Counts these rows in the progress as read from an earlier run.
    pub(super) fn tell_kept(&self, rows: Range<usize>) {
        self.limits.progress.keep(rows.len().saturating_mul(self.layout.box_cells_per_row));
    }

    /// Drops the batches that no later row needs, if memory is short. All finished rows must be stored elsewhere, in tiles of at most `longest`
    /// rows.
    pub(super) fn drop_old(&mut self, longest: usize) {
        let Some(planes) = self.plays.iter().map(|play| play.widest().max(4)).max() else { return };
        let row = (8 * planes * self.layout.words) as u64;
        let more = row.saturating_mul(self.memory.more(longest) as u64).saturating_add(self.memory.lists);
        if self.plays.iter().map(Played::used).sum::<u64>().saturating_add(more) <= self.limits.free() {
            return;
        }
        // The next batch is made as a whole, even if its first rows were loaded.
        let first = self.layout.first_of(self.done).saturating_sub(self.memory.reach);
        self.dropped = self.layout.batch_of(first).min(self.done).max(self.dropped);
        self.plays.iter_mut().for_each(|play| play.drop_before(self.dropped));
    }

    /// The table whose rows are all on a shelf, and are only read.
    pub(super) fn read_on(mut self, shelf: Shelf) -> Planes {
        let (longest, planes) = (shelf.longest() as u64, shelf.around(0).map_or(4, |tile| tile.unit));
        let tile = (8 * self.layout.words as u64).saturating_mul(planes.into()).saturating_mul(longest);
        let most = usize::try_from(self.limits.free() / 2 / tile.max(1)).unwrap_or(usize::MAX);
        self.plays.swap_remove(0).planes.on_disk(DiskTiles::new(shelf, most))
    }

    /// The table, once all rows are finished and on a shelf. It is read from there if rows have been dropped.
    pub(super) fn finish_on(self, shelf: Shelf) -> Option<Planes> {
        let row = 8 * self.layout.words * self.plays.iter().map(Played::widest).max()?;
        let (dropped, memory) = (self.dropped > 0, self.limits.free());
        let tile = (row as u64).saturating_mul(shelf.longest() as u64).max(1);
        let planes = self.finish()?;
        // A line through sorted rows visits many tiles.
        let most = usize::try_from(memory / 2 / tile).unwrap_or(usize::MAX);
        Some(if dropped { planes.on_disk(DiskTiles::new(shelf, most)) } else { planes })
    }

    /// The table, once all rows are finished; if both plays are made, that of normal play.
    pub(super) fn finish(self) -> Option<Planes> {
        self.finish_all()?.next()
    }

    /// The tables of all plays, once all rows are finished.
    pub(super) fn finish_all(self) -> Option<impl Iterator<Item = Planes>> {
        (self.done() == self.rows()).then(|| {
            let limits = self.limits;
            self.plays.into_iter().map(move |play| play.planes.held(&limits))
        })
    }
}
