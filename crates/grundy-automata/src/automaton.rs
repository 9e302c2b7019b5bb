//! Automata that read numbers: the digits of all variables at once, the least significant first.
//!
//! A tuple of numbers is a word whose letters have a digit of each number; any number of zeros may follow. An automaton accepts a tuple whatever zeros
//! follow: the state after a word accepts exactly if the state after one more zero letter does. Every constructor and operation keeps this.

use dashu_int::UBig;

use crate::diagram::{Nodes, Ref, Var};
use crate::numeration::Numeration;

/// A set of tuples of numbers, as a deterministic automaton. The first state is the beginning.
#[derive(Clone, Debug)]
pub struct Automaton {
    pub(crate) nodes: Nodes,
    /// What each state does.
    pub(crate) roots: Vec<Ref>,
    pub(crate) accepting: Vec<bool>,
}

impl Automaton {
    /// Every tuple, or none.
    #[must_use]
    pub fn constant(numeration: Numeration, truth: bool) -> Automaton {
        Automaton { nodes: Nodes::new(numeration), roots: vec![Ref::leaf(0)], accepting: vec![truth] }
    }

    /// How the numbers are written that it reads.
    #[must_use]
    pub fn numeration(&self) -> Numeration {
        self.nodes.numeration()
    }

    /// How many digits there are.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.nodes.digits()
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.roots.len()
    }

    /// The number of nodes of the diagrams.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The variables on which it depends, in their order.
    #[must_use]
    pub fn vars(&self) -> Vec<Var> {
        let mut vars: Vec<Var> = (0..self.nodes.len()).map(|i| self.nodes.var(i)).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// Is no tuple accepted? Automata have no useless states, so the answer is at hand.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.accepting.contains(&true)
    }

    /// Is every tuple accepted?
    #[must_use]
    pub fn is_everything(&self) -> bool {
        !self.accepting.contains(&false)
    }

    /// Does it accept words of digits? `digit` gives the digit of a variable at a place, the least significant first; all digits from `length` on
    /// are 0.
    #[must_use]
    pub fn accepts(&self, length: usize, digit: impl Fn(Var, usize) -> usize) -> bool {
        let end =
            (0..length).fold(0, |state, place| self.nodes.read(self.roots[state], |var| digit(var, place)) as usize);
        self.accepting[end]
    }

    /// Does it accept numbers, one for each variable from 0 on?
    ///
    /// # Panics
    /// If the automaton depends on a variable that has no number.
    #[must_use]
    pub fn contains(&self, numbers: &[UBig]) -> bool {
        let words: Vec<Vec<usize>> = numbers.iter().map(|n| self.numeration().digits_of(n)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        self.accepts(length, |var, place| words[var as usize].get(place).copied().unwrap_or(0))
    }

    /// For each state, the next states by letters of the variables 0, 1, … below `tracks`: the first one's digit counts 1, the next one's as much as
    /// there are digits, and so on.
    ///
    /// # Panics
    /// If the automaton depends on a later variable.
    #[must_use]
    pub fn rows(&self, tracks: usize) -> Vec<Vec<u32>> {
        let base = self.digits();
        let letter = |letter: usize| move |var: Var| letter / base.pow(var) % base;
        let row = |root: &Ref| (0..base.pow(tracks as u32)).map(|n| self.nodes.read(*root, letter(n))).collect();
        assert!(self.vars().last().is_none_or(|last| (*last as usize) < tracks), "a variable has no track");
        self.roots.iter().map(row).collect()
    }

    /// Does each state accept?
    #[must_use]
    pub fn accepting(&self) -> &[bool] {
        &self.accepting
    }

    /// The complement.
    #[must_use]
    pub fn not(&self) -> Automaton {
        let accepting = self.accepting.iter().map(|accepts| !accepts).collect();
        Automaton { accepting, ..self.clone() }
    }

    /// A state that no letter leaves and that accepts, or does not.
    pub(crate) fn trap(&self, accepting: bool) -> Option<u32> {
        (0..self.roots.len() as u32)
            .find(|q| self.accepting[*q as usize] == accepting && self.roots[*q as usize] == Ref::leaf(*q))
    }
}

/// Things that are numbered as they come.
pub(crate) struct Numbered<S> {
    numbers: std::collections::HashMap<S, u32, foldhash::fast::FixedState>,
    pub(crate) list: Vec<S>,
}

impl<S: Clone + Eq + std::hash::Hash> Numbered<S> {
    pub(crate) fn beginning(first: S) -> Numbered<S> {
        let mut all = Numbered { numbers: Default::default(), list: vec![] };
        all.number(first);
        all
    }

    pub(crate) fn number(&mut self, thing: S) -> u32 {
        let next = self.list.len() as u32;
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            self.list.push(thing.clone());
            next
        })
    }
}
