//! Coordinates that may be exchanged: sets are kept for sorted cells only.
//!
//! In: the bounds, and which neighbouring coordinates may be exchanged. Out: how far back p - 1_i lies among the sorted cells, and for any other
//! cell, an earlier cell with its value. A group is a run of neighbouring coordinates with equal bounds that may be exchanged freely. A cell is
//! sorted if its coordinates do not decrease within each group. Row-major order lists the sorted cells of a group of k coordinates up to h from
//! the end by the rank Σ C(h - x_i + k - i, k - i + 1), so that p - 1_i lies C(h - x_i + k - i, k - i) before p.

use grundy_core::store::cells::Cell;

/// The groups of a table's coordinates.
pub(super) struct Sorted {
    /// For each coordinate: is it in the same group as the one before?
    joined: Vec<bool>,
    /// For each coordinate and its value: how many sorted cells lie from p - 1_i to p.
    back: Vec<Vec<usize>>,
    strides: Vec<usize>,
    sides: Vec<usize>,
}

/// A part of a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// Cells that equal the cells from number `from` on, at distances of `step`.
    Copied { from: usize, step: usize, len: usize },
    /// The first sorted cell of the row.
    First,
    /// Sorted cells that follow the first one of the row.
    Rest { len: usize },
}

impl Sorted {
    /// The groups for the bounds and strides of a table. `exchanged` says whether a coordinate may be exchanged with the one before.
    pub(super) fn new(hi: &[u64], strides: &[usize], exchanged: impl Fn(usize) -> bool) -> Sorted {
        let n = hi.len();
        let joined: Vec<bool> = (0..n).map(|i| i > 0 && hi[i] == hi[i - 1] && exchanged(i)).collect();
        let sides: Vec<usize> = hi.iter().map(|h| *h as usize + 1).collect();
        // From the innermost coordinate outwards: the number of sorted cells of the later groups, and C(y + k, k) for the k later members.
        let mut back = vec![vec![]; n];
        let (mut later, mut choose) = (1usize, vec![]);
        for i in (0..n).rev() {
            let ends = joined.get(i + 1) != Some(&true);
            if ends {
                choose = vec![1usize; sides[i]];
            }
            back[i] = choose.iter().rev().map(|c| c * later).collect();
            let mut sum = 0;
            choose.iter_mut().for_each(|c| {
                sum += *c;
                *c = sum;
            });
            if !joined[i] {
                later *= sum;
            }
        }
        Sorted { joined, back, strides: strides.to_vec(), sides }
    }

    /// Is coordinate `i` in the same group as the one before, and equal to it?
    pub(super) fn tied(&self, at: &[i64], i: usize) -> bool {
        self.joined[i] && at[i] == at[i - 1]
    }

    /// Is coordinate `i` in the same group as the one before?
    pub(super) fn joined(&self, i: usize) -> bool {
        self.joined[i]
    }

    /// How many sorted cells lie from p - 1_i to p, for a coordinate `x` of at least 1.
    pub(super) fn back(&self, i: usize, x: i64) -> usize {
        self.back[i][x as usize]
    }

    /// The greatest such number over all p.
    pub(super) fn farthest(&self, i: usize) -> usize {
        self.back[i].get(1).copied().unwrap_or(0)
    }

    /// The part of a row that begins at a cell, at most `len` cells long.
    pub(super) fn part(&self, at: &[i64], index: usize, len: usize) -> Part {
        let last = at.len() - 1;
        if let Some(i) = (1..last).find(|i| self.joined[*i] && at[*i] < at[i - 1]) {
            let by = (at[i - 1] - at[i]) as usize;
            return Part::Copied { from: index - by * (self.strides[i - 1] - self.strides[i]), step: 1, len };
        }
        // Cell z of the row equals the cell with the last two coordinates exchanged.
        let first = if self.joined[last] { at[last - 1] } else { 0 };
        let before = (first - at[last]).max(0) as usize;
        match before {
            0 if at[last] == first => Part::First,
            0 => Part::Rest { len },
            _ => {
                let step = self.strides[last - 1];
                Part::Copied { from: index - before * (step - 1), step, len: len.min(before) }
            }
        }
    }

    /// Advances by `len` cells in the row.
    pub(super) fn step(&self, at: &mut [i64], len: usize) {
        for (k, (x, side)) in at.iter_mut().zip(&self.sides).rev().enumerate() {
            *x += if k == 0 { len as i64 } else { 1 };
            if (*x as usize) < *side {
                return;
            }
            *x = 0;
        }
    }

    /// The number of cells left in the row, including this one.
    pub(super) fn rest(&self, at: &[i64]) -> usize {
        let last = at.len() - 1;
        self.sides[last] - at[last] as usize
    }
}

/// Copies the cells of a part to a later place.
pub(super) fn copy<T: Cell>(cells: &mut [T], from: usize, step: usize, len: usize, to: usize) {
    if step == 1 {
        cells.copy_within(from..from + len, to);
        return;
    }
    for k in 0..len {
        cells[to + k] = cells[from + k * step];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_lie_as_far_back_as_the_order_says() {
        let (hi, strides) = ([2, 4, 4, 4, 3, 3], [2000, 400, 80, 16, 4, 1]);
        let sorted = Sorted::new(&hi, &strides, |i| i != 4);
        let is = |at: &[i64]| (1..6).all(|i| !sorted.joined(i) || at[i - 1] <= at[i]);
        let mut cells: Vec<[i64; 6]> = vec![];
        let mut at = [0i64; 6];
        for _ in 0..6000 {
            if is(&at) {
                cells.push(at);
            }
            sorted.step(&mut at, 1);
        }
        assert_eq!(cells.len(), 3 * 35 * 10);
        for (rank, at) in cells.iter().enumerate() {
            for i in (0..6).filter(|i| at[*i] > 0) {
                let mut to = *at;
                to[i] -= 1;
                if is(&to) {
                    assert_eq!(cells[rank - sorted.back(i, at[i])], to, "{at:?}");
                }
                assert!(sorted.back(i, at[i]) <= sorted.farthest(i));
            }
        }
    }
}
