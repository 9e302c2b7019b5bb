//! Moves that take any of some constants from a heap, whatever the heap: the most common rules, of which no residue classes need be told apart.
//!
//! In: rules. Out: the constants, as ranges; and values, the next from those before it. The numbers may be many thousands: each range counts the values
//! of the heaps that it leads to, and from one heap to the next one value comes and one goes.

use std::collections::BTreeSet;

use crate::form::expr::{Expr, Family, Rules};
use crate::form::numbers::{index, short};

/// The numbers that may be taken, as ranges that do not touch; `None` if a family is something else, or a heap may be no position.
pub(super) fn taken(rules: &Rules) -> Option<Vec<(u64, u64)>> {
    if rules.width != 1 || !rules.requires.is_empty() || rules.families.is_empty() {
        return None;
    }
    let mut ranges = rules.families.iter().map(of_family).collect::<Option<Vec<_>>>()?;
    ranges.retain(|(least, most)| least <= most);
    ranges.sort_unstable();
    let mut apart: Vec<(u64, u64)> = vec![];
    for (least, most) in ranges {
        match apart.last_mut().filter(|(_, last)| least <= *last + 1) {
            Some((_, last)) => *last = most.max(*last),
            None => apart.push((least, most)),
        }
    }
    (!apart.is_empty()).then_some(apart)
}

/// Greater numbers are not read.
const MOST: i128 = 1 << 40;

fn of_family(family: &Family) -> Option<(u64, u64)> {
    let always = [&family.before, &family.guard].into_iter().all(|condition| *condition == Expr::Truth(true));
    let [(0, tuples)] = &family.targets[..] else { return None };
    let ([tuple], true) = (&tuples[..], always) else { return None };
    let [Expr::Sum(constant, terms)] = &tuple[..] else { return None };
    let factor = |of: &Expr| terms.iter().find(|(_, term)| term == of).map_or(0, |(factor, _)| *factor);
    let (heap, amount) = (factor(&Expr::X(0)), factor(&Expr::V(0)));
    let range = match &family.params[..] {
        [] if terms.len() == 1 => (0, 0),
        [(Expr::Int(lo), Expr::Int(hi))] if terms.len() == 2 => (*lo, *hi),
        _ => return None,
    };
    let (least, most) = match amount {
        0 if range == (0, 0) && terms.len() == 1 => (-constant, -constant),
        -1 => (range.0.checked_sub(*constant)?, range.1.checked_sub(*constant)?),
        1 => (range.1.checked_add(*constant)?.checked_neg()?, range.0.checked_add(*constant)?.checked_neg()?),
        _ => return None,
    };
    let fits = heap == 1 && least >= 1 && most <= MOST;
    fits.then(|| Some((u64::try_from(least).ok()?, u64::try_from(most.max(0)).ok()?)))?
}

/// The values of heaps, from 0 on.
pub(super) struct Sliding<'a> {
    taken: &'a [(u64, u64)],
    /// The value of a heap from which nothing can be taken.
    nothing: u32,
    pub(super) values: Vec<u32>,
    /// How many options have each value, counted once for each range that leads to them.
    options: Vec<u32>,
    /// The numbers below the length of `options` that are no option's value.
    free: BTreeSet<u32>,
}

impl<'a> Sliding<'a> {
    pub(super) fn new(taken: &'a [(u64, u64)], misere: bool) -> Sliding<'a> {
        Sliding { taken, nothing: u32::from(misere), values: vec![], options: vec![0], free: BTreeSet::from([0]) }
    }

    /// Computes the next value.
    pub(super) fn next(&mut self) {
        let n = self.values.len() as u64;
        for (least, most) in self.taken {
            if let Some(heap) = n.checked_sub(*least) {
                let value = self.values[index(heap)];
                self.options[value as usize] += 1;
                self.free.remove(&value);
            }
            if let Some(heap) = n.checked_sub(most + 1) {
                let value = self.values[index(heap)];
                self.options[value as usize] -= 1;
                if self.options[value as usize] == 0 {
                    self.free.insert(value);
                }
            }
        }
        let is_terminal = self.taken.first().is_none_or(|(least, _)| n < *least);
        let value = if is_terminal { self.nothing } else { self.free.first().copied().unwrap_or(0) };
        self.values.push(value);
        // Room for this value, and a free one above it. A value is at most one more than all before it.
        while self.options.len() < value as usize + 2 {
            self.free.insert(short(self.options.len() as u64));
            self.options.push(0);
        }
    }
}
