//! The rows in which the options of a batch's rows lie.
//!
//! In: a batch. Out: for each of its rows the spots of its options' rows, and how far their cells are shifted; found once, whatever is then
//! computed from them.

use super::layout::{Layout, Spot};
use super::read::Plan;
use super::rows::Rows;

/// A row with options.
#[derive(Clone, Copy)]
pub(super) struct Source {
    pub(super) spot: Spot,
    /// An option of a cell lies so many cells before it.
    pub(super) shift: usize,
}

/// The sources of the rows of a batch.
pub(super) struct Sources {
    steps: Vec<Step>,
    found: Vec<Source>,
    /// Where the sources of each row end.
    ends: Vec<usize>,
    room: Vec<u32>,
    /// By how much the number of a row falls as a coordinate falls by one.
    falls: Vec<usize>,
}

/// A move that leaves the row.
struct Step {
    /// What it takes from the outer coordinates.
    taken: Vec<u32>,
    shift: usize,
    /// What that is in slabs, and inside the slab, where all coordinates have rows.
    by: (usize, usize),
    /// The coordinates it takes one from, as bits; nothing where it takes more from one.
    ones: Option<u64>,
}

impl Sources {
    /// For the moves of a plan.
    pub(super) fn new(plan: &Plan, layout: &Layout) -> Sources {
        let step = |(taken, shift): &(Vec<u32>, u32)| {
            let by = match &layout.rows {
                Rows::All { .. } => layout.rows.number(&mut taken.clone(), layout.leading()),
                Rows::Sorted { .. } => (0, 0),
            };
            let one = |t: &u32| *t <= 1 && taken.len() <= 64;
            let ones = taken.iter().all(one).then(|| taken.iter().rev().fold(0, |mask, t| mask << 1 | u64::from(*t)));
            Step { taken: taken.clone(), shift: *shift as usize, by, ones }
        };
        let steps = plan.steps.iter().map(step).collect();
        Sources { steps, found: vec![], ends: vec![], room: vec![0; plan.outer.len()], falls: vec![] }
    }

    /// Finds those of a batch.
    pub(super) fn find(&mut self, layout: &Layout, batch: usize) {
        let rows = layout.rows_of(batch);
        let mut at = layout.rows.at(rows.start);
        self.found.clear();
        self.ends.clear();
        for _ in rows {
            match &layout.rows {
                Rows::All { .. } => self.find_by_distance(layout, &at),
                Rows::Sorted { ranks, .. } => self.find_sorted(layout, ranks, &at),
            }
            self.ends.push(self.found.len());
            layout.rows.next(&mut at);
        }
    }

    fn find_by_distance(&mut self, layout: &Layout, at: &[u32]) {
        let (slab, inside) = layout.rows.number(&mut at.to_vec(), layout.leading());
        for Step { taken, shift, by, .. } in &self.steps {
            if at.iter().zip(taken).all(|(x, t)| x >= t) {
                self.found.push(Source { spot: layout.spot_in(slab - by.0, inside - by.1), shift: *shift });
            }
        }
    }

    /// Coordinates may be exchanged, so that of the moves that differ only in which of equal coordinates they take from, those are enough
    /// that take no less from the earlier ones. Where they take one, what they leave is sorted.
    fn find_sorted(&mut self, layout: &Layout, ranks: &[Vec<usize>], at: &[u32]) {
        let Sources { steps, found, room, falls, .. } = self;
        let (mut zero, mut equal, mut inside) = (0u64, 0u64, 0);
        let last = at.len() - 1;
        falls.clear();
        for (i, (x, rank)) in at.iter().zip(ranks).enumerate().take(64) {
            zero |= u64::from(*x == 0) << i;
            equal |= u64::from(i > 0 && at[i - 1] == *x) << i;
            let (own, below) = (rank[*x as usize], rank[x.saturating_sub(1) as usize]);
            // The slab is the last coordinate.
            inside += if i < last { own } else { 0 };
            falls.push(if i < last { own - below } else { 0 });
        }
        for Step { taken, shift, ones, .. } in steps {
            let shift = *shift;
            if let Some(ones) = *ones {
                if ones & (zero | equal & !(ones << 1)) == 0 {
                    let slab = at[last] as usize - (ones >> last) as usize;
                    found.push(Source { spot: layout.spot_in(slab, inside - sum_of(falls, ones)), shift });
                }
                continue;
            }
            let more = |i: usize| i > 0 && at[i - 1] == at[i] && taken[i - 1] < taken[i];
            if (0..at.len()).all(|i| at[i] >= taken[i] && !more(i)) {
                room.iter_mut().zip(at.iter().zip(&*taken)).for_each(|(r, (x, t))| *r = x - t);
                found.push(Source { spot: layout.spot(room), shift });
            }
        }
    }

    /// Those of each row, one row after the other.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Source]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.found[start..*end])
    }
}

/// The sum of the numbers whose bits are set.
fn sum_of(numbers: &[usize], mut bits: u64) -> usize {
    let mut sum = 0;
    while bits != 0 {
        sum += numbers[bits.trailing_zeros() as usize];
        bits &= bits - 1;
    }
    sum
}
