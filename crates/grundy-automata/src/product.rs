//! Two sets combined: their union, their intersection, and whatever else is said of membership in each.
//!
//! In: two automata over variables of their own or in common. Out: the automaton of the tuples for which a connective holds. States are pairs; only
//! those that are reached exist, and a pair whose answer no longer depends on what follows is one state.

use crate::automaton::{Automaton, Numbered};
use crate::budget::{Budget, STATE, Stop};
use crate::diagram::{Kids, Nodes, PAIR, Pairs, Ref};
use crate::memory::{Held, listed};
use crate::minimise::minimal;

/// How two memberships are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Connective {
    /// In both.
    And,
    /// In one at least.
    Or,
    /// In exactly one.
    Differ,
}

impl Connective {
    fn holds(self, a: bool, b: bool) -> bool {
        match self {
            Connective::And => a && b,
            Connective::Or => a || b,
            Connective::Differ => a != b,
        }
    }

    /// The membership in one set that decides alone, if there is one: it is also the answer.
    fn decisive(self) -> Option<bool> {
        match self {
            Connective::And => Some(false),
            Connective::Or => Some(true),
            Connective::Differ => None,
        }
    }
}

/// Stands for a state of which nothing more is asked.
const ANY: u32 = u32::MAX;

impl Automaton {
    /// The tuples for which a connective of both memberships holds.
    ///
    /// # Errors
    /// More states, nodes or memory than the budget allows.
    ///
    /// # Panics
    /// If the automata do not read numbers in the same numeration.
    pub fn combine(&self, other: &Automaton, how: Connective, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        assert_eq!(self.numeration(), other.numeration(), "both automata read the same digits");
        let mut work = Product {
            a: self,
            b: other,
            traps: traps(self, other, how),
            pairs: Numbered::beginning((0, 0)),
            memo: Pairs::default(),
            nodes: Nodes::new(self.numeration()),
            held: budget.memory.none(),
        };
        let (mut roots, mut accepting, mut spent) = (vec![], vec![], 0);
        while roots.len() < work.pairs.list.len() {
            budget.allows(work.pairs.list.len(), work.nodes.len())?;
            budget.spend(STATE + work.memo.len() - spent)?;
            spent = work.memo.len();
            let (p, q) = work.pairs.list[roots.len()];
            if p == ANY {
                accepting.push(how.decisive() == Some(true));
                roots.push(Ref::leaf(roots.len() as u32));
                continue;
            }
            accepting.push(how.holds(self.accepting[p as usize], other.accepting[q as usize]));
            roots.push(work.apply(self.roots[p as usize], other.roots[q as usize])?);
        }
        budget.spend(work.memo.len() - spent + roots.len())?;
        let Product { pairs, memo, nodes, mut held, .. } = work;
        drop((pairs, memo));
        held.set(nodes.bytes() + listed(5) * roots.len())?;
        minimal(&Automaton::uncounted(nodes, roots, accepting), budget)
    }

    /// Are two sets the same?
    ///
    /// # Errors
    /// As [`Automaton::combine`].
    pub fn equals(&self, other: &Automaton, budget: &Budget<'_>) -> Result<bool, Stop> {
        Ok(self.combine(other, Connective::Differ, budget)?.is_empty())
    }
}

/// The states of each automaton that decide the answer alone.
fn traps(a: &Automaton, b: &Automaton, how: Connective) -> [Option<u32>; 2] {
    [a, b].map(|automaton| how.decisive().and_then(|decides| automaton.trap(decides)))
}

struct Product<'a> {
    a: &'a Automaton,
    b: &'a Automaton,
    traps: [Option<u32>; 2],
    pairs: Numbered<(u32, u32)>,
    memo: Pairs,
    nodes: Nodes,
    held: Held,
}

impl Product<'_> {
    /// The diagram of the pairs that two diagrams lead to.
    fn apply(&mut self, a: Ref, b: Ref) -> Result<Ref, Stop> {
        let (p, q) = (a.as_leaf(), b.as_leaf());
        if p.is_some() && p == self.traps[0] || q.is_some() && q == self.traps[1] {
            return Ok(Ref::leaf(self.pairs.number((ANY, ANY))));
        }
        if let (Some(p), Some(q)) = (p, q) {
            return Ok(Ref::leaf(self.pairs.number((p, q))));
        }
        if let Some(known) = self.memo.get(&(a, b)) {
            return Ok(*known);
        }
        let var = self.a.nodes.top(a).min(self.b.nodes.top(b));
        let kids = (0..self.nodes.digits())
            .map(|digit| self.apply(self.a.nodes.given(a, var, digit), self.b.nodes.given(b, var, digit)))
            .collect::<Result<Kids, Stop>>()?;
        let new = self.nodes.node(var, &kids);
        self.memo.insert((a, b), new);
        // A pair and what is made for the state that it leads to.
        let states = self.pairs.bytes() + listed(5) * self.pairs.list.len();
        self.held.cover(PAIR * self.memo.len() + self.nodes.bytes() + states)?;
        Ok(new)
    }
}
