//! Blocks: values that depend on one another and, from some line on, on nothing else.
//!
//! In: a [`Block`] as a certificate has it, and a [`Sieve`] of its values in its first line. Out: that its state recurs where it is said to, and that it
//! fills the diagonals next to those of the values before ([`round`]). And lines one after the other, the values of closed blocks left out
//! ([`Walk`]).

use super::Refusal;
use super::line::{Halt, Stop};
use super::numbers::index;
use super::sieve::{Sieve, filled};

/// Lines between two questions.
const PAUSE: u64 = 1 << 12;

/// Consecutive values that are said to depend on one another and on nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) first: u64,
    pub(crate) last: u64,
    /// The line from which on earlier values fill the first diagonals.
    pub(crate) from: u64,
    /// The line in which the state is said to recur, and after how many lines.
    pub(crate) at: u64,
    pub(crate) after: u64,
}

/// Runs through a round of a block. `filled` is the line from which on it is to fill just the first diagonals, with those before; how many
/// they are is the answer.
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
    if line.is_multiple_of(PAUSE) && stop(line) { Err(Halt::Refused(Refusal::Stopped)) } else { Ok(()) }
}

/// Where a block begins.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) from: u64,
    pub(crate) first: u64,
    /// Diagonals that values before fill.
    pub(crate) full: u64,
}

/// The values from line to line, those of closed blocks left out.
#[derive(Clone)]
pub(crate) struct Walk<const W: usize> {
    pub(crate) sieve: Sieve<W>,
    /// The first value that takes part.
    pub(crate) first: u64,
    /// Blocks to come, the next one last.
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
