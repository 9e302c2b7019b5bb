//! Blocks: groups of values that, from some line on, depend only on one another.
//!
//! In: a [`Block`] as stated in a certificate, and a [`Sieve`] of its values in its first line. Out: that its state recurs where this is stated, and
//! that it fills the diagonals next to those of the values before ([`round`]). Also a walk from line to line without the values of closed blocks
//! ([`Walk`]).

use serde_json::{Map, Value};

use super::Refusal;
use super::expr::short;
use super::keys::{list, number};
use super::least::Halt;
use super::numbers::index;
use super::sieve::{Sieve, filled};
use crate::spent::{Stop, Told};

/// The number of lines between two calls of `stop`.
const PAUSE: u64 = 1 << 12;

/// The number of blocks in a certificate at most.
const MOST_BLOCKS: usize = 1 << 10;

/// Consecutive values that are stated to depend only on one another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) first: u64,
    pub(crate) last: u64,
    /// From this line on earlier values fill the first diagonals.
    pub(crate) from: u64,
    /// The line whose state is stated to recur, and the number of lines until then.
    pub(crate) at: u64,
    pub(crate) after: u64,
}

/// Reads the key `blocks`.
pub(crate) fn read(object: &Map<String, Value>) -> Result<Vec<Block>, String> {
    let blocks = list(object, "blocks")?;
    if blocks.is_empty() || blocks.len() > MOST_BLOCKS {
        return Err(format!("its `blocks` are not 1 to {MOST_BLOCKS}"));
    }
    blocks.iter().map(block).collect()
}

fn block(value: &Value) -> Result<Block, String> {
    let object = value.as_object().filter(|block| block.len() == 5);
    let object = object.ok_or_else(|| {
        format!("a block is an object with `first`, `last`, `from`, `at` and `after`, not {}", short(value))
    })?;
    Ok(Block {
        first: number(object, "first")?,
        last: number(object, "last")?,
        from: number(object, "from")?,
        at: number(object, "at")?,
        after: number(object, "after")?,
    })
}

/// Checks one round of a block. From the line `filled_from` on, the values with those before must fill exactly the first diagonals. Returns
/// the number of these.
pub(crate) fn round<const W: usize>(
    mut sieve: Sieve<W>,
    block: &Block,
    filled_from: Option<u64>,
    stop: Stop,
) -> Result<Option<u64>, Halt> {
    let Block { first, last, at, after, .. } = *block;
    let end = at.max(filled_from.unwrap_or(at)) + after;
    let (mut kept, mut full) = (None, None);
    while sieve.line < end {
        let line = sieve.line;
        pause(line, stop)?;
        if line == at {
            kept = Some(sieve.had.clone());
        }
        let taken = sieve.step()?;
        if filled_from.is_some_and(|from| from <= line) {
            let now = filled(&taken);
            if now.is_none() || *full.get_or_insert(now) != now {
                return Err(format!(
                    "the values {first} to {last} do not fill the same first diagonals in line {line} as before"
                )
                .into());
            }
        }
        if sieve.line == at + after && kept.as_ref() != Some(&sieve.had) {
            return Err(format!(
                "the state of the values {first} to {last} in line {at} is not that in line {}",
                sieve.line
            )
            .into());
        }
    }
    Ok(full.flatten())
}

fn pause(line: u64, stop: Stop) -> Result<(), Halt> {
    if line.is_multiple_of(PAUSE) && stop(Told::steps(line)) { Err(Halt::Refused(Refusal::Stopped)) } else { Ok(()) }
}

/// The place where a block begins.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) from: u64,
    pub(crate) first: u64,
    /// The number of diagonals that the values before fill.
    pub(crate) full: u64,
}

/// The values from line to line, without those of closed blocks.
#[derive(Clone)]
pub(crate) struct Walk<const W: usize> {
    pub(crate) sieve: Sieve<W>,
    /// The first value that is still computed.
    pub(crate) first: u64,
    /// The blocks to come, the next one last.
    pub(crate) entries: Vec<Entry>,
}

impl<const W: usize> Walk<W> {
    pub(crate) fn enter(&mut self, entry: Entry) -> Result<(), Halt> {
        self.sieve.without(index(entry.first - self.first), entry.full)?;
        self.first = entry.first;
        Ok(())
    }

    pub(crate) fn step(&mut self, stop: Stop) -> Result<(), Halt> {
        while let Some(entry) = self.entries.pop_if(|entry| entry.from == self.sieve.line) {
            self.enter(entry)?;
        }
        pause(self.sieve.line, stop)?;
        self.sieve.step()?;
        Ok(())
    }

    pub(crate) fn to(&mut self, line: u64, stop: Stop) -> Result<(), Halt> {
        while self.sieve.line < line {
            self.step(stop)?;
        }
        Ok(())
    }
}
