//! Choices read off a random tape.
//!
//! Proptest makes (and shrinks) a list of bytes; the generators read it choice by choice. Past its end every choice is
//! the first one, so each generator puts its simplest form first.

pub(crate) struct Tape<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// So many bytes that look random, the same in every run.
pub(crate) fn random(noise: &mut u64, length: usize) -> Vec<u8> {
    let next = |_| {
        *noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*noise >> 56) as u8
    };
    (0..length).map(next).collect()
}

impl<'a> Tape<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Tape<'a> {
        Tape { bytes, at: 0 }
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % n
    }

    /// A number from `lo` to `hi`.
    pub(crate) fn int(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.below((hi - lo + 1) as usize) as i64
    }

    /// True once in `n`.
    pub(crate) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// One of a list.
    pub(crate) fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// Some of 1..=n, at least one, ascending.
    pub(crate) fn some(&mut self, n: usize) -> Vec<i64> {
        let mask = 1 + self.below((1 << n) - 1);
        (0..n).filter(|i| mask >> i & 1 == 1).map(|i| i as i64 + 1).collect()
    }
}
