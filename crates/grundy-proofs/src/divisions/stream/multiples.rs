//! What a divisor takes from the planes: a value of q is none of d * q.
//!
//! In: the digits of the values of quotients, word by word. Out: the planes of their multiples. The numbers 64 d k to 64 d (k + 1) - 1 have their
//! quotients in word k, and each of their d words has its multiples from bits in a row of it, which a table of eleven bits puts apart.

use super::planes::{LENGTH, MOST_DIGITS, Row, WIDTH, digits};
use crate::exact::index;

/// Bits that are put apart by one look into the table: its entries fill half of a first cache.
const CHUNK: usize = 11;
const SIZE: usize = 1 << CHUNK;
/// From this divisor on one look is enough.
const LARGE: usize = 6;

/// The multiples of a divisor, from the second word on.
pub(super) struct Multiples {
    divisor: usize,
    /// A word has so many multiples, or one more.
    least: usize,
    table: Box<[u64; SIZE]>,
    /// Where the first multiple of the next word is, from its first number on.
    at: usize,
    /// Its quotient.
    quotient: usize,
}

impl Multiples {
    /// The most bytes of one.
    pub(super) const BYTES: u64 = 8 * SIZE as u64;

    /// Of a divisor, at least 2.
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

    /// Adds what it takes from the planes of the next words; the quotients are among those that are kept.
    pub(super) fn take<const P: usize>(&mut self, kept: &[Vec<u64>], words: usize, taken: &mut [Row; P]) {
        match digits(P) {
            2 => self.take_by::<P, 2>(kept, words, taken),
            3 => self.take_by::<P, 3>(kept, words, taken),
            _ => self.take_by::<P, MOST_DIGITS>(kept, words, taken),
        }
    }

    /// With so many digits. The looks into the table are compiled for each of the small divisors, which want several.
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
        let every = self.apart::<BY>(u64::MAX);
        for word in 0..words.min(LENGTH) {
            if BY == LARGE && self.at >= WIDTH {
                self.at -= WIDTH;
                continue;
            }
            let (from, bit, at) = (self.quotient / WIDTH, self.quotient % WIDTH, self.at);
            let mut digits = [0; D];
            for (digit, kept) in digits.iter_mut().zip(&kept) {
                *digit = self.apart::<BY>(kept[from] >> bit) << at;
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

    /// To the next word.
    #[inline(always)]
    fn advance<const BY: usize>(&mut self) {
        let divisor = if BY < LARGE { BY } else { self.divisor };
        let least = if BY < LARGE { WIDTH / BY } else { self.least };
        let beyond = self.at + least * divisor;
        let more = usize::from(beyond < WIDTH);
        (self.quotient, self.at) = (self.quotient + least + more, beyond + more * divisor - WIDTH);
    }

    /// The bits from the lowest on at multiples of the divisor, which is `BY` or at least [`LARGE`].
    #[inline(always)]
    fn apart<const BY: usize>(&self, bits: u64) -> u64 {
        let mut apart = self.table[index(bits) % SIZE];
        for k in 1..WIDTH.div_ceil(BY).div_ceil(CHUNK) {
            apart |= self.table[index(bits >> (k * CHUNK)) % SIZE] << (k * CHUNK * BY);
        }
        apart
    }
}
