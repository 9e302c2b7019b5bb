//! Automata whose transitions are decision diagrams.
//!
//! In: states, of which the first is 0, a diagram for each, and which of them accept. Out: the automaton with as few states as possible. Its states are
//! numbered as they are met from the first one on, so that two automata that accept the same are equal.

use std::rc::Rc;

use super::hash::Map;
use super::node::{Node, Ref, at, leaf, state_of};
use super::work::Work;
use crate::numbers::{index, short};

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

/// An automaton in the making, which may have states and nodes that nothing leads to.
pub(super) struct Draft {
    pub(super) nodes: Vec<Node>,
    pub(super) roots: Vec<Ref>,
    pub(super) accepts: Vec<bool>,
}

impl Draft {
    /// What the first state leads to, with the states in the order in which they are met.
    fn trimmed(&self) -> Draft {
        let mut copy = Copy {
            from: self,
            places: vec![None; self.nodes.len()],
            numbers: vec![None; self.roots.len()],
            states: vec![],
            nodes: vec![],
        };
        copy.state(0);
        let mut roots = vec![];
        while let Some(state) = copy.states.get(roots.len()).copied() {
            roots.push(copy.node(self.roots[index(state)]));
        }
        let accepts = copy.states.iter().map(|state| self.accepts[index(*state)]).collect();
        Draft { nodes: copy.nodes, roots, accepts }
    }

    /// The automaton with as few states as possible: classes of states are told apart by the classes to which letters lead, until nothing new is told apart.
    pub(super) fn minimal(self, work: &mut Work) -> Option<Automaton> {
        let draft = self.trimmed();
        work.take(draft.nodes.len() + draft.roots.len(), draft.nodes.len())?;
        let mut class: Vec<u32> = draft.accepts.iter().map(|own| u32::from(*own != draft.accepts[0])).collect();
        let mut count = if class.contains(&1) { 2 } else { 1 };
        loop {
            let parted = Parted::of(&draft, &class, work)?;
            if parted.roots.len() == count {
                let small = Draft { nodes: parted.nodes, roots: parted.roots, accepts: parted.accepts }.trimmed();
                let Draft { nodes, roots, accepts } = small;
                return Some(Automaton { shape: Rc::new(Shape { nodes, roots }), accepts });
            }
            (class, count) = (parted.class, parted.roots.len());
        }
    }
}

/// Classes of states that lead to the same classes; they are numbered as they come.
struct Parted {
    class: Vec<u32>,
    nodes: Vec<Node>,
    roots: Vec<Ref>,
    accepts: Vec<bool>,
}

impl Parted {
    /// Classes of states that belong to the same class and lead to the same ones. If none is parted, the nodes and the roots are those of an automaton.
    fn of(draft: &Draft, class: &[u32], work: &mut Work) -> Option<Parted> {
        work.take(draft.nodes.len() + class.len(), 2 * draft.nodes.len())?;
        let (mut nodes, mut known) = (vec![], Map::<Node, Ref>::default());
        let mut places: Vec<Ref> = Vec::with_capacity(draft.nodes.len());
        let of = |places: &[Ref], at: Ref| state_of(at).map_or_else(|| places[index(at)], |to| leaf(class[index(to)]));
        for Node { variable, low, high } in &draft.nodes {
            let node = Node { variable: *variable, low: of(&places, *low), high: of(&places, *high) };
            let place = if node.low == node.high {
                node.low
            } else {
                *known.entry(node).or_insert_with(|| {
                    nodes.push(node);
                    short(nodes.len() - 1)
                })
            };
            places.push(place);
        }
        let (mut numbers, mut own) = (Map::<(u32, Ref), u32>::default(), vec![]);
        let (mut roots, mut accepts) = (vec![], vec![]);
        for (state, root) in draft.roots.iter().enumerate() {
            let root = of(&places, *root);
            own.push(*numbers.entry((class[state], root)).or_insert_with(|| {
                roots.push(root);
                accepts.push(draft.accepts[state]);
                short(roots.len() - 1)
            }));
        }
        Some(Parted { class: own, nodes, roots, accepts })
    }
}

/// A copy of what the first state leads to.
struct Copy<'a> {
    from: &'a Draft,
    places: Vec<Option<Ref>>,
    numbers: Vec<Option<u32>>,
    states: Vec<u32>,
    nodes: Vec<Node>,
}

impl Copy<'_> {
    fn state(&mut self, state: u32) -> Ref {
        let states = &mut self.states;
        leaf(*self.numbers[index(state)].get_or_insert_with(|| {
            states.push(state);
            short(states.len() - 1)
        }))
    }

    fn node(&mut self, place: Ref) -> Ref {
        if let Some(state) = state_of(place) {
            return self.state(state);
        }
        if let Some(known) = self.places[index(place)] {
            return known;
        }
        let Node { variable, low, high } = at(&self.from.nodes, place);
        let (low, high) = (self.node(low), self.node(high));
        self.nodes.push(Node { variable, low, high });
        let new = short(self.nodes.len() - 1);
        self.places[index(place)] = Some(new);
        new
    }
}
