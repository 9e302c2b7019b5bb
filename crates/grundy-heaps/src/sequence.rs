//! The values of heaps, one after the other, in as few bytes as they need.

use crate::engine::{Engine, Halt};
use crate::far::Far;
use crate::kernel::Kernel;
use crate::recur::{Recurring, recurring};
use crate::rules::Rules;
use crate::space::Space;
use crate::width::{Width, with};

/// Parts and takes up to this are read.
const FAR: usize = 1 << 20;
/// The greatest `least` part: a rare heap of more tokens is a part of every move.
const LEAST: usize = 8;

/// The values of the heaps 0, 1, 2, …
pub struct Sequence {
    engine: Width<Engine<u8>, Engine<u16>>,
}

/// What ended the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There are as many values as were asked for.
    Enough,
    /// The caller said so.
    Stopped,
    /// The next value exceeds 16 bits.
    TooLarge,
}

impl Sequence {
    /// The sequence that begins with these values, and goes on by these rules. `None` if there are too few of them for the rules, if one exceeds 16 bits, or if the rules
    /// take too much, or ask too much of parts.
    #[must_use]
    pub fn new(rules: Rules, first: &[u32]) -> Option<Sequence> {
        Sequence::with(rules, first, Kernel::best())
    }

    pub(crate) fn with(rules: Rules, first: &[u32], kernel: Kernel) -> Option<Sequence> {
        let reach = rules.reach();
        let parts = rules.splits.iter().all(|split| (1..=LEAST).contains(&split.least));
        let read = parts && !rules.takes.contains(&0) && (1..=FAR).contains(&reach) && first.len() >= reach;
        let engine = match first.iter().max().filter(|_| read)? {
            0..=0xff => Width::Bytes(Box::new(Engine::of(rules, kernel, first))),
            0x100..=0xffff => Width::Words(Box::new(Engine::of(rules, kernel, first))),
            _ => return None,
        };
        Some(Sequence { engine })
    }

    /// The number of values.
    #[must_use]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        with!(&self.engine, engine => engine.codes.len())
    }

    /// The value of a heap that is among those computed.
    ///
    /// # Panics
    /// If it is not.
    #[must_use]
    pub fn get(&self, n: usize) -> u32 {
        with!(&self.engine, engine => engine.value(n))
    }

    /// The number of pairs looked at so far.
    #[must_use]
    pub fn work(&self) -> u64 {
        with!(&self.engine, engine => engine.work)
    }

    /// The bytes of memory that the values take, and those that the next ones will.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let (codes, size) = match &self.engine {
            Width::Bytes(engine) => (engine.codes.capacity(), 1),
            Width::Words(engine) => (engine.codes.capacity(), 2),
        };
        // While the list grows there are two.
        (2 * codes * size + with!(&self.engine, engine => engine.wholes.bytes())) as u64
    }

    /// Computes values until there are `to` of them or a few more. `stop` is asked after each block of 64.
    pub fn extend(&mut self, to: usize, stop: &mut dyn FnMut(&Sequence) -> bool) -> Ended {
        while self.len() < to {
            match with!(&mut self.engine, engine => engine.step()) {
                Ok(()) => {}
                Err(Halt::TooWide(value)) if self.widen(value) => {}
                // An engine that forgets nothing knows each value.
                Err(Halt::TooWide(_) | Halt::Unknown) => return Ended::TooLarge,
            }
            if stop(self) {
                return Ended::Stopped;
            }
        }
        Ended::Enough
    }

    /// Adds values that are known, such as those of an earlier run. `false` if one exceeds 16 bits; those before it are added then.
    pub fn take_up(&mut self, values: &[u32]) -> bool {
        let added = values.iter().all(|value| {
            let wide = with!(&mut self.engine, engine => engine.push(*value).is_err());
            !wide || self.widen(*value)
        });
        with!(&mut self.engine, engine => engine.begin_again());
        added
    }

    /// The same heaps as a sequence that goes on without end in little memory: without those between the first and the last. `None` if there is no space of values, or if rare
    /// heaps are not all among the first of many heaps.
    #[must_use]
    pub fn far(&mut self) -> Option<Far> {
        match &mut self.engine {
            Width::Bytes(engine) => Far::bytes(engine),
            Width::Words(engine) => Far::words(engine),
        }
    }

    /// Takes wider codes, and adds a value; `false` if there are none. (The least value that exceeds a byte is 256, since values below are found first.)
    fn widen(&mut self, value: u32) -> bool {
        let empty = Width::Bytes(Box::new(Engine::of(Rules::default(), Kernel::Scalar, &[0])));
        match std::mem::replace(&mut self.engine, empty) {
            Width::Bytes(engine) => match engine.widened(value) {
                Ok(wide) => {
                    self.engine = Width::Words(Box::new(wide));
                    true
                }
                Err(_) => false,
            },
            same => {
                self.engine = same;
                false
            }
        }
    }

    /// Periods that the last values have, the shortest first: (from, p) says that G(n + p) = G(n) for all n >= `from`, as far as values are known.
    #[must_use]
    pub fn recurring(&self) -> Vec<(usize, usize)> {
        let found = with!(&self.engine, engine => recurring(&engine.codes));
        // Where the parity of the size counts, equal codes of an odd distance are no equal values.
        let odd = self.space().is_some_and(|space| space.by_size);
        let even = |found: &Recurring| !odd || found.period.is_multiple_of(2);
        found.into_iter().filter(even).map(|Recurring { from, period }| (from, period)).collect()
    }

    /// The space of values in use, if one leaves few heaps rare.
    #[must_use]
    pub fn space(&self) -> Option<Space> {
        with!(&self.engine, engine => engine.coding.space)
    }

    /// The rare heaps of at least one token, in order of size; none where there is no space.
    #[must_use]
    pub fn rare(&self) -> Vec<usize> {
        with!(&self.engine, engine => engine.lists.rare.iter().map(|part| part.at).collect())
    }

    /// The greatest rare heap; 0 if there is none.
    #[must_use]
    pub fn last_rare(&self) -> usize {
        with!(&self.engine, engine => engine.lists.rare.last().map_or(0, |part| part.at))
    }

    /// Does a move from a heap lead to a position of this value, such that of the heaps left the largest has `least` tokens or more?
    #[must_use]
    pub fn has_option(&self, n: usize, value: u32, least: usize) -> bool {
        with!(&self.engine, engine => engine.has_option(n, value, least))
    }
}
