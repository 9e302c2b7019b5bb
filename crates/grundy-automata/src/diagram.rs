//! Decision diagrams: what an automaton does in a state, as a function of the letter.
//!
//! A letter has a digit for each variable. A diagram asks for digits one after the other, in the order of the variables, and ends in a leaf, which is a
//! number: a state, or a set of states. Equal diagrams are one; a question whose answer does not matter is not asked. So a relation of fourteen
//! variables whose letters mostly agree stays small, where a table would have 2^14 entries a state.

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use smallvec::SmallVec;

use crate::memory::{hashed, listed};
use crate::numeration::Numeration;

/// A variable of a formula: a track of a word.
pub type Var = u32;

/// A diagram: a node, or a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Ref(u32);

const LEAF: u32 = 1 << 31;

impl Ref {
    pub(crate) fn leaf(value: u32) -> Ref {
        assert!(value < LEAF);
        Ref(value | LEAF)
    }

    /// The number of a leaf.
    pub(crate) fn as_leaf(self) -> Option<u32> {
        (self.0 & LEAF != 0).then_some(self.0 & !LEAF)
    }

    /// The number of a node.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The diagrams behind the answers to a question. Most numerations have two digits, and few more than four.
pub(crate) type Kids = SmallVec<[Ref; 4]>;

/// What was computed of pairs of diagrams.
pub(crate) type Pairs = HashMap<(Ref, Ref), Ref, FixedState>;

/// Diagrams that share their nodes.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    numeration: Numeration,
    digits: usize,
    vars: Vec<Var>,
    kids: Vec<Ref>,
    known: HashTable<u32>,
    hasher: FixedState,
}

impl Nodes {
    /// No diagrams.
    pub(crate) fn new(numeration: Numeration) -> Nodes {
        let digits = numeration.digits();
        Nodes { numeration, digits, vars: vec![], kids: vec![], known: HashTable::new(), hasher: FixedState::default() }
    }

    /// Forgets all diagrams, and keeps the room for them.
    pub(crate) fn clear(&mut self) {
        self.vars.clear();
        self.kids.clear();
        self.known.clear();
    }

    pub(crate) fn numeration(&self) -> Numeration {
        self.numeration
    }

    pub(crate) fn digits(&self) -> usize {
        self.digits
    }

    pub(crate) fn len(&self) -> usize {
        self.vars.len()
    }

    /// The bytes of all nodes, while they may become more.
    pub(crate) fn bytes(&self) -> usize {
        self.len() * (listed(4 + 4 * self.digits) + hashed(4))
    }

    /// What a node asks for, and the diagrams behind the answers; `None` for a leaf.
    pub(crate) fn get(&self, at: Ref) -> Option<(Var, &[Ref])> {
        if at.as_leaf().is_some() {
            return None;
        }
        Some(self.entry(at.index()))
    }

    /// What a node asks for, and the diagrams behind the answers, by its number.
    pub(crate) fn entry(&self, node: usize) -> (Var, &[Ref]) {
        (self.vars[node], &self.kids[node * self.digits..(node + 1) * self.digits])
    }

    /// What a node asks for, by its number.
    pub(crate) fn var(&self, node: usize) -> Var {
        self.vars[node]
    }

    /// The variable that a diagram asks for first; larger than all for a leaf.
    pub(crate) fn top(&self, at: Ref) -> Var {
        self.get(at).map_or(Var::MAX, |(var, _)| var)
    }

    /// The diagram that remains once `var` is `digit`; `var` is not behind the first question.
    pub(crate) fn given(&self, at: Ref, var: Var, digit: usize) -> Ref {
        match self.get(at) {
            Some((asked, kids)) if asked == var => kids[digit],
            _ => at,
        }
    }

    /// The diagram that asks for `var` first. The diagrams behind ask for later variables only.
    pub(crate) fn node(&mut self, var: Var, kids: &[Ref]) -> Ref {
        assert_eq!(kids.len(), self.digits);
        if kids.iter().all(|kid| *kid == kids[0]) {
            return kids[0];
        }
        let Nodes { digits, vars, kids: all, known, hasher, .. } = self;
        let hash = |var: Var, kids: &[Ref]| hasher.hash_one((var, kids));
        let own = |i: u32| &all[i as usize * *digits..(i as usize + 1) * *digits];
        let is_same = |i: &u32| vars[*i as usize] == var && own(*i) == kids;
        let new = vars.len() as u32;
        match known.entry(hash(var, kids), is_same, |i| hash(vars[*i as usize], own(*i))) {
            Entry::Occupied(known) => return Ref(*known.get()),
            Entry::Vacant(place) => place.insert(new),
        };
        vars.push(var);
        all.extend_from_slice(kids);
        Ref(new)
    }

    /// Copies a diagram of other nodes, each leaf changed.
    pub(crate) fn copy(&mut self, from: &Nodes, at: Ref, memo: &mut Copied, leaf: &mut impl FnMut(u32) -> Ref) -> Ref {
        let Some((var, kids)) = from.get(at) else { return leaf(at.as_leaf().unwrap_or_default()) };
        if let Some(known) = memo.0.get(at.index()).copied().flatten() {
            return known;
        }
        let kids: Kids = kids.iter().map(|kid| self.copy(from, *kid, memo, leaf)).collect();
        let new = self.node(var, &kids);
        memo.0[at.index()] = Some(new);
        new
    }

    /// Calls `each` for every leaf of some diagrams, once for each place that leads there from a node.
    pub(crate) fn leaves(&self, at: Ref, seen: &mut Vec<bool>, each: &mut impl FnMut(u32)) {
        match self.get(at) {
            None => each(at.as_leaf().unwrap_or_default()),
            Some((_, kids)) => {
                seen.resize(self.len(), false);
                if !std::mem::replace(&mut seen[at.index()], true) {
                    kids.iter().for_each(|kid| self.leaves(*kid, seen, each));
                }
            }
        }
    }

    /// The leaf of a letter.
    pub(crate) fn read(&self, mut at: Ref, digit: impl Fn(Var) -> usize) -> u32 {
        while let Some((var, kids)) = self.get(at) {
            at = kids[digit(var)];
        }
        at.as_leaf().unwrap_or_default()
    }
}

/// The bytes of a pair of diagrams with what was computed of it.
pub(crate) const PAIR: usize = hashed(12);

/// What was copied of the nodes of another diagram.
pub(crate) struct Copied(Vec<Option<Ref>>);

impl Copied {
    pub(crate) fn of(nodes: &Nodes) -> Copied {
        Copied(vec![None; nodes.len()])
    }

    /// The bytes for a copy of some nodes, and for what is noted meanwhile.
    pub(crate) fn bytes(nodes: &Nodes) -> usize {
        nodes.bytes() + 8 * nodes.len()
    }
}
