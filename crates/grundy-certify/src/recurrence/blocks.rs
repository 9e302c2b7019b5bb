//! Blocks: groups of values that, from some line on, depend only on one another.
//!
//! In: a [`Block`] as stated in a certificate, and a [`Sieve`] of its values in its first line. Out: that its state recurs where this is stated, and
//! that it fills the diagonals next to those of the values before ([`round`]).

use serde_json::Value;

use crate::form::expr::{Result, short};
use crate::form::keys::number;
use crate::form::spent::{Stop, must_end};
use crate::recurrence::comes_again::{Round, comes_again, run};
use crate::recurrence::sieve::Sieve;
use crate::recurrence::windows::Halt;

/// The number of blocks in a certificate at most, and of values that are distinguished.
const MOST: u64 = 1 << 10;
/// The first lines, of which a list of terms is kept.
const FIRST_LINES: u64 = 1 << 24;

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

impl Block {
    /// That the block recurs, in words; and the diagonals that it fills.
    pub(crate) fn words(&self, fills: Option<(u64, u64)>) -> String {
        let Block { first, last, from, at, after } = *self;
        let values = several("value", first, last + 1);
        let from = if first == 0 { String::new() } else { format!(", from line {from} on") };
        let lines = if after == 1 { "line" } else { "lines" };
        let fills = fills.map(|(before, full)| format!(", with the {} filled", several("diagonal", before, full)));
        format!("Of the {values}{from}, that of line {at} recurs after {after} {lines}{}. ", fills.unwrap_or_default())
    }
}

/// The numbers from `first` on and below `end`, in words.
fn several(what: &str, first: u64, end: u64) -> String {
    if first + 1 == end { format!("{what} {first}") } else { format!("{what}s {first} to {}", end - 1) }
}

/// Reads blocks.
pub(crate) fn read(blocks: &Value) -> Result<Vec<Block>> {
    let blocks = blocks.as_array().filter(|blocks| (1..=MOST).contains(&(blocks.len() as u64)));
    blocks.ok_or_else(|| format!("its `blocks` are not 1 to {MOST}"))?.iter().map(block).collect()
}

fn block(value: &Value) -> Result<Block> {
    let object = value.as_object().filter(|block| block.len() == 5);
    let object = object.ok_or_else(|| {
        format!("a block is an object with `first`, `last`, `from`, `at` and `after`, not {}", short(value))
    })?;
    let [first, last, from, at, after] = ["first", "last", "from", "at", "after"].map(|key| number(object, key));
    Ok(Block { first: first?, last: last?, from: from?, at: at?, after: after? })
}

/// The last value of the blocks, which must be consecutive.
pub(crate) fn in_order(blocks: &[Block]) -> Result<u64> {
    let mut next = 0;
    for block in blocks {
        if block.first != next || block.last < block.first {
            return Err(format!("a block of values is to begin with {next}, and one begins with {}", block.first));
        }
        if block.after == 0 {
            return Err("a state recurs after 1 line at least".into());
        }
        must_end(&[block.from, block.at, block.after])?;
        if block.from > FIRST_LINES {
            return Err(format!("this checker knows blocks that begin before line {FIRST_LINES}"));
        }
        next = block.last.saturating_add(1);
    }
    match next {
        0 => Err("there are no blocks".into()),
        1..=MOST => Ok(next - 1),
        _ => Err(format!("this checker knows blocks of the values below {MOST}")),
    }
}

/// Checks one round of a block. From the line `filled_from` on, the values with those before must fill exactly the first diagonals. Returns
/// how terms recur, and the number of these diagonals.
pub(crate) fn round<const W: usize>(
    mut sieve: Sieve<W>,
    block: &Block,
    filled_from: Option<u64>,
    stop: Stop,
) -> Result<(Round, Option<u64>), Halt> {
    let Block { at, after, .. } = *block;
    let mut full = None;
    let mut fills = |sieve: &Sieve<W>, _| {
        let (line, now) = (sieve.line - 1, sieve.filled());
        if filled_from.is_some_and(|from| from <= line) && (now.is_none() || *full.get_or_insert(now) != now) {
            let values = sieve.values();
            return Err(format!("{values} do not fill the same first diagonals in line {line} as before").into());
        }
        Ok(())
    };
    let round = comes_again(&mut sieve, (at, after), &mut fills, stop)?;
    run(&mut sieve, at.max(filled_from.unwrap_or(at)) + after, &mut fills, stop)?;
    Ok((round, full.flatten()))
}
