//! What is known of the values of a game in one play, whatever it came from.
//!
//! In: what was proved of the game's values, or of its swap positions. Out: values and levels of any position, as formulas.

use std::sync::Arc;

use dashu_int::UBig;
use grundy_automata::{Budget, Formula, Formulas, Numeration};

use super::describe::{Characterization, Description};
use super::game::Coordinates;
use super::number::{Number, Sum, equal};
use super::say::{Encoder, Pending};
use super::{Formed, NotExpressible};

/// The positions that have a certain value, by what is known of the values.
#[derive(Clone, Debug)]
pub struct Level {
    /// What is known of the values.
    pub told: Arc<Characterization>,
    /// The number.
    pub value: u32,
}

impl Level {
    pub(crate) fn contains(&self, all: &mut Formulas, y: &[Sum]) -> Formed<Formula> {
        self.told.has_value(all, y, &Sum::constant(self.value))
    }
}

/// The swap positions of a miserable game: those with the values 0 and 1 in normal and misère play, and those with 1 and 0.
#[derive(Clone, Debug)]
pub struct Swap {
    /// The (0,1)-positions.
    pub zero_one: Level,
    /// The (1,0)-positions.
    pub one_zero: Level,
}

/// The numeration of all, if it is one.
pub(crate) fn one_numeration(of: impl IntoIterator<Item = Numeration>) -> Formed<Numeration> {
    let mut all = of.into_iter();
    let first = all.next().unwrap_or_default();
    let same = all.all(|other| other == first);
    same.then_some(first).ok_or(NotExpressible::Unknown("values that are read in different numerations"))
}

/// What is known of the values of a game in one play, for every position.
#[derive(Clone, Debug)]
pub enum Knowledge {
    /// Values or levels that were proved.
    Characterized(Arc<Characterization>),
    /// The values of misère play in a miserable game: 1 and 0 at the swap positions, and those of normal play elsewhere.
    Swapped(Arc<Characterization>, Swap),
}

impl Knowledge {
    /// What is told, but for swap positions.
    pub(crate) fn told(&self) -> &Characterization {
        match self {
            Knowledge::Characterized(told) | Knowledge::Swapped(told, _) => told,
        }
    }

    /// How positions are looked at.
    #[must_use]
    pub fn coordinates(&self) -> Coordinates {
        match self {
            Knowledge::Characterized(told) | Knowledge::Swapped(told, _) => told.coordinates,
        }
    }

    /// How the automata read numbers.
    #[must_use]
    pub fn numeration(&self) -> Numeration {
        match self {
            Knowledge::Characterized(told) | Knowledge::Swapped(told, _) => told.numeration,
        }
    }

    /// The states of the largest automaton that says the values; 0 if expressions do.
    #[must_use]
    pub fn states(&self) -> usize {
        let of = |told: &Characterization| told.descriptions.iter().map(Description::states).max().unwrap_or(0);
        match self {
            Knowledge::Characterized(told) => of(told),
            Knowledge::Swapped(told, swap) => of(told).max(of(&swap.zero_one.told)).max(of(&swap.one_zero.told)),
        }
    }

    /// Is the value of every position known?
    #[must_use]
    pub fn says_values(&self) -> bool {
        match self {
            Knowledge::Characterized(told) | Knowledge::Swapped(told, _) => told.says_values() || told.complete,
        }
    }

    /// The number of levels, if the values are levels.
    pub(crate) fn levels(&self) -> Option<u32> {
        let told = self.told();
        (!told.says_values()).then(|| told.height() as u32)
    }

    /// Is it known where the value is a number?
    #[must_use]
    pub fn says_level(&self, level: u32) -> bool {
        match self {
            Knowledge::Characterized(told) | Knowledge::Swapped(told, _) => told.says_level(level),
        }
    }

    /// Is enough known of a position?
    pub(crate) fn known(&self, all: &mut Formulas, y: &[Sum]) -> Formed<Formula> {
        match self {
            Knowledge::Characterized(told) | Knowledge::Swapped(told, _) => told.known(all, y),
        }
    }

    /// Is the value of a position a number?
    pub(crate) fn has_value(&self, all: &mut Formulas, y: &[Sum], value: &Sum) -> Formed<Formula> {
        match self {
            Knowledge::Characterized(told) => told.has_value(all, y, value),
            Knowledge::Swapped(told, swap) => {
                let (a, b) = (swap.zero_one.contains(all, y)?, swap.one_zero.contains(all, y)?);
                let (one, zero) = (equal(all, value, &Sum::constant(1))?, equal(all, value, &Sum::default())?);
                let (not_a, not_b) = (all.not(a), all.not(b));
                let same = told.has_value(all, y, value)?;
                let ways = [all.and([a, one]), all.and([b, zero]), all.and([not_a, not_b, same])];
                Ok(all.or(ways))
            }
        }
    }

    /// The value of a position that exists; `None` if it is not known, or cannot be found within a budget.
    ///
    /// Where automata say it, they read the digits of the numbers; where expressions do, the numbers must fit 64 bits.
    #[must_use]
    pub fn at(&self, position: &[UBig], budget: &Budget<'_>) -> Option<UBig> {
        match self {
            Knowledge::Characterized(told) => told.at(position, budget),
            Knowledge::Swapped(told, swap) => {
                let is = |level: &Level| level.told.is_at(position, level.value, budget);
                if is(&swap.zero_one)? {
                    return Some(UBig::ONE);
                }
                if is(&swap.one_zero)? { Some(UBig::ZERO) } else { told.at(position, budget) }
            }
        }
    }

    /// The value of a position as a number.
    pub(crate) fn value(&self, say: &mut Encoder<'_>, y: &[Sum], pending: &mut Pending) -> Formed<Number> {
        match self {
            Knowledge::Characterized(told) => told.value(say, y, pending),
            Knowledge::Swapped(told, swap) => {
                let normal = told.value(say, y, pending)?;
                let (a, b) = (swap.zero_one.contains(say.all, y)?, swap.one_zero.contains(say.all, y)?);
                let (not_a, not_b) = (say.all.not(a), say.all.not(b));
                let mut cases = vec![(a, Sum::constant(1)), (b, Sum::default())];
                for (guard, sum) in normal.cases {
                    cases.push((say.all.and([not_a, not_b, guard]), sum));
                }
                Number::by_cases(say.all, cases)
            }
        }
    }
}
