//! The places of a row's values: those of the first columns, and those of the last ones.
//!
//! In: places, column after column. Out: the place in a column, if it is still known.

use crate::exact::index;

/// Columns kept at either end.
const KEPT: usize = 1 << 22;

/// What is known of a row.
pub(super) struct Trace {
    start: u64,
    first: Vec<u16>,
    /// The last ones, by column modulo their number.
    last: Vec<u16>,
    end: u64,
}

impl Trace {
    /// Of the columns from this one on.
    pub(super) fn new(start: u64) -> Trace {
        Trace { start, first: vec![], last: vec![], end: start }
    }

    /// The places of the next columns.
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

    /// The place in a column.
    pub(super) fn get(&self, column: u64) -> Option<u16> {
        let k = column.checked_sub(self.start)?;
        if k < self.first.len() as u64 {
            return Some(self.first[index(k)]);
        }
        let kept = column < self.end && column + KEPT as u64 >= self.end;
        kept.then(|| self.last[index(column % KEPT as u64)])
    }
}
