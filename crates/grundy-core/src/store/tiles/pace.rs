//! The sizes of pieces and tiles.
//!
//! In: the time that pieces took. Out: the size of the next piece. Pieces grow until one takes some 50 ms, so that interruptions are noticed
//! and tiles are written in time, whatever a cell costs.

use std::time::{Duration, Instant};

/// How long a piece should take.
const MOMENT: Duration = Duration::from_millis(50);

/// How often finished cells are written.
const EVERY: Duration = Duration::from_millis(250);

/// The cells of the first piece.
const FIRST: usize = 1 << 14;

/// The sizes of pieces.
pub struct Pace {
    grain: usize,
    /// The most cells of a tile.
    most: usize,
    size: usize,
    begun: Instant,
    saved: Instant,
    first: bool,
}

impl Pace {
    /// Pieces are multiples of the grain; tiles have at most `tile` cells, or `grain` if that is greater.
    pub fn new(grain: usize, tile: usize) -> Pace {
        let now = Instant::now();
        let most = tile.max(grain);
        Pace { grain, most, size: FIRST.max(grain).min(most), begun: now, saved: now, first: true }
    }

    /// The size of the next piece, when `open` finished cells are not yet written.
    pub fn next(&mut self, open: usize) -> usize {
        if !self.first && self.begun.elapsed() < MOMENT {
            self.size = (2 * self.size).min(self.most);
        }
        self.first = false;
        self.begun = Instant::now();
        let most = self.size.min(self.most.saturating_sub(open));
        (most / self.grain * self.grain).max(self.grain)
    }

    /// Is it time to write the `open` finished cells?
    pub fn is_due(&self, open: usize) -> bool {
        open > 0 && (open + self.grain > self.most || self.saved.elapsed() >= EVERY)
    }

    /// Notes that the finished cells have been written.
    pub fn saved(&mut self) {
        self.saved = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_multiples_of_their_grain_and_no_tile_is_larger_than_allowed() {
        for (grain, tile) in [(1, 50_000), (7, 1), (1000, 30_000), (1 << 20, 1 << 22), (1 << 23, 1 << 22)] {
            let mut pace = Pace::new(grain, tile);
            let mut open = 0;
            for _ in 0..40 {
                if pace.is_due(open) {
                    open = 0;
                }
                let next = pace.next(open);
                assert!(next >= grain && next.is_multiple_of(grain));
                open += next;
                assert!(open <= tile.max(grain), "{open} cells with a grain of {grain}");
            }
        }
    }
}
