//! The values of a table by steps, as planes of bits.
//!
//! In: batches of rows, each once; or tiles on disk, if batches were dropped during the work. Out: values. A row has for each value a plane with
//! one bit for each cell; exactly one plane has the bit of a cell set. The words of all planes for the same 64 cells are adjacent. A batch has
//! as many planes as its values need, so that nothing is copied when later values are greater.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::layout::{Layout, Spot};
use super::piece::{Piece, spread, words_of};
use super::read::Plan;
use super::row::planes_for;
use super::rows::Rows;
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::options::EngineName;
use grundy_core::contract::position::box_cells;
use grundy_core::store::dense::Dense;
use grundy_core::store::reading::{ValueSource, View};
use grundy_core::store::stored::Stored;
use grundy_core::store::tiles::DiskTiles;
use grundy_rules::lang::Diagnostic;

/// The values of a box.
#[derive(Debug)]
pub(super) struct Planes {
    pub(super) layout: Arc<Layout>,
    /// The coordinate along which rows lie, and the number of other coordinates.
    pub(super) along: usize,
    outer: usize,
    /// The batches from number `first` on: those that have been made, and empty places for the next ones. Threads wait for the batches they need.
    batches: Vec<OnceLock<Piece>>,
    first: usize,
    /// All rows, if they are on disk and not in the batches.
    pub(super) disk: Option<Box<DiskTiles>>,
    /// The cells of the whole box.
    size: u64,
    _held: Option<Held>,
}

impl Planes {
    /// The values of a box, without any batch.
    pub(super) fn new(layout: &Arc<Layout>, plan: &Plan, hi: &[u64]) -> Planes {
        let (along, outer) = (plan.along, plan.outer.len());
        Planes {
            layout: layout.clone(),
            along,
            outer,
            batches: vec![],
            first: 0,
            disk: None,
            size: box_cells(hi),
            _held: None,
        }
    }

    /// The bytes of a batch besides its words.
    pub(super) const EACH: usize = size_of::<OnceLock<Piece>>();

    /// The same values, which hold their memory from now on.
    pub(super) fn held(self, limits: &Limits) -> Planes {
        let _held = Some(limits.held(self.bytes()));
        Planes { _held, ..self }
    }

    /// Makes places for the batches before number `end`.
    pub(super) fn grow(&mut self, end: usize) {
        self.batches.resize_with(self.batches.len().max(end.saturating_sub(self.first)), OnceLock::new);
    }

    /// The same values, read from tiles from now on.
    pub(super) fn on_disk(self, tiles: DiskTiles) -> Planes {
        Planes { batches: vec![], disk: Some(Box::new(tiles)), _held: None, ..self }
    }

    /// Drops the batches before this one, which no later row needs; returns the number of words freed.
    pub(super) fn drop_before(&mut self, batch: usize) -> usize {
        let old = batch.saturating_sub(self.first).min(self.batches.len());
        self.first += old;
        self.batches.drain(..old).filter_map(OnceLock::into_inner).map(|batch| batch.words.len()).sum()
    }

    /// A batch, if it has been made.
    pub(super) fn batch(&self, batch: usize) -> Option<&Piece> {
        self.batches.get(batch.checked_sub(self.first)?)?.get()
    }

    /// Stores a batch in its place. If it is there already, the stored one is the same. Returns the number of words added.
    pub(super) fn keep(&self, number: usize, batch: Piece) -> usize {
        let values = batch.values();
        let planes = planes_for(values).unwrap_or(values);
        let batch = if planes == batch.planes { batch } else { batch.with_planes(planes) };
        let words = batch.words.len();
        self.batches[number - self.first].set(batch).map_or(0, |()| words)
    }

    /// The first batch from number `from` on that has not been made.
    pub(super) fn made(&self, from: usize) -> usize {
        (from..self.layout.batches()).find(|batch| self.batch(*batch).is_none()).unwrap_or(self.layout.batches())
    }

    /// The words of rows, if all their batches have been made.
    pub(super) fn piece(&self, rows: Range<usize>) -> Option<Piece> {
        let mut parts = vec![];
        let mut row = rows.start;
        while row < rows.end {
            let number = self.layout.batch_of(row);
            let (own, batch) = (self.layout.rows_of(number), self.batch(number)?);
            let (end, each) = (own.end.min(rows.end), batch.planes * self.layout.words);
            parts.push((batch.planes, &batch.words[(row - own.start) * each..(end - own.start) * each]));
            row = end;
        }
        let planes = parts.iter().map(|part| part.0).max().unwrap_or(1);
        let mut words = Vec::with_capacity(rows.len() * planes * self.layout.words);
        parts.iter().for_each(|(own, part)| spread(part, *own, planes, &mut words));
        Some(Piece { planes, words })
    }

    /// Calls `read` with the number of planes and some words of the row of a position along a coordinate; `None` if the row's tile was lost. With
    /// symmetry, rows lie along every coordinate.
    pub(super) fn words<R>(
        &self,
        position: &[u64],
        along: usize,
        words: Range<usize>,
        read: impl FnOnce(usize, &[u64]) -> R,
    ) -> Option<R> {
        let spot = self.spot(position, along);
        let Some(disk) = &self.disk else {
            let batch = self.batch(spot.batch).expect("every batch has been made");
            let row = batch.row(spot.row, self.layout.words);
            return Some(read(batch.planes, &row[words.start * batch.planes..words.end * batch.planes]));
        };
        let row = self.layout.rows_of(spot.batch).start + spot.row;
        let mut reader = disk.reader();
        let tile = reader.tile(row)?;
        let planes = tile.unit as usize;
        let first = (row - tile.from) * self.layout.words;
        let bytes = tile.bytes.get((first + words.start) * planes * 8..(first + words.end) * planes * 8)?;
        Some(read(planes, &words_of(bytes)))
    }

    /// The number of the row of a position.
    pub(super) fn row(&self, position: &[u64]) -> usize {
        let spot = self.spot(position, self.along);
        self.layout.rows_of(spot.batch).start + spot.row
    }

    /// The place of the row of a position along a coordinate.
    fn spot(&self, position: &[u64], along: usize) -> Spot {
        let mut scratch = [0u32; 16];
        let mut long;
        let outer = match scratch.get_mut(..self.outer) {
            Some(outer) => outer,
            None => {
                long = vec![0; self.outer];
                &mut long
            }
        };
        let others = position.iter().enumerate().filter(|(c, _)| *c != along);
        outer.iter_mut().zip(others).for_each(|(o, (_, x))| *o = *x as u32);
        self.layout.spot(outer)
    }

    /// The size of the table, in words.
    fn told(&self) -> String {
        match self.disk {
            Some(_) => format!("{} cells on disk", self.size),
            None => format!("{} cells in {} bytes", self.size, self.bytes()),
        }
    }
}

impl Stored for Planes {
    fn get(&self, position: &[u64]) -> Option<u32> {
        let cell = position[self.along] as usize;
        let value = |of_cell: &[u64]| of_cell.iter().position(|plane| plane >> (cell % 64) & 1 == 1);
        self.words(position, self.along, cell / 64..cell / 64 + 1, |_, words| value(words))?.map(|plane| plane as u32)
    }

    fn add_line(&self, position: &[u64], coord: usize, line: &mut [u32]) {
        if coord != self.along && !matches!(self.layout.rows, Rows::Sorted { .. }) {
            let mut at = position.to_vec();
            for sum in line {
                *sum = if *sum == u32::MAX { *sum } else { self.get(&at).map_or(u32::MAX, |value| *sum ^ value) };
                at[coord] += 1;
            }
            return;
        }
        let start = position[coord] as usize;
        let words = start / 64..(start + line.len()).div_ceil(64).max(start / 64);
        let first = 64 * words.start;
        let added = self.words(position, coord, words, |planes, words| add(planes, words, first, start, line));
        if added.is_none() {
            line.fill(u32::MAX);
        }
    }

    fn into_cells(self: Box<Self>) -> Result<Dense, Box<dyn Stored>> {
        Err(self)
    }

    fn view(&self, coords: &[usize]) -> View<'_> {
        View::new(coords, &[], ValueSource::Expanded(self))
    }

    fn failure(&self) -> Option<&Diagnostic> {
        self.disk.as_ref().and_then(|tiles| tiles.failure())
    }

    fn bytes(&self) -> u64 {
        self.batches.iter().filter_map(OnceLock::get).map(|batch| batch.words.len() as u64 * 8).sum()
    }

    fn explain(&self) -> (&'static str, String) {
        (EngineName::Steps.name(), self.told())
    }
}

/// Nim-adds the values in `words`, whose first cell is number `first` of its row, to a line of cells from number `start` on.
fn add(planes: usize, words: &[u64], first: usize, start: usize, line: &mut [u32]) {
    for (w, word) in words.chunks_exact(planes).enumerate() {
        for (v, plane) in word.iter().enumerate() {
            let mut left = *plane;
            while left != 0 {
                let cell = first + 64 * w + left.trailing_zeros() as usize;
                left &= left - 1;
                if let Some(sum) = cell.checked_sub(start).and_then(|k| line.get_mut(k)).filter(|s| **s != u32::MAX) {
                    *sum ^= v as u32;
                }
            }
        }
    }
}
