//! Computes the columns of a line in order.
//!
//! In: a [`Program`], and the values of the first columns. Out: the values of the line, column by column; the state; and the argument that
//! all later values recur when the state does.
//!
//! A set of used values that only grows is stored as `low` and a window of bits. All numbers below `low` are in the set, bit i says whether `low + i`
//! is, and bit 0 is always clear. So nothing is lost, and the mex never needs numbers below `low`. Of the numbers beyond the window only the least
//! one ever inserted is stored, in `end`. The window is exact as long as it ends before `end`. When `low` comes so near to `end` that it does not,
//! wider windows are taken. A single option may be ignored if it is below `low` (it is in the set). It may also be ignored if it is beyond the
//! window, as long as some bit of the window is clear, because the mex is there.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::numbers::{index, short};
use super::program::Program;

/// A set of numbers that contains all numbers below `low`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Used<const W: usize> {
    low: u64,
    bits: [u64; W],
    /// The least number in the set beyond the window; `NONE` if there never was one.
    end: u64,
}

/// The cells of a residue class of columns, in a compact form.
struct Plan {
    /// The cells to compute, in order.
    cells: Vec<Step>,
    /// The single options, by row and distance.
    steps: Vec<(u32, u32)>,
    /// Sets, each with a row whose value `back - 1` columns back is inserted after a column of this class.
    feeds: Vec<(u32, u32)>,
    /// Do positions of the line exist in these columns?
    there: bool,
}

struct Step {
    row: u32,
    set: Option<u32>,
    steps: std::ops::Range<usize>,
    /// The cell has no option.
    terminal: bool,
}

/// The state before a column.
#[derive(Clone)]
pub(crate) struct Machine<const W: usize> {
    plans: Arc<Vec<Plan>>,
    rows: usize,
    target: usize,
    misere: bool,
    back: u64,
    /// The number of columns stored, a power of two.
    kept: u64,
    pub(crate) column: u64,
    sets: Vec<Used<W>>,
    /// The values of the last columns, indexed by the column modulo their number, and by row.
    recent: Vec<u64>,
}

/// Stands for the value of a position that does not exist.
pub(crate) const NONE: u64 = u64::MAX;

/// The windows are too narrow.
pub(crate) struct Narrow;

impl<const W: usize> Used<W> {
    const SIZE: u64 = 64 * W as u64;

    fn of(values: &BTreeSet<u64>) -> Option<Used<W>> {
        let low = values.iter().zip(0..).take_while(|(v, n)| **v == *n).count() as u64;
        let mut used = Used { low, bits: [0; W], end: NONE };
        values.iter().all(|v| used.put(*v)).then_some(used)
    }

    /// Inserts a number. Returns `false` if the window is no longer exact, or if the number is `NONE`.
    #[inline(always)]
    fn put(&mut self, value: u64) -> bool {
        // For a number below `low`, which is in the set, the difference wraps to a large number.
        let place = value.wrapping_sub(self.low);
        if place < Self::SIZE {
            self.bits[(place / 64) as usize] |= 1 << (place % 64);
            self.settle();
            return self.end - self.low >= Self::SIZE;
        }
        if value >= self.low {
            self.end = self.end.min(value);
        }
        value != NONE
    }

    /// Raises `low` until bit 0 is clear.
    #[inline(always)]
    fn settle(&mut self) {
        while self.bits[0] & 1 == 1 {
            let full = self.bits[0].trailing_ones();
            self.low += u64::from(full);
            if full == 64 {
                self.bits.copy_within(1.., 0);
                self.bits[W - 1] = 0;
            } else {
                for k in 0..W {
                    let above = if k + 1 < W { self.bits[k + 1] } else { 0 };
                    self.bits[k] = self.bits[k] >> full | above << (64 - full);
                }
            }
        }
    }
}

impl Plan {
    fn of(program: &Program, residue: usize) -> Plan {
        let there = program.cells[program.target][residue].is_some();
        let mut plan = Plan { cells: vec![], steps: vec![], feeds: vec![], there };
        for (row, cells) in program.cells.iter().enumerate() {
            let Some(cell) = &cells[residue] else { continue };
            let begin = plan.steps.len();
            plan.steps.extend(cell.steps.iter().map(|(row, back)| (short(*row), short(*back))));
            plan.cells.push(Step {
                row: short(row),
                set: cell.set.map(short),
                steps: begin..plan.steps.len(),
                terminal: cell.set.is_none() && cell.steps.is_empty(),
            });
        }
        // The next column has the residue `residue + 1`. Its sets end `back` columns before it.
        let modulus = program.modulus;
        let class = (residue as u64 + 1 + modulus - program.back % modulus) % modulus;
        for (number, set) in program.sets.iter().enumerate() {
            plan.feeds.extend(set.feeds[index(class)].iter().map(|row| (short(number), short(*row))));
        }
        plan
    }
}

impl<const W: usize> Machine<W> {
    /// The state before a column. `value` (of row and column) gives the values of all columns before, and `early` those of single
    /// positions.
    pub(crate) fn new(
        program: &Program,
        misere: bool,
        column: u64,
        value: &dyn Fn(usize, u64) -> u64,
        early: &dyn Fn(&[u64]) -> u64,
    ) -> Result<Machine<W>, Narrow> {
        let mut sets = vec![];
        for set in &program.sets {
            let mut values: BTreeSet<u64> = set.early.iter().map(|p| early(p)).collect();
            for c in program.near..=column - program.back {
                values.extend(set.feeds[index(c % program.modulus)].iter().map(|row| value(*row, c)));
            }
            sets.push(Used::of(&values).ok_or(Narrow)?);
        }
        let (rows, kept) = (program.rows.len(), (program.depth + 1).next_power_of_two());
        let mut recent = vec![NONE; rows * index(kept)];
        for c in column - program.depth..column {
            for row in 0..rows {
                recent[index(c % kept) * rows + row] = value(row, c);
            }
        }
        let plans = Arc::new((0..index(program.modulus)).map(|residue| Plan::of(program, residue)).collect());
        let (target, back) = (program.target, program.back);
        Ok(Machine { plans, rows, target, misere, back, kept, column, sets, recent })
    }

    /// Computes columns. The line's values are written to `out`.
    pub(crate) fn run(&mut self, out: &mut [u64]) -> Result<(), Narrow> {
        let plans = self.plans.clone();
        for out in out {
            let plan = &plans[index(self.column % plans.len() as u64)];
            *out = self.next(plan)?;
        }
        Ok(())
    }

    #[inline]
    fn next(&mut self, plan: &Plan) -> Result<u64, Narrow> {
        let (column, rows, mask) = (self.column, self.rows, self.kept - 1);
        let here = index(column & mask) * rows;
        for cell in &plan.cells {
            let Used { low, mut bits, .. } = match cell.set {
                Some(set) => self.sets[set as usize],
                None => Used { low: 0, bits: [0; W], end: NONE },
            };
            for (row, back) in &plan.steps[cell.steps.clone()] {
                let at = index(column.wrapping_sub(u64::from(*back)) & mask) * rows + index(*row);
                let place = self.recent[at].wrapping_sub(low);
                if place < Used::<W>::SIZE {
                    bits[(place / 64) as usize] |= 1 << (place % 64);
                }
            }
            let word = bits.iter().position(|word| *word != u64::MAX).ok_or(Narrow)?;
            let mex = low + 64 * word as u64 + u64::from(bits[word].trailing_ones());
            let value = if cell.terminal { u64::from(self.misere) } else { mex };
            self.recent[here + cell.row as usize] = value;
        }
        let last = index((column + 1).wrapping_sub(self.back) & mask) * rows;
        for (set, row) in &plan.feeds {
            if !self.sets[*set as usize].put(self.recent[last + *row as usize]) {
                return Err(Narrow);
            }
        }
        self.column += 1;
        Ok(if plan.there { self.recent[here + self.target] } else { NONE })
    }

    fn value(&self, row: usize, column: u64) -> u64 {
        self.recent[index(column % self.kept) * self.rows + row]
    }

    /// Has no set a number beyond its window?
    pub(crate) fn is_whole(&self) -> bool {
        self.sets.iter().all(|set| set.end == NONE)
    }

    /// Does everything recur for ever, if `self` is an earlier state of `later`, and the distance of their columns is a multiple of the
    /// modulus? Returns the growth of the line's values over this distance.
    ///
    /// The condition: each row (by its values of the last `depth` columns) and each set (by its `low`) has grown by 0 or by some s, the same s for
    /// all that grow, and the bits are the same. The cells of a growing row have a growing set, which is whole ([`is_whole`](Self::is_whole)); those
    /// of a still row have a still set or none. Then each value of the next column exceeds that of the column `later - self` before by the growth of
    /// its row:
    ///
    /// - adding s to all elements of a set that contains all numbers below `low`, and inserting the numbers below `low + s`, adds s to the
    ///   mex;
    /// - the `low` of a still set does not rise, so numbers beyond its window never matter;
    /// - suppose there are rows of both kinds. Then all values of still rows are at most `most`. At `self` the `low` of all growing sets and the
    ///   values of all growing rows are beyond `most`. They remain so, because `low` never falls and a value of a growing row is at least its
    ///   `low`. So what a growing cell or set gets from a still row is in the set already. And what a still cell or set gets from a growing row is
    ///   beyond its window, before and after, because `most` is beyond all windows of still sets.
    pub(crate) fn recurs(&self, later: &Machine<W>, program: &Program) -> Result<u64, String> {
        let differ =
            || Err(format!("the state before column {} is not that before column {}", self.column, later.column));
        let grown: Vec<u64> = self.sets.iter().zip(&later.sets).map(|(a, b)| b.low.wrapping_sub(a.low)).collect();
        if self.sets.iter().zip(&later.sets).any(|(a, b)| a.bits != b.bits || b.low < a.low) {
            return differ();
        }
        let mut rises: Vec<Option<u64>> = vec![None; self.rows];
        let mut most = 0;
        let mut least = u64::MAX;
        for back in 1..=program.depth {
            for (row, rise) in rises.iter_mut().enumerate() {
                let (column, after) = (self.column - back, later.column - back);
                if program.cells[row][index(column % program.modulus)].is_none() {
                    continue;
                }
                let (a, b) = (self.value(row, column), later.value(row, after));
                if b < a || rise.is_some_and(|rise| rise != b - a) {
                    return differ();
                }
                *rise = Some(b - a);
                if a == b {
                    most = most.max(a);
                } else {
                    least = least.min(a);
                }
            }
        }
        // A row without a value in those columns grows as its sets do.
        for (row, cells) in program.cells.iter().enumerate() {
            for cell in cells.iter().flatten() {
                let set = cell.set.map_or(0, |set| grown[set]);
                if *rises[row].get_or_insert(set) != set {
                    return Err("a line that it depends on grows, but not what it has used".into());
                }
                if set == 0 {
                    most = most
                        .max(cell.set.map_or(cell.steps.len().max(1) as u64, |set| self.sets[set].low + 64 * W as u64));
                }
            }
        }
        let rate =
            grown.iter().copied().chain(rises.iter().flatten().copied()).filter(|g| *g > 0).collect::<BTreeSet<u64>>();
        if rate.len() > 1 {
            return Err("the lines that it depends on grow at different rates".into());
        }
        if later.sets.iter().zip(&grown).any(|(set, grown)| *grown > 0 && set.end != NONE) {
            return Err("a line that grows has used a number that lies far from the others".into());
        }
        least =
            self.sets.iter().zip(&grown).filter(|(_, grown)| **grown > 0).map(|(set, _)| set.low).fold(least, u64::min);
        let still = rises.contains(&Some(0));
        if still && !rate.is_empty() && least <= most {
            return Err("values of lines that grow and of lines that do not are not apart yet".into());
        }
        rises[program.target].ok_or_else(|| "the line has no positions".into())
    }
}
