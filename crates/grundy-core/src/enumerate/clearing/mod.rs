//! Games in which a move empties cells: graphs whose vertices go, boards that fill up, coins on a strip.
//!
//! In: rules all of whose coordinates are cells, full (1) or empty (0), and whose moves need some cells full, others empty, and empty some (`read`). Out:
//! the value of a position in normal play.
//!
//! No move fills a cell. So a move that needs an empty cell is never made again, and cells on which no move depends any more do not matter. The
//! moves that are left join the full cells they depend on; groups of cells that no move joins are played as a sum, and the value is the nim-sum of theirs
//! (Sprague, Grundy). Each group is memoised by its cells, with the cells outside of it empty: no move of the group depends on these. A group that
//! looks the same elsewhere, up to the order-preserving numbering of its cells, has the same value: such are the translates of a lattice.
//!
//! The search never asks for a value if it can ask whether the value is a given number (Lemoine and Viennot, "Nimbers are inevitable", Theoret. Comput. Sci.
//! 462, 2012): one option of this value settles that it is not. Of a sum, all groups but the largest get their values, and the largest is asked for what is
//! left.

mod mask;
mod read;
#[cfg(test)]
mod tests;

use hashbrown::HashMap;

use self::mask::Mask;
use self::read::Clears;
use crate::contract::limits::{Held, Limits};
use crate::contract::stop::{Result, Stop};
use grundy_rules::lang::Code;
use grundy_rules::rules::Ruleset;

/// Groups of up to this many moves are recognised where they stand elsewhere.
const MOVES: usize = 40;
/// Questions about a group between two looks at the interruption and the memory.
const PATIENCE: u64 = 1 << 10;
/// The most moves of a game.
const MOST: usize = 1 << 12;
/// The bytes of an entry of a memo beside its key.
const ENTRY: u64 = 24;

/// The search, for boards of any size that is read.
pub(crate) enum Clearing {
    /// Up to 64 cells.
    One(Search<1>),
    /// Up to 128 cells.
    Two(Search<2>),
    /// Up to 256 cells.
    Four(Search<4>),
}

impl Clearing {
    /// Reads rules; `None` if they are of another shape.
    pub(crate) fn of(rules: &Ruleset, limits: &Limits) -> Option<Clearing> {
        match rules.width() {
            0..=64 => Search::of(rules, limits).map(Clearing::One),
            65..=128 => Search::of(rules, limits).map(Clearing::Two),
            _ => Search::of(rules, limits).map(Clearing::Four),
        }
    }

    /// The value of a position; `None` if an entry is more than 1, or if it takes too much memory.
    ///
    /// # Errors
    /// An interruption.
    pub(crate) fn value(&mut self, position: &[u64]) -> Result<Option<u32>> {
        match self {
            Clearing::One(search) => search.of_position(position),
            Clearing::Two(search) => search.of_position(position),
            Clearing::Four(search) => search.of_position(position),
        }
    }
}

type Fast<K, V> = HashMap<K, V, foldhash::fast::FixedState>;
/// What a search finds, unless it ends before.
type Found<T> = std::result::Result<T, Ended>;

/// What is known of the value of a group.
#[derive(Clone, Copy, Default)]
struct Known {
    value: Option<u8>,
    /// The numbers that some option has, a bit each.
    taken: u128,
}

/// A group of cells, and its moves.
struct Group<const W: usize> {
    cells: Mask<W>,
    moves: Vec<u16>,
}

/// The search for one width of masks.
pub(crate) struct Search<const W: usize> {
    moves: Vec<Clears<W>>,
    /// Exchanges of cells that leave the game as it is.
    exchanges: Vec<Vec<usize>>,
    /// The numbers of groups, by their cells.
    by_cells: Fast<Mask<W>, u32>,
    /// The numbers of groups, by their moves in the order-preserving numbering of the cells of the group.
    by_moves: Fast<Box<[Clears<W>]>, u32>,
    /// What is known of each group, by its number.
    known: Vec<Known>,
    limits: Limits,
    held: Held,
    bytes: u64,
    /// How many questions about groups were asked.
    asked: u64,
}

/// The exchanges of cells that map the moves to each other, among those of strips and boards: the reversal of all cells, and for each shape of a board with
/// so many cells the reversals of its rows and columns, and the transposition.
fn exchanges<const W: usize>(cells: usize, moves: &[Clears<W>]) -> Vec<Vec<usize>> {
    let keeps = |to: &Vec<usize>| {
        let image =
            |m: &Clears<W>| Clears { needs: m.needs.image(to), bars: m.bars.image(to), clears: m.clears.image(to) };
        let mut images: Vec<Clears<W>> = moves.iter().map(image).collect();
        images.sort_unstable();
        images == moves
    };
    let mut all: Vec<Vec<usize>> = vec![(0..cells).rev().collect()];
    for columns in (2..cells).filter(|columns| cells.is_multiple_of(*columns)) {
        let rows = cells / columns;
        let at = |cell: usize| (cell / columns, cell % columns);
        all.push((0..cells).map(at).map(|(i, j)| i * columns + columns - 1 - j).collect());
        all.push((0..cells).map(at).map(|(i, j)| (rows - 1 - i) * columns + j).collect());
        if rows == columns {
            all.push((0..cells).map(at).map(|(i, j)| j * columns + i).collect());
        }
    }
    all.retain(keeps);
    all.truncate(EXCHANGES);
    all
}

/// The most exchanges of cells under which groups are compared.
const EXCHANGES: usize = 8;

/// Why a search ends without a value.
enum Ended {
    /// The groups take too much memory, or a value is 128 or more.
    Room,
    Stop(Stop),
}

impl<const W: usize> Search<W> {
    fn of(rules: &Ruleset, limits: &Limits) -> Option<Search<W>> {
        let moves = read::moves(rules).filter(|moves| moves.len() <= MOST)?;
        let held = limits.hold(0, "this search").ok()?;
        let (by_cells, by_moves) = Default::default();
        let exchanges = exchanges(rules.width(), &moves);
        Some(Search {
            moves,
            exchanges,
            by_cells,
            by_moves,
            known: vec![],
            limits: limits.clone(),
            held,
            bytes: 0,
            asked: 0,
        })
    }

    fn of_position(&mut self, position: &[u64]) -> Result<Option<u32>> {
        if position.iter().any(|x| *x > 1) {
            return Ok(None);
        }
        let full = Mask::of(position.iter().enumerate().filter(|(_, x)| **x == 1).map(|(cell, _)| cell));
        let is_new = self.known.is_empty();
        let mut found = self.sum(full);
        // Whether the memory suffices does not depend on earlier questions; and what comes after this search gets its memory.
        if matches!(found, Err(Ended::Room)) {
            self.forget();
            found = if is_new { found } else { self.sum(full) };
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

    /// The value of full cells.
    fn sum(&mut self, full: Mask<W>) -> Found<u32> {
        let all: Vec<u16> = (0..self.moves.len() as u16).collect();
        self.groups(full, &all).iter().try_fold(0, |sum, group| Ok(sum ^ u32::from(self.value(group)?)))
    }

    fn forget(&mut self) {
        (self.by_cells, self.by_moves, self.known) = Default::default();
        (self.bytes, self.asked) = (0, 0);
        self.held.set(0);
    }

    /// The groups of full cells, of which only these moves may be left; the one with the most moves last.
    fn groups(&self, full: Mask<W>, moves: &[u16]) -> Vec<Group<W>> {
        let mut groups: Vec<Group<W>> = vec![];
        for m in moves.iter().copied().filter(|m| full.has(self.moves[usize::from(*m)].needs)) {
            let Clears { needs, bars, clears } = self.moves[usize::from(m)];
            let cells = needs.or(bars).or(clears).and(full);
            let Some(first) = groups.iter().position(|group| group.cells.meets(cells)) else {
                groups.push(Group { cells, moves: vec![m] });
                continue;
            };
            groups[first].cells = groups[first].cells.or(cells);
            groups[first].moves.push(m);
            while let Some(other) = groups.iter().skip(first + 1).position(|group| group.cells.meets(cells)) {
                let joined = groups.swap_remove(first + 1 + other);
                groups[first].cells = groups[first].cells.or(joined.cells);
                groups[first].moves.extend(joined.moves);
            }
        }
        groups.sort_by_key(|group| group.moves.len());
        groups
    }

    /// The value of a group.
    fn value(&mut self, group: &Group<W>) -> Found<u8> {
        let id = self.id(group)?;
        let mut number = 0;
        loop {
            if let Some(value) = self.known[id].value {
                return Ok(value);
            }
            if self.known[id].taken >> number & 1 == 0 && self.is(id, group, number)? {
                return Ok(number);
            }
            number += 1;
            if u32::from(number) >= u128::BITS {
                return Err(Ended::Room);
            }
        }
    }

    /// Is the value of a group this number?
    fn has_value(&mut self, group: &Group<W>, number: u8) -> Found<bool> {
        let id = self.id(group)?;
        match self.known[id] {
            Known { value: Some(value), .. } => Ok(value == number),
            Known { taken, .. } if taken >> number & 1 == 1 => Ok(false),
            Known { .. } if usize::from(number) > group.moves.len() => Ok(false),
            Known { .. } => self.is(id, group, number),
        }
    }

    /// Is the value of a group this number, which no option is known to have?
    fn is(&mut self, id: usize, group: &Group<W>, number: u8) -> Found<bool> {
        if self.is_taken(id, group, number)? {
            return Ok(false);
        }
        // The value is the least number that no option has.
        for less in 0..number {
            if !self.is_taken(id, group, less)? {
                self.known[id].value = Some(less);
                return Ok(false);
            }
        }
        self.known[id].value = Some(number);
        Ok(true)
    }

    /// Has some option of a group this value?
    fn is_taken(&mut self, id: usize, group: &Group<W>, number: u8) -> Found<bool> {
        if self.known[id].taken >> number & 1 == 1 {
            return Ok(true);
        }
        self.look()?;
        for m in &group.moves {
            let Clears { bars, clears, .. } = self.moves[usize::from(*m)];
            if !bars.meets(group.cells) && self.sums_to(group.cells.without(clears), &group.moves, number)? {
                self.known[id].taken |= 1 << number;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Is the value of full cells, of which only these moves may be left, this number?
    fn sums_to(&mut self, full: Mask<W>, moves: &[u16], number: u8) -> Found<bool> {
        let mut groups = self.groups(full, moves);
        let Some(largest) = groups.pop() else { return Ok(number == 0) };
        let mut rest = number;
        for group in &groups {
            rest ^= self.value(group)?;
        }
        self.has_value(&largest, rest)
    }

    /// The number of a group, by which it is known.
    fn id(&mut self, group: &Group<W>) -> Found<usize> {
        let first = self.exchanges.iter().map(|to| group.cells.image(to)).fold(group.cells, Mask::min);
        if let Some(id) = self.by_cells.get(&first) {
            return Ok(*id as usize);
        }
        let shape = (group.moves.len() <= MOVES).then(|| self.shape(group));
        let known = shape.as_ref().and_then(|shape| self.by_moves.get(shape)).copied();
        let id = known.unwrap_or(self.known.len() as u32);
        self.bytes += size_of::<Mask<W>>() as u64 + ENTRY;
        if known.is_none() {
            self.known.push(Known::default());
            self.bytes += size_of::<Known>() as u64;
            if let Some(shape) = shape {
                self.bytes += ENTRY + size_of_val(&*shape) as u64;
                self.by_moves.insert(shape, id);
            }
        }
        self.by_cells.insert(first, id);
        Ok(id as usize)
    }

    /// Looks now and then whether the search must end.
    fn look(&mut self) -> Found<()> {
        self.asked += 1;
        if !self.asked.is_multiple_of(PATIENCE) {
            return Ok(());
        }
        self.held.grow(2 * self.bytes, &self.limits, "this search").map_err(|stop| match stop {
            Stop::Error(error) if error.code == Code::Memory => Ended::Room,
            stop => Ended::Stop(stop),
        })
    }

    /// The moves of a group in the order-preserving numbering of its cells.
    fn shape(&self, group: &Group<W>) -> Box<[Clears<W>]> {
        let mut number = [0usize; 256];
        group.cells.cells().enumerate().for_each(|(k, cell)| number[cell] = k);
        let local = |mask: Mask<W>| mask.and(group.cells).image(&number);
        let moves = group.moves.iter().map(|m| self.moves[usize::from(*m)]);
        let mut shape: Vec<Clears<W>> =
            moves.map(|m| Clears { needs: local(m.needs), bars: local(m.bars), clears: local(m.clears) }).collect();
        shape.sort_unstable();
        shape.into()
    }
}
