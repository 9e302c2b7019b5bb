//! The values of 64 heaps in a row, from pairs with a rare part.
//!
//! In: codes with signs, and [`Lists`](crate::lists::Lists). Out: 64 codes more.
//!
//! An option of two heaps has a common value only if one of the two is rare ([`space`](crate::space)). So the least common value c that no option has is
//! found from the pairs of a rare heap and any other: pairs of some rare heaps are *marked* in sets; of each heap the four least codes that are not
//! marked are *tested* against the other rare heaps. The value of the heap is c, or a rare value below c that no option has. Pairs of *helpers*, which
//! are common heaps, mark most of the rare values below c; for each of the others all pairs are looked at, and the first that is no option's is the value.
//! A rare heap of 64 tokens or more leaves a heap before the block; smaller ones are looked at by groups of eight heaps and one by one.
//!
//! The value is exact whatever the space, the lists and the numbers of the tuner are.

use crate::engine::{Engine, Halt};
use crate::kernel::{BLOCK, Lane, Pairs, Part, Sets, TRIED, Tried};
use crate::lists::{GROUP, up_to};

/// Rounds of tests for a block; what is open then is tested heap by heap.
const ROUNDS: usize = 6;

/// The work space of a block.
#[derive(Clone)]
pub(crate) struct Work<T> {
    /// Common codes of options, and rare ones.
    common: Vec<[u64; BLOCK]>,
    rare: Vec<[u64; BLOCK]>,
    tried: Tried<T>,
    /// 0 where the code that is tried is that of an option.
    left: Tried<T>,
    /// Words that the sets should have.
    wanted: usize,
}

impl<T: Lane> Default for Work<T> {
    fn default() -> Work<T> {
        let none = [[T::default(); BLOCK]; TRIED];
        Work { common: vec![], rare: vec![], tried: none, left: none, wanted: 1 }
    }
}

impl<T: Lane> Work<T> {
    pub(crate) fn words(&self) -> usize {
        self.wanted
    }

    /// Sets will hold codes up to this one, and a little more.
    pub(crate) fn make_room(&mut self, most: u32) {
        self.grow((most as usize + 2) / 64 + 1);
    }

    /// Sets will have so many words. Codes with the sign are beyond them, since those are no codes of common options.
    fn grow(&mut self, words: usize) {
        self.wanted = self.wanted.max(words.min(T::SIGN as usize / 64));
    }

    fn clear(&mut self) {
        for sets in [&mut self.common, &mut self.rare] {
            sets.clear();
            sets.resize(self.wanted, [0; BLOCK]);
        }
    }

    /// Chooses the least codes not yet marked of a heap to be tried.
    fn choose(&mut self, lane: usize) {
        let mut codes = missing(&self.common, lane);
        for tried in &mut self.tried {
            tried[lane] = T::narrow(codes.next().map_or(T::MOST, |code| code as u32));
        }
    }

    /// Marks the codes that the test found to be those of options. Returns how many are left of each heap. Marks of smaller heaps, which come later, may take
    /// some more.
    fn mark_tested(&mut self) -> [u32; BLOCK] {
        let mut left = [TRIED as u32; BLOCK];
        for (tried, least) in self.tried.iter().zip(&self.left) {
            for lane in 0..BLOCK {
                let code = tried[lane].wide() as usize;
                if let Some(set) = self.common.get_mut(code / 64) {
                    let hit = least[lane] == T::default();
                    set[lane] |= u64::from(hit) << (code % 64);
                    left[lane] -= u32::from(hit);
                }
            }
        }
        left
    }
}

/// The codes that are not in the set of a heap, in order.
fn missing(sets: &Sets, lane: usize) -> impl Iterator<Item = usize> {
    sets.iter().enumerate().flat_map(move |(w, set)| {
        let mut left = !set[lane];
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * w + bit)
        })
    })
}

fn insert(sets: &mut Sets, lane: usize, code: usize) {
    if let Some(set) = sets.get_mut(code / 64) {
        set[lane] |= 1 << (code % 64);
    }
}

impl<T: Lane> Engine<T> {
    /// Computes the values of 64 heaps.
    pub(crate) fn block(&mut self) -> Result<(), Halt> {
        let start = self.codes.len();
        self.room.clear();
        self.mark_block(start);
        if !self.lists.tested.is_empty() {
            self.test_block(start);
        }
        let mut new = vec![];
        let mut ended = Ok(());
        for lane in 0..BLOCK {
            if lane % GROUP == 0 {
                self.mark_group(start, lane);
            }
            let value = self.settle(start, lane, &new);
            ended = value.and_then(|value| self.push(value));
            if ended.is_err() {
                break;
            }
            let code = self.codes[start + lane].wide();
            if code & T::SIGN != 0 {
                new.push(Part { at: start + lane, code: u64::from(code & !T::SIGN) });
            }
        }
        self.lists.add(&new);
        let least = if self.room.words() > 4 { 128.0 * self.room.words() as f64 } else { 8.0 };
        if self.tuner.block(BLOCK, !self.lists.tested.is_empty(), least) {
            self.use_tuner();
        }
        if ended.is_ok() && self.kept.is_none() && self.tuner.is_dear(self.dense_pairs(start)) {
            self.give_up();
        }
        ended
    }

    /// Marks the pairs of rare heaps and of helpers whose other part lies before the block.
    fn mark_block(&mut self, start: usize) {
        let words = self.room.common.len();
        for split in &self.rules.splits {
            let base = start - split.take;
            let pairs = |list| Pairs { codes: &self.codes, base, list: up_to(list, base - split.least) };
            let (marked, helpers) = (pairs(&self.lists.marked), pairs(&self.lists.helpers));
            T::mark(self.kernel, marked, 0..BLOCK, &mut self.room.common);
            T::mark(self.kernel, helpers, 0..BLOCK, &mut self.room.rare);
            let pairs = (marked.list.len() + helpers.list.len()) * BLOCK;
            self.tuner.marks(pairs, words);
            self.work += pairs as u64;
        }
    }

    /// Tests the least codes that are not marked against the other rare heaps, until each heap has one that no option has.
    fn test_block(&mut self, start: usize) {
        (0..BLOCK).for_each(|lane| self.room.choose(lane));
        for round in 0..ROUNDS {
            self.room.left = [[T::narrow(T::MOST); BLOCK]; TRIED];
            for split in &self.rules.splits {
                let base = start - split.take;
                let list = up_to(&self.lists.tested, base - split.least);
                let pairs = Pairs { codes: &self.codes, base, list };
                T::test(self.kernel, pairs, &self.room.tried, &mut self.room.left);
                self.tuner.tests(list.len() * BLOCK, size_of::<T>());
                self.work += (list.len() * BLOCK) as u64;
            }
            let left = self.room.mark_tested();
            let wanted = if self.room.words() <= 2 { 2 } else { 1 };
            let mut open = left.iter().enumerate().filter(|(_, left)| **left < wanted).peekable();
            if open.peek().is_none() || round + 1 == ROUNDS {
                break;
            }
            open.for_each(|(lane, _)| self.room.choose(lane));
        }
    }

    /// Marks the pairs of rare heaps of 8 to 63 tokens.
    fn mark_group(&mut self, start: usize, lane: usize) {
        for split in &self.rules.splits {
            let pairs = Pairs { codes: &self.codes, base: start - split.take, list: self.lists.middle() };
            T::mark(self.kernel, pairs, lane..lane + GROUP, &mut self.room.common);
        }
    }

    /// The value of a heap of the block; those before are known, and `new` are the rare ones among them.
    fn settle(&mut self, start: usize, lane: usize, new: &[Part]) -> Result<u32, Halt> {
        self.clear_halves(start + lane, lane);
        self.mark_single(start + lane, lane);
        self.mark_near(start, lane, new);
        let code = self.least_common(start, lane);
        if code.is_none_or(|code| code + 2 >= 64 * self.room.common.len()) {
            self.room.grow(self.room.common.len() + 1);
        }
        let Some(code) = code else {
            if self.kept.is_some() {
                return Err(Halt::Unknown);
            }
            let value = self.plain(start + lane);
            self.room.make_room(self.coding.squeeze(value));
            return Ok(value);
        };
        let value = self.coding.open(code as u32, start + lane, false);
        match self.least_rare(start + lane, lane, value) {
            // A heap that is forgotten may leave the rare value.
            Some(_) if self.kept.is_some() => Err(Halt::Unknown),
            rare => Ok(rare.unwrap_or(value)),
        }
    }

    /// Two equal helpers have marked the value 0, which is no option's where parts must be unequal.
    fn clear_halves(&mut self, n: usize, lane: usize) {
        if self.kept.is_some() {
            return;
        }
        for split in self.rules.splits.iter().filter(|split| split.unequal && (n - split.take).is_multiple_of(2)) {
            let half = (n - split.take) / 2;
            if self.lists.helpers.binary_search_by_key(&half, |part| part.at).is_ok() {
                self.room.rare[0][lane] &= !1;
            }
        }
    }

    /// Marks the options of one heap or none.
    fn mark_single(&mut self, n: usize, lane: usize) {
        let Some(space) = self.coding.space else { return };
        for k in &self.rules.takes {
            let code = self.codes[n - k].wide();
            let rare = (code & T::SIGN != 0) != space.turns(*k);
            let sets = if rare { &mut self.room.rare } else { &mut self.room.common };
            insert(sets, lane, (code & !T::SIGN) as usize);
        }
        for value in &self.rules.fixed {
            let sets = if space.is_rare(n, *value) { &mut self.room.rare } else { &mut self.room.common };
            insert(sets, lane, self.coding.squeeze(*value) as usize);
        }
    }

    /// Marks the pairs of rare heaps of less than 8 tokens, and of those that leave a heap of the block or one that is very small.
    fn mark_near(&mut self, start: usize, lane: usize, new: &[Part]) {
        let n = start + lane;
        for split in &self.rules.splits {
            let whole = n - split.take;
            let (far, most) = (start - split.take - split.least, whole - split.least);
            let tiny = self.lists.rare[..self.lists.tiny].iter().filter(|part| part.at >= split.least);
            let late = self.lists.rare.iter().rev().take_while(|part| part.at > far);
            let near = late.chain(new.iter()).filter(|part| part.at <= most);
            for part in tiny.chain(near) {
                let code = self.codes[whole - part.at].wide() ^ part.code as u32;
                insert(&mut self.room.common, lane, code as usize);
            }
        }
    }

    /// The least common code that no option has; `None` if the sets are too small to tell.
    fn least_common(&mut self, start: usize, lane: usize) -> Option<usize> {
        loop {
            let code = missing(&self.room.common, lane).next()?;
            // All rare values below the value must have codes within the sets.
            if self.coding.last_alike(code) >= 64 * self.room.common.len() {
                return None;
            }
            if self.lists.tested.is_empty() || self.is_tested(lane, code) || !self.is_option(start, lane, code) {
                return Some(code);
            }
            insert(&mut self.room.common, lane, code);
        }
    }

    /// Did the test find that no pair of the list has the code?
    fn is_tested(&self, lane: usize, code: usize) -> bool {
        let Work { tried, left, .. } = &self.room;
        tried.iter().zip(left).any(|(tried, left)| tried[lane].wide() as usize == code && left[lane] != T::default())
    }

    /// Has a pair of a rare heap that is tested this code?
    fn is_option(&mut self, start: usize, lane: usize, code: usize) -> bool {
        self.rules.splits.iter().any(|split| {
            let base = start - split.take;
            let list = up_to(&self.lists.tested, base - split.least);
            self.tuner.tests_one(list.len());
            self.work += list.len() as u64;
            let other = |part: &Part| self.codes[base + lane - part.at];
            list.iter().any(|part| (other(part).wide() ^ part.code as u32) as usize == code)
        })
    }

    /// The least rare value below a bound that no option has.
    fn least_rare(&mut self, n: usize, lane: usize, below: u32) -> Option<u32> {
        for code in missing(&self.room.rare, lane) {
            let value = self.coding.open(code as u32, n, true);
            if value >= below {
                return None;
            }
            let found = self.rules.splits.iter().any(|split| {
                let whole = n - split.take;
                let sum = T::narrow(code as u32);
                let smaller = self.kept.map_or_else(|| split.smaller(whole), |kept| split.least..kept.first);
                T::any_pair(self.kernel, &self.codes, smaller, whole, sum)
            });
            self.tuner.scans(self.rules.pairs(n), found);
            if !found {
                return Some(value);
            }
        }
        None
    }
}
