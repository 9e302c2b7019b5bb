//! What is known of the values of a game, as automata alone.
//!
//! In: what was proved of the values in one play, by expressions or automata, of all positions or of those of some patterns, or by swap positions. Out: an
//! automaton of the positions that it speaks of, the *domain*, unless these are all; and automata of the values there, as certificates state them. Whoever verifies
//! a certificate shows them again by induction, so that nothing depends on where they come from.

use std::sync::Arc;

use grundy_automata::{Automaton, Budget, Decider, Formula, Formulas, Numeration};
use grundy_rules::rules::Ruleset;

use super::NotExpressible;
use super::compile::set_of;
use super::describe::{Automata, Characterization};
use super::game::{Coordinates, Played};
use super::known::Knowledge;
use super::number::Sum;

/// So many values at most are looked at by levels.
const LEVELS: i64 = 8;

/// Automata of the values of a game in one play.
#[derive(Clone, Debug)]
pub struct Block {
    /// How the automata read numbers.
    pub numeration: Numeration,
    /// How they look at positions.
    pub coordinates: Coordinates,
    /// The positions of which they speak; nothing if these are all.
    pub domain: Option<Arc<Automaton>>,
    /// The coordinates that are the same in all of these positions.
    pub fixed: Vec<Option<u64>>,
    /// The values there.
    pub values: Listed,
}

/// The values, by automata.
#[derive(Clone, Debug)]
pub enum Listed {
    /// The positions with the values 0, 1, …, and whether there are no other values.
    Levels(Vec<Arc<Automaton>>, bool),
    /// The positions with their values, which are the last numbers.
    Graph(Arc<Automaton>),
}

impl Block {
    /// What is known, as automata.
    ///
    /// # Errors
    /// It cannot be said so, or within the budget.
    pub fn of(rules: &Ruleset, known: &Knowledge, budget: &Budget<'_>) -> Result<Block, NotExpressible> {
        let whole = match known {
            Knowledge::Characterized(told) => Block::told(told),
            Knowledge::Swapped(..) => None,
        };
        whole.map_or_else(|| Making::of(rules, known, budget)?.block(), Ok)
    }

    /// The automata of what is said by automata of every position; nothing if expressions say some of it.
    #[must_use]
    pub fn told(told: &Characterization) -> Option<Block> {
        let values = match told.automata()? {
            Automata::Levels(levels) => {
                Listed::Levels(levels.into_iter().cloned().map(Arc::new).collect(), told.complete)
            }
            Automata::Graph(graph) => Listed::Graph(Arc::new(graph.clone())),
        };
        Some(Block { numeration: told.numeration, coordinates: told.coordinates, domain: None, fixed: vec![], values })
    }
}

/// The making of automata from what is known.
struct Making<'k> {
    known: &'k Knowledge,
    played: Played<'k>,
    all: Formulas,
    decider: Decider<'k>,
}

impl<'k> Making<'k> {
    fn of(rules: &'k Ruleset, known: &'k Knowledge, budget: &Budget<'k>) -> Result<Making<'k>, NotExpressible> {
        let played = Played::of(rules, known.coordinates())?;
        let decider = Decider::new(known.numeration(), budget);
        Ok(Making { known, played, all: Formulas::within(budget), decider })
    }

    fn block(mut self) -> Result<Block, NotExpressible> {
        let domain = self.domain()?;
        let told = self.known.told();
        let values = if let Some(levels) = self.few()? {
            levels
        } else if told.says_values() {
            Listed::Graph(self.values(None)?)
        } else {
            if told.levels().zip(0..).any(|(level, number)| level != number) {
                return Err(NotExpressible::What("some levels without those below them"));
            }
            let levels = told.levels().map(|level| self.values(Some(level)));
            Listed::Levels(levels.collect::<Result<Vec<_>, NotExpressible>>()?, told.complete)
        };
        let fixed = if domain.is_some() { told.fixed() } else { vec![] };
        Ok(Block { numeration: told.numeration, coordinates: told.coordinates, domain, fixed, values })
    }

    /// The values as levels, where positions split and the values are few: a checker sees by levels what the nim-sum of several parts is, and by a graph it has a
    /// number for each part.
    fn few(&mut self) -> Result<Option<Listed>, NotExpressible> {
        if !self.known.told().says_values() || !self.played.rules.splits() {
            return Ok(None);
        }
        let (known, all) = (self.known, &mut self.all);
        let x = self.played.position(all)?;
        let (exists, inside) = (self.played.exists(all, &x)?, known.known(all, &x)?);
        let here = all.and([exists, inside]);
        let mut ways = vec![];
        for level in 0..LEVELS {
            ways.push(known.has_value(&mut self.all, &x, &Sum::constant(level))?);
            let some = self.all.or(ways.clone());
            let few = self.all.implies(here, some);
            if self.decider.is_valid(&self.all, few)? {
                let levels = (0..=level).map(|level| self.values(Some(level))).collect::<Result<Vec<_>, _>>()?;
                return Ok(Some(Listed::Levels(levels, true)));
            }
        }
        Ok(None)
    }

    /// The positions of which enough is known, if these are not all.
    fn domain(&mut self) -> Result<Option<Arc<Automaton>>, NotExpressible> {
        let (known, all) = (self.known, &mut self.all);
        let (first, x) = (all.count_of_variables(), self.played.position(all)?);
        let (exists, inside) = (self.played.exists(all, &x)?, known.known(all, &x)?);
        let everywhere = all.implies(exists, inside);
        if self.decider.is_valid(&self.all, everywhere)? {
            return Ok(None);
        }
        self.set(&[exists, inside], first).map(Some)
    }

    /// The positions whose value is a number; or, without one, those with their values.
    fn values(&mut self, level: Option<i64>) -> Result<Arc<Automaton>, NotExpressible> {
        let (known, all) = (self.known, &mut self.all);
        let (first, x) = (all.count_of_variables(), self.played.position(all)?);
        let value = level.map_or_else(|| Sum::var(all.fresh()), Sum::constant);
        let (exists, has_value) = (self.played.exists(all, &x)?, known.has_value(all, &x, &value)?);
        self.set(&[exists, has_value], first)
    }

    fn set(&mut self, parts: &[Formula], first: u32) -> Result<Arc<Automaton>, NotExpressible> {
        let whole = self.all.and(parts.iter().copied());
        set_of(&self.all, &mut self.decider, whole, first).map(Arc::new)
    }
}
