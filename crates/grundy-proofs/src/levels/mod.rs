//! Levels: the sets of positions with equal value, in two-coordinate games whose moves lower one coordinate.
//!
//! In: rules that meet two conditions (`read`). From some line x0 on the options of a position (x, y) are all positions with one coordinate
//! less, and nothing else. A symmetry exchanges the coordinates. Out: the g-sequence (a_n, b_n) of a value g, which lists by a all positions
//! a <= b with that value; the proved period of b_n - a_n; the proved period of the values along a diagonal (a, a + d). Numbers in brackets are
//! those of Farr and Ho's paper (arXiv:1702.07068). Their Algorithms 1, 2 and 3 are written out in `paper.rs`, for the tests.
//!
//! **The sieve.** U_g is the set of lines that have a position of value g so far. Go through the lines x = x0, x0 + 1, … and in each line through
//! g = 0, 1, 2, …. If x is in U_g, the position of value g on this line is in an earlier column. Otherwise it is at the least y >= x such that y is
//! not in U_g and (x, y) is not taken by a lower level; then x and y join U_g. This is the mex: a cell (x, y), y >= x, has an option of value g if
//! and only if its line has one in an earlier column or y is in U_g, and the cell goes to the first g of which it has no option. (Algorithm 1; in
//! lock step over x, Algorithm 2.) The elements of U_g before line x0 are read off a table (`start`).
//!
//! **States** (Lemma 6, Theorem 4). Once a line is done, it is in U_g. So before line x, U_g is known from its elements from x on. They are
//! stored relative to x, as a window of bits (Algorithm 3). The windows of levels 0 to g determine the next windows of these levels. So
//! when they recur after P lines, they recur for ever, and b_n - a_n is periodic.
//!
//! **Blocks.** Suppose that the levels below g1 fill, from line s on, exactly the diagonals below D: in every line x >= s they take the cells
//! (x, x + d), d < D, and no others. A level from g1 on sees of the lower levels only which cells of its line they take. So from line s on the levels
//! g1, g1 + 1, … depend only on their own windows and on D. When the windows of g1 to g recur between two lines from s on, the levels g1 to g are
//! periodic from there. If, moreover, they occupy exactly the diagonals D to D' - 1 in every line of such a cycle, they do so for ever. Then g is a
//! *closure*. The next block begins with g + 1 and has D' for D; its first line is the one from which on these diagonals have been filled. The first
//! block begins with level 0, at x0, with D = 0. No level is assumed to be a closure: the program tests each one. By induction over the blocks all
//! periods found are proved.
//!
//! **Diagonals** (Conjecture 1). If a closed block fills the diagonal d, then in every line of the cycle G(x, x + d) is the level of that block which
//! stands there, so the values along d are periodic with the block. The preperiod ends at the last line where another level stands there.
//!
//! **Measured** on 2-Star Nim: levels 0 to 62 and diagonals 0 to 29 take less than a second each; levels 59 to 62 recur after 57660 lines. Level 63
//! takes some minutes on one core (more than 2e10 lines): b - a has preperiod 12491 and period 10609440. Nothing is known of diagonal 30.

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

mod blocks;
mod engine;
#[cfg(test)]
mod paper;
mod read;
mod rows;
mod sieve;
mod start;
mod tail;
#[cfg(test)]
mod tests;
mod work;

use std::sync::Arc;

use self::blocks::Blocks;
pub use self::engine::ByLevels;
pub use self::rows::Rows;
use self::sieve::SKIPS;
use self::start::Start;
use self::tail::{Diagonal, OTHER, Tail};
use self::work::{Halt, LevelSearch, Outcome};
use crate::exact::{index, narrow};
use grundy_core::contract::options::Options;
use grundy_core::contract::proof::{Known, Open, Until};
use grundy_core::contract::reason::{Attempt, Attempted};
use grundy_core::contract::stop::Result;
use grundy_core::done;
use grundy_core::engine::Asked;
use grundy_rules::rules::Ruleset;

/// The number of levels that are computed at most.
const MOST_LEVELS: usize = 512;
/// The number of words of the widest windows.
const WIDEST: usize = 16;

/// The levels of a game.
pub struct Levels {
    rules: Arc<Ruleset>,
    options: Options,
    ask: Asked,
    start: Start,
}

/// No proof, and why not.
fn open(why: impl Into<String>) -> Known {
    Known::Open(Open { reached: 0, why: why.into(), terms: None })
}

impl Levels {
    /// For rules of the required shape.
    ///
    /// # Errors
    /// An interruption; rules that are not defined at one of the first positions.
    pub fn of(rules: &Arc<Ruleset>, options: &Options, ask: &Asked) -> Attempted<Levels> {
        let far = done!(read::far_out(rules));
        let options = Options { play: options.play, limits: options.limits.clone(), ..Options::default() };
        let start = Start::of(rules, &far, &options, &**ask)?;
        Ok(Attempt::Done(Levels { rules: rules.clone(), options, ask: ask.clone(), start }))
    }

    /// Is the level of this value computed?
    pub fn reaches(value: u64) -> bool {
        value < MOST_LEVELS as u64
    }

    /// The period of b - a along the g-sequence.
    ///
    /// # Errors
    /// An interruption; too little memory.
    pub fn differences(&self, value: u64, until: Until) -> Result<Known> {
        if !Self::reaches(value) {
            return Ok(open(format!("only levels below {MOST_LEVELS} are computed")));
        }
        let ask = &mut Ask { levels: self, work: self.work(until) };
        let found = ask.widening(index(value), Wanted::Differences(index(value)))?;
        Ok(found.0)
    }

    /// The period of the values at (a + n, b + n).
    ///
    /// # Errors
    /// An interruption; too little memory.
    pub fn diagonal(&self, first: (u64, u64), until: Until) -> Result<Known> {
        let diagonal = first.0.abs_diff(first.1);
        if !Self::reaches(diagonal.saturating_mul(2)) {
            return Ok(open(format!("only levels below {MOST_LEVELS} are computed, which do not fill it")));
        }
        let ask = &mut Ask { levels: self, work: self.work(until) };
        let found = ask.widening(2 * index(diagonal), Wanted::Diagonal(first))?;
        Ok(found.0)
    }

    /// The first positions of the g-sequence, and what is known of the period of b - a.
    ///
    /// # Errors
    /// An interruption; too little memory.
    pub fn sequence(&self, value: u64, terms: usize, until: Until) -> Result<(Known, Vec<(u64, u64)>)> {
        let ask = &mut Ask { levels: self, work: self.work(until) };
        ask.widening(index(value), Wanted::Sequence(index(value), terms))
    }

    fn work<'a>(&'a self, until: Until<'a>) -> LevelSearch<'a> {
        LevelSearch { limits: &self.options.limits, until, lines: 0 }
    }
}

/// What a caller asks for.
#[derive(Clone, Copy)]
enum Wanted {
    Differences(usize),
    Sequence(usize, usize),
    Diagonal((u64, u64)),
}

/// A question about levels.
struct Ask<'a> {
    levels: &'a Levels,
    work: LevelSearch<'a>,
}

type Answer = (Known, Vec<(u64, u64)>);

impl Ask<'_> {
    /// Answers with windows of the width that this level probably needs, and doubles the width while windows are too narrow.
    fn widening(&mut self, level: usize, wanted: Wanted) -> Result<Answer> {
        let mut words = ((level + 16) / 64 + 1).next_power_of_two().min(WIDEST);
        loop {
            let answer = match words {
                1 => self.with::<1>(wanted),
                2 => self.with::<2>(wanted),
                4 => self.with::<4>(wanted),
                8 => self.with::<8>(wanted),
                _ => self.with::<WIDEST>(wanted),
            };
            match answer {
                Ok(answer) => return Ok(answer),
                Err(Halt::Narrow) if words < WIDEST => words *= 2,
                Err(Halt::Stop(stop)) => return Err(stop),
                Err(halt) => return Ok((open(why(&halt)), vec![])),
            }
        }
    }

    fn with<const W: usize>(&mut self, wanted: Wanted) -> Outcome<Answer> {
        let mut blocks = Blocks::<W>::new(&self.levels.start);
        match wanted {
            Wanted::Differences(level) => Ok((self.differences(&mut blocks, level)?, vec![])),
            Wanted::Diagonal(first) => Ok((self.diagonal(&mut blocks, first)?, vec![])),
            Wanted::Sequence(level, terms) => {
                let known = match self.differences(&mut blocks, level) {
                    Err(halt @ (Halt::Enough(_) | Halt::Levels)) => open(why(&halt)),
                    known => known?,
                };
                Ok((known, self.pairs(&blocks, level, terms)?))
            }
        }
    }

    /// The period of b - a.
    fn differences<const W: usize>(&mut self, blocks: &mut Blocks<W>, level: usize) -> Outcome<Known> {
        let block = blocks.level(level, &mut self.work)?;
        let cycle = blocks.list[block].cycles[level - blocks.list[block].first];
        let end = cycle.at + cycle.period;
        self.work.check_memory(end)?;
        let pairs = self.levels.start.pairs(level as u64);
        let mut terms: Vec<u16> = pairs.iter().map(|(a, b)| narrow(b - a)).collect();
        let mut at = terms.len();
        blocks.walk(level, &mut self.work, &mut |line, _, places| {
            if line == cycle.at {
                at = terms.len();
            }
            let place = places[places.len() - 1];
            if place != SKIPS {
                terms.push(place);
            }
            line + 1 < end
        })?;
        let why = blocks.words(block, level);
        Ok(Known::Proved(Box::new(Tail::of(terms, at, blocks.spans(block, level))), why))
    }

    /// The period of the values along a diagonal.
    fn diagonal<const W: usize>(&mut self, blocks: &mut Blocks<W>, first: (u64, u64)) -> Outcome<Known> {
        let (least, diagonal) = (first.0.min(first.1), first.0.abs_diff(first.1));
        let block = blocks.diagonal(index(diagonal), &mut self.work)?;
        let own = &blocks.list[block];
        let (last, cycle) = (own.first + own.cycles.len() - 1, own.cycles[own.cycles.len() - 1]);
        let end = cycle.at.max(least) + cycle.period;
        self.work.check_memory(end)?;
        let start = &self.levels.start;
        let near = |a: u64| start.get(a, a + diagonal).and_then(|v| u16::try_from(v).ok()).unwrap_or(OTHER);
        let mut terms: Vec<u16> = (least..start.line).map(near).collect();
        blocks.walk(last, &mut self.work, &mut |line, first, places| {
            if line >= least {
                let level = places.iter().position(|place| u64::from(*place) == diagonal);
                terms.push(level.map_or(OTHER, |level| narrow(first + level)));
            }
            line + 1 < end
        })?;
        let at = index(cycle.at.saturating_sub(least));
        let Levels { rules, options, ask, .. } = self.levels;
        let (rules, options, ask) = (rules.clone(), options.clone(), ask.clone());
        let tail = Tail::of(terms, at, blocks.spans(block, last)).along(Diagonal { rules, options, ask, first });
        Ok(Known::Proved(Box::new(tail), blocks.words(block, last)))
    }

    /// The first positions of a level.
    fn pairs<const W: usize>(&mut self, blocks: &Blocks<W>, level: usize, terms: usize) -> Outcome<Vec<(u64, u64)>> {
        let mut limits = self.work.limits.clone();
        if limits.interrupted().is_err() {
            // The interruption ended the search for the period; the list is still wanted.
            limits.interrupt = Arc::default();
        }
        limits.check(16u64.saturating_mul(terms as u64), "the list of positions")?;
        let mut pairs = self.levels.start.pairs(level as u64);
        pairs.truncate(terms);
        let mut work = LevelSearch { limits: &limits, until: &mut |_| false, lines: 0 };
        if pairs.len() < terms {
            blocks.walk(level, &mut work, &mut |line, _, places| {
                let place = places[places.len() - 1];
                if place != SKIPS {
                    pairs.push((line, line + u64::from(place)));
                }
                pairs.len() < terms
            })?;
        }
        Ok(pairs)
    }
}

impl<const W: usize> Blocks<'_, W> {
    /// The words of a proof about the levels of a block up to `level`.
    fn words(&self, block: usize, level: usize) -> String {
        let block = &self.list[block];
        let cycle = block.cycles[level - block.first];
        let apart = match block.full {
            0 => String::new(),
            full => {
                format!("from line {} on lower levels fill just the diagonals 0 to {}, so that ", block.from, full - 1)
            }
        };
        let levels = if block.first == level {
            format!("level {level} is")
        } else {
            format!("levels {} to {level} are", block.first)
        };
        format!(
            "{apart}{levels} a finite state, and that of line {} recurs after {} lines (Farr and Ho, Theorem 4)",
            cycle.at, cycle.period
        )
    }
}

fn why(halt: &Halt) -> String {
    match halt {
        Halt::Enough(lines) => format!("the state of the levels did not recur in {lines} lines"),
        Halt::Levels => format!("the first {MOST_LEVELS} levels do not fill it"),
        Halt::Narrow => format!("a level does not stay within {} diagonals", 64 * WIDEST),
        Halt::Stop(_) => "the work was stopped".to_string(),
    }
}
