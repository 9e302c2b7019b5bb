//! Values number by number, for moves that do not fit planes.
//!
//! In: a [`Shape`]. Out: blocks of bytes. The values are computed as in [`naive`](super::super::naive), but only those needed later stay in
//! memory: the values up to the largest quotient, and before each block as many as subtractions reach.

use super::super::read::Shape;
use super::block::Block;
use super::{Each, with_capacity};
use crate::exact::{byte, index};
use grundy_core::contract::{options::Play, stop::Result};

/// The least number of values of a block. It is usually more than subtractions reach, so that the values they need are seldom moved.
const LENGTH: usize = 1 << 14;

/// How far back subtractions reach. Subtrahends larger than all numbers do not count.
fn reach(shape: &Shape, terms: u64) -> u64 {
    shape.subtract.iter().copied().filter(|s| *s < terms).max().unwrap_or(0)
}

fn length(reach: u64) -> u64 {
    reach.max(LENGTH as u64)
}

/// The bytes for `terms` terms, of which the first `kept` stay in memory.
pub(super) fn need(shape: &Shape, terms: u64, kept: u64) -> u64 {
    let reach = reach(shape, terms);
    reach.saturating_add(length(reach)).saturating_add(kept)
}

/// A divisor and its next multiple.
struct Next {
    divisor: u64,
    multiple: u64,
    quotient: usize,
}

struct Walk<'a> {
    shape: &'a Shape,
    play: Play,
    next: Vec<Next>,
    /// The first values, which stay in memory.
    kept: Vec<u8>,
    most: usize,
    /// The values before the block that subtractions reach, then those of the block.
    recent: Vec<u8>,
}

/// Hands out the first `terms` values, of which the first `kept` stay in memory.
pub(super) fn walk(shape: &Shape, play: Play, terms: u64, kept: u64, each: &mut Each) -> Result<()> {
    let reach = reach(shape, terms);
    let next = |d: &u64| Next { divisor: *d, multiple: *d, quotient: 1 };
    let (most, recent) = (index(kept), index(reach + length(reach)));
    let mut walk = Walk {
        shape,
        play,
        next: shape.divide.iter().map(next).collect(),
        kept: with_capacity(most)?,
        most,
        recent: with_capacity(recent)?,
    };
    let mut begin = 0;
    while begin < terms {
        let end = terms.min(begin + length(reach));
        let before = walk.recent.len();
        (begin..end).for_each(|n| walk.push(n));
        each(&Block::of_bytes(begin, &walk.recent[before..]))?;
        let gone = walk.recent.len().saturating_sub(index(reach));
        walk.recent.drain(..gone);
        begin = end;
    }
    Ok(())
}

impl Walk<'_> {
    /// Computes the value of the next number.
    fn push(&mut self, n: u64) {
        let recent = self.recent.len();
        let minus = self.shape.subtract.iter().filter(|s| **s <= n).map(|s| self.recent[recent - index(*s)]);
        let mut used = minus.fold(0u64, |used, value| used | 1 << value);
        for next in self.next.iter_mut().filter(|next| next.multiple == n) {
            used |= 1 << self.kept[next.quotient];
            (next.multiple, next.quotient) = (n.saturating_add(next.divisor), next.quotient + 1);
        }
        let value = if self.play.is_misere() && used == 0 { 1 } else { byte(used.trailing_ones()) };
        self.recent.push(value);
        if self.kept.len() < self.most {
            self.kept.push(value);
        }
    }
}
