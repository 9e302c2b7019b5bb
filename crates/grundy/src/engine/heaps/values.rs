//! The values of heaps, one after the other.
//!
//! In: [`Heaps`]. Out: G(0), G(1), …, as many as are asked for.
//!
//! Two parts make n options of a heap of n. Most of them need not be looked at: a linear map L from values to one bit (the parity of a mask of
//! the value's bits) has L(x ^ y) = L(x) + L(y), so that an option's value v has L(v) = 1 only where one of its parts has L = 0. Where few heaps have (they
//! are *rare*; Winning Ways, chapter 4, sees it in many octal games), pairs with one of them give all options of L = 1, and with them the
//! least value of L = 1 that is none, which the value cannot exceed. What is below it with L = 0 is looked for among all pairs until nothing is
//! missing. The value is exact whatever the mask; a good mask makes it quick, and counts of the values so far choose it.

use super::read::{Heaps, Leaves, Pairs};
use super::which::Which;
use super::xors::Xors;
use crate::engine::compile::Result;
use crate::engine::limits::Limits;

/// Values from the heap 0 on.
pub(super) struct Sequence {
    pub(super) heaps: Heaps,
    pub(super) values: Vec<u32>,
    /// For each move to two parts, which numbers they may be, so far.
    fits: Vec<Option<Fits>>,
    xors: Xors,
    /// A value is an option's if this heap is noted with it.
    seen: Vec<u32>,
    /// The mask of the linear map; 0 as long as there is none.
    mask: u32,
    /// The heaps of L = 0.
    rare: Vec<u32>,
    /// Options that were looked at.
    pub(super) work: u64,
}

/// Which numbers the two parts of a move may be.
struct Fits {
    left: Vec<bool>,
    right: Vec<bool>,
    /// Both parts are at least this, and no more is asked of them.
    least: Option<u64>,
}

/// A mask is looked for from so many heaps on.
const FIRST_MASK: usize = 256;
/// Masks are looked for among so many bits.
const MASK_BITS: u32 = 12;
/// Rare heaps are at most one of so many.
const RARE: usize = 4;
/// Terms between two looks at the limits.
const PATIENCE: usize = 256;

impl Sequence {
    pub(super) fn new(heaps: Heaps) -> Sequence {
        let fits = heaps.moves.iter().map(|m| match &m.leaves {
            Leaves::Two(pairs) => Some(Fits::of(pairs)),
            _ => None,
        });
        let (fits, xors) = (fits.collect(), Xors::of(&heaps));
        Sequence { heaps, values: vec![], fits, xors, seen: vec![0; 64], mask: 0, rare: vec![], work: 0 }
    }

    /// Computes values until there are so many; `true` where `until`, asked with their number, said that it is enough.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub(super) fn extend(&mut self, terms: usize, limits: &Limits, until: &mut dyn FnMut(u64) -> bool) -> Result<bool> {
        while self.values.len() < terms {
            let n = self.values.len();
            if n.is_multiple_of(PATIENCE) {
                limits.check(4 * n as u64 + self.xors.bytes(), "this sequence")?;
                if until(n as u64) {
                    return Ok(true);
                }
            }
            if n >= FIRST_MASK && n.is_power_of_two() {
                self.choose_mask();
            }
            let value = self.value();
            if value as usize >= self.seen.len() {
                self.seen.resize((value as usize + 1).next_power_of_two(), 0);
            }
            if self.mask != 0 && !self.common(value) {
                self.rare.push(n as u32);
            }
            self.values.push(value);
        }
        Ok(false)
    }

    fn common(&self, value: u32) -> bool {
        (value & self.mask).count_ones() & 1 == 1
    }

    /// The value of the next heap.
    fn value(&mut self) -> u32 {
        let n = self.values.len() as u64;
        let stamp = n as u32 + 1;
        let mut all = vec![];
        for (k, mv) in self.heaps.moves.iter().enumerate().filter(|(_, m)| m.when.holds(n)) {
            match &mv.leaves {
                Leaves::Nothing => self.seen[0] = stamp,
                Leaves::Fixed(size) => self.seen[self.values[*size as usize] as usize] = stamp,
                Leaves::One(take) if *take <= n => self.seen[self.values[(n - take) as usize] as usize] = stamp,
                Leaves::Two(pairs) if pairs.take <= n => {
                    let fits = self.fits[k].get_or_insert_with(|| Fits::of(pairs));
                    fits.extend(pairs, n as usize);
                    all.push(k);
                }
                Leaves::Many { take, parts, each } if *take <= n => {
                    self.work += self.xors.mark(&self.values, (n - take, *parts, each), &mut self.seen, stamp);
                }
                _ => {}
            }
        }
        if all.is_empty() { self.mex(0, |_| true) } else { self.with_pairs(&all, stamp) }
    }

    /// The least value from `from` on that is no option's, of those that count.
    fn mex(&self, from: u32, counts: impl Fn(u32) -> bool) -> u32 {
        let stamp = self.values.len() as u32 + 1;
        let open = |v: &u32| counts(*v) && self.seen.get(*v as usize) != Some(&stamp);
        (from..).find(open).unwrap_or(u32::MAX)
    }

    fn with_pairs(&mut self, moves: &[usize], stamp: u32) -> u32 {
        let values = &self.values;
        if self.mask == 0 {
            for k in moves {
                let (Leaves::Two(pairs), Some(fits)) = (&self.heaps.moves[*k].leaves, &self.fits[*k]) else { continue };
                let seen = &mut self.seen;
                self.work += fits.each(pairs, values, &mut |v| {
                    seen[v as usize] = stamp;
                    true
                });
            }
            return self.mex(0, |_| true);
        }
        for k in moves {
            let (Leaves::Two(pairs), Some(fits)) = (&self.heaps.moves[*k].leaves, &self.fits[*k]) else { continue };
            let rest = values.len() - pairs.take as usize;
            for r in &self.rare {
                let r = *r as usize;
                if r > rest {
                    break;
                }
                if fits.allows(pairs, r, rest - r) || fits.allows(pairs, rest - r, r) {
                    self.seen[(values[r] ^ values[rest - r]) as usize] = stamp;
                }
            }
            self.work += self.rare.len() as u64;
        }
        let most = self.mex(0, |v| self.common(v));
        let missing = |v: u32| (v & self.mask).count_ones() & 1 == 0 && v < most;
        let mut open = (0..most).filter(|v| missing(*v) && self.seen.get(*v as usize) != Some(&stamp)).count();
        for k in moves {
            let (Leaves::Two(pairs), Some(fits)) = (&self.heaps.moves[*k].leaves, &self.fits[*k]) else { continue };
            if open == 0 {
                break;
            }
            let seen = &mut self.seen;
            self.work += fits.each(pairs, values, &mut |v| {
                if seen[v as usize] != stamp {
                    seen[v as usize] = stamp;
                    open -= usize::from(missing(v));
                }
                open > 0
            });
        }
        self.mex(0, |_| true)
    }

    /// Chooses the mask by which the fewest heaps so far are rare.
    fn choose_mask(&mut self) {
        let mut counts = vec![0i64; 1 << MASK_BITS];
        // What does not fit the masks is rare by all of them.
        self.values.iter().for_each(|v| counts[*v as usize & ((1 << MASK_BITS) - 1)] += 1);
        for bit in 0..MASK_BITS {
            for i in (0..counts.len()).filter(|i| i >> bit & 1 == 0) {
                let (a, b) = (counts[i], counts[i | 1 << bit]);
                (counts[i], counts[i | 1 << bit]) = (a + b, a - b);
            }
        }
        // Now a count is how many more heaps are rare than common by the mask that is its index.
        let best = (1..counts.len()).min_by_key(|mask| counts[*mask]).unwrap_or(0);
        self.mask = best as u32;
        self.rare = (0..self.values.len() as u32).filter(|n| !self.common(self.values[*n as usize])).collect();
        if self.rare.len() * RARE > self.values.len() {
            (self.mask, self.rare) = (0, vec![]);
        }
    }
}

impl Fits {
    fn of(pairs: &Pairs) -> Fits {
        let even = pairs.gap.is_some() && pairs.left == pairs.right;
        Fits { left: vec![], right: vec![], least: pairs.left.least().filter(|_| even) }
    }

    /// Parts below the whole.
    fn extend(&mut self, pairs: &Pairs, whole: usize) {
        let grow = |list: &mut Vec<bool>, which: &Which| {
            let next = list.len()..whole + 1;
            list.extend(next.map(|n| which.holds(n as u64)));
        };
        if self.least.is_none() {
            grow(&mut self.left, &pairs.left);
            grow(&mut self.right, &pairs.right);
        }
    }

    fn allows(&self, pairs: &Pairs, a: usize, b: usize) -> bool {
        let order = pairs.gap.is_none_or(|gap| a as i64 + gap <= b as i64);
        let fit = match self.least {
            Some(least) => a.min(b) >= least as usize,
            None => self.left[a] && self.right[b],
        };
        order && fit
    }

    /// Calls `f` with the value of every pair that the next heap leaves, until it says no more; how many there were.
    fn each(&self, pairs: &Pairs, values: &[u32], f: &mut impl FnMut(u32) -> bool) -> u64 {
        let rest = values.len() - pairs.take as usize;
        if let (Some(least), Some(gap)) = (self.least, pairs.gap) {
            let Some(ends) = rest.checked_sub(gap as usize) else { return 0 };
            let (first, last) = (least as usize, ends / 2);
            if first > last {
                return 0;
            }
            let forward = &values[first..=last];
            let backward = &values[rest - last..=rest - first];
            let mut count = 0;
            for (a, b) in forward.iter().zip(backward.iter().rev()) {
                count += 1;
                if !f(a ^ b) {
                    break;
                }
            }
            return count;
        }
        let mut count = 0;
        for a in 0..=rest {
            count += 1;
            if self.allows(pairs, a, rest - a) && !f(values[a] ^ values[rest - a]) {
                break;
            }
        }
        count
    }
}
