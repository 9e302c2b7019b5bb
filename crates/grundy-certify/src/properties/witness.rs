//! A position that breaks a property, seen by the definition.
//!
//! In: rules, a property, a position. Out: whether the position exists and breaks the property. Its values in both plays, and those of its options and of
//! theirs, are computed by mex; in misère play, where a move may leave several parts, of all parts together. A game with a position that breaks a property does not
//! have it, whatever its other positions are.

use crate::definition::concrete::{Few, exists_within, parts};
use crate::definition::plain::Plain;
use crate::form::expr::{Result, Rules};
use crate::form::grounds::DEFINITION;
use crate::form::spent::{Spent, Stop, Told};
use crate::properties::Property;

/// The coordinates of the position are at most this.
const LARGEST: u64 = 1 << 10;

/// Does a position break a property?
pub(crate) fn breaks(rules: &Rules, property: Property, at: &[u64], stop: Stop) -> Result<bool> {
    stop(Told::Rests("witness"));
    stop(Told::Rests(DEFINITION));
    if at.iter().any(|x| *x > LARGEST) {
        return Err(format!("the witness against a property has a coordinate above {LARGEST}"));
    }
    if !exists_within(rules, at, Some(&Few::default()))? {
        return Err("the witness against a property is no position".into());
    }
    let mut of = Witness { rules, normal: Plain::new(rules, false), misere: Plain::new(rules, true), stop };
    of.breaks(property, at)
}

struct Witness<'a> {
    rules: &'a Rules,
    normal: Plain<'a>,
    misere: Plain<'a>,
    stop: Stop<'a>,
}

/// The parts of a position.
type Position = Vec<Vec<u64>>;
/// The values in normal and misère play.
type Pair = (u64, u64);
/// The kinds of swap positions.
const SWAPS: [Pair; 2] = [(0, 1), (1, 0)];

impl Witness<'_> {
    fn breaks(&mut self, property: Property, at: &[u64]) -> Result<bool> {
        match property {
            Property::OneMove => Ok(self.value(at)? == 0 && !parts(self.rules, at)?.is_empty()),
            Property::SgDecreasing => self.is_not_lowered(at),
            Property::Tame
            | Property::Pet
            | Property::Domestic
            | Property::Miserable
            | Property::Returnable
            | Property::Forced => self.breaks_both(property, at),
        }
    }

    /// Has a position an option whose value is not smaller?
    fn is_not_lowered(&mut self, at: &[u64]) -> Result<bool> {
        let value = self.value(at)?;
        for option in parts(self.rules, at)? {
            let mut sum = 0;
            for part in &option {
                sum ^= self.value(part)?;
            }
            if sum >= value {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same for a property of both plays.
    fn breaks_both(&mut self, property: Property, at: &[u64]) -> Result<bool> {
        let at = vec![at.to_vec()];
        let (normal, misere) = self.pair(&at)?;
        let is_swap = SWAPS.contains(&(normal, misere));
        let options = self.options(&at)?;
        Ok(match property {
            Property::Tame => !is_swap && normal != misere,
            Property::Pet => !is_swap && (normal != misere || normal < 2),
            Property::Domestic => normal.min(misere) == 0 && normal.max(misere) >= 2,
            Property::Miserable => {
                let pairs = self.pairs(&options)?;
                !is_swap && pairs.contains(&SWAPS[0]) != pairs.contains(&SWAPS[1])
            }
            Property::Forced => is_swap && self.pairs(&options)?.iter().any(|pair| *pair != (misere, normal)),
            Property::Returnable if !is_swap => false,
            Property::Returnable => {
                for option in options {
                    let after = self.options(&option)?;
                    if !after.is_empty() && !self.pairs(&after)?.contains(&(normal, misere)) {
                        return Ok(true);
                    }
                }
                false
            }
            Property::OneMove | Property::SgDecreasing => {
                return Err("a property of normal play is looked for in both plays".into());
            }
        })
    }

    fn value(&mut self, at: &[u64]) -> Result<u64> {
        self.normal.value(at, &mut |bytes| (self.stop)(Told::Spent(Spent { steps: 0, bytes })))
    }

    /// The values of a position. Those in normal play are first: their steps are counted, and they ask for the options of all parts that are reached.
    fn pair(&mut self, at: &Position) -> Result<Pair> {
        let mut normal = 0;
        for part in at {
            normal ^= self.value(part)?;
        }
        let told = &mut |bytes| (self.stop)(Told::Spent(Spent { steps: 0, bytes }));
        let parts: Vec<&[u64]> = at.iter().map(Vec::as_slice).collect();
        Ok((normal, self.misere.value_together(&parts, told)?))
    }

    fn pairs(&mut self, all: &[Position]) -> Result<Vec<Pair>> {
        all.iter().map(|at| self.pair(at)).collect()
    }

    /// The options of a position: a move changes one part, and the others stay.
    fn options(&self, at: &Position) -> Result<Vec<Position>> {
        let mut all = vec![];
        for (number, part) in at.iter().enumerate() {
            let others = [&at[..number], &at[number + 1..]].concat();
            all.extend(parts(self.rules, part)?.into_iter().map(|left| [others.clone(), left].concat()));
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests;
