//! Values of consecutive numbers, as they are handed out.
//!
//! In: the binary digits of values as planes, or bytes. Out: bytes, or the number of occurrences of each value.

use super::planes::{LENGTH, MOST_DIGITS, Row, WIDTH};

/// The values of consecutive numbers.
pub struct Block<'a> {
    first: u64,
    len: usize,
    cells: Cells<'a>,
}

enum Cells<'a> {
    Bytes(&'a [u8]),
    /// The binary digits of the values, the lowest first. Bit k of a word belongs to the word's k-th number.
    Digits(&'a [Row]),
}

impl<'a> Block<'a> {
    pub(super) fn of_bytes(first: u64, bytes: &'a [u8]) -> Block<'a> {
        Block { first, len: bytes.len(), cells: Cells::Bytes(bytes) }
    }

    /// The first `len` numbers of planes.
    pub(super) fn of_digits(first: u64, len: usize, digits: &'a [Row]) -> Block<'a> {
        Block { first, len, cells: Cells::Digits(digits) }
    }

    /// The first number.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Is the block empty? Blocks that are handed out never are.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Writes the values, a byte each, in place of the contents of `values`.
    pub fn values(&self, values: &mut Vec<u8>) {
        values.clear();
        match self.cells {
            Cells::Bytes(bytes) => values.extend(bytes),
            Cells::Digits(digits) => {
                (0..self.len.div_ceil(WIDTH)).for_each(|word| unpack(digits, word, values));
                values.truncate(self.len);
            }
        }
    }

    /// Adds to each value's count the number of its occurrences; `counts` grows if a larger value occurs.
    pub fn count(&self, counts: &mut Vec<u64>) {
        let top = match self.cells {
            Cells::Bytes(bytes) => bytes.iter().copied().max().map_or(0, usize::from),
            Cells::Digits(digits) => (1 << digits.len()) - 1,
        };
        let mut found = vec![0; top + 1];
        match self.cells {
            Cells::Bytes(bytes) => bytes.iter().for_each(|value| found[usize::from(*value)] += 1),
            Cells::Digits(digits) => {
                (1..=top).for_each(|value| found[value] = occurrences(digits, self.len, value));
                found[0] = self.len as u64 - found.iter().sum::<u64>();
            }
        }
        let last = found.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
        if counts.len() < last {
            counts.resize(last, 0);
        }
        counts.iter_mut().zip(found).for_each(|(count, more)| *count += more);
    }
}

/// The number of occurrences of a value above 0 among the first numbers.
fn occurrences(digits: &[Row], len: usize, value: usize) -> u64 {
    match digits {
        [a, b] => occurrences_of([a, b], len, value),
        [a, b, c] => occurrences_of([a, b, c], len, value),
        _ => occurrences_of(std::array::from_fn::<_, MOST_DIGITS, _>(|k| digits.get(k).unwrap_or(&NONE)), len, value),
    }
}

/// The row of a binary digit that no value has.
const NONE: Row = [0; LENGTH];

fn occurrences_of<const D: usize>(digits: [&Row; D], len: usize, value: usize) -> u64 {
    let flip: [u64; D] = std::array::from_fn(|k| if value >> k & 1 == 1 { 0 } else { u64::MAX });
    let word = |at: usize| {
        let mut all = u64::MAX;
        for (row, flip) in digits.iter().zip(flip) {
            all &= row[at] ^ flip;
        }
        all
    };
    let (whole, rest) = (len / WIDTH, len % WIDTH);
    ones(whole, word) + if rest > 0 { u64::from((word(whole) << (WIDTH - rest)).count_ones()) } else { 0 }
}

/// The number of 1 bits in some words. Eight words are added bit by bit before they are counted.
fn ones(words: usize, word: impl Fn(usize) -> u64) -> u64 {
    let sum = |a: u64, b: u64, c: u64| (a ^ b ^ c, a & b | (a ^ b) & c);
    let (mut ones, mut twos, mut fours, mut eights) = (0, 0, 0, 0);
    for at in (0..words / 8).map(|k| 8 * k) {
        let two = |ones, at| sum(ones, word(at), word(at + 1));
        let (first, a) = two(ones, at);
        let (second, b) = two(first, at + 2);
        let (third, c) = two(second, at + 4);
        let (last, d) = two(third, at + 6);
        let (half, low) = sum(twos, a, b);
        let (rest, high) = sum(half, c, d);
        let (four, eight) = sum(fours, low, high);
        (ones, twos, fours) = (last, rest, four);
        eights += u64::from(eight.count_ones());
    }
    let left: u64 = (words / 8 * 8..words).map(|at| u64::from(word(at).count_ones())).sum();
    let count = |bits: u64| u64::from(bits.count_ones());
    8 * eights + 4 * count(fours) + 2 * count(twos) + count(ones) + left
}

/// For each byte, its eight bits as eight bytes, the lowest first.
const BIT_BYTES: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut k = 0;
        while k < 8 {
            table[bits] |= (bits as u64 >> k & 1) << (8 * k);
            k += 1;
        }
        bits += 1;
    }
    table
};

/// Appends the values of a word.
fn unpack(digits: &[Row], word: usize, values: &mut Vec<u8>) {
    for byte in 0..8 {
        let digit = |(k, row): (usize, &Row)| BIT_BYTES[usize::from(row[word].to_le_bytes()[byte])] << k;
        let eight = digits.iter().enumerate().map(digit).fold(0, |all, digit| all | digit);
        values.extend(eight.to_le_bytes());
    }
}
