//! Computes the columns of a line in order.
//!
//! In: [`LineOptions`], and the values of the first columns. Out: the values of the line, column by column; the state; and the argument that
//! all later values recur when the state does.
//!
//! A set of used values that only grows is stored as `low` and a window of bits. All numbers below `low` are in the set, bit i says whether `low + i`
//! is, and bit 0 is always clear. So nothing is lost, and the mex never needs numbers below `low`. Of the numbers beyond the window only the least
//! one ever inserted is stored, in `end`. The window is exact as long as it ends before `end`. When `low` comes so near to `end` that it does not,
//! wider windows are taken. A single option may be ignored if it is below `low` (it is in the set). It may also be ignored if it is beyond the
//! window, as long as some bit of the window is clear, because the mex is there.

use std::collections::BTreeSet;

use crate::form::expr::Result;
use crate::form::numbers::index;
use crate::recurrence::comes_again::Machine;
use crate::recurrence::least::NONE;
use crate::recurrence::line_options::{LineOptions, Wired};
use crate::recurrence::windows::{Halt, Narrow, Window};

/// A set of numbers that contains all numbers below `low`.
#[derive(Clone, Copy, Debug)]
struct Used<const W: usize> {
    low: u64,
    bits: Window<W>,
    /// The least number in the set beyond the window; `NONE` if there never was one.
    end: u64,
}

/// The state before a column.
#[derive(Clone)]
pub(crate) struct Columns<'a, const W: usize> {
    options: &'a LineOptions,
    misere: bool,
    /// The number of columns stored, a power of two.
    kept: u64,
    column: u64,
    sets: Vec<Used<W>>,
    /// The values of the last columns, indexed by the column modulo their number, and by row.
    recent: Vec<u64>,
}

impl<const W: usize> Used<W> {
    const NOTHING: Self = Used { low: 0, bits: Window::EMPTY, end: NONE };

    /// Inserts a number. The window must stay exact.
    #[inline(always)]
    fn put(&mut self, value: u64) -> Result<(), Narrow> {
        // For a number below `low`, which is in the set, the difference wraps to a large number.
        if self.bits.put(value.wrapping_sub(self.low)).is_ok() {
            while self.bits.0[0] & 1 == 1 {
                let full = self.bits.0[0].trailing_ones();
                self.low += u64::from(full);
                self.bits.lower(full);
            }
            return if self.end - self.low >= Window::<W>::SIZE { Ok(()) } else { Err(Narrow) };
        }
        if value >= self.low {
            self.end = self.end.min(value);
        }
        if value == NONE { Err(Narrow) } else { Ok(()) }
    }
}

impl<'a, const W: usize> Columns<'a, W> {
    /// The state before a column. `value` gives the values of all positions in columns before.
    pub(crate) fn new(
        options: &'a LineOptions,
        misere: bool,
        column: u64,
        value: &mut dyn FnMut(&[u64]) -> Result<u64>,
    ) -> Result<Columns<'a, W>, Halt> {
        let LineOptions { near, back, depth, ref rows, .. } = *options;
        let mut sets = vec![];
        for set in &options.sets {
            let mut used = Used::NOTHING;
            let cells =
                (near..=column - back).flat_map(|c| set.feeds[options.class(c)].iter().map(move |row| (*row, c)));
            let mut values = set.early.iter().map(|p| value(p)).collect::<Result<BTreeSet<u64>>>()?;
            for (row, c) in cells {
                values.insert(value(&options.position(row, c))?);
            }
            // In ascending order `low` rises before greater numbers come.
            values.into_iter().try_for_each(|value| used.put(value))?;
            sets.push(used);
        }
        let kept = (depth + 1).next_power_of_two();
        let mut recent = vec![NONE; rows.len() * index(kept)];
        for c in column - depth..column {
            for row in 0..rows.len() {
                recent[index(c % kept) * rows.len() + row] = value(&options.position(row, c))?;
            }
        }
        Ok(Columns { options, misere, kept, column, sets, recent })
    }

    #[inline(always)]
    fn place(&self, row: usize, column: u64) -> usize {
        index(column & (self.kept - 1)) * self.options.rows.len() + row
    }

    /// The growth of the line's values since an earlier state, if everything recurs for ever, and the distance of the columns is a multiple of the
    /// modulus.
    ///
    /// The condition: each row (by its values of the last `depth` columns) and each set (by its `low`) has grown by 0 or by some s, the same s for
    /// all that grow, and the bits are the same. The cells of a growing row have a growing set, which is whole (no number lies beyond its window); those
    /// of a still row have a still set or none. Then each value of the next column exceeds that of the column `self - earlier` before by the growth of
    /// its row:
    ///
    /// - adding s to all elements of a set that contains all numbers below `low`, and inserting the numbers below `low + s`, adds s to the
    ///   mex;
    /// - the `low` of a still set does not rise, so numbers beyond its window never matter;
    /// - suppose there are rows of both kinds. Then all values of still rows are at most `most`. At `earlier` the `low` of all growing sets and the
    ///   values of all growing rows are beyond `most`. They remain so, because `low` never falls and a value of a growing row is at least its
    ///   `low`. So what a growing cell or set gets from a still row is in the set already. And what a still cell or set gets from a growing row is
    ///   beyond its window, before and after, because `most` is beyond all windows of still sets.
    fn grown(&self, earlier: &Self) -> Result<u64> {
        let options = self.options;
        let differ =
            || Err(format!("the state before column {} is not that before column {}", earlier.column, self.column));
        if earlier.sets.iter().zip(&self.sets).any(|(a, b)| a.bits != b.bits || b.low < a.low) {
            return differ();
        }
        let grown: Vec<u64> = earlier.sets.iter().zip(&self.sets).map(|(a, b)| b.low - a.low).collect();
        let mut rises: Vec<Option<u64>> = vec![None; options.rows.len()];
        let (mut most, mut least) = (0, u64::MAX);
        for back in 1..=options.depth {
            for cell in &options.classes[options.class(earlier.column - back)] {
                let [a, b] = [earlier, self].map(|state| state.recent[state.place(cell.row, state.column - back)]);
                if b < a || rises[cell.row].is_some_and(|rise| rise != b - a) {
                    return differ();
                }
                rises[cell.row] = Some(b - a);
                if a == b {
                    most = most.max(a);
                } else {
                    least = least.min(a);
                }
            }
        }
        // A row without a value in those columns grows as its sets do.
        for cell in options.classes.iter().flatten() {
            let set = cell.set.map_or(0, |set| grown[set]);
            if *rises[cell.row].get_or_insert(set) != set {
                return Err("a line that it depends on grows, but not what it has used".into());
            }
            if set == 0 {
                let few = cell.steps.len().max(1) as u64;
                most = most.max(cell.set.map_or(few, |set| earlier.sets[set].low + Window::<W>::SIZE));
            }
        }
        let rates: BTreeSet<u64> = grown.iter().chain(rises.iter().flatten()).copied().filter(|g| *g > 0).collect();
        if rates.len() > 1 {
            return Err("the lines that it depends on grow at different rates".into());
        }
        if self.sets.iter().zip(&grown).any(|(set, grown)| *grown > 0 && set.end != NONE) {
            return Err("a line that grows has used a number that lies far from the others".into());
        }
        let growing = earlier.sets.iter().zip(&grown).filter(|(_, grown)| **grown > 0);
        least = growing.map(|(set, _)| set.low).fold(least, u64::min);
        if rises.contains(&Some(0)) && !rates.is_empty() && least <= most {
            return Err("values of lines that grow and of lines that do not are not apart yet".into());
        }
        rises[options.target].ok_or_else(|| "the line has no positions".into())
    }
}

impl<const W: usize> Machine for Columns<'_, W> {
    fn at(&self) -> u64 {
        self.column
    }

    #[inline(always)]
    fn step(&mut self) -> Result<Option<u64>, Narrow> {
        let (options, column, mut term) = (self.options, self.column, NONE);
        let (rows, mask) = (options.rows.len(), self.kept - 1);
        for Wired { row, steps, set } in &options.classes[options.class(column)] {
            let Used { low, mut bits, .. } = set.map_or(Used::NOTHING, |set| self.sets[set]);
            for (row, back) in steps {
                // Beyond the window no number decides the mex.
                let place = index(column.wrapping_sub(*back) & mask) * rows + row;
                _ = bits.put(self.recent[place].wrapping_sub(low));
            }
            let is_terminal = set.is_none() && steps.is_empty();
            let value = if is_terminal { self.misere.into() } else { low + bits.mex()? };
            self.recent[index(column & mask) * rows + row] = value;
            if *row == options.target {
                term = value;
            }
        }
        self.column += 1;
        // The sets of the next column end `back` columns before it.
        let last = self.column - options.back;
        let class = options.class(last);
        for (used, set) in self.sets.iter_mut().zip(&options.sets) {
            for row in &set.feeds[class] {
                used.put(self.recent[index(last & mask) * rows + row])?;
            }
        }
        Ok(Some(term))
    }

    fn growth(&self, earlier: &Self) -> Result<u64, Halt> {
        // A number beyond a window may be what does not recur.
        let is_whole = self.sets.iter().all(|set| set.end == NONE);
        self.grown(earlier).map_err(|why| if is_whole { why.into() } else { Halt::Narrow(Some(why)) })
    }
}
