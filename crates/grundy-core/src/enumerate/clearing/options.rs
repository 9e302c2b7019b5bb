//! The options of a group, each a sum of groups.
//!
//! In: a group, and what is known of groups. Out: the options that are not settled, those that are likely to be settled soon first; and the values of the
//! others.

use std::ops::Range;

use super::board::Board;
use super::mask::Mask;
use super::moves::Moves;
use super::search::{Known, Memo, value_in};

/// A sum of groups, as far as it is settled.
pub(super) struct Sum {
    /// The nim-sum of the groups whose value is known.
    pub(super) settled: u32,
    /// Where the others stand in a list, the largest last.
    pub(super) first: usize,
    end: usize,
    /// How long the largest group is expected to take.
    weight: u32,
}

impl Sum {
    /// Full cells as a sum, whose groups are written at the end of a list. Two groups that look alike have the nim-sum 0.
    pub(super) fn of<const W: usize>(
        full: Mask<W>,
        moves: &Moves<W>,
        board: &Board<W>,
        known: &Memo<W>,
        groups: &mut Vec<Mask<W>>,
    ) -> Sum {
        let first = groups.len();
        let mut settled = 0;
        for group in moves.groups(full) {
            let group = board.first(group);
            if let Some(value) = value_in(known, group) {
                settled ^= value;
            } else if let Some(same) = groups[first..].iter().position(|other| *other == group) {
                groups.swap_remove(first + same);
            } else {
                groups.push(group);
            }
        }
        groups[first..].sort_unstable_by_key(|group| (moves.weight(*group), *group));
        let weight = groups[first..].last().map_or(0, |group| moves.weight(*group));
        Sum { settled, first, end: groups.len(), weight }
    }

    /// Where the groups stand whose value is not known.
    pub(super) fn open(&self) -> Range<usize> {
        self.first..self.end
    }

    /// Takes the first of these groups as settled.
    pub(super) fn settle(&mut self, value: u32) {
        self.settled ^= value;
        self.first += 1;
    }
}

/// The options of a group.
pub(super) struct Options<const W: usize> {
    /// Those whose value is not known.
    pub(super) sums: Vec<Sum>,
    /// Their groups.
    pub(super) groups: Vec<Mask<W>>,
    /// The values of the others.
    pub(super) taken: Known,
}

impl<const W: usize> Options<W> {
    /// The options of a group of which something is known; only some of them, if one of them has the number that is wanted.
    pub(super) fn of(
        group: Mask<W>,
        moves: &Moves<W>,
        board: &Board<W>,
        known: &Memo<W>,
        taken: Known,
        wanted: Option<u32>,
    ) -> Options<W> {
        let mut options = Options { sums: vec![], groups: vec![], taken };
        for m in moves.left(group).filter(|m| !m.bars.meets(group)) {
            let sum = Sum::of(group.without(m.clears), moves, board, known, &mut options.groups);
            if sum.open().is_empty() {
                options.taken.take(sum.settled);
            }
            if !sum.open().is_empty() || !options.taken.is_taken(sum.settled) {
                options.sums.push(sum);
            } else if wanted == Some(sum.settled) {
                return options;
            }
        }
        let Options { sums, groups, .. } = &mut options;
        let order = |sum: &Sum| (sum.weight, sum.settled);
        sums.sort_unstable_by(|a, b| order(a).cmp(&order(b)).then_with(|| groups[a.open()].cmp(&groups[b.open()])));
        sums.dedup_by(|a, b| a.settled == b.settled && groups[a.open()] == groups[b.open()]);
        options
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        (self.sums.capacity() * size_of::<Sum>() + self.groups.capacity() * size_of::<Mask<W>>()) as u64
    }
}
