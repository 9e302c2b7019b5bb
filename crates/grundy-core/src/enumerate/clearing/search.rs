//! The search for the value of a group.
//!
//! In: the moves, and a position. Out: its value, or the reason why there is none.
//!
//! The search never asks for a value if it can ask whether the value is a given number (Lemoine and Viennot, "Nimbers are inevitable", Theoret. Comput. Sci.
//! 462, 2012): one option of this value settles that it is not. Of a sum, all groups but the largest get their values, and the largest is asked for what is
//! left. Before any option is searched, all are looked up; then those with the fewest cells and joins come first (`options`).
//!
//! Measured and left out: a look at the options of options before one is searched halves the time of Cram on 5 x 8 squares, and makes Node Kayles on a lattice
//! of 7 x 9 four times slower. Groups that are isomorphic as graphs are searched once where colour refinement numbers their cells: questions are half as many
//! or fewer, as on a lattice with its vertices in disorder, but they take as long together, and three times the memory.

use hashbrown::HashMap;

use super::board::Board;
use super::mask::Mask;
use super::moves::Moves;
use super::options::{Options, Sum};
use super::{read, theorems};
use crate::contract::limits::{Held, Limits};
use crate::contract::stop::{Result, Stop};
use grundy_rules::lang::Code;
use grundy_rules::rules::Ruleset;

/// Questions about a group between two looks at the interruption and the memory.
const PATIENCE: u64 = 1 << 10;
/// The most moves of a game.
const MOST: usize = 1 << 12;

/// What a search finds, unless it ends before.
type Found<T> = std::result::Result<T, Ended>;

/// Why a search ends without a value.
enum Ended {
    /// The groups take too much memory.
    Room,
    Stop(Stop),
}

/// What is known of the value of a group: the value, below a bit that says so; or a bit for each small number that some option has.
#[derive(Clone, Copy, Default)]
pub(super) struct Known(u64);

impl Known {
    const IS_VALUE: u64 = 1 << 63;

    fn of_value(value: u32) -> Known {
        Known(Known::IS_VALUE | u64::from(value))
    }

    fn value(self) -> Option<u32> {
        (self.0 & Known::IS_VALUE != 0).then_some(self.0 as u32)
    }

    /// Is it known, while the value is not, that some option has this number?
    pub(super) fn is_taken(self, number: u32) -> bool {
        number < 63 && self.0 >> number & 1 == 1
    }

    pub(super) fn take(&mut self, number: u32) {
        self.0 |= if number < 63 { 1 << number } else { 0 };
    }
}

/// What is known of groups, by the first that looks like them.
pub(super) type Memo<const W: usize> = HashMap<Mask<W>, Known, foldhash::fast::FixedState>;

/// The known value of a group.
pub(super) fn value_in<const W: usize>(known: &Memo<W>, group: Mask<W>) -> Option<u32> {
    known.get(&group).and_then(|known| known.value())
}

/// The search for one width of masks. Groups are always the first of those that look like them.
pub(crate) struct Search<const W: usize> {
    moves: Moves<W>,
    /// The number of each cell when it is full.
    when_full: Vec<u64>,
    board: Board<W>,
    pub(super) known: Memo<W>,
    limits: Limits,
    held: Held,
    /// How many questions about groups were asked.
    asked: u64,
    /// The bytes of the options that are being looked at.
    open: u64,
}

impl<const W: usize> Search<W> {
    pub(super) fn of(rules: &Ruleset, limits: &Limits) -> Option<Search<W>> {
        let (moves, when_full) = read::moves(rules).filter(|(moves, _)| moves.len() <= MOST)?;
        let held = limits.hold(0, "this search").ok()?;
        let board = Board::of(rules.width(), &moves);
        let moves = Moves::of(moves, rules.width());
        Some(Search {
            moves,
            when_full,
            board,
            known: Memo::default(),
            limits: limits.clone(),
            held,
            asked: 0,
            open: 0,
        })
    }

    pub(super) fn of_position(&mut self, position: &[u64]) -> Result<Option<u32>> {
        if position.iter().any(|x| *x > 1) {
            return Ok(None);
        }
        let full = Mask::of(self.full(position));
        let is_new = self.known.is_empty();
        let mut found = self.of_cells(full);
        // Whether the memory suffices does not depend on earlier questions; and what comes after this search gets its memory.
        if matches!(found, Err(Ended::Room)) {
            self.forget();
            found = if is_new { found } else { self.of_cells(full) };
        }
        match found {
            Ok(value) => Ok(Some(value)),
            Err(Ended::Room) => {
                self.forget();
                Ok(None)
            }
            Err(Ended::Stop(stop)) => Err(stop),
        }
    }

    /// The full cells of a position.
    pub(super) fn full(&self, position: &[u64]) -> impl Iterator<Item = usize> {
        let both = position.iter().zip(&self.when_full).enumerate();
        both.filter(|(_, (number, full))| number == full).map(|(cell, _)| cell)
    }

    fn forget(&mut self) {
        self.known = Memo::default();
        self.asked = 0;
        self.held.set(0);
    }

    /// The value of full cells.
    fn of_cells(&mut self, full: Mask<W>) -> Found<u32> {
        self.open = 0;
        let mut groups = vec![];
        let mut sum = Sum::of(full, &self.moves, &self.board, &self.known, &mut groups);
        self.value_of_sum(&mut sum, &groups)
    }

    fn value_of_sum(&mut self, sum: &mut Sum, groups: &[Mask<W>]) -> Found<u32> {
        self.shorten(sum, groups)?;
        let last = groups[sum.open()].first().map_or(Ok(0), |group| self.value(*group))?;
        Ok(sum.settled ^ last)
    }

    /// Is the value of a sum this number?
    fn sum_is(&mut self, sum: &mut Sum, groups: &[Mask<W>], number: u32) -> Found<bool> {
        self.shorten(sum, groups)?;
        let rest = sum.settled ^ number;
        groups[sum.open()].first().map_or(Ok(rest == 0), |group| self.is(*group, rest))
    }

    /// Finds the values of all groups of a sum but the last, which is the largest.
    fn shorten(&mut self, sum: &mut Sum, groups: &[Mask<W>]) -> Found<()> {
        while sum.open().len() > 1 {
            let value = self.value(groups[sum.first])?;
            sum.settle(value);
        }
        Ok(())
    }

    fn value(&mut self, group: Mask<W>) -> Found<u32> {
        match value_in(&self.known, group) {
            Some(value) => Ok(value),
            None => self.settle(group, None)?.ok_or(Ended::Room),
        }
    }

    /// Is the value of a group this number?
    fn is(&mut self, group: Mask<W>, number: u32) -> Found<bool> {
        let known = self.known.get(&group).copied().unwrap_or_default();
        if let Some(value) = known.value() {
            return Ok(value == number);
        }
        if known.is_taken(number) || number > self.moves.most(group) {
            return Ok(false);
        }
        Ok(self.settle(group, Some(number))? == Some(number))
    }

    /// Finds the value of a group, and keeps what it learns. If only one number is wanted, and the value is another, the answer may be `None`.
    fn settle(&mut self, group: Mask<W>, wanted: Option<u32>) -> Found<Option<u32>> {
        self.look()?;
        if let Some(stalk) = theorems::stalk(&self.moves, group) {
            return self.settle_on_stalk(group, group.without(stalk), wanted);
        }
        let known = self.known.get(&group).copied();
        if known.is_none() && theorems::is_mirrored(&self.moves, &self.board, group) {
            self.known.insert(group, Known::of_value(0));
            return Ok(Some(0));
        }
        let mut options = Options::of(group, &self.moves, &self.board, &self.known, known.unwrap_or_default(), wanted);
        let bytes = options.bytes();
        self.open += bytes;
        let value = self.search(&mut options, wanted)?;
        self.open -= bytes;
        self.known.insert(group, value.map_or(options.taken, Known::of_value));
        Ok(value)
    }

    /// The same where a cell stands on a group as a stalk, so that the value is one more than the value of the rest.
    fn settle_on_stalk(&mut self, group: Mask<W>, rest: Mask<W>, wanted: Option<u32>) -> Found<Option<u32>> {
        let mut groups = vec![];
        let mut sum = Sum::of(rest, &self.moves, &self.board, &self.known, &mut groups);
        let value = match wanted {
            Some(0) => return Ok(None),
            Some(number) if !self.sum_is(&mut sum, &groups, number - 1)? => return Ok(None),
            Some(number) => number,
            None => self.value_of_sum(&mut sum, &groups)? + 1,
        };
        self.known.insert(group, Known::of_value(value));
        Ok(Some(value))
    }

    /// The value of a group by its options; `None` if it is not the one that is wanted, and not known. The value is the least number that no option has.
    fn search(&mut self, options: &mut Options<W>, wanted: Option<u32>) -> Found<Option<u32>> {
        if let Some(number) = wanted
            && self.is_taken(options, number)?
        {
            return Ok(None);
        }
        let mut least = 0;
        while Some(least) != wanted && self.is_taken(options, least)? {
            least += 1;
        }
        Ok(Some(least))
    }

    /// Has some option this value?
    fn is_taken(&mut self, options: &mut Options<W>, number: u32) -> Found<bool> {
        if options.taken.is_taken(number) {
            return Ok(true);
        }
        for sum in &mut options.sums {
            if self.sum_is(sum, &options.groups, number)? {
                options.taken.take(number);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Looks now and then whether the search must end. The map of what is known doubles where it is full, and is there twice while it does.
    fn look(&mut self) -> Found<()> {
        self.asked += 1;
        if !self.asked.is_multiple_of(PATIENCE) {
            return Ok(());
        }
        let bytes = self.known.allocation_size() as u64;
        let doubles = ((self.known.capacity() - self.known.len()) as u64) < PATIENCE;
        let bytes = self.open + if doubles { 3 * bytes } else { bytes };
        self.held.grow(bytes, &self.limits, "this search").map_err(|stop| match stop {
            Stop::Error(error) if error.code == Code::Memory => Ended::Room,
            stop => Ended::Stop(stop),
        })
    }
}
