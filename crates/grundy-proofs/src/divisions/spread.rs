//! Moves the bits of numbers n to those of the multiples d * n.
//!
//! In: a word whose highest bit stands for a quotient, the next one for the number below, and so on. Out: a word whose highest bit stands for the
//! quotient times d, and the d-th bit after it for the multiple below. It is looked up eleven bits at a time, in tables that fit in the L1 cache.

const CHUNK: u32 = 11;

/// The table for one divisor.
pub(super) struct Spread {
    /// The divisor, at most 64; larger divisors act in the same way.
    pub(super) divisor: u32,
    table: Vec<u64>,
}

impl Spread {
    /// For a divisor of at least 2.
    pub(super) fn new(divisor: u64) -> Spread {
        let divisor = u32::try_from(divisor).unwrap_or(64).min(64);
        let entry = |chunk: u64| {
            let bits = (0..CHUNK).filter(|j| chunk >> (CHUNK - 1 - j) & 1 == 1 && j * divisor < 64);
            bits.fold(0, |word, j| word | 1 << (63 - j * divisor))
        };
        Spread { divisor, table: (0..1 << CHUNK).map(entry).collect() }
    }

    /// Spreads the bits of a word to every `divisor`-th place.
    #[inline(always)]
    pub(super) fn spread(&self, word: u64) -> u64 {
        let (mut spread, mut bits, mut shift) = (0, word, 0);
        while shift < 64 {
            spread |= self.table[(bits >> (64 - CHUNK)) as usize] >> shift;
            bits <<= CHUNK;
            shift += CHUNK * self.divisor;
        }
        spread
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_to_multiples() {
        for divisor in [2u64, 3, 5, 7, 30, 63, 64, 100] {
            let spread = Spread::new(divisor);
            for word in [u64::MAX, 0x9e37_79b9_7f4a_7c15, 1 << 63, 0xdead_beef_0bad_cafe] {
                let bit = |w: u64, k: u64| w >> (63 - k) & 1;
                for k in 0..64 {
                    let expected = if k % divisor == 0 { bit(word, k / divisor) } else { 0 };
                    assert_eq!(bit(spread.spread(word), k), expected, "{divisor} {word:x} {k}");
                }
            }
        }
    }
}
