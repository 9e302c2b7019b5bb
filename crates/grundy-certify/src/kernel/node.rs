//! Nodes of decision diagrams, of which equal ones are one.
//!
//! In: a variable, which is a track's digit, and what follows a 0 or a 1. Out: the place of the node. The leaves are states; a diagram says of each
//! letter which state follows.

use std::collections::HashMap;

use crate::form::numbers::{index, short};

/// A map whose keys are small numbers that this crate made itself.
pub(super) type Map<K, V> = HashMap<K, V, foldhash::fast::FixedState>;

/// The place of a node, or a state.
pub(super) type Ref = u32;

/// What marks a state.
const LEAF: u32 = 1 << 31;

pub(super) fn leaf(state: u32) -> Ref {
    state | LEAF
}

/// The state that a leaf is.
#[inline]
pub(super) fn state_of(at: Ref) -> Option<u32> {
    (at & LEAF != 0).then_some(at & !LEAF)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) variable: u32,
    pub(super) low: Ref,
    pub(super) high: Ref,
}

/// Nodes in the making. What a node leads to stands before it.
#[derive(Default)]
pub(super) struct Nodes {
    pub(super) list: Vec<Node>,
    known: Map<Node, Ref>,
}

impl Nodes {
    /// A node; where both ways lead to the same there is none.
    #[inline]
    pub(super) fn node(&mut self, node: Node) -> Ref {
        if node.low == node.high {
            return node.low;
        }
        let list = &mut self.list;
        *self.known.entry(node).or_insert_with(|| {
            list.push(node);
            short(list.len() - 1)
        })
    }
}

/// The variable of a node and what follows; a state stands below all variables.
#[inline]
pub(super) fn at(nodes: &[Node], place: Ref) -> Node {
    match state_of(place) {
        Some(_) => Node { variable: u32::MAX, low: place, high: place },
        None => nodes[index(place)],
    }
}

/// What follows a 0 or a 1 of a variable that is not below the node's own.
#[inline]
pub(super) fn ways(nodes: &[Node], place: Ref, variable: u32) -> [Ref; 2] {
    let node = at(nodes, place);
    if node.variable == variable { [node.low, node.high] } else { [place, place] }
}
