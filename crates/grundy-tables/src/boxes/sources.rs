//! The sources of the sets of a sorted cell.
//!
//! In: the supports that are kept, and a sorted cell p. Out: the sets of earlier sorted cells whose union gives C_S(p), and those that hold the
//! values of options.
//!
//! An exchange π of coordinates maps C_S(p) to C_{πS}(πp), which is the same set. Consider a run of equal coordinates of p, and let f be the
//! first of them. Then p - 1_i is sorted for i = f only. For another i, exchange i with f: C_S(p - 1_i) is C_T(p - 1_f), where T is S if f
//! is in S, and otherwise S with f in the place of i. All i of S in the same run give the same set. For options, all S with the same number of
//! coordinates in each run of equal ones give the same set, too: only the S with the first coordinates of each run is used.

use super::sorted::Sorted;
use super::supports::Support;

/// A set that is a subset of another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) to: usize,
    /// The support of the subset.
    pub(super) from: usize,
    /// How many sorted cells back the subset belongs.
    pub(super) back: usize,
}

/// The supports, and the sources at the current cell.
pub(super) struct Sources {
    pub(super) supports: Vec<Support>,
    /// For each support and each of its coordinates c: the supports with c replaced by c - 1, c - 2, … of the same group.
    moved: Vec<Vec<Vec<usize>>>,
    /// For each coordinate: the first of the coordinates equal to it.
    first: Vec<usize>,
    /// The sources of the sets at the current cell.
    pub(super) neighbours: Vec<Source>,
    /// The sets that hold the values of its options, for supports that are not full; `to` has no meaning here.
    pub(super) options: Vec<Source>,
}

impl Sources {
    pub(super) fn new(supports: Vec<Support>, sorted: &Sorted, n: usize) -> Sources {
        // An allowed exchange of coordinates maps supports to supports.
        let find = |coords: Vec<usize>| supports.iter().position(|s| s.coords == coords).unwrap_or(usize::MAX);
        let replaced = |s: &Support, c: usize, by: usize| {
            let mut coords: Vec<usize> = s.coords.iter().map(|d| if *d == c { by } else { *d }).collect();
            coords.sort_unstable();
            find(coords)
        };
        let of_coordinate = |s: &Support, c: usize| -> Vec<usize> {
            (0..c).rev().take_while(|f| sorted.joined(f + 1)).map(|f| replaced(s, c, f)).collect()
        };
        let of_support = |s: &Support| s.coords.iter().map(|c| of_coordinate(s, *c)).collect();
        let moved = supports.iter().map(of_support).collect();
        Sources { supports, moved, first: vec![0; n], neighbours: vec![], options: vec![] }
    }

    /// The number of cells in each support's ring buffer: how far back a set is still needed; `None` on overflow.
    pub(super) fn rings(supports: &[Support], sorted: &Sorted) -> Option<Vec<usize>> {
        let ring = |s: &Support| {
            let mut far = s.coords.iter().map(|c| sorted.farthest(*c));
            if s.full { far.max() } else { far.try_fold(0usize, usize::checked_add) }
        };
        supports.iter().map(ring).collect()
    }

    /// Finds the sources at a sorted cell. With `rest`, finds those for all cells of its row after the first sorted one: there, the set of the
    /// cell before is a further source for supports with the last coordinate, and not listed.
    pub(super) fn look(&mut self, sorted: &Sorted, at: &[i64], rest: bool) {
        let last = at.len() - 1;
        for i in 0..at.len() {
            let tied = sorted.tied(at, i) && !(rest && i == last);
            self.first[i] = if tied { self.first[i - 1] } else { i };
        }
        let Sources { supports, moved, first, neighbours, options } = self;
        neighbours.clear();
        options.clear();
        for (to, support) in supports.iter().enumerate() {
            let (mut run, mut sum) = (None, Some(0));
            for (k, c) in support.coords.iter().copied().enumerate() {
                let f = first[c];
                // Only supports that lower the first coordinates of each run are used for options.
                let asked = at[c] > 0 && (f == c || (k > 0 && support.coords[k - 1] == c - 1));
                sum = sum.filter(|_| asked).map(|sum| sum + sorted.back(c, at[c]));
                if run == Some(f) || at[c] == 0 || (rest && c == last) {
                    continue;
                }
                run = Some(f);
                let from = if f == c { to } else { moved[to][k][c - 1 - f] };
                neighbours.push(Source { to, from, back: sorted.back(f, at[f]) });
            }
            if let Some(back) = sum.filter(|_| !support.full) {
                options.push(Source { to, from: to, back });
            }
        }
    }
}
