//! What a divisor forbids in the planes: a value of q is not the value of d * q.
//!
//! In: the binary digits of the values of quotients, word by word. Out: the planes of their multiples. The numbers 64 d k to 64 d (k + 1) - 1
//! have their quotients in word k. Each of their d words gets its multiples from consecutive bits of word k, which a table of eleven bits
//! spreads.

use super::planes::{LENGTH, MOST_DIGITS, Row, WIDTH, digits};
use crate::exact::index;

/// The number of bits spread by one look-up. The entries of the table fill half of an L1 cache.
const CHUNK: usize = 11;
const SIZE: usize = 1 << CHUNK;
/// From this divisor on one look-up is enough.
const LARGE: usize = 6;

/// The multiples of a divisor, from the second word on.
pub(super) struct Multiples {
    divisor: usize,
    /// The least number of multiples in a word; a word may have one more.
    least: usize,
    table: Box<[u64; SIZE]>,
    /// The place of the first multiple in the next word.
    at: usize,
    /// The quotient of that multiple.
    quotient: usize,
}

impl Multiples {
    /// The bytes of one table.
    pub(super) const BYTES: u64 = 8 * SIZE as u64;

    /// For a divisor of at least 2.
    pub(super) fn new(divisor: u64) -> Multiples {
        let divisor = index(divisor);
        let entry = |bits: usize| {
            (0..CHUNK)
                .filter(|k| bits >> k & 1 == 1 && k * divisor < WIDTH)
                .fold(0, |word, k| word | 1 << (k * divisor))
        };
        let quotient = WIDTH.div_ceil(divisor);
        Multiples {
            divisor,
            least: WIDTH / divisor,
            table: Box::new(std::array::from_fn(entry)),
            at: quotient * divisor - WIDTH,
            quotient,
        }
    }

    /// Adds what the divisor forbids to the planes of the next words. The quotients must be in `kept`.
    pub(super) fn take<const P: usize>(&mut self, kept: &[Vec<u64>], words: usize, taken: &mut [Row; P]) {
        match digits(P) {
            2 => self.take_by::<P, 2>(kept, words, taken),
            3 => self.take_by::<P, 3>(kept, words, taken),
            _ => self.take_by::<P, MOST_DIGITS>(kept, words, taken),
        }
    }

    /// With D binary digits. The look-ups are compiled separately for each small divisor, which needs several.
    fn take_by<const P: usize, const D: usize>(&mut self, kept: &[Vec<u64>], words: usize, taken: &mut [Row; P]) {
        match self.divisor {
            2 => self.take_of::<P, D, 2>(kept, words, taken),
            3 => self.take_of::<P, D, 3>(kept, words, taken),
            4 => self.take_of::<P, D, 4>(kept, words, taken),
            5 => self.take_of::<P, D, 5>(kept, words, taken),
            _ => self.take_of::<P, D, LARGE>(kept, words, taken),
        }
    }

    fn take_of<const P: usize, const D: usize, const BY: usize>(
        &mut self,
        kept: &[Vec<u64>],
        words: usize,
        taken: &mut [Row; P],
    ) {
        let Some(kept) = kept.first_chunk::<D>() else { return };
        let kept: [&[u64]; D] = std::array::from_fn(|k| &kept[k][..]);
        let every = self.spread::<BY>(u64::MAX);
        for word in 0..words.min(LENGTH) {
            if BY == LARGE && self.at >= WIDTH {
                self.at -= WIDTH;
                continue;
            }
            let (from, bit, at) = (self.quotient / WIDTH, self.quotient % WIDTH, self.at);
            let mut digits = [0; D];
            for (digit, kept) in digits.iter_mut().zip(&kept) {
                *digit = self.spread::<BY>(kept[from] >> bit) << at;
            }
            let all = every << at;
            for (value, row) in taken.iter_mut().enumerate() {
                let mut bits = all;
                for (k, digit) in digits.iter().enumerate() {
                    bits &= if value >> k & 1 == 1 { *digit } else { !digit };
                }
                row[word] |= bits;
            }
            self.advance::<BY>();
        }
    }

    /// Moves on to the next word.
    #[inline(always)]
    fn advance<const BY: usize>(&mut self) {
        let divisor = if BY < LARGE { BY } else { self.divisor };
        let least = if BY < LARGE { WIDTH / BY } else { self.least };
        let beyond = self.at + least * divisor;
        let more = usize::from(beyond < WIDTH);
        (self.quotient, self.at) = (self.quotient + least + more, beyond + more * divisor - WIDTH);
    }

    /// Spreads the bits, from the lowest on, to multiples of the divisor, which is `BY` or at least [`LARGE`].
    #[inline(always)]
    fn spread<const BY: usize>(&self, bits: u64) -> u64 {
        let mut spread = self.table[index(bits) % SIZE];
        for k in 1..WIDTH.div_ceil(BY).div_ceil(CHUNK) {
            spread |= self.table[index(bits >> (k * CHUNK)) % SIZE] << (k * CHUNK * BY);
        }
        spread
    }
}
