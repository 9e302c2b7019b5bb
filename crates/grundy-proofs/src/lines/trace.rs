//! The places of a row's values, in the first columns and in the last ones.
//!
//! In: places, column by column. Out: the place in a column, if it is still stored.

use crate::exact::index;

/// The number of columns stored at either end.
const KEPT: usize = 1 << 22;

/// The stored places of a row.
pub(super) struct Trace {
    start: u64,
    first: Vec<u16>,
    /// The places of the last columns, indexed by the column modulo their number.
    last: Vec<u16>,
    end: u64,
}

impl Trace {
    /// An empty trace that begins at column `start`.
    pub(super) fn new(start: u64) -> Trace {
        Trace { start, first: vec![], last: vec![], end: start }
    }

    /// Appends the places of the next columns.
    pub(super) fn push(&mut self, places: &[u16]) {
        let room = KEPT.saturating_sub(self.first.len()).min(places.len());
        self.first.extend_from_slice(&places[..room]);
        self.end += room as u64;
        if room < places.len() && self.last.is_empty() {
            self.last = vec![0; KEPT];
        }
        for place in &places[room..] {
            self.last[index(self.end % KEPT as u64)] = *place;
            self.end += 1;
        }
    }

    /// The bytes that the places take.
    pub(super) fn bytes(&self) -> u64 {
        ((self.first.capacity() + self.last.len()) * size_of::<u16>()) as u64
    }

    /// The place in a column, if it is stored.
    pub(super) fn get(&self, column: u64) -> Option<u16> {
        let k = column.checked_sub(self.start)?;
        if k < self.first.len() as u64 {
            return Some(self.first[index(k)]);
        }
        let kept = column < self.end && column + KEPT as u64 >= self.end;
        kept.then(|| self.last[index(column % KEPT as u64)])
    }
}
