//! Games in which a move empties cells: graphs whose vertices go, boards that fill up, coins on a strip.
//!
//! In: rules all of whose coordinates are cells, full (1) or empty (0), and whose moves need some cells full, others empty, and empty some (`read`). Out:
//! the value of a position in normal play.
//!
//! No move fills a cell. So a move that needs an empty cell is never made again, and cells on which no move depends any more do not matter. The
//! moves that are left join the full cells they depend on; groups of cells that no move joins are played as a sum, and the value is the nim-sum of theirs
//! (Sprague, Grundy). Each group is memoised by its cells, with the cells outside of it empty: no move of the group depends on these. A group that
//! looks the same elsewhere, up to the order-preserving numbering of its cells, has the same value: such are the translates of a lattice.

mod mask;
mod read;
#[cfg(test)]
mod tests;

use hashbrown::HashMap;

use self::mask::Mask;
use self::read::Clears;
use crate::contract::bits::mex_of_stamps;
use crate::contract::limits::{Held, Limits};
use crate::contract::stop::{Result, Stop};
use grundy_rules::lang::Code;
use grundy_rules::rules::Ruleset;

/// Groups of up to this many moves are recognised where they stand elsewhere.
const MOVES: usize = 64;
/// Positions between two looks at the interruption and the memory.
const PATIENCE: u64 = 1 << 10;
/// The bytes of an entry of a memo beside its key.
const ENTRY: u64 = 16;

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

/// The search for one width of masks.
pub(crate) struct Search<const W: usize> {
    moves: Vec<Clears<W>>,
    /// The values of groups by their cells.
    by_cells: Fast<Mask<W>, u32>,
    /// The values of groups by their moves, numbered by the cells of the group in order.
    by_moves: Fast<Box<[Clears<W>]>, u32>,
    limits: Limits,
    held: Held,
    bytes: u64,
    visits: u64,
}

/// Why a search ends without a value.
enum Ended {
    Memory,
    Stop(Stop),
}

impl<const W: usize> Search<W> {
    fn of(rules: &Ruleset, limits: &Limits) -> Option<Search<W>> {
        let moves = read::moves(rules)?;
        let held = limits.hold(0, "this search").ok()?;
        let (by_cells, by_moves) = Default::default();
        Some(Search { moves, by_cells, by_moves, limits: limits.clone(), held, bytes: 0, visits: 0 })
    }

    fn of_position(&mut self, position: &[u64]) -> Result<Option<u32>> {
        if position.iter().any(|x| *x > 1) {
            return Ok(None);
        }
        let full = Mask::of(position.iter().enumerate().filter(|(_, x)| **x == 1).map(|(cell, _)| cell));
        let all: Vec<usize> = (0..self.moves.len()).collect();
        match self.sum(full, &all) {
            Ok(value) => Ok(Some(value)),
            Err(Ended::Memory) => Ok(None),
            Err(Ended::Stop(stop)) => Err(stop),
        }
    }

    /// The value of full cells, of which only these moves may be left.
    fn sum(&mut self, full: Mask<W>, moves: &[usize]) -> std::result::Result<u32, Ended> {
        let left: Vec<usize> = moves.iter().copied().filter(|m| full.has(self.moves[*m].needs)).collect();
        let mut groups: Vec<(Mask<W>, Vec<usize>)> = vec![];
        for m in left {
            let Clears { needs, bars, clears } = self.moves[m];
            let mut own = (needs.or(bars).or(clears).and(full), vec![m]);
            let (joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(|(cells, _)| cells.meets(own.0));
            for (cells, others) in joined {
                own.0 = own.0.or(cells);
                own.1.extend(others);
            }
            groups = apart;
            groups.push(own);
        }
        let mut sum = 0;
        for (cells, moves) in groups {
            sum ^= self.group(cells, moves)?;
        }
        Ok(sum)
    }

    /// The value of a group.
    fn group(&mut self, cells: Mask<W>, mut moves: Vec<usize>) -> std::result::Result<u32, Ended> {
        if let Some(value) = self.by_cells.get(&cells) {
            return Ok(*value);
        }
        moves.sort_unstable();
        let shape = (moves.len() <= MOVES).then(|| self.shape(cells, &moves));
        if let Some(value) = shape.as_ref().and_then(|shape| self.by_moves.get(shape)).copied() {
            self.keep(cells, None, value)?;
            return Ok(value);
        }
        let mut seen: Vec<u32> = vec![0; moves.len() + 2];
        for m in &moves {
            if self.moves[*m].bars.meets(cells) {
                continue;
            }
            let value = self.sum(cells.without(self.moves[*m].clears), &moves)? as usize;
            if value < seen.len() {
                seen[value] = 1;
            }
        }
        let value = mex_of_stamps(&seen, 1) as u32;
        self.keep(cells, shape, value)?;
        Ok(value)
    }

    /// The moves of a group in the order-preserving numbering of its cells.
    fn shape(&self, cells: Mask<W>, moves: &[usize]) -> Box<[Clears<W>]> {
        let mut number = [0u16; 256];
        cells.cells().enumerate().for_each(|(k, cell)| number[cell] = k as u16);
        let local = |mask: Mask<W>| Mask::of(mask.and(cells).cells().map(|cell| usize::from(number[cell])));
        let mut shape: Vec<Clears<W>> = moves
            .iter()
            .map(|m| self.moves[*m])
            .map(|m| Clears { needs: local(m.needs), bars: local(m.bars), clears: local(m.clears) })
            .collect();
        shape.sort_unstable();
        shape.into()
    }

    fn keep(&mut self, cells: Mask<W>, shape: Option<Box<[Clears<W>]>>, value: u32) -> std::result::Result<(), Ended> {
        self.visits += 1;
        self.bytes += size_of::<Mask<W>>() as u64 + ENTRY;
        if let Some(shape) = shape {
            self.bytes += ENTRY + size_of_val(&*shape) as u64;
            self.by_moves.insert(shape, value);
        }
        self.by_cells.insert(cells, value);
        if self.visits.is_multiple_of(PATIENCE) {
            self.held.grow(2 * self.bytes, &self.limits, "this search").map_err(|stop| match stop {
                Stop::Error(error) if error.code == Code::Memory => Ended::Memory,
                stop => Ended::Stop(stop),
            })?;
        }
        Ok(())
    }
}
