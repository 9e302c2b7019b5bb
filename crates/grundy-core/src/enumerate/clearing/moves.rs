//! The moves of a game that clears cells, by the cells they touch; and the groups that they join.
//!
//! In: moves. Out: which are left in a set of full cells, and the groups of cells that no move joins any more.

use super::mask::Mask;
use super::read::Clears;

/// The moves.
pub(super) struct Moves<const W: usize> {
    /// By the first cell that they need.
    all: Vec<Clears<W>>,
    /// Where the moves of each cell end in `all`.
    ends: Vec<usize>,
    /// The cells that are in a group with a full cell, as long as they are full.
    joins: Vec<Mask<W>>,
    /// The moves that join cells only where other cells are full, by the cells they touch.
    wide: Vec<Vec<Clears<W>>>,
    /// The cells that have a move by themselves.
    pub(super) alone: Mask<W>,
    /// The least number of full cells that a move empties.
    least: u32,
}

impl<const W: usize> Clears<W> {
    fn touches(&self) -> Mask<W> {
        self.needs.or(self.bars).or(self.clears)
    }

    /// Does each pair of full cells that this move joins do so whichever other cells are full? One cell needs to be full, or two that are all it touches.
    fn joins_pairs(&self) -> bool {
        let needs = self.needs.count();
        needs == 1 || needs == 2 && self.touches() == self.needs
    }
}

impl<const W: usize> Moves<W> {
    pub(super) fn of(mut all: Vec<Clears<W>>, cells: usize) -> Moves<W> {
        all.sort_by_key(|m| m.needs.first());
        let ends = (0..cells).map(|cell| all.partition_point(|m| m.needs.first() <= Some(cell))).collect();
        let (mut joins, mut wide) = (vec![Mask::EMPTY; cells], vec![vec![]; cells]);
        for m in &all {
            for cell in m.touches().cells() {
                if !m.joins_pairs() {
                    wide[cell].push(*m);
                } else if m.needs.has(Mask::one(cell)) {
                    joins[cell] = joins[cell].or(m.touches());
                } else {
                    joins[cell] = joins[cell].or(m.needs);
                }
            }
        }
        let alone = all.iter().filter(|m| m.needs.count() == 1).fold(Mask::EMPTY, |alone, m| alone.or(m.needs));
        let least = all.iter().map(|m| m.needs.and(m.clears).count()).min().unwrap_or(1);
        Moves { all, ends, joins, wide, alone, least }
    }

    /// The moves that no empty cell prevents. Those with a full cell that must be empty are among them.
    pub(super) fn left(&self, full: Mask<W>) -> impl Iterator<Item = &Clears<W>> {
        let of = |cell: usize| &self.all[cell.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[cell]];
        full.cells().flat_map(of).filter(move |m| full.has(m.needs))
    }

    /// A bound on the value: each move empties some full cells, and the value is at most the length of the longest play.
    pub(super) fn most(&self, full: Mask<W>) -> u32 {
        full.count() / self.least
    }

    /// How long a group is expected to take: its cells, and how many each of them is joined with.
    pub(super) fn weight(&self, full: Mask<W>) -> u32 {
        full.cells().map(|cell| 1 + self.joins[cell].and(full).count()).sum()
    }

    /// The groups of full cells. Cells that no move touches any more are in none.
    pub(super) fn groups(&self, full: Mask<W>) -> impl Iterator<Item = Mask<W>> {
        let mut rest = full;
        std::iter::from_fn(move || {
            loop {
                let group = self.group(rest, rest.first()?);
                rest = rest.without(group);
                if group.count() > 1 || self.alone.has(group) {
                    return Some(group);
                }
            }
        })
    }

    fn group(&self, full: Mask<W>, cell: usize) -> Mask<W> {
        let mut group = Mask::one(cell);
        let mut fresh = group;
        while let Some(cell) = fresh.first() {
            let mut more = self.joins[cell];
            for m in self.wide[cell].iter().filter(|m| full.has(m.needs)) {
                more = more.or(m.touches());
            }
            more = more.and(full).without(group);
            group = group.or(more);
            fresh = fresh.rest().or(more);
        }
        group
    }
}
