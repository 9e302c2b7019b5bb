//! A table by steps in the making.
//!
//! In: the rules and the bounds; then, range by range, either the wish that rows be computed or the words of rows computed before. Out: the
//! words of finished ranges, to be kept elsewhere, and in the end all values, of one play or of both. Rows are finished in the order of
//! their numbers, so that a prefix of them is all there is to keep. Where they are kept and memory is short, batches are dropped that lie
//! farther back than any option of a row to come.

use std::ops::Range;
use std::sync::Arc;

use super::crew::{Crew, Play};
use super::layout::Layout;
use super::memory::Room;
use super::piece::{Piece, inside};
use super::planes::Planes;
use super::read::Plan;
use super::row::MOST;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::EngineName;
use grundy_core::contract::reason::{Made, Tried};
use grundy_core::contract::stop::Result;
use grundy_core::done;
use grundy_core::store::tiles::{DiskTiles, Shelf};
use grundy_rules::rules::Ruleset;

/// Words of a plane in which several threads gain nothing: a millisecond or two of work.
const SMALL: usize = 1 << 17;

/// A table of which the first rows are finished.
pub(super) struct Work {
    plan: Plan,
    layout: Arc<Layout>,
    plays: Vec<Play>,
    room: Room,
    /// The batches before this one are finished.
    done: usize,
    /// Those before this one have been dropped.
    dropped: usize,
    /// The rows at the head of the next batch that were put in place.
    head: Piece,
    limits: Limits,
    /// Ranges of fewer words a plane are left to one thread.
    small: usize,
}

impl Work {
    /// A table without a finished row; `None` if steps do not read these rules.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn new(rules: &Arc<Ruleset>, hi: &[u64], misere: bool, limits: &Limits) -> Made<Work> {
        Work::of_plays(rules, hi, &[misere], limits, false)
    }

    /// The same for a table whose finished rows are kept elsewhere, so that it may be larger than the memory.
    ///
    /// # Errors
    /// As [`Work::new`].
    pub(super) fn kept(rules: &Arc<Ruleset>, hi: &[u64], misere: bool, limits: &Limits) -> Made<Work> {
        Work::of_plays(rules, hi, &[misere], limits, true)
    }

    /// The tables of normal and of misère play, made together.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn both(rules: &Arc<Ruleset>, hi: &[u64], limits: &Limits) -> Made<Work> {
        match Work::of_plays(rules, hi, &[false, true], limits, false)? {
            Tried::Declined(reason) if reason.is_memory() => {
                Err(reason.refused(EngineName::Steps, None).too_large(false))
            }
            made => Ok(made),
        }
    }

    fn of_plays(rules: &Arc<Ruleset>, hi: &[u64], plays: &[bool], limits: &Limits, folder: bool) -> Made<Work> {
        let plan = done!(Plan::of(rules, hi));
        let (layout, room) = match Room::of(&plan, hi, plays.len(), limits, folder) {
            Ok((layout, room)) => (Arc::new(layout), room),
            Err(reason) => return Ok(Tried::Declined(reason)),
        };
        let plays = plays.iter().map(|misere| Play::new(*misere, Planes::new(&layout, &plan, hi))).collect();
        Ok(Tried::Done(Work {
            plan,
            layout,
            plays,
            room,
            done: 0,
            dropped: 0,
            head: Piece::EMPTY,
            limits: limits.clone(),
            small: limits.alone(64 * SMALL) / 64,
        }))
    }

    /// The same, but even a small table is made by several threads.
    #[cfg(test)]
    pub(super) fn of_any_size(self) -> Work {
        Work { small: 0, ..self }
    }

    /// The same, but old batches are dropped wherever they may be.
    #[cfg(test)]
    pub(super) fn short_of_memory(mut self) -> Work {
        self.room.lists = u64::MAX;
        self
    }

    /// All rows of the table.
    pub(super) fn rows(&self) -> usize {
        self.layout.rows.count()
    }

    /// The cells of a row, as far as words go.
    pub(super) fn row_cells(&self) -> usize {
        64 * self.layout.words
    }

    /// The most cells of a tile.
    pub(super) fn tile(&self) -> usize {
        self.limits.tile
    }

    /// The rows before this one are finished.
    pub(super) fn done(&self) -> usize {
        self.layout.first_of(self.done) + self.head.words.len() / (self.head.planes * self.layout.words)
    }

    /// Computes the rows that are missing before `to`, and perhaps some more.
    ///
    /// # Errors
    /// Too little memory, an interruption; some rows may be finished nevertheless.
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

    /// The words of finished rows; nothing where some are not. Of tables of both plays, those of normal play.
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

    /// Puts words in place that [`Work::piece`] gave for the rows of this table from the first unfinished one on. Says `false`, and does
    /// nothing, where they cannot be the words of such rows, because they were damaged or belong to another table, and where both plays are
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

    /// Can these be the words of so many rows: has every cell one value?
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

    /// Says to people that these rows were kept.
    pub(super) fn tell_kept(&self, rows: Range<usize>) {
        self.limits.progress.keep(rows.len().saturating_mul(self.layout.worth));
    }

    /// Drops the batches that no row to come looks at, where memory gets short; all finished rows stand elsewhere, in tiles of no more rows
    /// than the longest.
    pub(super) fn drop_old(&mut self, longest: usize) {
        let Some(planes) = self.plays.iter().map(|play| play.widest().max(4)).max() else { return };
        let row = (8 * planes * self.layout.words) as u64;
        let more = row.saturating_mul(self.room.more(longest) as u64).saturating_add(self.room.lists);
        if self.plays.iter().map(Play::used).sum::<u64>().saturating_add(more) <= self.limits.free() {
            return;
        }
        // The batch at hand is made as a whole, also where its first rows were put in place.
        let first = self.layout.first_of(self.done).saturating_sub(self.room.reach);
        self.dropped = self.layout.batch_of(first).min(self.done).max(self.dropped);
        self.plays.iter_mut().for_each(|play| play.drop_before(self.dropped));
    }

    /// The table, once all rows are finished and stand on a shelf: read from there where rows have been dropped.
    pub(super) fn finish_on(self, shelf: Shelf) -> Option<Planes> {
        let row = 8 * self.layout.words * self.plays.iter().map(Play::widest).max()?;
        let (dropped, memory) = (self.dropped > 0, self.limits.free());
        let tile = (row as u64).saturating_mul(shelf.longest() as u64).max(1);
        let planes = self.finish()?;
        // Lines of sorted rows go through many tiles.
        let most = usize::try_from(memory / 2 / tile).unwrap_or(usize::MAX);
        Some(if dropped { planes.on_disk(DiskTiles::new(shelf, most)) } else { planes })
    }

    /// The table, once all rows are finished; of both plays that of normal play.
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
