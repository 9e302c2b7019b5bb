//! The sieve: lines in ascending order, and in each line the levels in ascending order.
//!
//! In: for each level the lines it has used, as a window from the present line on, and the diagonals that lower levels fill. Out: for each
//! level the diagonal of its position on this line, or that it has none there.

use crate::exact::{narrow, signed};
use crate::window::{Window, gap, join, lower, put};

/// The place of a level whose position on this line is in an earlier column.
pub(super) const SKIPS: u16 = u16::MAX;

/// The state of some levels before a line.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Sieve<const W: usize> {
    pub(super) line: u64,
    /// The diagonals that the levels below these fill.
    pub(super) full: Window<W>,
    /// For each level, the lines it has used, from `line` on.
    pub(super) levels: Vec<Window<W>>,
}

/// All numbers below `number`.
pub(super) fn below<const W: usize>(number: usize) -> Window<W> {
    let mut window = [0; W];
    (0..number).for_each(|k| put(&mut window, signed(k)));
    window
}

impl<const W: usize> Sieve<W> {
    /// Computes the line. Returns the diagonals taken in it; `None` if the windows are too narrow.
    #[inline]
    pub(super) fn step(&mut self, places: &mut [u16]) -> Option<Window<W>> {
        let mut taken = self.full;
        for (level, place) in self.levels.iter_mut().zip(places) {
            *place = SKIPS;
            if level[0] & 1 == 0 {
                let mut used = taken;
                join(&mut used, level);
                let diagonal = gap(&used)?;
                let (word, bit) = (diagonal / 64, 1 << (diagonal % 64));
                level[word] |= bit;
                taken[word] |= bit;
                *place = narrow(diagonal);
            }
            *level = lower(level);
        }
        self.line += 1;
        Some(taken)
    }

    /// Like [`Sieve::step`], but returns only the diagonals taken. Windows of one word take a path without branches, which would be hard to
    /// predict here.
    #[inline]
    pub(super) fn turn(&mut self, places: &mut [u16]) -> Option<Window<W>> {
        if W > 1 {
            return self.step(places);
        }
        let (mut taken, mut narrow) = (self.full[0], 0);
        for level in &mut self.levels {
            let own = level[0];
            let (used, wants) = (own | taken, (own & 1).wrapping_sub(1));
            let bit = !used & used.wrapping_add(1) & wants;
            narrow |= wants & u64::from(used == u64::MAX);
            taken |= bit;
            level[0] = (own | bit) >> 1;
        }
        self.line += 1;
        let mut window = [0; W];
        window[0] = taken;
        (narrow == 0).then_some(window)
    }

    /// The same state with windows of one word, if it fits for now.
    pub(super) fn narrowed(&self) -> Option<Sieve<1>> {
        let one = |window: &Window<W>| window[1..].iter().all(|word| *word == 0).then_some([window[0]]);
        let levels = self.levels.iter().map(one).collect::<Option<_>>()?;
        Some(Sieve { line: self.line, full: one(&self.full)?, levels })
    }
}
