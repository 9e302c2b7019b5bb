//! Blocks: runs of consecutive levels that depend only on one another.
//!
//! In: the lines that each level has used before the first line ([`Start`]). Out, as levels are asked for: for each level two lines between which
//! the state of its block recurs ([`Cycle`]); and the lines from which on the levels so far fill whole diagonals ([`Block`]).
//!
//! The proof is that of the [module](super). Recurrences are found by Brent's method: the state at a reference line, which moves on at ever longer
//! distances, is compared with the states after it. The first state that agrees gives the least period of the joint state. This period is a multiple
//! of the period of the levels before, so only states at such multiples are compared.

use super::MOST_LEVELS;
use super::sieve::{Sieve, below};
use super::start::Start;
use super::work::{Halt, LevelSearch, Outcome};
use crate::exact::index;
use crate::window::{Window, gap};
pub(super) use grundy_core::contract::proof::{Cycle, Span};

/// The number of further levels whose starting states are computed together.
const AHEAD: usize = 8;
/// The least distance after which the reference moves.
const LEAST: u64 = 1 << 6;

/// A block of levels, from a line on.
pub(super) struct Block<const W: usize> {
    /// The first level.
    pub(super) first: usize,
    /// The line from which on the levels before this block fill exactly the diagonals below `full`.
    pub(super) from: u64,
    pub(super) full: usize,
    /// The windows of the block's levels, and of some later ones, before that line.
    starts: Vec<Window<W>>,
    /// For each level, the cycle of the block's levels up to it.
    pub(super) cycles: Vec<Cycle>,
    /// Where the next block begins: its line, and the diagonals filled.
    pub(super) next: Option<(u64, usize)>,
}

/// All blocks found so far; the last one may be open.
pub(super) struct Blocks<'a, const W: usize> {
    pub(super) start: &'a Start,
    pub(super) list: Vec<Block<W>>,
}

impl<'a, const W: usize> Blocks<'a, W> {
    pub(super) fn new(start: &'a Start) -> Blocks<'a, W> {
        let first = Block { first: 0, from: start.line, full: 0, starts: vec![], cycles: vec![], next: None };
        Blocks { start, list: vec![first] }
    }

    /// The number of levels whose cycle is known.
    fn known(&self) -> usize {
        self.list.last().map_or(0, |block| block.first + block.cycles.len())
    }

    /// The block of a level. Its cycle is found first if need be.
    pub(super) fn level(&mut self, level: usize, work: &mut LevelSearch) -> Outcome<usize> {
        while self.known() <= level {
            self.add(work)?;
        }
        Ok(self.list.iter().rposition(|block| block.first <= level).unwrap_or(0))
    }

    /// The spans of the blocks up to `block`, the last one cut at `level`.
    pub(super) fn spans(&self, block: usize, level: usize) -> Vec<Span> {
        let span = |block: &Block<W>| {
            let last = level.min(block.first + block.cycles.len() - 1);
            let cycle = block.cycles[last - block.first];
            Span { first: block.first as u64, last: last as u64, from: block.from, cycle }
        };
        self.list[..=block].iter().map(span).collect()
    }

    /// The block whose levels fill a diagonal.
    pub(super) fn diagonal(&mut self, diagonal: usize, work: &mut LevelSearch) -> Outcome<usize> {
        loop {
            let fills = |block: &Block<W>| block.next.is_some_and(|(_, full)| full > diagonal);
            if let Some(block) = self.list.iter().position(fills) {
                return Ok(block);
            }
            self.add(work)?;
        }
    }

    /// Adds one level.
    fn add(&mut self, work: &mut LevelSearch) -> Outcome<()> {
        let level = self.known();
        if level == MOST_LEVELS {
            return Err(Halt::Levels);
        }
        if let Some(Block { next: Some((from, full)), .. }) = self.list.last() {
            let block = Block { first: level, from: *from, full: *full, starts: vec![], cycles: vec![], next: None };
            self.list.push(block);
        }
        let last = self.list.len() - 1;
        let own = level - self.list[last].first;
        if self.list[last].starts.len() <= own {
            let levels = (level + AHEAD).min(MOST_LEVELS);
            self.list[last].starts = self.states(last, levels, work)?;
        }
        let block = &self.list[last];
        let begins = Sieve { line: block.from, full: below(block.full), levels: block.starts[..=own].to_vec() };
        let before = block.cycles.last().map_or(1, |cycle| cycle.period);
        let narrow = begins.narrowed().filter(|_| W > 1).map(|narrow| cycle(narrow, before, work));
        let (cycle, next) = match narrow {
            None | Some(Err(Halt::Narrow)) => cycle(begins, before, work)?,
            Some(found) => found?,
        };
        self.list[last].cycles.push(cycle);
        self.list[last].next = next;
        Ok(())
    }

    /// The windows of all levels below `levels` from the first one of a block on, before the line in which the block
    /// begins.
    fn states(&self, block: usize, levels: usize, work: &mut LevelSearch) -> Outcome<Vec<Window<W>>> {
        let mut sieve = self.begin(levels)?;
        let mut places = vec![0; levels];
        for (earlier, next) in self.list[..block].iter().zip(&self.list[1..=block]) {
            while sieve.line < next.from {
                sieve.step(&mut places).ok_or(Halt::Narrow)?;
                work.passed()?;
            }
            enter(&mut sieve, earlier, next);
        }
        Ok(sieve.levels)
    }

    /// The sieve of all levels below `levels`, before the first line.
    fn begin(&self, levels: usize) -> Outcome<Sieve<W>> {
        let window = |level: usize| {
            let mut window = [0; W];
            for used in self.start.used(level as u64) {
                let word = window.get_mut(index(used) / 64).ok_or(Halt::Narrow)?;
                *word |= 1 << (used % 64);
            }
            Ok(window)
        };
        let levels = (0..levels).map(window).collect::<Outcome<_>>()?;
        Ok(Sieve { line: self.start.line, full: [0; W], levels })
    }

    /// Runs through the lines with the levels up to `level`, without those of blocks already closed at the line. `visit` gets the line, the
    /// first level that takes part, and the diagonals; it returns whether to go on.
    pub(super) fn walk(
        &self,
        level: usize,
        work: &mut LevelSearch,
        visit: &mut dyn FnMut(u64, usize, &[u16]) -> bool,
    ) -> Outcome<()> {
        let mut sieve = self.begin(level + 1)?;
        let mut places = vec![0; level + 1];
        let mut blocks = self.list.windows(2).filter(|pair| pair[1].first <= level).peekable();
        loop {
            if let Some([block, next]) = blocks.next_if(|pair| pair[1].from == sieve.line) {
                enter(&mut sieve, block, next);
                places.truncate(sieve.levels.len());
                continue;
            }
            let line = sieve.line;
            sieve.step(&mut places).ok_or(Halt::Narrow)?;
            work.passed()?;
            if !visit(line, level + 1 - places.len(), &places) {
                return Ok(());
            }
        }
    }
}

/// Drops the levels of a block, in the line in which the next one begins.
fn enter<const W: usize>(sieve: &mut Sieve<W>, block: &Block<W>, next: &Block<W>) {
    sieve.levels.drain(..next.first - block.first);
    sieve.full = below(next.full);
}

/// Runs levels until their state recurs after a multiple of `before` lines. If they fill whole diagonals in every line of the cycle, also
/// returns the line from which on they do, and the number of full diagonals.
fn cycle<const W: usize>(
    mut sieve: Sieve<W>,
    before: u64,
    work: &mut LevelSearch,
) -> Outcome<(Cycle, Option<(u64, usize)>)> {
    let mut places = vec![0; sieve.levels.len()];
    let (mut reference, mut distance) = (sieve.clone(), LEAST.max(before));
    // The diagonals taken in every line from `since` on, if they are the first ones without a gap.
    let (mut filled, mut since) = ([u64::MAX; W], sieve.line);
    let mut wait = before;
    loop {
        let line = sieve.line;
        let taken = sieve.turn(&mut places).ok_or(Halt::Narrow)?;
        work.passed()?;
        if taken != filled {
            since = line;
            filled = if is_gapless(&taken) { taken } else { [u64::MAX; W] };
        }
        wait -= 1;
        if wait > 0 {
            continue;
        }
        wait = before;
        if sieve.levels == reference.levels {
            let found = Cycle { at: reference.line, period: sieve.line - reference.line };
            let full = gap(&filled).filter(|_| since <= found.at);
            return Ok((found, full.map(|full| (since, full))));
        }
        if sieve.line - reference.line >= distance {
            reference = sieve.clone();
            distance *= 2;
        }
    }
}

/// Does the window hold all numbers below some number, and no others?
#[inline]
fn is_gapless<const W: usize>(window: &Window<W>) -> bool {
    let last = window.iter().position(|word| *word != u64::MAX);
    last.is_none_or(|k| window[k] & (window[k] + 1) == 0 && window[k + 1..].iter().all(|word| *word == 0))
}
