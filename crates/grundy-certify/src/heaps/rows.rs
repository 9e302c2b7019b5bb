//! The values of heaps, 64 in a row, where few of them are rare.
//!
//! In: the values of the first heaps, the moves from all later ones, and a [`Class`]. Out: values up to a heap, in one byte each.
//!
//! An option of two heaps has a common value only if one of its heaps is rare (`common`). So if the values of all pairs with a rare heap, and of all options that leave
//! one heap or none, are in the set of a heap, then the least common value c that is not in its set is the value of no option. The value of the heap is c if all rare values below c are those of
//! options: of those that are not in the set, each is looked for among all pairs; the first that is not found is the value. Pairs of some common heaps, the
//! *helpers*, put more rare values into the set, so that few need be looked for. Of many rare heaps some are *marked*, which puts the values of all their pairs into sets; the others are *tested*: for the
//! least common values that are not in the set of a heap, whether one of their pairs has them.

use std::ops::Range;

use super::super::line::Stop;
use super::super::numbers::index;
use super::super::spent::Spent;
use super::Refusal;
use super::common::Class;
use super::far::no;
use super::lanes::{Pairs, Part, ROW, Sets, TRIED, Tried, WORDS, low, mark, test};
use super::read::{Move, Moves, Sizes};

/// Helpers, and rare heaps whose pairs are marked; all others are tested.
const HELPERS: usize = 64;
const MARKED: usize = 96;
/// Of one value at most so many are on a list.
const ALIKE: usize = 2;
/// Rounds of tests for a row.
const ROUNDS: usize = 6;
/// Heaps from so many tokens on are marked for eight heaps at a time.
const EIGHT: usize = 8;
/// Values compared at a time.
const AT_ONCE: usize = 32;

/// What moves to two heaps take.
fn taken(pairs: &[(usize, &Sizes)]) -> Vec<u64> {
    pairs.iter().map(|(take, _)| *take as u64).collect()
}

/// By the parity of sizes, the values that are rare.
fn rare_values(class: Class) -> [[u64; WORDS]; 2] {
    [0, 1].map(|heap| {
        let mut words = [0; WORDS];
        (0..=255u32).filter(|v| !class.is_common(heap, *v)).for_each(|v| words[index(v / 64)] |= 1 << (v % 64));
        words
    })
}

/// Values that were tried for the heaps of a row, and which of them are those of pairs.
struct Tests {
    tried: Tried,
    found: Tried,
}

impl Tests {
    /// Puts the values that were found into the set of a heap; are fewer than two left? Small heaps, which come later, may take one more.
    fn put(&self, j: usize, sets: &mut Sets) -> bool {
        let mut left = 0;
        for (tried, found) in self.tried.iter().zip(&self.found) {
            let value = usize::from(tried[j]);
            sets[value / 64][j] |= u64::from(found[j]) << (value % 64);
            left += 1 - found[j];
        }
        left < 2
    }

    /// Is it known that no pair has the value?
    fn lacks(&self, j: usize, value: u8) -> bool {
        self.tried.iter().zip(&self.found).any(|(tried, found)| tried[j] == value && found[j] == 0)
    }
}

/// A value as a byte: those here are below 256.
fn byte(value: usize) -> u8 {
    low(value as u64)
}

/// The places of the digits 1, in order.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let digit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(digit)
    })
}

/// Values of heaps, and what the next ones are computed from.
pub(super) struct Rows<'a> {
    values: Vec<u8>,
    /// Is the class that of a certificate? Otherwise it is chosen again when there are twice as many values.
    stated: bool,
    /// The values from the last heap to the first: that of n stands in place `end` - 1 - n.
    back: Vec<u8>,
    class: Class,
    near: usize,
    takes: Vec<usize>,
    fixed: Vec<u8>,
    pairs: Vec<(usize, &'a Sizes)>,
    /// By the parity of sizes, the values that are rare.
    rare_values: [[u64; WORDS]; 2],
    /// The rare heaps, in order of size.
    rare: Vec<Part>,
    /// The rare heaps of a row or more: those that are marked, and those that are tested.
    marked: Vec<Part>,
    tested: Vec<Part>,
    helpers: Vec<Part>,
    /// Words of sets in use: of the next row, and of the one that is being computed, whose sets have no marks beyond them.
    words: usize,
    reach: usize,
}

impl<'a> Rows<'a> {
    /// Rows of heaps up to `end`, after these values; `None` if the moves are not the same for all these heaps, or leave more than two heaps, or if a value exceeds a byte.
    pub(super) fn new(stated: Option<Class>, moves: &'a Moves, first: &[u32], end: usize) -> Option<Rows<'a>> {
        let bytes = first.iter().map(|value| u8::try_from(*value).ok()).collect::<Option<Vec<u8>>>()?;
        let there = moves.modulus() == 1 && moves.near <= ROW as u64 && first.len() as u64 >= Rows::begin(moves);
        let (mut takes, mut fixed, mut pairs) = (vec![], vec![], vec![]);
        for mv in moves.by.first().filter(|_| there)? {
            match mv {
                Move::Nothing => fixed.push(0),
                Move::Fixed(size) => fixed.push(bytes[index(*size)]),
                Move::One(take) => takes.push(index(*take)),
                Move::Two { take, which } if which.large == [true] => pairs.push((index(*take), which)),
                _ => return None,
            }
        }
        let class = stated.or_else(|| Class::choose(first, &taken(&pairs)))?;
        let mut rows = Rows {
            values: Vec::with_capacity(end + ROW),
            stated: stated.is_some(),
            back: vec![0; end + ROW],
            class,
            near: index(moves.near),
            takes,
            fixed,
            pairs,
            rare_values: rare_values(class),
            rare: vec![],
            marked: vec![],
            tested: vec![],
            helpers: vec![],
            words: 1,
            reach: 1,
        };
        bytes.into_iter().for_each(|value| rows.push(value));
        Some(rows)
    }

    /// Rows begin at this heap or later: from there on moves are as described, and a heap of less than a row, with any one of a row, leaves another heap of S tokens or more.
    pub(super) fn begin(moves: &Moves) -> u64 {
        (moves.most().0 + moves.near + 2 * ROW as u64).max(moves.from())
    }

    /// Computes the values up to the end.
    pub(super) fn run(&mut self, stop: Stop) -> Result<(), Refusal> {
        let end = self.back.len() - ROW;
        let mut next = 2 * self.values.len();
        while self.values.len() < end {
            let bytes = (self.values.capacity() + self.back.len()) as u64;
            if stop(Spent { steps: self.values.len() as u64, bytes }) {
                return Err(Refusal::Stopped);
            }
            if !self.stated && self.values.len() >= next {
                next = 2 * self.values.len();
                self.choose_class()?;
            }
            for _ in 0..ROW {
                self.row()?;
            }
        }
        Ok(())
    }

    /// Chooses the class again.
    fn choose_class(&mut self) -> Result<(), Refusal> {
        let Some(class) = Class::choose(&self.values, &taken(&self.pairs)) else {
            return no("the values that it speaks of are too many for this checker, since many of its heaps are rare");
        };
        if class != self.class {
            (self.class, self.rare_values) = (class, rare_values(class));
            self.rare = vec![];
            (self.marked, self.tested, self.helpers) = (vec![], vec![], vec![]);
            (0..self.values.len()).for_each(|size| self.list(size));
        }
        Ok(())
    }

    /// The greatest rare heap below one; 0 if there is none.
    pub(super) fn last_rare(&self, end: u64) -> u64 {
        let below = self.rare.partition_point(|part| (part.size as u64) < end);
        self.rare[..below].last().map_or(0, |part| part.size as u64)
    }

    /// The rare values below that of a heap.
    pub(super) fn rare_below(&self, n: usize) -> impl Iterator<Item = u8> {
        (0..self.values[n]).filter(move |w| !self.class.is_common(n as u64, u32::from(*w)))
    }

    pub(super) fn into_values(self) -> Vec<u8> {
        self.values
    }

    fn push(&mut self, value: u8) {
        let size = self.values.len();
        let place = self.back.len() - 1 - size;
        self.back[place] = value;
        self.values.push(value);
        self.words = self.words.max(usize::from(value) / 64 + 1);
        self.list(size);
    }

    /// Puts a heap on the list of rare ones, or of helpers, if it should be there.
    fn list(&mut self, size: usize) {
        let part = Part { size, value: u64::from(self.values[size]) };
        let alike = |list: &[Part]| list.iter().filter(|own| own.value == part.value).count();
        let is_wanted = |list: &[Part], most| list.len() < most && alike(list) < ALIKE;
        if self.class.is_common(size as u64, u32::from(self.values[size])) {
            if size >= ROW && is_wanted(&self.helpers, HELPERS) {
                self.helpers.push(part);
            }
            return;
        }
        self.rare.push(part);
        if size >= ROW {
            let list = if is_wanted(&self.marked, MARKED) { &mut self.marked } else { &mut self.tested };
            list.push(part);
        }
    }

    /// Computes the values of up to 64 heaps.
    fn row(&mut self) -> Result<(), Refusal> {
        let start = self.values.len();
        if start + ROW > self.back.len() {
            return Ok(());
        }
        self.reach = self.words;
        let mut sets: Sets = [[0; ROW]; WORDS];
        for (take, _) in &self.pairs {
            for list in [&self.marked, &self.helpers] {
                mark(self.far(start - take, list), 0..ROW, &mut sets, self.reach);
            }
        }
        let tests = if self.tested.is_empty() { None } else { Some(self.test(start, &mut sets)) };
        for j in 0..ROW {
            if j % EIGHT == 0 {
                self.mark_eight(start, j, &mut sets);
            }
            let mut set = [0, 1, 2, 3].map(|w| sets[w][j]);
            self.mark_near(start, start + j, &mut set);
            let value = self.settle((start, j), &mut set, tests.as_ref())?;
            self.push(value);
        }
        Ok(())
    }

    /// The pairs whose other heap lies before the row, and is large.
    fn far<'b>(&'b self, whole: usize, list: &'b [Part]) -> Pairs<'b> {
        let end = list.partition_point(|part| part.size + self.near <= whole);
        Pairs { values: &self.values, whole, list: &list[..end] }
    }

    /// Tests for each heap of a row the least common values that are not in its set, and puts those that are found into it.
    fn test(&self, start: usize, sets: &mut Sets) -> Tests {
        let none = [[u8::MAX; ROW]; TRIED];
        let mut tests = Tests { tried: none, found: none };
        let mut open: Vec<usize> = (0..ROW).collect();
        for _ in 0..ROUNDS {
            open.iter().for_each(|j| self.choose(start, *j, sets, &mut tests.tried));
            tests.found = [[0; ROW]; TRIED];
            for (take, _) in &self.pairs {
                test(self.far(start - take, &self.tested), &tests.tried, &mut tests.found);
            }
            open.retain(|j| tests.put(*j, sets));
            if open.is_empty() {
                break;
            }
        }
        tests
    }

    /// The least common values that are not in a set.
    fn choose(&self, start: usize, j: usize, sets: &Sets, tried: &mut Tried) {
        let rare = &self.rare_values[(start + j) % 2];
        let mut left =
            (0..self.reach).flat_map(|w| ones(!sets[w][j] & !rare[w]).map(move |digit| byte(64 * w + digit)));
        tried.iter_mut().for_each(|tried| tried[j] = left.next().unwrap_or(u8::MAX));
    }

    /// Puts into the sets of eight heaps the values of pairs with a rare heap of 8 to 63 tokens.
    fn mark_eight(&self, start: usize, j: usize, sets: &mut Sets) {
        let size = |least| self.rare.partition_point(|part| part.size < least);
        let middle = &self.rare[size(EIGHT.max(self.near))..size(ROW)];
        for (take, _) in &self.pairs {
            let pairs = Pairs { values: &self.values, whole: start - take, list: middle };
            mark(pairs, j..j + EIGHT, sets, self.reach);
        }
    }

    /// Puts into the set of a heap what its row did not: options of one heap or none, and pairs with a rare heap that is small, or leaves a small one or one of the row.
    fn mark_near(&self, start: usize, n: usize, set: &mut [u64; WORDS]) {
        let mut insert = |value: u8| set[usize::from(value) / 64] |= 1 << (value % 64);
        self.fixed.iter().for_each(|value| insert(*value));
        self.takes.iter().for_each(|take| insert(self.values[n - take]));
        for (take, which) in &self.pairs {
            let whole = n - take;
            let small = self.rare.iter().take_while(|part| part.size < EIGHT.max(self.near));
            let late =
                self.rare.iter().rev().take_while(|part| part.size >= ROW && part.size + self.near > start - take);
            for part in small.chain(late).filter(|part| part.size <= whole) {
                let other = whole - part.size;
                if other < n && which.has(other.min(part.size) as u64) {
                    insert(part.byte() ^ self.values[other]);
                }
            }
        }
    }

    /// The value of a heap, from its set.
    fn settle(
        &mut self,
        (start, j): (usize, usize),
        set: &mut [u64; WORDS],
        tests: Option<&Tests>,
    ) -> Result<u8, Refusal> {
        let n = start + j;
        let rare = self.rare_values[n % 2];
        let common = loop {
            // Beyond, the sets of this row have no marks.
            let least = (0..self.reach).find_map(|w| ones(!set[w] & !rare[w]).next().map(|digit| 64 * w + digit));
            let Some(least) = least else { return self.plainly(n) };
            let value = byte(least);
            match tests {
                Some(tests) if !tests.lacks(j, value) && self.is_tested(start, j, value) => {
                    set[least / 64] |= 1 << (least % 64);
                }
                _ => break least,
            }
        };
        for value in (0..=common / 64).flat_map(|w| ones(!set[w] & rare[w]).map(move |digit| 64 * w + digit)) {
            if value > common {
                break;
            }
            if !self.has_pair(n, byte(value), 0) {
                return Ok(byte(value));
            }
        }
        Ok(byte(common))
    }

    /// Has a pair with a rare heap that is tested this value?
    fn is_tested(&self, start: usize, j: usize, value: u8) -> bool {
        self.pairs.iter().any(|(take, _)| {
            let Pairs { whole, list, .. } = self.far(start - take, &self.tested);
            list.iter().any(|part| self.values[whole + j - part.size] ^ part.byte() == value)
        })
    }

    /// The value of a heap, from all its options.
    fn plainly(&mut self, n: usize) -> Result<u8, Refusal> {
        self.words = (self.words + 1).min(WORDS);
        match (0..=255).find(|value| !self.has_option(n, *value, 0)) {
            Some(value) => Ok(value),
            None => no("values exceed a byte, which this checker does not read in rows"),
        }
    }

    /// Has an option of a heap the value? If it leaves heaps of sizes that grow with the whole, the larger has `least` tokens or more.
    pub(super) fn has_option(&self, n: usize, value: u8, least: usize) -> bool {
        let one = |take: &usize| n - take >= least && self.values[n - take] == value;
        self.fixed.contains(&value) || self.takes.iter().any(one) || self.has_pair(n, value, least)
    }

    fn has_pair(&self, n: usize, value: u8, least: usize) -> bool {
        self.pairs.iter().any(|(take, which)| {
            let whole = n - take;
            let end = (whole / 2 + 1).min((whole + 1).saturating_sub(least));
            let near = self.near.min(end);
            let small = |small: usize| {
                whole - small < n && which.has(small as u64) && self.values[small] ^ self.values[whole - small] == value
            };
            (0..near).any(small) || self.any(near..end, whole, value)
        })
    }

    /// Is the nim-sum of a heap in the range, and of the one that makes up the whole, this value?
    fn any(&self, range: Range<usize>, whole: usize, value: u8) -> bool {
        if range.is_empty() {
            return false;
        }
        let last = self.back.len() - 1;
        let (forward, backward) =
            (&self.values[range.clone()], &self.back[last + range.start - whole..last + range.end - whole]);
        let (chunks, rest) = forward.as_chunks::<AT_ONCE>();
        let (others, other) = backward.as_chunks::<AT_ONCE>();
        let in_chunk = |(a, b): (&[u8; AT_ONCE], &[u8; AT_ONCE])| {
            a.iter().zip(b).fold(0, |found, (a, b)| found | u8::from(a ^ b == value)) != 0
        };
        chunks.iter().zip(others).any(in_chunk) || rest.iter().zip(other).any(|(a, b)| a ^ b == value)
    }
}
