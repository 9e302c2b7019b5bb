//! Choices read off a tape of bytes.
//!
//! Proptest generates and shrinks the bytes, libFuzzer mutates them; `arbitrary` reads them choice by choice. Past the end of the tape every
//! choice is the first one, so each generator puts its simplest form first.

use arbitrary::Unstructured;

/// A tape.
pub struct Tape<'a>(Unstructured<'a>);

impl<'a> Tape<'a> {
    /// A tape at its start.
    pub fn new(bytes: &'a [u8]) -> Tape<'a> {
        Tape(Unstructured::new(bytes))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.choose_index(n).unwrap_or(0)
    }

    /// A number from `lo` to `hi`.
    pub fn int(&mut self, lo: i64, hi: i64) -> i64 {
        self.0.int_in_range(lo..=hi).unwrap_or(lo)
    }

    /// True once in `n`.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// One of a list.
    pub fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// Some of 1..=n, at least one, ascending.
    pub fn some(&mut self, n: usize) -> Vec<i64> {
        let mask = 1 + self.below((1 << n) - 1);
        (0..n).filter(|i| mask >> i & 1 == 1).map(|i| i as i64 + 1).collect()
    }
}
