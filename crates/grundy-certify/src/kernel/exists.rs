//! The automaton of "there are numbers".
//!
//! In: an automaton, and the tracks of the numbers. Out: the automaton that reads the other tracks. Its states are sets of states; a set accepts if
//! digits of these numbers alone lead from one of them to a state that accepts, since they may be longer than the others.

use std::rc::Rc;

use crate::form::numbers::{index, short};
use crate::kernel::automaton::{Automaton, Draft};
use crate::kernel::node::{Map, Node, Nodes, Ref, at, leaf, state_of, ways};
use crate::kernel::program::Track;
use crate::kernel::work::Work;

struct Erased {
    /// The first is that of the first state alone.
    sets: Vec<Rc<[u32]>>,
    numbers: Map<Rc<[u32]>, u32>,
    nodes: Nodes,
    known: Map<(Ref, Ref), Ref>,
    /// The states from which nothing is accepted, and everything.
    traps: [Option<u32>; 2],
    /// The elements of all sets.
    elements: usize,
}

/// There are numbers for tracks.
pub(super) fn exists(from: &Automaton, tracks: &[Track], work: &mut Work) -> Option<Automaton> {
    let traps = [false, true].map(|truth| from.trap(truth));
    let (sets, numbers, nodes, known) = (vec![], Map::default(), Nodes::default(), Map::default());
    let mut erased = Erased { sets, numbers, nodes, known, traps, elements: 0 };
    erased.set(vec![0]);
    let singles = erased.singles(from, tracks, work)?;
    let accepting = accepting(from, tracks);
    let (mut roots, mut open, mut met) = (vec![None], vec![0], vec![]);
    while let Some(set) = open.pop() {
        let members = erased.sets[index(set)].clone();
        let mut root = erased.set(vec![]);
        for state in &*members {
            root = erased.union(root, singles[index(*state)], work)?;
        }
        roots[index(set)] = Some(root);
        work.take(1 + members.len(), erased.held())?;
        met.resize(erased.nodes.list.len(), false);
        roots.resize(erased.sets.len(), None);
        leaves(&erased.nodes.list, root, &mut met, &mut |state| {
            let root = &mut roots[index(state)];
            if root.is_none() {
                *root = Some(leaf(state));
                open.push(state);
            }
        });
    }
    roots.resize(erased.sets.len(), None);
    let accepts = erased.sets.iter().map(|set| set.iter().any(|state| accepting[index(*state)])).collect();
    Draft { nodes: erased.nodes.list, roots, accepts }.minimal(work)
}

/// The leaves of a diagram; nodes that were met are left out.
fn leaves(nodes: &[Node], place: Ref, met: &mut [bool], of: &mut dyn FnMut(u32)) {
    if let Some(state) = state_of(place) {
        return of(state);
    }
    if !std::mem::replace(&mut met[index(place)], true) {
        let Node { low, high, .. } = at(nodes, place);
        leaves(nodes, low, met, of);
        leaves(nodes, high, met, of);
    }
}

/// The states from which digits of the number alone lead to one that accepts.
fn accepting(from: &Automaton, tracks: &[Track]) -> Vec<bool> {
    let nodes = &from.shape.nodes;
    let mut before: Vec<Vec<usize>> = vec![vec![]; from.accepts.len()];
    for (state, root) in from.shape.roots.iter().enumerate() {
        let mut open = vec![*root];
        while let Some(place) = open.pop() {
            match state_of(place) {
                Some(to) => before[index(to)].push(state),
                None => {
                    let Node { variable, low, high } = at(nodes, place);
                    open.push(low);
                    open.extend(tracks.contains(&variable).then_some(high));
                }
            }
        }
    }
    let mut accepts = from.accepts.clone();
    let mut open: Vec<usize> = (0..accepts.len()).filter(|state| accepts[*state]).collect();
    while let Some(state) = open.pop() {
        for earlier in &before[state] {
            if !std::mem::replace(&mut accepts[*earlier], true) {
                open.push(*earlier);
            }
        }
    }
    accepts
}

impl Erased {
    /// The leaf of a set.
    fn set(&mut self, set: Vec<u32>) -> Ref {
        let set: Rc<[u32]> = set.into();
        if let Some(known) = self.numbers.get(&set) {
            return leaf(*known);
        }
        let number = short(self.sets.len());
        self.elements += set.len();
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        leaf(number)
    }

    /// What is held, in nodes.
    fn held(&self) -> usize {
        self.nodes.list.len() + self.sets.len() + self.elements / 8 + self.known.len() / 2
    }

    /// Of each state, the diagram of the sets that follow.
    fn singles(&mut self, from: &Automaton, tracks: &[Track], work: &mut Work) -> Option<Vec<Ref>> {
        let mut places: Vec<Ref> = vec![];
        let states: Vec<Ref> = (0..)
            .zip(&from.accepts)
            .map(|(state, _)| self.set(if Some(state) == self.traps[0] { vec![] } else { vec![state] }))
            .collect();
        let of = |places: &[Ref], at: Ref| state_of(at).map_or_else(|| places[index(at)], |to| states[index(to)]);
        for Node { variable, low, high } in &from.shape.nodes {
            let (low, high) = (of(&places, *low), of(&places, *high));
            work.take(1, self.held())?;
            places.push(if tracks.contains(variable) {
                self.union(low, high, work)?
            } else {
                self.nodes.node(Node { variable: *variable, low, high })
            });
        }
        Some(from.shape.roots.iter().map(|root| of(&places, *root)).collect())
    }

    /// The union of the sets at each leaf.
    fn union(&mut self, x: Ref, y: Ref, work: &mut Work) -> Option<Ref> {
        if x == y {
            return Some(x);
        }
        let pair = (x.min(y), x.max(y));
        if let Some(known) = self.known.get(&pair) {
            return Some(*known);
        }
        let new = match (state_of(x), state_of(y)) {
            (Some(x), Some(y)) => self.merged(x, y),
            _ => {
                let nodes = &self.nodes.list;
                let variable = at(nodes, x).variable.min(at(nodes, y).variable);
                let ([x_low, x_high], [y_low, y_high]) = (ways(nodes, x, variable), ways(nodes, y, variable));
                let (low, high) = (self.union(x_low, y_low, work)?, self.union(x_high, y_high, work)?);
                self.nodes.node(Node { variable, low, high })
            }
        };
        work.take(1, self.held())?;
        self.known.insert(pair, new);
        Some(new)
    }

    fn merged(&mut self, x: u32, y: u32) -> Ref {
        let (x, y) = (&self.sets[index(x)], &self.sets[index(y)]);
        let mut both: Vec<u32> = x.iter().chain(y.iter()).copied().collect();
        both.sort_unstable();
        both.dedup();
        if let Some(all) = self.traps[1].filter(|all| both.contains(all)) {
            both = vec![all];
        }
        self.set(both)
    }
}
