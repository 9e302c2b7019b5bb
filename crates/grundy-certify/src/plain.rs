//! Values by the definition, each computed once.
//!
//! In: rules, and positions. Out: the values, and whether they are 0, within limits on positions and steps. Positions whose coordinates are exchanged
//! have one value, where the rules say so (`symmetry`); whether a value is 0 is known once an option has the value 0.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Range;

use super::concrete::{World, exists_within, options, undefined};
use super::expr::{Expr, Rules, Seen};
use super::symmetry::{exchangeable, is_defined};

/// The number of positions whose values are computed at most.
const MOST_POSITIONS: usize = 1 << 22;
/// The number of expressions evaluated at most for the values of one game.
const MOST_STEPS: u64 = 1 << 32;

/// What is known of positions; `None` while the options of a position are being looked at.
type Known = HashMap<Vec<u64>, Option<u64>, Keyed>;

/// Hashes positions with a random key.
struct Keyed(u64);

impl Default for Keyed {
    fn default() -> Keyed {
        Keyed(RandomState::new().hash_one(0u64))
    }
}

impl BuildHasher for Keyed {
    type Hasher = Words;

    fn build_hasher(&self) -> Words {
        Words(self.0)
    }
}

/// The hash of the words of a position so far.
struct Words(u64);

impl Hasher for Words {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        // Both halves of the product, so that every bit of the word has a part in every bit of the hash.
        let [low, high] = [product & u128::from(u64::MAX), product >> 64].map(|half| u64::try_from(half).unwrap_or(0));
        self.0 = low ^ high ^ word.rotate_left(32);
    }
}

/// Computes values by the definition.
pub(crate) struct Plain<'a> {
    rules: &'a Rules,
    misere: bool,
    /// Coordinates that may be exchanged.
    alike: Vec<Range<usize>>,
    /// Each move leaves one part, the rules are defined everywhere, and every play ends: one option may be enough to know whether a value is 0.
    early: bool,
    values: Known,
    /// 0 where the value is 0, and 1 elsewhere.
    zeros: Known,
    /// The steps that are left.
    left: u64,
}

/// The steps that are left, and who may stop the work.
struct Meter<'a> {
    left: Cell<u64>,
    stop: RefCell<&'a mut dyn FnMut() -> bool>,
}

impl World for Meter<'_> {
    fn step(&self) -> Seen<()> {
        let left = self.left.get().checked_sub(1).ok_or("the plain definition takes too many steps")?;
        self.left.set(left);
        if left.is_multiple_of(1 << 14) && (self.stop.borrow_mut())() { Err(String::new()) } else { Ok(()) }
    }
}

/// The most expressions evaluated to find the positions that are compared.
const FEW_STEPS: u64 = 1 << 26;

/// The steps that are left of few.
pub(crate) struct Few(Cell<u64>);

impl Default for Few {
    fn default() -> Few {
        Few(Cell::new(FEW_STEPS))
    }
}

impl World for Few {
    fn step(&self) -> Seen<()> {
        self.0.set(self.0.get().checked_sub(1).ok_or("the conditions on positions take too many steps")?);
        Ok(())
    }
}

/// What the options of a position say.
enum Found {
    Value(u64),
    /// A part of an option that is to be looked at before.
    Before(Vec<u64>),
}

impl<'a> Plain<'a> {
    pub(crate) fn new(rules: &'a Rules, misere: bool) -> Plain<'a> {
        let (values, zeros) = (Known::default(), Known::default());
        Plain { rules, misere, alike: exchangeable(rules), early: false, values, zeros, left: MOST_STEPS }
    }

    /// With an end of the search for an outcome at the first option that settles it. Every play of the game must end.
    pub(crate) fn early(self) -> Plain<'a> {
        let single = |(_, tuples): &(usize, Vec<Vec<Expr>>)| tuples.len() == 1;
        let early = self.rules.families.iter().flat_map(|family| &family.targets).all(single) && is_defined(self.rules);
        Plain { early, ..self }
    }

    /// How many positions have been looked at.
    pub(crate) fn positions(&self) -> usize {
        self.values.len() + self.zeros.len()
    }

    /// The value of a position, which must exist. `stop` returns `true` to end the work.
    pub(crate) fn value(&mut self, position: &[u64], stop: &mut dyn FnMut() -> bool) -> Seen<u64> {
        let meter = Meter { left: Cell::new(self.left), stop: RefCell::new(stop) };
        let value = self.value_within(position, &meter);
        self.left = meter.left.get();
        value
    }

    /// The value of a position, which must exist.
    pub(crate) fn value_within(&mut self, position: &[u64], world: &dyn World) -> Seen<u64> {
        let mut known = std::mem::take(&mut self.values);
        let value = self.search(&mut known, position, world, &|known, at| self.mex(known, at, world));
        self.values = known;
        value
    }

    /// Is the value of a position 0, which must exist? It is if no option has the value 0 and, in misère play, some option is there.
    pub(crate) fn is_zero_within(&mut self, position: &[u64], world: &dyn World) -> Seen<bool> {
        if !self.early {
            return Ok(self.value_within(position, world)? == 0);
        }
        let mut known = std::mem::take(&mut self.zeros);
        let value = self.search(&mut known, position, world, &|known, at| self.outcome(known, at, world));
        self.zeros = known;
        Ok(value? == 0)
    }

    /// The position with exchangeable coordinates in order, which stands for all that can be exchanged to be it.
    fn order(&self, position: &mut [u64]) {
        self.alike.iter().for_each(|alike| position[alike.clone()].sort_unstable());
    }

    /// Calls `see` with the parts of each option, in order.
    fn options(
        &self,
        known: &Known,
        position: &[u64],
        world: &dyn World,
        see: &mut dyn FnMut(Vec<Vec<u64>>) -> Seen<bool>,
    ) -> Seen<()> {
        let mut stands = |to: &mut Vec<u64>| {
            self.order(to);
            Ok(known.contains_key(to) || exists_within(self.rules, to, Some(world))?)
        };
        options(self.rules, position, Some(world), &mut stands, see)
    }

    /// Looks at a position, and before at those on which it depends.
    ///
    /// The options are not kept: those of a position are run through until one is not known yet, and again once it is. A run is the first of its
    /// position, or follows upon one that became known: there are at most two for each position.
    fn search(
        &self,
        known: &mut Known,
        position: &[u64],
        world: &dyn World,
        of_options: &dyn Fn(&Known, &[u64]) -> Seen<Found>,
    ) -> Seen<u64> {
        let mut position = position.to_vec();
        self.order(&mut position);
        let mut open = vec![];
        begin(known, position.clone(), &mut open)?;
        while let Some(top) = open.last() {
            world.step()?;
            match of_options(known, top)? {
                Found::Value(value) => {
                    known.insert(top.clone(), Some(value));
                    open.pop();
                }
                Found::Before(part) => begin(known, part, &mut open)?,
            }
        }
        known.get(&position).copied().flatten().ok_or_else(undefined)
    }

    /// The least number that is the value of no option. The value of several parts is the nim-sum of theirs, in normal play.
    fn mex(&self, known: &Known, position: &[u64], world: &dyn World) -> Seen<Found> {
        let (mut values, mut unknown) = (vec![], None);
        self.options(known, position, world, &mut |parts| {
            if self.misere && parts.len() != 1 {
                return Err("in misère play, the values of parts do not say the value of all of them".into());
            }
            let mut all = 0;
            for part in parts {
                match known.get(&part) {
                    Some(Some(value)) => all ^= value,
                    _ => {
                        unknown = Some(part);
                        return Ok(false);
                    }
                }
            }
            if values.len() == values.capacity() {
                values.sort_unstable();
                values.dedup();
            }
            values.push(all);
            Ok(true)
        })?;
        if let Some(part) = unknown {
            return Ok(Found::Before(part));
        }
        if values.is_empty() && self.misere {
            return Ok(Found::Value(1));
        }
        values.sort_unstable();
        values.dedup();
        Ok(Found::Value(values.iter().zip(0..).take_while(|(v, n)| **v == *n).count() as u64))
    }

    /// 0 if the value is 0, else 1. An option of which it is known that its value is 0 is enough.
    fn outcome(&self, known: &Known, position: &[u64], world: &dyn World) -> Seen<Found> {
        let (mut any, mut zero, mut unknown) = (false, false, None);
        self.options(known, position, world, &mut |parts| {
            let [part] = <[Vec<u64>; 1]>::try_from(parts).map_err(|_| undefined())?;
            any = true;
            match known.get(&part) {
                Some(Some(value)) => zero = *value == 0,
                _ if unknown.is_none() => unknown = Some(part),
                _ => {}
            }
            Ok(!zero)
        })?;
        Ok(match unknown {
            Some(part) if !zero => Found::Before(part),
            _ => Found::Value(u64::from(zero || self.misere && !any)),
        })
    }
}

/// Begins with a position that is not known.
fn begin(known: &mut Known, position: Vec<u64>, open: &mut Vec<Vec<u64>>) -> Seen<()> {
    match known.get(&position) {
        Some(Some(_)) => return Ok(()),
        Some(None) => return Err("moves lead round".into()),
        None if known.len() >= MOST_POSITIONS => {
            return Err(format!("more than {MOST_POSITIONS} positions would be computed by the plain definition"));
        }
        None => {}
    }
    known.insert(position.clone(), None);
    open.push(position);
    Ok(())
}

#[cfg(test)]
mod tests;
