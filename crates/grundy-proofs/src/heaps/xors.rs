//! The values of sums of several heaps.
//!
//! In: the values of heaps so far. Out: for parts of one kind, the set of values of all sums of j parts whose sizes add up to s, as a bitset. The set
//! for j parts is the union over the last part c of the set for j - 1 parts and s - c, with each value nim-added to G(c). In a word of 64 bits
//! nim-adding exchanges halves, quarters, …, so a term costs about one word operation for 64 values and a size.

use super::number_set::NumberSet;
use super::read::{Heaps, Leaves};
use crate::exact::index;

/// The sets for all kinds of parts.
pub(super) struct Xors {
    kinds: Vec<Kind>,
}

/// The sets for parts of one kind, all of which are positions.
struct Kind {
    each: NumberSet,
    parts: usize,
    /// `levels[j - 2][s]`: the values of j parts that add up to s.
    levels: Vec<Vec<Vec<u64>>>,
}

impl Xors {
    pub(super) fn of(heaps: &Heaps) -> Xors {
        let mut kinds: Vec<Kind> = vec![];
        for mv in &heaps.moves {
            let Leaves::Many { parts, each, .. } = &mv.leaves else { continue };
            match kinds.iter_mut().find(|kind| kind.each == *each) {
                Some(kind) => kind.parts = kind.parts.max(*parts),
                None => kinds.push(Kind { each: each.clone(), parts: *parts, levels: vec![] }),
            }
        }
        kinds.iter_mut().for_each(|kind| kind.levels = vec![vec![]; kind.parts - 1]);
        Xors { kinds }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.kinds.iter().flat_map(|k| k.levels.iter().flatten()).map(|set| 24 + 8 * set.len() as u64).sum()
    }

    /// Notes the stamp with all values of `parts` parts that add up to `rest`. Returns the work done.
    pub(super) fn mark(
        &mut self,
        values: &[u32],
        (rest, parts, each): (u64, usize, &NumberSet),
        seen: &mut [u32],
        stamp: u32,
    ) -> u64 {
        let Some(kind) = self.kinds.iter_mut().find(|kind| kind.each == *each) else { return 0 };
        let work = kind.extend(values, index(rest));
        elements(&kind.levels[parts - 2][index(rest)]).for_each(|value| seen[value] = stamp);
        work
    }
}

impl Kind {
    /// Extends the sets to all sums up to `rest`. The values of all parts of such sums must be known.
    fn extend(&mut self, values: &[u32], rest: usize) -> u64 {
        let mut work = 0;
        for s in self.levels[0].len()..=rest {
            let parts = |c: &usize| self.each.holds(*c as u64);
            let mut pairs = vec![];
            for a in (0..=s / 2).filter(|a| parts(a) && parts(&(s - a))) {
                insert(&mut pairs, values[a] ^ values[s - a]);
                work += 1;
            }
            self.levels[0].push(pairs);
            for j in 1..self.levels.len() {
                let mut set: Vec<u64> = vec![];
                for c in (0..=s).filter(parts) {
                    let from = &self.levels[j - 1][s - c];
                    if !from.is_empty() {
                        add(&mut set, from, values[c]);
                        work += from.len() as u64;
                    }
                }
                self.levels[j].push(set);
            }
        }
        work
    }
}

/// The elements of a set in order.
pub(super) fn elements(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(i, word)| {
        let without_least = |left: &u64| Some(left & (left - 1)).filter(|left| *left != 0);
        let words = std::iter::successors(Some(*word).filter(|word| *word != 0), without_least);
        words.map(move |left| 64 * i + left.trailing_zeros() as usize)
    })
}

/// Inserts a value.
pub(super) fn insert(set: &mut Vec<u64>, value: u32) {
    let at = value as usize / 64;
    if at >= set.len() {
        set.resize(at + 1, 0);
    }
    set[at] |= 1 << (value % 64);
}

/// Inserts all elements of a set, each nim-added to a value.
pub(super) fn add(set: &mut Vec<u64>, from: &[u64], value: u32) {
    let high = value as usize / 64;
    for (i, word) in from.iter().enumerate().filter(|(_, word)| **word != 0) {
        let at = i ^ high;
        if at >= set.len() {
            set.resize(at + 1, 0);
        }
        set[at] |= exchanged(*word, value % 64);
    }
}

/// The bits of a word with each position nim-added to a number below 64.
fn exchanged(mut word: u64, by: u32) -> u64 {
    const HALVES: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (k, half) in HALVES.iter().enumerate().filter(|(k, _)| by >> k & 1 == 1) {
        let shift = 1 << k;
        word = (word >> shift & half) | ((word & half) << shift);
    }
    word
}
