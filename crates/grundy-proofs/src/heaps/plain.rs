//! The values of heaps of every kind, in order of size.
//!
//! In: [`Heaps`]. Out: G(0), G(1), …, as many as are asked for; [`Values::NOWHERE`] for a heap that is no position. The conditions on moves and parts
//! keep such heaps from being left, so no option reads this number as a value.
//!
//! Moves to two parts give a heap of n about n / 2 options. Let a set of values, the *common* ones, be such that no nim-sum of two of them is a third
//! (or one of the two). All other values, and the heaps that have them, are *rare*. An option has a common value only if one of its parts is rare.
//! Where few heaps are rare (Winning Ways, chapter 4, observes this in many octal games), pairs with a rare heap give all common values of options.
//! The least common value that is not among these bounds the value of the heap. The rare values below this bound are looked for among all pairs until
//! none is missing. The value is exact whatever the set; a good set makes the search fast, and is chosen by counts of the values so far. Where there
//! is no good set, all pairs are looked at: nim-sums of short numbers, many at a time, then a mark for each.

use std::ops::Range;

use super::broken::Broken;
use super::number_set::NumberSet;
use super::read::{Heaps, Leaves, Pairs};
use super::xors::Xors;
use crate::exact::{index, short, signed};
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::stop::Result;
use grundy_core::store::values::Values;

/// The values of the heaps from 0 on.
pub(super) struct Plain {
    pub(super) heaps: Heaps,
    pub(super) values: Vec<u32>,
    /// For each move to two parts, which numbers the parts may be, so far.
    fits: Vec<Option<Fits>>,
    xors: Xors,
    broken: Broken,
    /// `seen[v]` is the stamp of the last heap that has an option of value v.
    seen: Vec<u32>,
    /// The values as 16-bit numbers, up to the first that does not fit; 0 for a heap that is no position.
    short: Vec<u16>,
    /// For each value whether it is common; empty if there is no good set.
    common: Vec<bool>,
    /// The rare heaps.
    rare: Vec<u32>,
    /// The number of options looked at.
    pub(super) work: u64,
    /// The memory held for the values, once there are some.
    held: Option<Held>,
    /// The number of options looked at when limits were last checked.
    looked: u64,
}

/// Which numbers the two parts of a move may be.
struct Fits {
    left: Vec<bool>,
    right: Vec<bool>,
    /// If set, both parts must be at least this, and nothing else is asked of them.
    least: Option<u64>,
}

/// The number of heaps at which common values are first looked for.
const FIRST_CHOICE: usize = 256;
/// Common values are chosen among this many of the most frequent values.
const OFTEN: usize = 1 << 9;
/// At most one heap in this many may be rare.
const RARE: usize = 16;
/// The bytes for `heaps` heaps: a value of four bytes, the same in two bytes, the number of one heap in [`RARE`], and the tables of seen
/// values. The factor 2 is for lists that grow, which may hold twice their length.
fn bytes_of(heaps: usize) -> u64 {
    2 * (4 + 2 + 1) * heaps as u64
}

/// Terms, and options, between two checks of the limits.
const PATIENCE: usize = 256;
const PATIENCE_WORK: u64 = 1 << 26;

impl Plain {
    pub(super) fn new(heaps: Heaps) -> Plain {
        let fits = heaps.moves.iter().map(|m| match &m.leaves {
            Leaves::Two(pairs) => Some(Fits::of(pairs)),
            _ => None,
        });
        let (fits, xors, broken) = (fits.collect(), Xors::of(&heaps), Broken::of(&heaps));
        Plain {
            heaps,
            values: vec![],
            fits,
            xors,
            broken,
            seen: vec![0; 64],
            short: vec![],
            common: vec![],
            rare: vec![],
            work: 0,
            held: None,
            looked: 0,
        }
    }

    /// Goes on after these values, which must be right.
    pub(super) fn resume(&mut self, values: Vec<u32>) {
        let fits = |value: &u32| u16::try_from(if *value == Values::NOWHERE { 0 } else { *value }).ok();
        self.short = values.iter().map_while(fits).collect();
        let most = values.iter().filter(|value| **value != Values::NOWHERE).max().copied().unwrap_or(0);
        self.seen.resize((most as usize + 1).next_power_of_two().max(self.seen.len()), 0);
        self.values = values;
        self.choose_common();
    }

    /// Computes values until there are `terms` of them; `true` if `until`, called with their number, ended the work.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub(super) fn extend(&mut self, terms: usize, limits: &Limits, until: &mut dyn FnMut(u64) -> bool) -> Result<bool> {
        while self.values.len() < terms {
            let n = self.values.len();
            if n.is_multiple_of(PATIENCE) || self.work - self.looked > PATIENCE_WORK {
                self.looked = self.work;
                let held = self.held.get_or_insert_with(|| limits.held(0));
                held.grow(bytes_of(n) + self.xors.bytes() + self.broken.bytes(), limits, "this sequence")?;
                if until(n as u64) {
                    return Ok(true);
                }
            }
            if n >= FIRST_CHOICE && n.is_power_of_two() {
                self.choose_common();
            }
            match self.heaps.exists.holds(n as u64) {
                true => self.push(limits)?,
                false => self.skip(),
            }
        }
        Ok(false)
    }

    /// Computes the value of the next heap.
    fn push(&mut self, limits: &Limits) -> Result<()> {
        let n = self.values.len();
        let value = self.value(limits)?;
        if value as usize >= self.seen.len() {
            self.seen.resize((value as usize + 1).next_power_of_two(), 0);
        }
        if !self.common.is_empty() && !self.is_common(value) {
            self.rare.push(short(n));
        }
        if let Ok(short) = u16::try_from(value)
            && self.short.len() == n
        {
            self.short.push(short);
        }
        self.values.push(value);
        Ok(())
    }

    /// The next heap is no position.
    fn skip(&mut self) {
        if self.short.len() == self.values.len() {
            self.short.push(0);
        }
        self.values.push(Values::NOWHERE);
    }

    fn is_common(&self, value: u32) -> bool {
        self.common.get(value as usize) == Some(&true)
    }

    /// The value of the next heap.
    fn value(&mut self, limits: &Limits) -> Result<u32> {
        let n = self.values.len() as u64;
        let stamp = short(n) + 1;
        let mut all = vec![];
        for (k, mv) in self.heaps.moves.iter().enumerate().filter(|(_, m)| m.when.holds(n)) {
            match &mv.leaves {
                Leaves::Nothing => self.seen[0] = stamp,
                Leaves::Fixed(size) => self.seen[index(self.values[index(*size)])] = stamp,
                Leaves::One(take) if *take <= n => self.seen[index(self.values[index(n - take)])] = stamp,
                Leaves::Two(pairs) if pairs.take <= n => {
                    let fits = self.fits[k].get_or_insert_with(|| Fits::of(pairs));
                    fits.extend(pairs, index(n));
                    all.push(k);
                }
                Leaves::Many { take, parts, each } if *take <= n => {
                    self.work += self.xors.mark(&self.values, (n - take, *parts, each), &mut self.seen, stamp);
                }
                Leaves::Broken { take, lists } if *take <= n => {
                    let (values, seen) = (&self.values, &mut self.seen);
                    self.work += self.broken.each(values, (n - take, lists), limits, &mut |value| {
                        if value >= seen.len() {
                            seen.resize((value + 1).next_power_of_two(), 0);
                        }
                        seen[value] = stamp;
                    })?;
                }
                _ => {}
            }
        }
        if !all.is_empty() {
            self.mark_pairs(&all, stamp);
        }
        Ok((0..).find(|v| self.is_open(*v, stamp)).unwrap_or(u32::MAX))
    }

    /// Is this value not noted as the value of an option?
    fn is_open(&self, value: u32, stamp: u32) -> bool {
        self.seen.get(value as usize) != Some(&stamp)
    }

    /// Notes the values of pairs: at least those below the least value that no option has.
    fn mark_pairs(&mut self, moves: &[usize], stamp: u32) {
        self.mark_rare(moves, stamp);
        let most = (0..).take(self.common.len()).find(|v| self.is_common(*v) && self.is_open(*v, stamp));
        let Some(most) = most else { return self.mark_all(moves, stamp) };
        let missing: Vec<bool> = (0..most).map(|v| !self.is_common(v) && self.is_open(v, stamp)).collect();
        let mut left = missing.iter().filter(|m| **m).count();
        for k in moves {
            let (Leaves::Two(pairs), Some(fits)) = (&self.heaps.moves[*k].leaves, &self.fits[*k]) else { continue };
            if left == 0 {
                break;
            }
            let seen = &mut self.seen;
            self.work += fits.each(pairs, &self.values, &mut |v| {
                if seen[v as usize] != stamp {
                    seen[v as usize] = stamp;
                    left -= usize::from(missing.get(v as usize) == Some(&true));
                }
                left > 0
            });
        }
    }

    /// Notes the values of pairs with a rare heap.
    fn mark_rare(&mut self, moves: &[usize], stamp: u32) {
        let values = &self.values;
        for k in moves {
            let (Leaves::Two(pairs), Some(fits)) = (&self.heaps.moves[*k].leaves, &self.fits[*k]) else { continue };
            let rest = values.len() - index(pairs.take);
            for r in self.rare.iter().map(|r| *r as usize).take_while(|r| *r <= rest) {
                // With nothing taken, the other part is smaller than the whole only if this one is positive.
                let Some(value) = values.get(rest - r) else { continue };
                if fits.allows(pairs, r, rest - r) || fits.allows(pairs, rest - r, r) {
                    self.seen[(values[r] ^ value) as usize] = stamp;
                }
            }
            self.work += self.rare.len() as u64;
        }
    }

    /// Notes the values of all pairs.
    fn mark_all(&mut self, moves: &[usize], stamp: u32) {
        for k in moves {
            let (Leaves::Two(pairs), Some(fits)) = (&self.heaps.moves[*k].leaves, &self.fits[*k]) else { continue };
            let seen = &mut self.seen;
            self.work += match fits.run(pairs, self.short.len()) {
                Some((forward, backward)) if self.short.len() == self.values.len() => {
                    mark_sums(&self.short[forward.clone()], &self.short[backward], seen, stamp);
                    forward.len() as u64
                }
                _ => fits.each(pairs, &self.values, &mut |v| {
                    seen[v as usize] = stamp;
                    true
                }),
            };
        }
    }

    /// Chooses the common values so that few of the heaps so far are rare.
    fn choose_common(&mut self) {
        let values = || self.values.iter().filter(|v| **v != Values::NOWHERE);
        let most = values().max().copied().unwrap_or(0) as usize;
        let mut counts = vec![0u32; most + 1];
        values().for_each(|v| counts[*v as usize] += 1);
        let mut often: Vec<usize> = (1..=most).filter(|v| counts[*v] > 0).collect();
        often.sort_by_key(|v| std::cmp::Reverse(counts[*v]));
        let (mut common, mut chosen) = (vec![false; (most + 1).next_power_of_two()], vec![]);
        for v in often.into_iter().take(OFTEN) {
            let sums = chosen.iter().map(|c: &usize| v ^ c);
            // No nim-sum of v and a common value may be common, nor v the nim-sum of two.
            if sums.clone().all(|sum| !common[sum]) {
                common[v] = true;
                chosen.push(v);
            }
        }
        self.common = common;
        let is_rare = |v: u32| v != Values::NOWHERE && !self.is_common(v);
        self.rare = (0..).take(self.values.len()).filter(|n| is_rare(self.values[index(*n)])).collect();
        if self.rare.len() * RARE > self.values.len() {
            (self.common, self.rare) = (vec![], vec![]);
        }
    }
}

/// The number of nim-sums made at a time.
const AT_ONCE: usize = 512;

/// Notes the nim-sums of the numbers in one list with those in another, the second read from its end.
fn mark_sums(forward: &[u16], backward: &[u16], seen: &mut [u32], stamp: u32) {
    let mut sums = [0; AT_ONCE];
    // The length is a power of two and values are below it, so nim-sums are too.
    let top = seen.len() - 1;
    for (ahead, behind) in forward.chunks(AT_ONCE).zip(backward.rchunks(AT_ONCE)) {
        for (sum, (a, b)) in sums.iter_mut().zip(ahead.iter().zip(behind.iter().rev())) {
            *sum = a ^ b;
        }
        for sum in &sums[..ahead.len()] {
            seen[usize::from(*sum) & top] = stamp;
        }
    }
}

impl Fits {
    fn of(pairs: &Pairs) -> Fits {
        let even = pairs.gap.is_some() && pairs.left == pairs.right;
        Fits { left: vec![], right: vec![], least: pairs.left.least().filter(|_| even) }
    }

    /// Extends the lists of allowed parts up to the whole.
    fn extend(&mut self, pairs: &Pairs, whole: usize) {
        let grow = |list: &mut Vec<bool>, which: &NumberSet| {
            let next = list.len()..whole + 1;
            list.extend(next.map(|n| which.holds(n as u64)));
        };
        if self.least.is_none() {
            grow(&mut self.left, &pairs.left);
            grow(&mut self.right, &pairs.right);
        }
    }

    fn allows(&self, pairs: &Pairs, a: usize, b: usize) -> bool {
        let order = pairs.gap.is_none_or(|gap| signed(a) + gap <= signed(b));
        let fit = match self.least {
            Some(least) => a.min(b) >= index(least),
            None => self.left[a] && self.right[b],
        };
        order && fit
    }

    /// The ranges of the smaller and of the larger parts, if only a least size and a difference are asked of parts. All sizes in these ranges are
    /// positions.
    fn run(&self, pairs: &Pairs, whole: usize) -> Option<(Range<usize>, Range<usize>)> {
        let (least, gap) = (index(self.least?), index(pairs.gap?));
        let rest = whole - index(pairs.take);
        let end = rest.checked_sub(gap).map_or(0, |ends| ends / 2 + 1);
        if least >= end { Some((0..0, 0..0)) } else { Some((least..end, rest + 1 - end..rest + 1 - least)) }
    }

    /// Calls `f` with the value of every pair that the next heap leaves, until `f` returns `false`. Returns the number of pairs looked at.
    fn each(&self, pairs: &Pairs, values: &[u32], f: &mut impl FnMut(u32) -> bool) -> u64 {
        let rest = values.len() - index(pairs.take);
        if let Some((forward, backward)) = self.run(pairs, values.len()) {
            let mut count = 0;
            for (a, b) in values[forward].iter().zip(values[backward].iter().rev()) {
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
