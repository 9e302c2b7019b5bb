//! The values of lists of heaps, as many as the whole allows.
//!
//! In: the values of heaps so far. Out: for moves that take a constant and break the rest into heaps, the set of values of all lists whose sizes add
//! up to s, as a bitset. One part more nim-adds its value: a list of j parts is a list of j - 1 parts and one part. Lists in which order does not
//! matter are written with one part behind the others; unequal parts are added in the order of their sizes, each at most once; of parts that are not
//! all equal, two unequal ones stand in front; equal parts leave the value of one, or 0.

use super::number_set::NumberSet;
use super::read::{Heaps, Leaves};
use super::xors::{add, elements, insert};
use crate::exact::{index, short};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::Result;
use grundy_rules::lang::{self, Order};

/// A set of values.
type Set = Vec<u64>;

/// How many heaps, in which order, of which sizes: what sets are kept for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lists {
    pub(super) heaps: lang::Heaps,
    pub(super) each: NumberSet,
}

/// The sets for all kinds of lists.
pub(super) struct Broken {
    kinds: Vec<Kind>,
}

struct Kind {
    of: Lists,
    /// `sets[s]`: the values of the lists of sum s.
    sets: Vec<Set>,
    /// `levels[j][s]`: the values of j parts of sum s, or of j or more in the last of the levels.
    levels: Vec<Vec<Set>>,
    /// The values of two unequal parts of sum s.
    unequal: Vec<Set>,
    /// The parts up to this size are in the levels of unequal parts.
    added: usize,
}

impl Broken {
    pub(super) fn of(heaps: &Heaps) -> Broken {
        let mut kinds: Vec<Kind> = vec![];
        for mv in &heaps.moves {
            if let Leaves::Broken { lists, .. } = &mv.leaves
                && !kinds.iter().any(|kind| kind.of == *lists)
            {
                kinds.push(Kind::new(lists.clone()));
            }
        }
        Broken { kinds }
    }

    pub(super) fn bytes(&self) -> u64 {
        let sets = |sets: &Vec<Set>| sets.iter().map(|set| 24 + 8 * set.len() as u64).sum::<u64>();
        let of = |kind: &Kind| sets(&kind.sets) + sets(&kind.unequal) + kind.levels.iter().map(sets).sum::<u64>();
        self.kinds.iter().map(of).sum()
    }

    /// Calls `see` with all values of lists of this sum; all parts of such lists have values. Returns the work done.
    ///
    /// # Errors
    /// An interruption.
    pub(super) fn each(
        &mut self,
        values: &[u32],
        (rest, lists): (u64, &Lists),
        limits: &Limits,
        see: &mut dyn FnMut(usize),
    ) -> Result<u64> {
        let Some(kind) = self.kinds.iter_mut().find(|kind| kind.of == *lists) else { return Ok(0) };
        let work = kind.extend(values, index(rest), limits)?;
        elements(&kind.sets[index(rest)]).for_each(see);
        Ok(work)
    }
}

impl Kind {
    fn new(of: Lists) -> Kind {
        Kind { of, sets: vec![], levels: vec![], unequal: vec![], added: 0 }
    }

    /// Is this a part of a list? Lists of two heaps or more have no part of size 0.
    fn is_part(&self, size: usize) -> bool {
        size > 0 && self.of.each.holds(size as u64)
    }

    fn extend(&mut self, values: &[u32], rest: usize, limits: &Limits) -> Result<u64> {
        let mut work = 0;
        while self.sets.len() <= rest {
            limits.interrupted()?;
            let s = self.sets.len();
            let set = match self.of.heaps.order {
                Order::Any => self.any(values, s, &mut work),
                Order::Unequal => self.all_unequal(values, s, &mut work, limits)?,
                Order::NotAllEqual => self.not_all_equal(values, s, &mut work),
                Order::Equal => self.equal(values, s, &mut work),
            };
            self.sets.push(set);
        }
        Ok(work)
    }

    /// The number of levels: up to the greatest number of parts, or to the least one, from which on parts are not counted.
    fn last(&self) -> usize {
        index(self.of.heaps.most.unwrap_or(self.of.heaps.least))
    }

    /// Lists of sum s in any order.
    fn any(&mut self, values: &[u32], s: usize, work: &mut u64) -> Set {
        self.count_parts(values, s, self.last(), self.of.heaps.most.is_none(), work);
        self.wanted(values, s, 0)
    }

    /// Fills the levels up to `last` for lists of sum s. With `more`, the last level has longer lists as well.
    fn count_parts(&mut self, values: &[u32], s: usize, last: usize, more: bool, work: &mut u64) {
        self.levels.resize(last + 1, vec![]);
        for j in 0..=last {
            let mut set = vec![];
            if j == 0 && s == 0 {
                insert(&mut set, 0);
            }
            let again = (more && j == last).then_some(j);
            for from in (j >= 2).then(|| j - 1).into_iter().chain(again) {
                for a in (1..s).filter(|a| self.is_part(*a)) {
                    if from == 1 && self.is_part(s - a) {
                        insert(&mut set, values[a] ^ values[s - a]);
                        *work += 1;
                    } else if let Some(rest) = self.levels[from].get(s - a).filter(|rest| !rest.is_empty()) {
                        add(&mut set, rest, values[a]);
                        *work += rest.len() as u64;
                    }
                }
            }
            self.levels[j].push(set);
        }
    }

    /// The union of the levels that count, with so many parts that stand apart. The level of one part is empty, as a single part may be the whole,
    /// whose value is not known when its set is made; lists of two have smaller parts.
    fn wanted(&self, values: &[u32], s: usize, apart: usize) -> Set {
        let least = index(self.of.heaps.least).saturating_sub(apart);
        let mut all = vec![];
        for level in self.levels.iter().skip(least) {
            if let Some(set) = level.get(s) {
                add(&mut all, set, 0);
            }
        }
        if apart > 0 && least <= 1 && self.levels.len() > 1 && self.is_part(s) {
            insert(&mut all, values[s]);
        }
        all
    }

    /// Lists of sum s without two equal parts. The parts are added one after the other, for all sums up to twice the largest so far.
    fn all_unequal(&mut self, values: &[u32], s: usize, work: &mut u64, limits: &Limits) -> Result<Set> {
        let (last, more) = (self.last(), self.of.heaps.most.is_none());
        if self.levels.first().is_none_or(|level| level.len() <= s) {
            self.levels = vec![vec![vec![]; 2 * s + 64]; last + 1];
            insert(&mut self.levels[0][0], 0);
            self.added = 0;
        }
        while self.added + 1 < s {
            if let Err(stop) = limits.interrupted() {
                // Sums are half done: another question begins anew.
                (self.levels, self.added) = (vec![], 0);
                return Err(stop);
            }
            self.added += 1;
            let a = self.added;
            if !self.is_part(a) {
                continue;
            }
            for sum in (a..self.levels[0].len()).rev() {
                for j in (1..=last).rev() {
                    let (low, high) = self.levels.split_at_mut(j);
                    let mut set = std::mem::take(&mut high[0][sum]);
                    if more && j == last {
                        let longer = &high[0][sum - a];
                        add(&mut set, longer, values[a]);
                    }
                    add(&mut set, &low[j - 1][sum - a], values[a]);
                    *work += 1 + set.len() as u64;
                    high[0][sum] = set;
                }
            }
        }
        Ok(self.wanted(values, s, 0))
    }

    /// Lists of sum s whose parts are not all equal: two unequal parts, and any others.
    fn not_all_equal(&mut self, values: &[u32], s: usize, work: &mut u64) -> Set {
        let mut pairs = vec![];
        for a in (1..s.div_ceil(2)).filter(|a| self.is_part(*a) && self.is_part(s - a)) {
            insert(&mut pairs, values[a] ^ values[s - a]);
        }
        self.unequal.push(pairs);
        // Two parts stand in front of those that are counted.
        let (last, more) = (self.last().saturating_sub(2), self.of.heaps.most.is_none());
        self.count_parts(values, s, if more { last.max(2) } else { last }, more, work);
        let mut all = vec![];
        for front in 3..=s {
            let others = self.wanted(values, s - front, 2);
            for pair in elements(&self.unequal[front]) {
                add(&mut all, &others, short(pair));
                *work += others.len() as u64;
            }
        }
        all
    }

    /// Lists of sum s whose parts are all equal.
    fn equal(&self, values: &[u32], s: usize, work: &mut u64) -> Set {
        let mut set = vec![];
        let heaps = self.of.heaps;
        let most = heaps.most.map_or(s, |most| s.min(index(most)));
        for count in (index(heaps.least).max(2)..=most).filter(|count| s.is_multiple_of(*count)) {
            if self.is_part(s / count) {
                insert(&mut set, if count % 2 == 1 { values[s / count] } else { 0 });
            }
        }
        *work += s as u64;
        set
    }
}
