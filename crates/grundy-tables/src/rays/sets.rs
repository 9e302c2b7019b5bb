//! Operations on the sets of used values.
//!
//! In: the places of sets ([`lines`](super::lines)). Out: the mex of their union. The words belong to one thread or to several. In the second case
//! they are loaded and stored with relaxed ordering: no two threads use a set at the same time, and a thread that takes a set over has
//! synchronised with the thread before ([`crew`](super::crew)).

use grundy_core::contract::bits::mex_from;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Words and hints: all words of a set before its hint are full.
pub(super) trait Bits {
    /// A reborrow, so that its fields can stay in registers.
    type Reborrow<'a>: Bits
    where
        Self: 'a;
    fn reborrow(&mut self) -> Self::Reborrow<'_>;
    fn word(&self, at: usize) -> u64;
    fn set_word(&mut self, at: usize, word: u64);
    fn hint(&self, at: usize) -> u32;
    fn set_hint(&mut self, at: usize, hint: u32);
    /// Sets words to 0.
    fn empty(&mut self, words: Range<usize>);
    /// Copies words to another place.
    fn copy(&mut self, from: Range<usize>, to: usize) {
        for (at, to) in from.zip(to..) {
            self.set_word(to, self.word(at));
        }
    }
}

/// The words and hints of one thread.
pub(super) struct LocalBits<'a> {
    pub(super) words: &'a mut [u64],
    pub(super) hints: &'a mut [u32],
}

impl Bits for LocalBits<'_> {
    type Reborrow<'a>
        = LocalBits<'a>
    where
        Self: 'a;
    fn reborrow(&mut self) -> LocalBits<'_> {
        LocalBits { words: self.words, hints: self.hints }
    }
    #[inline(always)]
    fn word(&self, at: usize) -> u64 {
        self.words[at]
    }
    #[inline(always)]
    fn set_word(&mut self, at: usize, word: u64) {
        self.words[at] = word;
    }
    #[inline(always)]
    fn hint(&self, at: usize) -> u32 {
        self.hints[at]
    }
    #[inline(always)]
    fn set_hint(&mut self, at: usize, hint: u32) {
        self.hints[at] = hint;
    }
    fn empty(&mut self, words: Range<usize>) {
        self.words[words].fill(0);
    }
    fn copy(&mut self, from: Range<usize>, to: usize) {
        self.words.copy_within(from, to);
    }
}

/// The words and hints that several threads share.
#[derive(Clone, Copy)]
pub(super) struct AtomicBits<'a> {
    pub(super) words: &'a [AtomicU64],
    pub(super) hints: &'a [AtomicU32],
}

impl Bits for AtomicBits<'_> {
    type Reborrow<'a>
        = AtomicBits<'a>
    where
        Self: 'a;
    fn reborrow(&mut self) -> AtomicBits<'_> {
        *self
    }
    #[inline(always)]
    fn word(&self, at: usize) -> u64 {
        self.words[at].load(Ordering::Relaxed)
    }
    #[inline(always)]
    fn set_word(&mut self, at: usize, word: u64) {
        self.words[at].store(word, Ordering::Relaxed);
    }
    #[inline(always)]
    fn hint(&self, at: usize) -> u32 {
        self.hints[at].load(Ordering::Relaxed)
    }
    #[inline(always)]
    fn set_hint(&mut self, at: usize, hint: u32) {
        self.hints[at].store(hint, Ordering::Relaxed);
    }
    fn empty(&mut self, words: Range<usize>) {
        self.words[words].iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }
}

/// Access to sets of `each` words.
pub(super) struct Open<B> {
    pub(super) bits: B,
    pub(super) each: usize,
}

impl<B: Bits> Open<B> {
    /// A reborrow, so that its fields can stay in registers.
    pub(super) fn reborrow(&mut self) -> Open<B::Reborrow<'_>> {
        Open { bits: self.bits.reborrow(), each: self.each }
    }

    /// The least value from `from` on that is in none of the sets.
    #[inline(always)]
    fn mex_after<const R: usize>(&self, sets: &[Set; R], from: usize) -> usize {
        let hint = sets.iter().map(|s| self.bits.hint(s.hint)).max().unwrap_or(0) as usize;
        let (mut w, mut below) = (hint, 0);
        if from / 64 >= hint {
            (w, below) = (from / 64, (1u64 << (from % 64)) - 1);
        }
        mex_from(w, |w| {
            let below = std::mem::take(&mut below);
            sets.iter().fold(below, |u, s| u | self.bits.word(s.word + w * s.stride))
        })
    }

    /// The least value from `from` on that is in none of the sets and not in `besides`.
    #[inline(always)]
    pub(super) fn mex_besides<const R: usize>(&self, sets: &[Set; R], from: usize, besides: &[usize]) -> usize {
        let mut found = self.mex_after(sets, from);
        while besides.contains(&found) {
            found = self.mex_after(sets, found + 1);
        }
        found
    }

    /// Is any of the sets not empty?
    #[cold]
    pub(super) fn used(&self, sets: &[Set]) -> bool {
        let mut own = sets.iter().filter(|s| s.stride > 0);
        own.any(|s| (0..self.each).any(|w| self.bits.word(s.word + w * s.stride) != 0))
    }

    /// Adds a value to a set. The hint moves only when a word becomes full.
    #[inline(always)]
    pub(super) fn put(&mut self, set: Set, value: usize) {
        self.put_bit(set, set.word + value / 64 * set.stride, 1 << (value % 64));
    }

    #[inline(always)]
    fn put_bit(&mut self, set: Set, at: usize, bit: u64) {
        let word = self.bits.word(at) | bit;
        self.bits.set_word(at, word);
        if word == u64::MAX {
            self.pass_full(set);
        }
    }

    /// Moves the hint of a set past its full words.
    #[cold]
    fn pass_full(&mut self, set: Set) {
        let mut hint = self.bits.hint(set.hint) as usize;
        while hint < self.each && self.bits.word(set.word + hint * set.stride) == u64::MAX {
            hint += 1;
        }
        self.bits.set_hint(set.hint, hint as u32);
    }

    /// The mex of the union of all rays' sets, `k` cells after those given, and the value `more`. With `INNER` the last set is
    /// contiguous and serves all cells of the row; the others are stored word by word. Also returns the offset of the mex's word from word 0.
    #[inline(always)]
    pub(super) fn mex<const R: usize, const INNER: bool>(
        &self,
        sets: &[Set; R],
        k: usize,
        more: usize,
    ) -> (usize, usize) {
        let mut w = 0;
        for (ray, set) in sets.iter().enumerate() {
            w = w.max(self.bits.hint(if INNER && ray == R - 1 { set.hint } else { set.hint + k }));
        }
        let mut w = w as usize;
        let mut offset = w * sets[0].stride + k;
        loop {
            let mut union = if more / 64 == w { 1u64 << (more % 64) } else { 0 };
            for (ray, set) in sets.iter().enumerate() {
                union |= self.bits.word(set.word + if INNER && ray == R - 1 { w } else { offset });
            }
            if union != u64::MAX {
                return (64 * w + union.trailing_ones() as usize, offset);
            }
            w += 1;
            offset += sets[0].stride;
        }
    }

    /// Adds a value to all rays' sets, `k` cells after those given.
    #[inline(always)]
    pub(super) fn put_all<const R: usize, const INNER: bool>(
        &mut self,
        sets: &[Set; R],
        k: usize,
        value: usize,
        offset: usize,
    ) {
        let (w, bit) = (value / 64, 1u64 << (value % 64));
        for (ray, set) in sets.iter().enumerate() {
            let alone = INNER && ray == R - 1;
            let own = if alone { *set } else { set.later(k) };
            self.put_bit(own, set.word + if alone { w } else { offset }, bit);
        }
    }

    /// Is any of the sets not empty, `k` cells after those given?
    #[cold]
    pub(super) fn any_used<const R: usize, const INNER: bool>(&self, sets: &[Set; R], k: usize) -> bool {
        let own: [Set; R] =
            std::array::from_fn(|ray| if INNER && ray == R - 1 { sets[ray] } else { sets[ray].later(k) });
        self.used(&own)
    }
}

/// The place of a set: its words and its hint. The default is the empty set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Set {
    pub(super) word: usize,
    pub(super) hint: usize,
    pub(super) stride: usize,
}

impl Set {
    /// The set `k` cells later in the row.
    fn later(self, k: usize) -> Set {
        Set { word: self.word + k, hint: self.hint + k, ..self }
    }
}
