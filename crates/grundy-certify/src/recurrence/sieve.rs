//! Levels: finds the positions of the values 0, 1, 2, …, line by line.
//!
//! In: for each value the lines that have had it, from the present one on, and how many diagonals (x, x + d), d = 0, 1, …, other values fill. Out:
//! for the next line x and each value, the diagonal of its position (x, y), y >= x, or that the value is in an earlier column.
//!
//! All (x', y), x' < x, and (x, y'), y' < y, are options of (x, y), and G(x, y) = G(y, x). So (x, y), x <= y, has an option with the value g if
//! and only if g occurs in line x before column y, or in line y before column x. Therefore, if line x has not had g, g is at the least y >= x
//! such that no lower value is there and line y has not had g. Every line has every value exactly once, so lines before x have had all values.
//! The further course is determined by the windows of bits that say which lines from x on have had each value.

use crate::form::numbers::index;
use crate::recurrence::comes_again::Machine;
use crate::recurrence::least::OTHER;
use crate::recurrence::windows::{Halt, Narrow, Window};

/// Stands for the diagonal of a value that is in an earlier column of the line.
const HAD: u64 = u64::MAX;

/// The sequence whose terms a sieve finds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sequence {
    /// b - a for the positions (a, b), a <= b, of the last value, in order.
    Differences,
    /// The values at (x + n, x + n + diagonal), or [`OTHER`].
    Diagonal { x: u64, diagonal: u64 },
}

/// The state of some values before a line.
#[derive(Clone)]
pub(crate) struct Sieve<const W: usize> {
    sequence: Sequence,
    pub(crate) line: u64,
    /// The least of the values.
    first: u64,
    /// The diagonals that lower values fill.
    full: Window<W>,
    /// For each value the lines that have had it, from `line` on.
    had: Vec<Window<W>>,
    /// The diagonals of the values in the line computed last.
    diagonals: Vec<u64>,
    /// The diagonals in this line that have one of these values or a lower one.
    taken: Window<W>,
}

impl<const W: usize> Sieve<W> {
    /// The state before a line. `had` has for each value from 0 on the lines that have had it.
    pub(crate) fn new(sequence: Sequence, line: u64, had: impl Iterator<Item = Vec<u64>>) -> Result<Sieve<W>, Narrow> {
        let window = |lines: Vec<u64>| {
            let mut window = Window::EMPTY;
            lines.iter().filter(|y| **y >= line).try_for_each(|y| window.put(y - line))?;
            Ok(window)
        };
        let had = had.map(window).collect::<Result<Vec<_>, Narrow>>()?;
        let diagonals = vec![HAD; had.len()];
        Ok(Sieve { sequence, line, first: 0, full: Window::EMPTY, had, diagonals, taken: Window::EMPTY })
    }

    /// Drops the values below `first`, which fill the diagonals below `full`.
    pub(crate) fn without(&mut self, first: u64, full: u64) -> Result<(), Narrow> {
        self.full = Window::EMPTY;
        (0..full).try_for_each(|diagonal| self.full.put(diagonal))?;
        self.had.drain(..index(first - self.first));
        self.diagonals.truncate(self.had.len());
        self.first = first;
        Ok(())
    }

    /// A copy with only the values up to `last`.
    pub(crate) fn only(&self, last: u64) -> Sieve<W> {
        let mut sieve = self.clone();
        sieve.had.truncate(index(last - self.first + 1));
        sieve.diagonals.truncate(sieve.had.len());
        sieve
    }

    /// The number of diagonals with one of these values or a lower one in the line computed last, if these are the first ones.
    pub(crate) fn filled(&self) -> Option<u64> {
        let count: u64 = self.taken.0.iter().map(|word| u64::from(word.count_ones())).sum();
        (self.taken.mex().ok()? == count).then_some(count)
    }

    /// The values, in words.
    pub(crate) fn values(&self) -> String {
        format!("the values {} to {}", self.first, self.first + self.had.len() as u64 - 1)
    }
}

impl<const W: usize> Machine for Sieve<W> {
    fn at(&self) -> u64 {
        self.line
    }

    #[inline(always)]
    fn step(&mut self) -> Result<Option<u64>, Narrow> {
        self.taken = self.full;
        for (had, diagonal) in self.had.iter_mut().zip(&mut self.diagonals) {
            *diagonal = HAD;
            if had.0[0] & 1 == 0 {
                *diagonal = had.with(&self.taken).mex()?;
                had.put(*diagonal)?;
                self.taken.put(*diagonal)?;
            }
            had.lower(1);
        }
        self.line += 1;
        Ok(match self.sequence {
            Sequence::Differences => self.diagonals.last().copied().filter(|diagonal| *diagonal != HAD),
            Sequence::Diagonal { x, .. } if self.line <= x => None,
            Sequence::Diagonal { diagonal, .. } => {
                let place = self.diagonals.iter().position(|d| *d == diagonal);
                Some(place.map_or(OTHER, |place| self.first + place as u64))
            }
        })
    }

    /// What these values do depends on the lines that have had them alone, as long as lower values fill the same diagonals.
    fn growth(&self, earlier: &Self) -> Result<u64, Halt> {
        if self.had == earlier.had {
            return Ok(0);
        }
        let (values, line) = (self.values(), earlier.line);
        Err(format!("the state of {values} in line {line} is not that in line {}", self.line).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of 2-pile Nim: g is at (x, y) if and only if the nim-sum of x and y is g.
    #[test]
    fn nim_is_the_nim_sum() {
        let Ok(mut sieve) = Sieve::<1>::new(Sequence::Differences, 0, (0..16).map(|_| vec![])) else {
            panic!("windows are wide enough")
        };
        for x in 0u64..200 {
            assert!(sieve.step().is_ok(), "windows are wide enough");
            assert_eq!(sieve.filled(), Some(16 - x % 16), "line {x}");
            for (g, diagonal) in (0..16).zip(&sieve.diagonals) {
                let y = x ^ g;
                assert_eq!(*diagonal, if y < x { HAD } else { y - x }, "value {g}, line {x}");
            }
        }
    }

    #[test]
    fn windows_that_are_too_narrow_say_so() {
        assert!(Sieve::<1>::new(Sequence::Differences, 3, [vec![66]].into_iter()).is_ok());
        assert!(Sieve::<1>::new(Sequence::Differences, 3, [vec![67]].into_iter()).is_err());
        let mut nim = Sieve::<1>::new(Sequence::Differences, 0, (0..65).map(|_| vec![]))
            .unwrap_or_else(|_| panic!("nothing is used yet"));
        assert!(nim.step().is_err());
    }
}
