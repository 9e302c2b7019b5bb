//! The automaton of two formulas joined by "and" or "or".
//!
//! In: two automata. Out: the automaton whose states are pairs of theirs.

use crate::form::numbers::{index, short};
use crate::kernel::automaton::{Automaton, Draft};
use crate::kernel::node::{Map, Node, Nodes, Ref, at, leaf, state_of, ways};
use crate::kernel::work::Work;

/// The states of a pair once one of them decides.
const DECIDED: (u32, u32) = (u32::MAX, u32::MAX);

struct Pairs<'a> {
    a: &'a Automaton,
    b: &'a Automaton,
    /// The leaves that decide: of "and" those that reject whatever follows, of "or" those that accept.
    decide: [Option<Ref>; 2],
    pairs: Vec<(u32, u32)>,
    numbers: Map<(u32, u32), u32>,
    known: Map<(Ref, Ref), Ref>,
    nodes: Nodes,
}

/// Both formulas hold, or one of them.
pub(super) fn join(a: &Automaton, b: &Automaton, all: bool, work: &mut Work) -> Option<Automaton> {
    let decide = [a, b].map(|automaton| automaton.trap(!all).map(leaf));
    let (numbers, known, nodes) = (Map::default(), Map::default(), Nodes::default());
    let mut pairs = Pairs { a, b, decide, pairs: vec![], numbers, known, nodes };
    pairs.pair(leaf(0), leaf(0));
    let (mut roots, mut accepts) = (vec![], vec![]);
    while let Some((x, y)) = pairs.pairs.get(roots.len()).copied() {
        work.take(1, roots.len())?;
        if (x, y) == DECIDED {
            roots.push(Some(leaf(short(roots.len()))));
            accepts.push(!all);
            continue;
        }
        let (x, y) = (index(x), index(y));
        roots.push(Some(pairs.both(a.shape.roots[x], b.shape.roots[y], work)?));
        accepts.push(if all { a.accepts[x] && b.accepts[y] } else { a.accepts[x] || b.accepts[y] });
    }
    Draft { nodes: pairs.nodes.list, roots, accepts }.minimal(work)
}

impl Pairs<'_> {
    /// The leaf of two leaves; nothing if one is none, and none decides.
    fn pair(&mut self, x: Ref, y: Ref) -> Option<Ref> {
        let pair =
            if Some(x) == self.decide[0] || Some(y) == self.decide[1] { DECIDED } else { (state_of(x)?, state_of(y)?) };
        let pairs = &mut self.pairs;
        Some(leaf(*self.numbers.entry(pair).or_insert_with(|| {
            pairs.push(pair);
            short(pairs.len() - 1)
        })))
    }

    fn both(&mut self, x: Ref, y: Ref, work: &mut Work) -> Option<Ref> {
        if let Some(leaf) = self.pair(x, y) {
            return Some(leaf);
        }
        if let Some(known) = self.known.get(&(x, y)) {
            return Some(*known);
        }
        let (a, b) = (&self.a.shape.nodes, &self.b.shape.nodes);
        let variable = at(a, x).variable.min(at(b, y).variable);
        let ([x_low, x_high], [y_low, y_high]) = (ways(a, x, variable), ways(b, y, variable));
        let (low, high) = (self.both(x_low, y_low, work)?, self.both(x_high, y_high, work)?);
        let new = self.nodes.node(Node { variable, low, high });
        work.take(1, self.nodes.list.len() + self.pairs.len() + self.known.len() / 2)?;
        self.known.insert((x, y), new);
        Some(new)
    }
}
