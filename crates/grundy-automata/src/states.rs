//! Automata made state by state.
//!
//! In: a first state, and what each state does. Out: the least automaton of the states that are reached.

use crate::automaton::{Automaton, Heap, Numbered};
use crate::budget::{Budget, Stop};
use crate::diagram::{Nodes, Ref};
use crate::memory::listed;
use crate::minimise::minimal;
use crate::numeration::Numeration;

impl Automaton {
    /// An automaton from what each state does: `step` gives the diagram of a state, whose leaves are states, and names new ones by
    /// numbering them on.
    pub(crate) fn of_states<S: Clone + Eq + std::hash::Hash + Heap>(
        numeration: Numeration,
        first: S,
        accepts: impl Fn(&S) -> bool,
        mut step: impl FnMut(&S, &mut Nodes, &mut dyn FnMut(S) -> Ref) -> Result<Ref, Stop>,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Stop> {
        let mut states = Numbered::beginning(first);
        let (mut nodes, mut roots, mut accepting) = (Nodes::new(numeration), vec![], vec![]);
        let mut held = budget.memory.none();
        while roots.len() < states.list.len() {
            budget.allows(states.list.len(), nodes.len())?;
            held.cover(states.bytes() + nodes.bytes() + listed(5) * roots.len())?;
            let state = states.list[roots.len()].clone();
            accepting.push(accepts(&state));
            let root = step(&state, &mut nodes, &mut |next| Ref::leaf(states.number(next)))?;
            roots.push(root);
        }
        held.cover(states.bytes() + nodes.bytes() + listed(5) * roots.len())?;
        minimal(&Automaton::uncounted(nodes, roots, accepting), budget)
    }
}
