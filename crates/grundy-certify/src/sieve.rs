//! Levels: finds the positions of the values 0, 1, 2, …, line by line.
//!
//! In: for each value the lines that have had it, from the present one on, and how many diagonals (x, x + d), d = 0, 1, …, other values fill. Out:
//! for the next line x and each value, the diagonal of its position (x, y), y >= x, or that the value is in an earlier column.
//!
//! All (x', y), x' < x, and (x, y'), y' < y, are options of (x, y), and G(x, y) = G(y, x). So (x, y), x <= y, has an option with the value g if
//! and only if g occurs in line x before column y, or in line y before column x. Therefore, if line x has not had g, g is at the least y >= x
//! such that no lower value is there and line y has not had g. Every line has every value exactly once, so lines before x have had all values.
//! The further course is determined by the windows of bits that say which lines from x on have had each value.

use super::machine::Narrow;

/// A set of numbers, as bits.
pub(crate) type Window<const W: usize> = [u64; W];

/// Stands for the diagonal of a value that is in an earlier column of the line.
pub(crate) const HAD: u64 = u64::MAX;

/// The state of some values before a line.
#[derive(Clone)]
pub(crate) struct Sieve<const W: usize> {
    pub(crate) line: u64,
    /// The diagonals that values outside of this sieve fill.
    full: Window<W>,
    /// For each value the lines that have had it, from `line` on.
    pub(crate) had: Vec<Window<W>>,
    /// The diagonals of the values in the line computed last.
    pub(crate) diagonals: Vec<u64>,
}

/// Inserts a number, if the window is wide enough.
fn put<const W: usize>(window: &mut Window<W>, number: u64) -> Result<(), Narrow> {
    let word = usize::try_from(number / 64).ok().and_then(|k| window.get_mut(k)).ok_or(Narrow)?;
    *word |= 1 << (number % 64);
    Ok(())
}

/// All numbers less than `number`.
fn below<const W: usize>(number: u64) -> Result<Window<W>, Narrow> {
    let mut window = [0; W];
    (0..number).try_for_each(|k| put(&mut window, k))?;
    Ok(window)
}

/// The least number in neither window.
#[inline]
fn mex<const W: usize>(a: &Window<W>, b: &Window<W>) -> Result<u64, Narrow> {
    let words = a.iter().zip(b).map(|(a, b)| a | b).enumerate();
    let (k, word) = words.into_iter().find(|(_, word)| *word != u64::MAX).ok_or(Narrow)?;
    Ok(64 * k as u64 + u64::from(word.trailing_ones()))
}

/// If the window has exactly the numbers below some number, that number.
pub(crate) fn filled<const W: usize>(window: &Window<W>) -> Option<u64> {
    let first = mex(window, &[0; W]).ok()?;
    let count: u64 = window.iter().map(|word| u64::from(word.count_ones())).sum();
    (first == count).then_some(first)
}

impl<const W: usize> Sieve<W> {
    /// The state before a line. `had` has for each value the lines that have had it.
    pub(crate) fn new(line: u64, had: impl Iterator<Item = Vec<u64>>) -> Result<Sieve<W>, Narrow> {
        let window = |lines: Vec<u64>| {
            let mut window = [0; W];
            lines.iter().filter(|y| **y >= line).try_for_each(|y| put(&mut window, y - line))?;
            Ok(window)
        };
        let had = had.map(window).collect::<Result<Vec<_>, Narrow>>()?;
        Ok(Sieve { line, full: [0; W], diagonals: vec![HAD; had.len()], had })
    }

    /// Drops the first values, which fill the diagonals below `full`.
    pub(crate) fn without(&mut self, values: usize, full: u64) -> Result<(), Narrow> {
        self.full = below(full)?;
        self.had.drain(..values);
        self.diagonals.truncate(self.had.len());
        Ok(())
    }

    /// A copy with only the first values.
    pub(crate) fn only(&self, values: usize) -> Sieve<W> {
        let mut sieve = self.clone();
        sieve.had.truncate(values);
        sieve.diagonals.truncate(values);
        sieve
    }

    /// Computes the next line. Returns the diagonals in it that have one of these values, or one of those that fill diagonals.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<Window<W>, Narrow> {
        let mut taken = self.full;
        for (had, diagonal) in self.had.iter_mut().zip(&mut self.diagonals) {
            *diagonal = HAD;
            if had[0] & 1 == 0 {
                *diagonal = mex(had, &taken)?;
                put(had, *diagonal)?;
                put(&mut taken, *diagonal)?;
            }
            for k in 0..W {
                let above = if k + 1 < W { had[k + 1] } else { 0 };
                had[k] = had[k] >> 1 | above << 63;
            }
        }
        self.line += 1;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of 2-pile Nim: g is at (x, y) if and only if the nim-sum of x and y is g.
    #[test]
    fn nim_is_the_nim_sum() {
        let Ok(mut sieve) = Sieve::<1>::new(0, (0..16).map(|_| vec![])) else { panic!("windows are wide enough") };
        for x in 0u64..200 {
            let Ok(taken) = sieve.step() else { panic!("windows are wide enough") };
            assert_eq!(filled(&taken), Some(16 - x % 16), "line {x}");
            for (g, diagonal) in (0..16).zip(&sieve.diagonals) {
                let y = x ^ g;
                assert_eq!(*diagonal, if y < x { HAD } else { y - x }, "value {g}, line {x}");
            }
        }
    }

    #[test]
    fn windows_that_are_too_narrow_say_so() {
        assert!(Sieve::<1>::new(3, [vec![66]].into_iter()).is_ok());
        assert!(Sieve::<1>::new(3, [vec![67]].into_iter()).is_err());
        let mut nim = Sieve::<1>::new(0, (0..65).map(|_| vec![])).unwrap_or_else(|_| panic!("nothing is used yet"));
        assert!(nim.step().is_err());
    }
}
