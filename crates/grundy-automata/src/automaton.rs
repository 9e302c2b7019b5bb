//! Automata that read numbers: the digits of all variables at once, the least significant first.
//!
//! A tuple of numbers is a word whose letters have a digit of each number; any number of zeros may follow. An automaton accepts a tuple whatever zeros
//! follow: the state after a word accepts exactly if the state after one more zero letter does. Every constructor and operation keeps this.

use std::hash::BuildHasher;

use dashu_int::UBig;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::budget::{Budget, Stop};
use crate::diagram::{Nodes, Ref, Var};
use crate::memory::{Held, boxed, hashed, listed};
use crate::numeration::Numeration;

/// A set of tuples of numbers, as a deterministic automaton. The first state is the beginning.
#[derive(Clone, Debug)]
pub struct Automaton {
    pub(crate) nodes: Nodes,
    /// What each state does.
    pub(crate) roots: Vec<Ref>,
    pub(crate) accepting: Vec<bool>,
    held: Held,
}

impl Automaton {
    /// Every tuple, or none.
    #[must_use]
    pub fn constant(numeration: Numeration, truth: bool) -> Automaton {
        Automaton::uncounted(Nodes::new(numeration), vec![Ref::leaf(0)], vec![truth])
    }

    /// An automaton on which somebody works who counts its memory.
    pub(crate) fn uncounted(nodes: Nodes, roots: Vec<Ref>, accepting: Vec<bool>) -> Automaton {
        Automaton { nodes, roots, accepting, held: Held::default() }
    }

    /// The automaton, which holds its memory as long as it is there.
    pub(crate) fn counted(mut self, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        self.held = budget.memory.hold(self.bytes())?;
        Ok(self)
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.bytes() + listed(5) * self.states()
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

/// What may have parts on the heap.
pub(crate) trait Heap {
    /// The bytes of these parts.
    fn heap(&self) -> usize {
        0
    }
}

impl Heap for bool {}
impl Heap for u32 {}
impl<T: Copy> Heap for Option<T> {}
impl<T: Copy, E: Copy> Heap for Result<T, E> {}
impl Heap for (u32, u32) {}
impl Heap for (i64, i64, i64) {}

impl Heap for Vec<u8> {
    fn heap(&self) -> usize {
        boxed(self.len())
    }
}

impl Heap for Vec<u32> {
    fn heap(&self) -> usize {
        boxed(4 * self.len())
    }
}

impl Heap for (usize, Vec<u32>) {
    fn heap(&self) -> usize {
        self.1.heap()
    }
}

/// Things that are numbered as they come.
pub(crate) struct Numbered<S> {
    numbers: HashTable<u32>,
    hasher: FixedState,
    pub(crate) list: Vec<S>,
    /// The bytes of their parts on the heap.
    heap: usize,
}

impl<S: Eq + std::hash::Hash + Heap> Numbered<S> {
    pub(crate) fn beginning(first: S) -> Numbered<S> {
        let mut all = Numbered { numbers: HashTable::new(), hasher: FixedState::default(), list: vec![], heap: 0 };
        all.number(first);
        all
    }

    pub(crate) fn number(&mut self, thing: S) -> u32 {
        let Numbered { numbers, hasher, list, heap } = self;
        let is_same = |i: &u32| list[*i as usize] == thing;
        let new = list.len() as u32;
        match numbers.entry(hasher.hash_one(&thing), is_same, |i| hasher.hash_one(&list[*i as usize])) {
            Entry::Occupied(known) => return *known.get(),
            Entry::Vacant(place) => place.insert(new),
        };
        *heap += thing.heap();
        list.push(thing);
        new
    }

    /// The bytes that they take, while they may become more.
    pub(crate) fn bytes(&self) -> usize {
        self.list.len() * (listed(size_of::<S>()) + hashed(4)) + self.heap
    }
}
