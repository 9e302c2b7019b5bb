//! Values in misère play of positions that are several parts.
//!
//! In: rules, and the parts of a position. Out: its value in misère play, by the definition. The values of the parts do not say it; so a position is the list of its parts,
//! in order. A move changes one of them into parts, and the others stay.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::concrete::{Moves, exists};
use super::super::expr::{Result, Rules};
use crate::spent::{Stop, Told};

/// The most positions whose values are computed.
const POSITIONS: usize = 1 << 14;
/// The most parts of all options of all parts that are kept.
const PARTS: usize = 1 << 20;

/// The parts of a position.
pub(super) type Position = Vec<Vec<u64>>;

/// Does some move leave several parts, or none?
pub(super) fn splits(rules: &Rules) -> bool {
    rules.families.iter().flat_map(|family| &family.targets).any(|(_, tuples)| tuples.len() != 1)
}

/// Computes values in misère play.
pub(super) struct Together<'a> {
    rules: &'a Rules,
    /// Values of positions; `None` while the options of a position are being looked at.
    known: BTreeMap<Position, Option<u64>>,
    /// The options of each part by itself.
    of_parts: BTreeMap<Vec<u64>, Rc<Vec<Position>>>,
    /// How many parts these have.
    kept: usize,
}

impl<'a> Together<'a> {
    pub(super) fn new(rules: &'a Rules) -> Together<'a> {
        Together { rules, known: BTreeMap::new(), of_parts: BTreeMap::new(), kept: 0 }
    }

    /// The value of a position, whose parts exist.
    pub(super) fn value(&mut self, position: &[Vec<u64>], stop: Stop) -> Result<u64> {
        let position = ordered(position.to_vec());
        let mut open = vec![];
        self.begin(&position, &mut open)?;
        while let Some(top) = open.last().cloned() {
            if stop(Told::steps(0)) {
                return Err(String::new());
            }
            let options = self.options(&top)?;
            match options.iter().find(|option| !matches!(self.known.get(*option), Some(Some(_)))) {
                Some(before) => self.begin(before, &mut open)?,
                None => {
                    let value = self.least(&options);
                    self.known.insert(top, Some(value));
                    open.pop();
                }
            }
        }
        self.known.get(&position).copied().flatten().ok_or_else(|| "a value is not known".into())
    }

    fn begin(&mut self, position: &Position, open: &mut Vec<Position>) -> Result<()> {
        match self.known.get(position) {
            Some(Some(_)) => return Ok(()),
            Some(None) => return Err("moves lead round".into()),
            None if self.known.len() >= POSITIONS => {
                return Err(format!("more than {POSITIONS} positions of several parts would be looked at"));
            }
            None => {}
        }
        self.known.insert(position.clone(), None);
        open.push(position.clone());
        Ok(())
    }

    /// The least number that is the value of no option; 1 where there is no option.
    fn least(&self, options: &[Position]) -> u64 {
        let mut values: Vec<u64> = options.iter().filter_map(|option| self.known.get(option).copied()?).collect();
        values.sort_unstable();
        values.dedup();
        if values.is_empty() { 1 } else { values.iter().zip(0..).take_while(|(v, n)| **v == *n).count() as u64 }
    }

    /// The options of a position, in order.
    fn options(&mut self, position: &Position) -> Result<Vec<Position>> {
        let mut all = vec![];
        for (number, part) in position.iter().enumerate() {
            if number > 0 && position[number - 1] == *part {
                continue;
            }
            for left in self.of_part(part)?.iter() {
                let others = position.iter().enumerate().filter(|(other, _)| *other != number);
                all.push(ordered(others.map(|(_, part)| part).chain(left).cloned().collect()));
            }
        }
        Ok(all)
    }

    /// What the moves of a part leave of it.
    fn of_part(&mut self, part: &[u64]) -> Result<Rc<Vec<Position>>> {
        if let Some(known) = self.of_parts.get(part) {
            return Ok(known.clone());
        }
        let (mut all, mut kept) = (vec![], self.kept);
        let rules = self.rules;
        let mut take = |part: &mut [u64]| Ok(exists(rules, part)?.then(|| part.to_vec()));
        Moves::new(rules).each(part, None, &mut take, &mut |left| {
            kept += 1 + left.len();
            all.push(std::mem::take(left));
            if kept > PARTS { Err("a position of several parts has too many options".into()) } else { Ok(true) }
        })?;
        self.kept = kept;
        let all = Rc::new(all);
        self.of_parts.insert(part.to_vec(), all.clone());
        Ok(all)
    }
}

fn ordered(mut position: Position) -> Position {
    position.sort_unstable();
    position
}

#[cfg(test)]
mod tests;
