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

    /// The numbers, as variable 0, that are accepted in a base where a state is some bytes and a digit leads to another one. The least significant digit comes first; the state after the
    /// digit 0 must accept exactly if the state before does.
    ///
    /// ```
    /// # use grundy_automata::{Automaton, Budget, Numeration};
    /// // The numbers with an odd number of digits 1.
    /// let digit = |state: &[u8], digit: usize| vec![state[0] ^ digit as u8];
    /// let odd = Automaton::of_digits(2, vec![0], |state| state[0] == 1, digit, &Budget::default())?;
    /// assert!(odd.contains(&[7u32.into()]) && !odd.contains(&[5u32.into()]));
    /// # Ok::<(), grundy_automata::Stop>(())
    /// ```
    ///
    /// # Errors
    /// More states or nodes than the budget allows.
    pub fn of_digits(
        base: usize,
        first: Vec<u8>,
        accepts: impl Fn(&[u8]) -> bool,
        next: impl Fn(&[u8], usize) -> Vec<u8>,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Stop> {
        let step = |state: &Vec<u8>, nodes: &mut Nodes, number: &mut dyn FnMut(Vec<u8>) -> Ref| {
            let kids: Vec<Ref> = (0..base).map(|digit| number(next(state, digit))).collect();
            Ok(nodes.node(0, &kids))
        };
        Automaton::of_states(Numeration::Base(base), first, |state| accepts(state), step, budget)
    }
}
