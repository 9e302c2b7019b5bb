//! Reads planes of bits as cells of one byte, and counts values in them.
//!
//! In: finished planes. Out: the values of a box, eight cells at a time. The words of planes become words of binary digits, and each byte of
//! these is spread over eight cells. Occurrences of a value are counted by words. A row that stands for several, because the coordinates
//! may be exchanged, counts as many times as its outer coordinates have arrangements.

use std::ops::Range;

use super::piece::inside;
use super::planes::Planes;
use super::rows::Rows;
use grundy_core::contract::position::next;
use grundy_core::store::reading::Expanded;

/// The values of cells. A byte suffices, since there are at most 64 planes.
type Bytes<'a> = &'a mut [u8];

/// The number of binary digits of a plane's number.
const DIGITS: usize = 6;

impl Expanded for Planes {
    fn read(&self, (at, sizes): (&[u64], &[usize]), to: Bytes) {
        let last = sizes.len() - 1;
        // The coordinate of the box along which lines are read, and the distance of their cells in the box.
        let across = sizes[self.along] == 1 && self.at_hand();
        let along = if self.is_sorted() || across { last } else { self.along };
        let stride: usize = sizes[along + 1..].iter().product();
        let mut others = sizes.iter().map(|size| *size as u64 - 1).collect::<Vec<u64>>();
        others[along] = 0;
        let mut offset = vec![0u64; sizes.len()];
        let mut position = at.to_vec();
        let mut line = vec![0u8; sizes[along]];
        loop {
            position.iter_mut().zip(at).zip(&offset).for_each(|((p, a), o)| *p = a + o);
            let first = offset.iter().zip(sizes).fold(0, |n, (o, size)| n * size + *o as usize);
            if stride == 1 {
                self.run(&position, along, &mut to[first..first + sizes[along]]);
            } else {
                self.run(&position, along, &mut line);
                to[first..].iter_mut().step_by(stride).zip(&line).for_each(|(t, value)| *t = *value);
            }
            if !next(&mut offset, &others) {
                return;
            }
        }
    }

    fn at_hand(&self) -> bool {
        self.disk.is_none()
    }

    fn greatest(&self) -> Option<u32> {
        let batches = (0..self.layout.batches()).filter_map(|batch| self.batch(batch));
        batches.map(|batch| batch.values() as u32 - 1).max()
    }

    fn count(&self, value: u32) -> u128 {
        self.sum(value, |at| (0, if self.is_sorted() { arrangements(at) } else { 1 }))
    }

    fn count_sorted(&self, value: u32) -> Option<u128> {
        // In a row, the sorted cells are those from the greatest outer coordinate on.
        let kept = self.is_sorted() && self.at_hand();
        kept.then(|| self.sum(value, |at| (at.last().map_or(0, |x| *x as usize), 1)))
    }
}

impl Planes {
    /// Reads the values of consecutive cells along a coordinate.
    fn run(&self, position: &[u64], along: usize, to: Bytes) {
        if along != self.along && !self.is_sorted() {
            return self.across(position, to);
        }
        let start = position[along] as usize;
        let words = start / 64..(start + to.len()).div_ceil(64);
        let first = 64 * words.start;
        let read = self.words(position, along, words, |planes, words| expand(planes, words, start - first, to));
        if read.is_none() {
            to.fill(u8::MAX);
        }
    }

    /// Reads the values of consecutive cells along the last coordinate across rows; all rows are in memory.
    fn across(&self, position: &[u64], mut to: Bytes) {
        let cell = position[self.along] as usize;
        let mut row = self.row(position);
        while !to.is_empty() {
            let number = self.layout.batch_of(row);
            let rows = self.layout.rows_of(number);
            let (own, rest) = to.split_at_mut(to.len().min(rows.end - row));
            let batch = self.batch(number).expect("every batch has been made");
            let (planes, each) = (batch.planes, batch.planes * self.layout.words);
            let words = &batch.words[(row - rows.start) * each + cell / 64 * planes..];
            let value = |of_cell: &[u64]| of_cell.iter().position(|plane| plane >> (cell % 64) & 1 == 1);
            for (place, of_row) in own.iter_mut().zip(words.chunks(each)) {
                *place = value(&of_row[..planes]).map_or(u8::MAX, |value| value as u8);
            }
            row += own.len();
            to = rest;
        }
    }

    fn is_sorted(&self) -> bool {
        matches!(self.layout.rows, Rows::Sorted { .. })
    }

    /// Counts the cells with a value. For each row, `of_row` gives from its outer coordinates the first cell counted and a multiplicity.
    fn sum(&self, value: u32, of_row: impl Fn(&[u32]) -> (usize, u128)) -> u128 {
        let mut count = 0;
        for number in 0..self.layout.batches() {
            let Some(batch) = self.batch(number).filter(|batch| (value as usize) < batch.planes) else { continue };
            let rows = self.layout.rows_of(number);
            let mut at = self.layout.rows.at(rows.start);
            for row in 0..rows.len() {
                let words = batch.row(row, self.layout.words).iter().skip(value as usize).step_by(batch.planes);
                let (from, times) = of_row(&at);
                let first = from / 64;
                let begun = |w: usize| if w == first { u64::MAX << (from % 64) } else { u64::MAX };
                let ones = |(w, word): (usize, &u64)| (word & inside(self.layout.cells, w) & begun(w)).count_ones();
                let cells: u64 = words.enumerate().skip(first).map(|word| u64::from(ones(word))).sum();
                count += u128::from(cells) * times;
                self.layout.rows.next(&mut at);
            }
        }
        count
    }
}

/// The number of arrangements of the entries of a sorted list.
fn arrangements(sorted: &[u32]) -> u128 {
    let mut equal = 0;
    let mut orders = 1u128;
    for (k, x) in sorted.iter().enumerate() {
        equal = if k > 0 && sorted[k - 1] == *x { equal + 1 } else { 1 };
        // A product of binomial coefficients, so the division is exact at each step.
        orders = orders * (k as u128 + 1) / equal;
    }
    orders
}

/// Writes the values of words with `planes` planes to cells; the first `skip` cells of the first word are left out.
fn expand(planes: usize, words: &[u64], skip: usize, to: Bytes) {
    let needed = (skip + to.len()).div_ceil(64);
    for (w, word) in words.chunks_exact(planes).take(needed).enumerate() {
        let digits = digits(word);
        let cells = (64 * w).max(skip)..(64 * (w + 1)).min(skip + to.len());
        let own = cells.start - skip..cells.end - skip;
        match <&mut [u8; 64]>::try_from(&mut to[own.clone()]) {
            Ok(to) => spread(&digits, planes, to),
            Err(_) => {
                let mut all = [0; 64];
                spread(&digits, planes, &mut all);
                to[own].copy_from_slice(&all[range_in(cells, 64 * w)]);
            }
        }
    }
}

fn range_in(cells: Range<usize>, first: usize) -> Range<usize> {
    cells.start - first..cells.end - first
}

/// The binary digits of the values of 64 cells, a word for each digit.
fn digits(planes: &[u64]) -> [u64; DIGITS] {
    let mut digits = [0; DIGITS];
    for (value, plane) in planes.iter().enumerate().skip(1) {
        for (d, digit) in digits.iter_mut().enumerate() {
            *digit |= if value >> d & 1 == 1 { *plane } else { 0 };
        }
    }
    digits
}

/// For each byte, a word that has one of its bits in each byte, the lowest first.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte as u64 >> bit) & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

fn spread(digits: &[u64; DIGITS], planes: usize, to: &mut [u8; 64]) {
    let needed = (planes.next_power_of_two().trailing_zeros() as usize).clamp(1, DIGITS);
    for (byte, to) in to.chunks_exact_mut(8).enumerate() {
        let digit = |d: usize| SPREAD[(digits[d] >> (8 * byte) & 255) as usize] << d;
        let cells = (0..needed).fold(0, |cells, d| cells | digit(d));
        to.copy_from_slice(&cells.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_as_many_orders_as_can_be_written_down() {
        for (sorted, orders) in
            [(&[] as &[u32], 1), (&[3], 1), (&[1, 2, 3], 6), (&[1, 1, 2], 3), (&[0, 0, 5, 5], 6), (&[2; 9], 1)]
        {
            assert_eq!(arrangements(sorted), orders, "{sorted:?}");
        }
        let many: Vec<u32> = (0..30).collect();
        assert_eq!(arrangements(&many), (1..=30).product::<u128>());
    }

    #[test]
    fn bits_become_bytes() {
        let value = |cell: usize| cell * 7 % 11;
        for planes in [11, 12, 16, 63] {
            let mut words = vec![0u64; 3 * planes];
            (0..192).for_each(|cell| words[cell / 64 * planes + value(cell)] |= 1 << (cell % 64));
            for (skip, len) in [(0, 192), (0, 64), (1, 127), (63, 2), (5, 20), (63, 129)] {
                let mut found = vec![0; len];
                expand(planes, &words, skip, &mut found);
                let expected: Vec<u8> = (skip..skip + len).map(|cell| value(cell) as u8).collect();
                assert_eq!(found, expected, "{planes} planes, {len} cells from {skip}");
            }
        }
    }
}
