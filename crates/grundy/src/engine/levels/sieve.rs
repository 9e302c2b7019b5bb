//! The sieve: one line after the other, and in each the levels in ascending order.
//!
//! In: for each level the lines it has used, as a window from the present line on, and the diagonals that lower levels fill. Out: for the line
//! and each level the diagonal of its position, or that it has none there.

use super::super::lines::window::{Window, hole, join, lower, put};

/// Where a level has its position in an earlier line.
pub(super) const SKIPS: u16 = u16::MAX;

/// Some levels before a line.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Sieve<const W: usize> {
    pub(super) line: u64,
    /// Diagonals that levels before the first of these fill.
    pub(super) full: Window<W>,
    /// What each level has used, from the line on.
    pub(super) levels: Vec<Window<W>>,
}

/// All numbers below one.
pub(super) fn below<const W: usize>(number: usize) -> Window<W> {
    let mut window = [0; W];
    (0..number).for_each(|k| put(&mut window, k as i64));
    window
}

impl<const W: usize> Sieve<W> {
    /// Computes the line: the diagonals taken in it, `None` if the windows are too narrow.
    #[inline]
    pub(super) fn step(&mut self, places: &mut [u16]) -> Option<Window<W>> {
        let mut taken = self.full;
        for (level, place) in self.levels.iter_mut().zip(places) {
            *place = SKIPS;
            if level[0] & 1 == 0 {
                let mut used = taken;
                join(&mut used, level);
                let diagonal = hole(&used)?;
                let (word, bit) = (diagonal / 64, 1 << (diagonal % 64));
                level[word] |= bit;
                taken[word] |= bit;
                *place = diagonal as u16;
            }
            *level = lower(level);
        }
        self.line += 1;
        Some(taken)
    }
}
