//! The values of heaps, 64 in a row, where few of them are rare.
//!
//! In: the values of the first heaps, the moves from all later ones, and a [`Class`]. Out: values up to a heap, in one byte each.
//!
//! An option of two heaps has a common value only if one of its heaps is rare (`common`). So if the values of all pairs with a rare heap, and of all options that leave
//! one heap or none, are in the set of a heap, then the least common value c that is not in its set is the value of no option. The value of the heap is c if all rare values below c are those of
//! options: of those that are not in the set, each is looked for among all pairs; the first that is not found is the value. Pairs of some common heaps, the
//! *helpers*, put more rare values into the set, so that few need be looked for.

use std::ops::Range;

use super::super::line::Stop;
use super::super::numbers::index;
use super::super::spent::Spent;
use super::common::Class;
use super::lanes::{Part, ROW, Sets, WORDS, mark};
use super::read::{Move, Moves, Sizes};
use super::{Refusal, no};

/// Helpers.
const HELPERS: usize = 64;
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
    helpers: Vec<Part>,
    /// Words of sets in use.
    words: usize,
}

impl<'a> Rows<'a> {
    /// Rows of heaps up to `end`, after these values; `None` if the moves are not the same for all these heaps, or leave more than two heaps, or if a value exceeds a byte.
    pub(super) fn new(stated: Option<Class>, moves: &'a Moves, first: &[u32], end: usize) -> Option<Rows<'a>> {
        let bytes = first.iter().map(|value| u8::try_from(*value).ok()).collect::<Option<Vec<u8>>>()?;
        let there = moves.modulus() == 1 && moves.near <= ROW as u64 && first.len() as u64 >= moves.from().max(1 << 10);
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
            helpers: vec![],
            words: 1,
        };
        bytes.into_iter().for_each(|value| rows.push(value));
        Some(rows)
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
                self.choose()?;
            }
            for _ in 0..ROW {
                self.row()?;
            }
        }
        Ok(())
    }

    /// Chooses the class again.
    fn choose(&mut self) -> Result<(), Refusal> {
        let Some(class) = Class::choose(&self.values, &taken(&self.pairs)) else {
            return no("the values that it speaks of are too many for this checker, since many of its heaps are rare");
        };
        if class != self.class {
            (self.class, self.rare_values) = (class, rare_values(class));
            (self.rare, self.helpers) = (vec![], vec![]);
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
        if !self.class.is_common(size as u64, u32::from(self.values[size])) {
            self.rare.push(part);
        } else if size >= ROW
            && self.helpers.len() < HELPERS
            && self.helpers.iter().all(|helper| helper.value != part.value)
        {
            self.helpers.push(part);
        }
    }

    /// Computes the values of up to 64 heaps.
    fn row(&mut self) -> Result<(), Refusal> {
        let start = self.values.len();
        if start + ROW > self.back.len() {
            return Ok(());
        }
        let mut sets: Sets = [[0; ROW]; WORDS];
        for (take, _) in &self.pairs {
            let whole = start - take;
            for list in [&self.rare, &self.helpers] {
                let far = list.partition_point(|part| part.size < ROW)
                    ..list.partition_point(|part| part.size + self.near <= whole);
                if !far.is_empty() {
                    mark(&self.values, whole, &list[far], &mut sets, self.words);
                }
            }
        }
        for j in 0..ROW {
            let mut set = [0, 1, 2, 3].map(|w| sets[w][j]);
            self.mark_near(start, start + j, &mut set);
            let value = self.settle(start + j, &set)?;
            self.push(value);
        }
        Ok(())
    }

    /// Puts into the set of a heap what its row did not: options of one heap or none, and pairs with a rare heap that is small, or leaves a small one or one of the row.
    fn mark_near(&self, start: usize, n: usize, set: &mut [u64; WORDS]) {
        let mut insert = |value: u8| set[usize::from(value) / 64] |= 1 << (value % 64);
        self.fixed.iter().for_each(|value| insert(*value));
        self.takes.iter().for_each(|take| insert(self.values[n - take]));
        for (take, which) in &self.pairs {
            let whole = n - take;
            let small = self.rare.iter().take_while(|part| part.size < ROW);
            let late =
                self.rare.iter().rev().take_while(|part| part.size >= ROW && part.size + self.near > start - take);
            for part in small.chain(late).filter(|part| part.size <= whole) {
                let other = whole - part.size;
                if other < n && which.has(other.min(part.size) as u64) {
                    insert(part.value as u8 ^ self.values[other]);
                }
            }
        }
    }

    /// The value of a heap, from its set.
    fn settle(&mut self, n: usize, set: &[u64; WORDS]) -> Result<u8, Refusal> {
        let rare = self.rare_values[n % 2];
        // Marks reach so far; beyond, the set has only those of single options.
        let common = (0..self.words).find_map(|w| {
            let left = !set[w] & !rare[w];
            (left != 0).then(|| 64 * w + left.trailing_zeros() as usize)
        });
        let Some(common) = common else { return self.plainly(n) };
        for w in 0..=common / 64 {
            let mut left = !set[w] & rare[w];
            while left != 0 {
                let value = 64 * w + left.trailing_zeros() as usize;
                if value > common {
                    break;
                }
                if !self.has_pair(n, value as u8, 0) {
                    return Ok(value as u8);
                }
                left &= left - 1;
            }
        }
        Ok(common as u8)
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
