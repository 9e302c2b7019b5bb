//! Where the sets of a sorted cell come from.
//!
//! In: the kept supports, and a sorted cell p. Out: which sets of which earlier sorted cells make C_S(p), and which hold the values of options.
//!
//! Exchanging coordinates maps C_S(p) to C_{πS}(πp), which is the same set. Among equal coordinates of p, of which f is the first, p - 1_i is
//! sorted for i = f only; for another i, exchanged with f, C_S(p - 1_i) is C_T(p - 1_f), where T is S if f is in S, and S with f in the place of
//! i if not. All i of S among equal coordinates give the same set. So do, for options, all S with as many coordinates
//! of each run of equal ones: only that which has the first ones is asked.

use super::sorted::Sorted;
use super::supports::Support;

/// A set that is part of another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) to: usize,
    /// Its support.
    pub(super) from: usize,
    /// So many sorted cells before.
    pub(super) back: usize,
}

/// What is known of all supports.
pub(super) struct Sources {
    pub(super) supports: Vec<Support>,
    /// For each support and each of its coordinates c: the supports with c - 1, c - 2, … of its group in place of c.
    moved: Vec<Vec<Vec<usize>>>,
    /// The first of the coordinates equal to each.
    first: Vec<usize>,
    /// The sources of the sets at the cell looked at last.
    pub(super) near: Vec<Source>,
    /// The sets that hold its options, of supports that are not full; `to` says nothing.
    pub(super) far: Vec<Source>,
}

impl Sources {
    pub(super) fn new(supports: Vec<Support>, sorted: &Sorted, n: usize) -> Sources {
        // Supports are mapped to supports where coordinates may be exchanged.
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
        Sources { supports, moved, first: vec![0; n], near: vec![], far: vec![] }
    }

    /// The cells of each support's ring, if it can be said: the farthest cell that is asked for again.
    pub(super) fn rings(supports: &[Support], sorted: &Sorted) -> Option<Vec<usize>> {
        let ring = |s: &Support| {
            let mut far = s.coords.iter().map(|c| sorted.farthest(*c));
            if s.full { far.max() } else { far.try_fold(0usize, usize::checked_add) }
        };
        supports.iter().map(ring).collect()
    }

    /// Looks at a sorted cell, or at all cells of its row that follow the first sorted one: then the set of the cell before is another
    /// source of those with the last coordinate.
    pub(super) fn look(&mut self, sorted: &Sorted, at: &[i64], rest: bool) {
        let last = at.len() - 1;
        for i in 0..at.len() {
            let tied = sorted.tied(at, i) && !(rest && i == last);
            self.first[i] = if tied { self.first[i - 1] } else { i };
        }
        let Sources { supports, moved, first, near, far } = self;
        near.clear();
        far.clear();
        for (to, support) in supports.iter().enumerate() {
            let (mut run, mut sum) = (None, Some(0));
            for (k, c) in support.coords.iter().copied().enumerate() {
                let f = first[c];
                // An option by this support lowers the first ones of the run.
                let asked = at[c] > 0 && (f == c || (k > 0 && support.coords[k - 1] == c - 1));
                sum = sum.filter(|_| asked).map(|sum| sum + sorted.back(c, at[c]));
                if run == Some(f) || at[c] == 0 || (rest && c == last) {
                    continue;
                }
                run = Some(f);
                let from = if f == c { to } else { moved[to][k][c - 1 - f] };
                near.push(Source { to, from, back: sorted.back(f, at[f]) });
            }
            if let Some(back) = sum.filter(|_| !support.full) {
                far.push(Source { to, from: to, back });
            }
        }
    }
}
