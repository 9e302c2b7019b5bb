//! Formulas become automata.
//!
//! In: a formula of a store, and how numbers are written. Out: the automaton of the tuples that satisfy it. Each formula is worked on once. A conjunction joins its
//! smallest parts first; below "there is" a variable is forgotten as soon as all parts that speak of it are joined, the cheapest variable first.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::automaton::Automaton;
use crate::budget::{Budget, Stop};
use crate::diagram::Var;
use crate::formula::{Formula, Formulas, Node};
use crate::numeration::Numeration;
use crate::product::Connective;

/// The automata of the formulas of a store, in one numeration.
#[derive(Debug)]
pub struct Decider<'b> {
    numeration: Numeration,
    budget: Budget<'b>,
    known: HashMap<Formula, Arc<Automaton>>,
    /// The floors of multiples of square roots.
    roots: HashMap<u64, Automaton>,
    largest: usize,
}

impl<'b> Decider<'b> {
    /// No automata yet, and nothing of the budget spent.
    #[must_use]
    pub fn new(numeration: Numeration, budget: &Budget<'b>) -> Decider<'b> {
        let budget = Budget { spent: Arc::default(), memory: budget.memory.another(), ..budget.clone() };
        Decider { numeration, budget, known: HashMap::new(), roots: HashMap::new(), largest: 0 }
    }

    /// What it may take, and what it took so far.
    #[must_use]
    pub fn budget(&self) -> &Budget<'b> {
        &self.budget
    }

    /// The states of the largest automaton that was made.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// The tuples that satisfy a formula.
    ///
    /// # Errors
    /// More states, nodes or memory than the budget allows; numbers that do not fit 64 bits.
    pub fn automaton(&mut self, all: &Formulas, formula: Formula) -> Result<Arc<Automaton>, Stop> {
        let automaton = self.words_of(all, formula)?;
        if self.numeration.is_free() { Ok(automaton) } else { self.written(&automaton) }
    }

    /// The words that satisfy a formula; of words that write no number, anything may be said.
    fn words_of(&mut self, all: &Formulas, formula: Formula) -> Result<Arc<Automaton>, Stop> {
        if all.is_full() {
            return Err(Stop::Memory);
        }
        if let Some(known) = self.known.get(&formula) {
            return Ok(known.clone());
        }
        let new = Arc::new(self.made(all, formula)?);
        self.largest = self.largest.max(new.states());
        self.known.insert(formula, new.clone());
        Ok(new)
    }

    /// Is a formula true for all numbers?
    ///
    /// # Errors
    /// As [`Decider::automaton`].
    pub fn is_valid(&mut self, all: &Formulas, formula: Formula) -> Result<bool, Stop> {
        let words = self.words_of(all, formula)?;
        if self.numeration.is_free() || words.is_everything() {
            return Ok(words.is_everything());
        }
        Ok(self.written(&words.not())?.is_empty())
    }

    /// The words of an automaton that write numbers.
    fn written(&self, automaton: &Automaton) -> Result<Arc<Automaton>, Stop> {
        let parts = self.words(automaton.vars())?;
        let whole = parts
            .into_iter()
            .try_fold(automaton.clone(), |all, words| all.combine(&words, Connective::And, &self.budget))?;
        Ok(Arc::new(whole))
    }

    /// The words that write numbers, for some variables; none where all words do.
    fn words(&self, vars: impl IntoIterator<Item = Var>) -> Result<Vec<Automaton>, Stop> {
        if self.numeration.is_free() {
            return Ok(vec![]);
        }
        vars.into_iter().map(|var| Automaton::words(self.numeration, var, &self.budget)).collect()
    }

    fn made(&mut self, all: &Formulas, formula: Formula) -> Result<Automaton, Stop> {
        let budget = self.budget.clone();
        match &all.said[formula.0 as usize] {
            Node::True => Ok(Automaton::constant(self.numeration, true)),
            Node::False => Ok(Automaton::constant(self.numeration, false)),
            Node::Linear(linear, relation) => Automaton::linear(self.numeration, linear, *relation, &budget),
            Node::DigitSums(..) | Node::Bit(..) | Node::HighestPower(..) if self.numeration != Numeration::Base(2) => {
                Err(Stop::NotBinary)
            }
            Node::DigitSums(vars, modulus, sums) => Automaton::digit_sums(vars, *modulus, sums, &budget),
            Node::Bit(var, place) => Automaton::bit(*var, *place, &budget),
            Node::HighestPower(number, power) => Automaton::highest_power(*number, *power, &budget),
            Node::Root(number, root, d) => {
                let names = BTreeMap::from([(0, *number), (1, *root)]);
                self.root(*d)?.rename(&names, &budget)
            }
            Node::Powers(constant, said) => Automaton::powers(self.numeration, *constant, *said, &budget),
            Node::Member(set, vars) => {
                let names: BTreeMap<Var, Var> = vars.iter().enumerate().map(|(i, var)| (i as Var, *var)).collect();
                all.sets[*set as usize].rename(&names, &budget)
            }
            Node::Not(inner) => Ok(self.words_of(all, *inner)?.not()),
            Node::Joined(how, list) => self.joined(all, list, *how),
            Node::Exists(vars, inner) => match &all.said[inner.0 as usize] {
                Node::Joined(Connective::And, list) => self.eliminated(all, vars, list),
                _ => self.eliminated(all, vars, &[*inner]),
            },
        }
    }

    /// The pairs of a number n and floor(n·√d), as the variables 0 and 1.
    fn root(&mut self, d: u64) -> Result<&Automaton, Stop> {
        if !self.roots.contains_key(&d) {
            self.roots.insert(d, Automaton::root(self.numeration, d, &self.budget)?);
        }
        self.roots.get(&d).ok_or(Stop::NoRoot)
    }

    fn joined(&mut self, all: &Formulas, list: &[Formula], how: Connective) -> Result<Automaton, Stop> {
        let parts = list.iter().map(|part| self.words_of(all, *part)).collect::<Result<Vec<_>, _>>()?;
        let whole = self.join(parts, how)?;
        Ok(Arc::unwrap_or_clone(whole))
    }

    /// Joins automata, the two smallest first.
    fn join(&mut self, mut parts: Vec<Arc<Automaton>>, how: Connective) -> Result<Arc<Automaton>, Stop> {
        loop {
            parts.sort_by_key(|part| std::cmp::Reverse(part.states() + part.nodes()));
            match (parts.pop(), parts.pop()) {
                (Some(a), Some(b)) => {
                    let both = a.combine(&b, how, &self.budget)?;
                    self.largest = self.largest.max(both.states());
                    parts.push(Arc::new(both));
                }
                (Some(last), None) => return Ok(last),
                _ => return Ok(Arc::new(Automaton::constant(self.numeration, how == Connective::And))),
            }
        }
    }

    /// "There are numbers for some variables" before a conjunction.
    fn eliminated(&mut self, all: &Formulas, vars: &[Var], list: &[Formula]) -> Result<Automaton, Stop> {
        let mut parts = vec![];
        for part in list {
            parts.push(self.words_of(all, *part)?);
        }
        parts.extend(self.words(vars.iter().copied())?.into_iter().map(Arc::new));
        let mut left: BTreeSet<Var> = vars.iter().copied().collect();
        while let Some(var) = cheapest(&left, &parts) {
            let (with, without): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| part.vars().contains(&var));
            parts = without;
            let joined = self.join(with, Connective::And)?;
            // Variables of which only these parts speak go with it.
            let alone: BTreeSet<Var> =
                left.iter().copied().filter(|other| !parts.iter().any(|part| part.vars().contains(other))).collect();
            left.retain(|other| !alone.contains(other));
            let rest = joined.exists(&alone, &self.budget)?;
            self.largest = self.largest.max(rest.states());
            parts.push(Arc::new(rest));
        }
        let whole = self.join(parts, Connective::And)?;
        Ok(Arc::unwrap_or_clone(whole))
    }
}

/// The variable whose parts are the smallest together.
fn cheapest(vars: &BTreeSet<Var>, parts: &[Arc<Automaton>]) -> Option<Var> {
    let cost = |var: &Var| -> f64 {
        parts.iter().filter(|part| part.vars().contains(var)).map(|part| (part.states() as f64 + 1.0).ln()).sum()
    };
    vars.iter().copied().min_by(|a, b| cost(a).total_cmp(&cost(b)))
}
