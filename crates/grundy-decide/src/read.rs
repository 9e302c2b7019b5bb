//! The values of single positions, from what is told of all.
//!
//! In: descriptions of the values of a game, and a position. Out: its value. An automaton reads the digits of the coordinates, as they are looked at,
//! however many these are; what expressions say is decided as a formula, for numbers of 64 bits.

use dashu_int::UBig;
use grundy_automata::{Budget, Decider, Formulas};

use super::NotExpressible;
use super::describe::{Characterization, Claimed};
use super::game::Coordinates;
use super::number::Sum;

impl Characterization {
    /// The value of a position that exists; `None` if it is not told, or cannot be found within a budget.
    pub(crate) fn at(&self, position: &[UBig], budget: &Budget<'_>) -> Option<UBig> {
        if !self.says_values() {
            let mut levels = self.levels();
            return levels.find_map(|level| {
                let level = u32::try_from(level).ok()?;
                self.is_at(position, level, budget)?.then(|| UBig::from(level))
            });
        }
        let tuple = self.tuple(position);
        for description in &self.descriptions {
            match &description.claimed {
                Claimed::Graph(set) if description.is_everywhere() => return set.least_with(&tuple),
                _ => {}
            }
        }
        self.decided(position, None, budget)
    }

    /// Is the value of a position that exists a number? `None` if this is not told, or cannot be found within a budget.
    pub(crate) fn is_at(&self, position: &[UBig], level: u32, budget: &Budget<'_>) -> Option<bool> {
        let tuple = self.tuple(position);
        for description in self.descriptions.iter().filter(|description| description.is_everywhere()) {
            match &description.claimed {
                Claimed::Member(own, set) if *own == level => return Some(set.contains(&tuple)),
                Claimed::Graph(set) => return Some(set.least_with(&tuple)? == UBig::from(level)),
                _ => {}
            }
        }
        self.decided(position, Some(level), budget).map(|found| found == UBig::ONE)
    }

    /// The numbers that automata read.
    fn tuple(&self, position: &[UBig]) -> Vec<UBig> {
        let mut entries = position.to_vec();
        if self.coordinates == Coordinates::Plain {
            return entries;
        }
        entries.sort();
        for i in (1..entries.len()).rev() {
            let (low, high) = entries.split_at_mut(i);
            high[0] -= &low[i - 1];
        }
        entries
    }

    /// The value, or 1 if the value is a number, and 0 if not, by a formula about this position.
    fn decided(&self, position: &[UBig], level: Option<u32>, budget: &Budget<'_>) -> Option<UBig> {
        let said = || -> Result<Option<UBig>, NotExpressible> {
            let mut all = Formulas::within(budget);
            let at: Vec<Sum> = position.iter().map(|x| Sum::constant(x.clone())).collect();
            let known = self.known(&mut all, &at)?;
            let value = level.map_or_else(|| Sum::var(all.fresh()), Sum::constant);
            let has_value = self.has_value(&mut all, &at, &value)?;
            let mut decider = Decider::new(self.numeration, budget);
            if !decider.is_valid(&all, known)? {
                return Ok(None);
            }
            if level.is_some() {
                return Ok(Some(UBig::from(u8::from(decider.is_valid(&all, has_value)?))));
            }
            Ok(decider.automaton(&all, has_value)?.least())
        };
        said().ok().flatten()
    }
}
