//! Automata whose transitions are decision diagrams.
//!
//! In: states, of which the first is 0, a diagram for each, and which of them accept. Out: the automaton with as few states as possible.

use std::rc::Rc;

use crate::form::numbers::{index, short};
use crate::kernel::node::{Map, Node, Nodes, Ref, at, leaf, state_of};
use crate::kernel::work::Work;

/// The states of an automaton and where letters lead.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// What a node leads to stands before it.
    pub(super) nodes: Vec<Node>,
    /// The diagram of each state.
    pub(super) roots: Vec<Ref>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Automaton {
    pub(super) shape: Rc<Shape>,
    pub(super) accepts: Vec<bool>,
}

impl Automaton {
    /// It accepts everything or nothing.
    pub(super) fn constant(truth: bool) -> Automaton {
        Automaton { shape: Rc::new(Shape { nodes: vec![], roots: vec![leaf(0)] }), accepts: vec![truth] }
    }

    /// Whether everything is accepted, or nothing; if it is one of them.
    pub(super) fn as_constant(&self) -> Option<bool> {
        (self.accepts.len() == 1).then(|| self.accepts[0])
    }

    pub(super) fn not(&self) -> Automaton {
        Automaton { shape: self.shape.clone(), accepts: self.accepts.iter().map(|accepts| !accepts).collect() }
    }

    /// The nodes and the states.
    pub(super) fn size(&self) -> usize {
        self.shape.nodes.len() + self.accepts.len()
    }

    /// The state from which everything is accepted, or nothing.
    pub(super) fn trap(&self, truth: bool) -> Option<u32> {
        let states = (0..).zip(self.shape.roots.iter().zip(&self.accepts));
        let mut traps = states.filter(|(state, (root, accepts))| **root == leaf(*state) && **accepts == truth);
        traps.next().map(|(state, _)| state)
    }
}

/// An automaton in the making, which may have nodes that nothing leads to.
pub(super) struct Draft {
    pub(super) nodes: Vec<Node>,
    /// Nothing for a state that nothing leads to.
    pub(super) roots: Vec<Option<Ref>>,
    pub(super) accepts: Vec<bool>,
}

impl Draft {
    /// The automaton with as few states as possible: classes of states are told apart by the classes to which letters lead, until nothing new is told apart.
    pub(super) fn minimal(self, work: &mut Work) -> Option<Automaton> {
        let mut class: Vec<u32> = self.accepts.iter().map(|accepts| u32::from(*accepts)).collect();
        let mut count = 0;
        loop {
            let parted = self.parted(&mut class, work)?;
            // If no class was parted, its states lead to the same classes.
            if parted.accepts.len() == count {
                return Some(parted);
            }
            count = parted.accepts.len();
        }
    }

    /// Makes classes of states that belonged to one class and lead to the same ones; they are numbered as they come. The diagrams lead to classes as they were.
    fn parted(&self, class: &mut [u32], work: &mut Work) -> Option<Automaton> {
        work.take(self.nodes.len() + class.len(), 2 * self.nodes.len())?;
        let mut copy = Copy { from: &self.nodes, class, places: vec![None; self.nodes.len()], nodes: Nodes::default() };
        let (mut own, mut numbers) = (vec![], Map::<(u32, Ref), u32>::default());
        let (mut roots, mut accepts) = (vec![], vec![]);
        for (state, root) in self.roots.iter().enumerate() {
            let number = root.map(|root| {
                let root = copy.node(root);
                *numbers.entry((copy.class[state], root)).or_insert_with(|| {
                    roots.push(root);
                    accepts.push(self.accepts[state]);
                    short(roots.len() - 1)
                })
            });
            own.push(number.unwrap_or(0));
        }
        let nodes = copy.nodes.list;
        class.copy_from_slice(&own);
        Some(Automaton { shape: Rc::new(Shape { nodes, roots }), accepts })
    }
}

/// A copy of diagrams, with classes in place of states.
struct Copy<'a> {
    from: &'a [Node],
    class: &'a [u32],
    places: Vec<Option<Ref>>,
    nodes: Nodes,
}

impl Copy<'_> {
    fn node(&mut self, place: Ref) -> Ref {
        if let Some(state) = state_of(place) {
            return leaf(self.class[index(state)]);
        }
        if let Some(known) = self.places[index(place)] {
            return known;
        }
        let Node { variable, low, high } = at(self.from, place);
        let (low, high) = (self.node(low), self.node(high));
        let new = self.nodes.node(Node { variable, low, high });
        self.places[index(place)] = Some(new);
        new
    }
}
