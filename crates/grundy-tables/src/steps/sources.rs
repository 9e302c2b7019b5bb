//! The rows that hold the options of a batch's rows.
//!
//! In: a batch. Out: for each of its rows, the places of its options' rows, and how far their cells are shifted. The sources are found once, also
//! if both plays are computed from them.

use super::layout::{Layout, Spot};
use super::read::Plan;
use super::rows::Rows;

/// A row that holds options.
#[derive(Clone, Copy)]
pub(super) struct Source {
    pub(super) spot: Spot,
    /// How many cells along the row an option lies before its cell.
    pub(super) shift: usize,
}

/// The sources of the rows of a batch.
pub(super) struct Sources {
    steps: Vec<Step>,
    found: Vec<Source>,
    /// Where the sources of each row end.
    ends: Vec<usize>,
    scratch: Vec<u32>,
    /// For each coordinate: the decrease of the row's number inside its slab when the coordinate falls by one.
    falls: Vec<usize>,
}

/// A move that leaves the row.
struct Step {
    /// The amounts it takes from the outer coordinates.
    taken: Vec<u32>,
    shift: usize,
    /// The distance in slabs, and the distance inside the slab, if all outer coordinates have rows.
    by: (usize, usize),
    /// As a bitset, the coordinates that it takes 1 from; `None` if it takes more from some coordinate.
    ones: Option<u64>,
}

impl Sources {
    /// The sources for the moves of a plan.
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
        Sources { steps, found: vec![], ends: vec![], scratch: vec![0; plan.outer.len()], falls: vec![] }
    }

    /// Finds the sources of a batch.
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

    /// The coordinates may be exchanged. Among moves that differ only in which of several equal coordinates they take from, it is enough to use
    /// those that take no less from earlier coordinates than from later ones. If such a move takes at most 1 from each, the result is sorted.
    fn find_sorted(&mut self, layout: &Layout, ranks: &[Vec<usize>], at: &[u32]) {
        let Sources { steps, found, scratch, falls, .. } = self;
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
                scratch.iter_mut().zip(at.iter().zip(&*taken)).for_each(|(r, (x, t))| *r = x - t);
                found.push(Source { spot: layout.spot(scratch), shift });
            }
        }
    }

    /// The sources of each row, in the order of the rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Source]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.found[start..*end])
    }
}

/// The sum of the numbers whose index is in a bitset.
fn sum_of(numbers: &[usize], mut bits: u64) -> usize {
    let mut sum = 0;
    while bits != 0 {
        sum += numbers[bits.trailing_zeros() as usize];
        bits &= bits - 1;
    }
    sum
}
