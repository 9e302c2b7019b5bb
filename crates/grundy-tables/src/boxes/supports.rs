//! The supports for which sets of values are kept. A support is a set of coordinates from which a move takes.
//!
//! In: the supports of the families, and the bounds. Out: the supports that are needed. A support S is *full* if all its non-empty subsets are
//! supports, too, as in Moore's Nim. Then the options by S and its subsets are the cells q < p with q_i <= p_i for i in S, and their values
//! are the union of the sets C_S(p - 1_i), which is computed for C_S(p) anyway. So a full support stands for its subsets. A support with a
//! coordinate that is always 0 has no options.

use std::collections::HashSet;

/// A set of coordinates, in increasing order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Support {
    pub(super) coords: Vec<usize>,
    /// Are all its non-empty subsets supports?
    pub(super) full: bool,
}

/// The supports that suffice to find all options.
pub(super) fn needed(supports: &[Vec<usize>], hi: &[u64]) -> Vec<Support> {
    let mut all: Vec<&Vec<usize>> = supports.iter().filter(|s| s.iter().all(|c| hi[*c] > 0)).collect();
    all.sort_by_key(|s| s.len());
    let (mut full, mut covered) = (HashSet::new(), HashSet::new());
    for support in &all {
        let smaller: Vec<Vec<usize>> = (0..support.len()).map(|k| without(support, k)).collect();
        if smaller.iter().all(|s| s.is_empty() || full.contains(s)) {
            covered.extend(smaller);
            full.insert((*support).clone());
        }
    }
    let support = |coords: &&Vec<usize>| Support { coords: (*coords).clone(), full: full.contains(*coords) };
    all.iter().filter(|s| !covered.contains(**s)).map(support).collect()
}

/// All members except number `k`.
fn without(support: &[usize], k: usize) -> Vec<usize> {
    support.iter().enumerate().filter(|(j, _)| *j != k).map(|(_, c)| *c).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_support_stands_for_its_subsets() {
        let sets = |supports: &[&[usize]], hi: &[u64]| -> Vec<(Vec<usize>, bool)> {
            let supports: Vec<Vec<usize>> = supports.iter().map(|s| s.to_vec()).collect();
            needed(&supports, hi).into_iter().map(|s| (s.coords, s.full)).collect()
        };
        assert_eq!(sets(&[&[0], &[1], &[0, 1]], &[3, 3]), [(vec![0, 1], true)]);
        assert_eq!(sets(&[&[0], &[0, 1]], &[3, 3]), [(vec![0], true), (vec![0, 1], false)]);
        assert_eq!(sets(&[&[0], &[0, 1]], &[3, 0]), [(vec![0], true)]);
        let moore: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]];
        assert_eq!(sets(&moore, &[1, 1, 1]), [(vec![0, 1, 2], true)]);
        assert_eq!(sets(&moore[..6], &[1, 1, 1]).len(), 3);
        let fewer = [(vec![0, 1], false), (vec![0, 2], false), (vec![1, 2], true), (vec![0, 1, 2], false)];
        assert_eq!(sets(&moore[1..], &[1, 1, 1]), fewer);
    }
}
