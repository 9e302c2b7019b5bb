//! Values as bit planes, computed from the words before, many words at a time.
//!
//! In: a [`Shape`], and a [`Kernel`] that computes word after word. Out: blocks of values. The quotients of the words of a block are in
//! words before the block, because the block is no longer than what comes before it and divisors are at least 2. So what divisions forbid
//! is known before the block begins. For values up to the largest quotient the binary digits stay in memory: two or three bits a value if
//! there are few moves.

use super::super::naive::first;
use super::super::read::Shape;
use super::block::Block;
use super::multiples::Multiples;
use super::{Each, with_capacity};
use crate::exact::index;
use grundy_core::contract::stop::Result;
use grundy_core::contract::{limits::Limits, options::Play};

/// The number of bits of a word.
pub(super) const WIDTH: usize = 64;
/// The number of words of a block. Its planes and one table of [`Multiples`] fit in the L1 cache.
pub(super) const LENGTH: usize = 128;
/// The words of one plane in a block.
pub(super) type Row = [u64; LENGTH];
/// The number of binary digits of the largest value.
pub(super) const MOST_DIGITS: usize = 4;
/// The largest number of planes: one for each value but the largest.
pub(super) const MOST_PLANES: usize = (1 << MOST_DIGITS) - 1;
/// The largest subtrahend that reaches only into the word and the one before.
pub(super) const FARTHEST: u64 = 64;

/// The number of binary digits of the values 0 to P.
pub(super) const fn digits(planes: usize) -> usize {
    (usize::BITS - planes.leading_zeros()) as usize
}

/// Computes the values from what quotients forbid, word by word.
pub(super) trait Kernel<const P: usize> {
    /// The state after the first word, whose planes are given.
    fn begin(shape: &Shape, before: [u64; P]) -> Self;

    /// The planes of the next word. Value P has no plane: it stands where all planes are 0.
    fn word(&mut self, taken: [u64; P]) -> [u64; P];
}

/// The bytes of the values that stay in memory and of all else that is needed.
pub(super) fn need(shape: &Shape, kept: u64) -> u64 {
    let beside = (LENGTH * 8 * (MOST_PLANES + MOST_DIGITS)) as u64 + Multiples::BYTES * shape.divide.len() as u64;
    kept.div_ceil(WIDTH as u64).saturating_mul(8 * digits(shape.most()) as u64).saturating_add(beside)
}

/// The words so far that divisions look at.
pub(super) struct Planes<const P: usize, K> {
    kernel: K,
    multiples: Vec<Multiples>,
    /// The binary digits of the first values, one list of words for each digit.
    kept: Vec<Vec<u64>>,
    /// The number of words that stay in memory.
    most: usize,
    taken: Box<[Row; P]>,
    found: Vec<Row>,
}

impl<const P: usize, K: Kernel<P>> Planes<P, K> {
    /// Computes the first word.
    pub(super) fn new(shape: &Shape, play: Play, kept: u64, limits: &Limits) -> Result<Planes<P, K>> {
        let most = index(kept.div_ceil(WIDTH as u64).max(1));
        let mut planes = [0u64; P];
        let mut found = vec![[0; LENGTH]; digits(P)];
        for (k, value) in first(shape, play, WIDTH, limits)?.into_iter().enumerate() {
            if let Some(plane) = planes.get_mut(usize::from(value)) {
                *plane |= 1 << k;
            }
            found.iter_mut().enumerate().for_each(|(digit, row)| row[0] |= u64::from(value >> digit & 1) << k);
        }
        Ok(Planes {
            kernel: K::begin(shape, planes),
            multiples: shape.divide.iter().map(|d| Multiples::new(*d)).collect(),
            kept: found.iter().map(|_| with_capacity(most)).collect::<Result<_>>()?,
            most,
            taken: Box::new([[0; LENGTH]; P]),
            found,
        })
    }

    /// Hands out the first `terms` values.
    pub(super) fn walk(mut self, terms: u64, each: &mut Each) -> Result<()> {
        let mut begin = 0;
        while begin < terms {
            let (before, left) = (begin / WIDTH as u64, (terms - begin).div_ceil(WIDTH as u64));
            let words = index(before.max(1).min(left).min(LENGTH as u64));
            if before > 0 {
                self.block(words);
            }
            let numbers = (words * WIDTH) as u64;
            each(&Block::of_digits(begin, index(numbers.min(terms - begin)), &self.found))?;
            self.keep(words);
            begin += numbers;
        }
        Ok(())
    }

    /// Computes the next `words` words; there must be at least as many words before them.
    fn block(&mut self, words: usize) {
        for row in self.taken.iter_mut() {
            row[..words].fill(0);
        }
        for multiples in &mut self.multiples {
            multiples.take(&self.kept, words, &mut self.taken);
        }
        for word in 0..words.min(LENGTH) {
            let mut taken = [0; P];
            for (taken, row) in taken.iter_mut().zip(self.taken.iter()) {
                *taken = row[word];
            }
            let digits = in_digits(self.kernel.word(taken));
            for (row, digit) in self.found.iter_mut().zip(digits) {
                row[word] = digit;
            }
        }
    }

    fn keep(&mut self, words: usize) {
        for (kept, row) in self.kept.iter_mut().zip(&self.found) {
            let room = self.most.saturating_sub(kept.len());
            kept.extend(&row[..words.min(room)]);
        }
    }
}

/// The binary digits of the values that these planes give.
#[inline(always)]
fn in_digits<const P: usize>(planes: [u64; P]) -> [u64; MOST_DIGITS] {
    let (mut digits, mut last) = ([0; MOST_DIGITS], u64::MAX);
    for (value, plane) in planes.into_iter().enumerate() {
        add(value, plane, &mut digits);
        last &= !plane;
    }
    add(P, last, &mut digits);
    digits
}

/// Adds the numbers of one value to the planes of its binary digits.
#[inline(always)]
fn add(value: usize, plane: u64, digits: &mut [u64; MOST_DIGITS]) {
    for (k, digit) in digits.iter_mut().enumerate() {
        if value >> k & 1 == 1 {
            *digit |= plane;
        }
    }
}
