//! Which heaps are tried as the one part of pairs, and in which way.
//!
//! In: the codes of all heaps so far. Out: [`Lists`]. All rare heaps are in exactly one of the lists of rare ones; helpers are some common heaps. What is on which
//! list changes the speed alone.

use std::collections::HashMap;

use crate::kernel::{BLOCK, Lane, Part};

/// Heaps from here on up to a block are handled by groups of so many.
pub(crate) const GROUP: usize = 8;
/// Helpers are among so many of the first heaps.
const EARLY: usize = 20_000;
/// Of each code at most so many helpers.
const OF_ONE_CODE: usize = 64;
/// Lists of rare heaps up to this length are marked whole, for codes below 128 and for greater ones.
const SHORT: [usize; 2] = [200, 100];

/// The parts of pairs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    /// All rare heaps of at least 1, in order of size.
    pub(crate) rare: Vec<Part>,
    /// So many of them are smaller than a group.
    pub(crate) tiny: usize,
    /// So many of them are smaller than a block.
    pub(crate) small: usize,
    /// Rare heaps of a block or more whose pairs are marked, in order of size.
    pub(crate) marked: Vec<Part>,
    /// Rare heaps of a block or more whose pairs are tested, in order of size.
    pub(crate) tested: Vec<Part>,
    /// Common heaps of a block or more, in order of size.
    pub(crate) helpers: Vec<Part>,
    /// Rare heaps in the order in which they are chosen to be marked: those of codes seen seldom first.
    ranked: Vec<Part>,
    /// Common heaps in the order in which they are chosen as helpers.
    able: Vec<Part>,
}

/// Those of a list that are at most so large.
pub(crate) fn up_to(list: &[Part], most: usize) -> &[Part] {
    &list[..list.partition_point(|part| part.at <= most)]
}

impl Lists {
    /// The lists for codes with signs.
    pub(crate) fn of<T: Lane>(codes: &[T]) -> Lists {
        let mut lists = Lists::default();
        let mut able: HashMap<u64, Vec<Part>> = HashMap::new();
        for (at, code) in codes.iter().enumerate().skip(1) {
            let part = Part { at, code: u64::from(code.wide() & !T::SIGN) };
            if code.wide() & T::SIGN != 0 {
                lists.rare.push(part);
            } else if (BLOCK..EARLY).contains(&at) {
                let alike = able.entry(part.code).or_default();
                if alike.len() < OF_ONE_CODE {
                    alike.push(part);
                }
            }
        }
        lists.tiny = up_to(&lists.rare, GROUP - 1).len();
        lists.small = up_to(&lists.rare, BLOCK - 1).len();
        lists.ranked = in_turn(&lists.rare[lists.small..]);
        let mut able: Vec<Vec<Part>> = able.into_values().collect();
        able.sort_by_key(|alike| alike[0].at);
        for round in 0..OF_ONE_CODE {
            lists.able.extend(able.iter().filter_map(|alike| alike.get(round)));
        }
        lists
    }

    /// Rare heaps smaller than a block that are no smaller than a group.
    pub(crate) fn middle(&self) -> &[Part] {
        &self.rare[self.tiny..self.small]
    }

    /// Chooses how many rare heaps are marked, and how many helpers there are.
    pub(crate) fn choose(&mut self, marked: usize, helpers: usize, wide: bool) {
        let long = self.ranked.len();
        let all = long <= SHORT[usize::from(wide)];
        let (marked, tested) = self.ranked.split_at(if all { long } else { marked.min(long) });
        (self.marked, self.tested) = (ordered(marked), ordered(tested));
        self.helpers = ordered(&self.able[..helpers.min(self.able.len())]);
    }

    /// Adds rare heaps that are new, in order of size.
    pub(crate) fn add(&mut self, new: &[Part]) {
        self.rare.extend(new);
        self.ranked.extend(new);
        let list = if self.tested.is_empty() { &mut self.marked } else { &mut self.tested };
        list.extend(new);
    }
}

fn ordered(parts: &[Part]) -> Vec<Part> {
    let mut parts = parts.to_vec();
    parts.sort_by_key(|part| part.at);
    parts
}

/// The parts in turns: one of each code, then the second of each, and so on.
fn in_turn(parts: &[Part]) -> Vec<Part> {
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let mut ranked: Vec<(usize, Part)> = vec![];
    for part in parts {
        let turn = seen.entry(part.code).or_default();
        ranked.push((*turn, *part));
        *turn += 1;
    }
    ranked.sort_by_key(|(turn, _)| *turn);
    ranked.into_iter().map(|(_, part)| part).collect()
}
