//! A fast hash of small numbers.
//!
//! In: numbers of 32 bits that this crate made itself. Out: a hash; nobody chooses the keys, so that it need not withstand anybody.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub(super) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixed>>;

/// Numbers that are mixed by multiplication.
#[derive(Default)]
pub(super) struct Mixed(u64);

/// An odd number without a pattern: 2^64 divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for Mixed {
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(FACTOR);
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            self.write_u64(chunk.iter().fold(0, |n, byte| n << 8 | u64::from(*byte)));
        }
    }

    /// A table looks at the lowest bits and the highest seven; those in the middle are mixed best.
    #[inline]
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
