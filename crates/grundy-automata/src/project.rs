//! "There is a number such that": variables are forgotten.
//!
//! In: an automaton and variables. Out: the automaton of the tuples of the others that can be completed. Without the digits of a variable a letter
//! leads to a set of states, so the states of the new automaton are sets. The number that is looked for may be longer than the others: a set
//! accepts as well if some more zeros of the others lead to one that does.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::FixedState;

use crate::automaton::{Automaton, Numbered};
use crate::budget::{Budget, STATE, Stop};
use crate::diagram::{Copied, Kids, Nodes, PAIR, Pairs, Ref, Var};
use crate::memory::{Held, hashed, listed};
use crate::minimise::minimal;

/// So many members of a set are as much work as a node.
const MEMBERS: usize = 16;

impl Automaton {
    /// The tuples for which there are numbers for some variables.
    ///
    /// # Errors
    /// More states, nodes or memory than the budget allows.
    pub fn exists(&self, vars: &BTreeSet<Var>, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        if self.vars().iter().all(|var| !vars.contains(var)) {
            return Ok(self.clone());
        }
        let mut work = Subsets {
            of: self,
            dead: self.trap(false),
            full: self.trap(true),
            forgotten: vars,
            sets: Numbered::beginning(vec![0]),
            nodes: Nodes::new(self.numeration()),
            single: HashMap::default(),
            unions: Pairs::default(),
            merged: 0,
            held: budget.memory.none(),
        };
        let mut spent = 0;
        let (mut roots, mut accepting) = (vec![], vec![]);
        let (mut states, mut seen) = (Numbered::beginning(0u32), vec![]);
        while roots.len() < states.list.len() {
            budget.allows(states.list.len(), work.nodes.len())?;
            let set = states.list[roots.len()];
            let root = work.root(set)?;
            budget.spend(STATE + work.done() - spent)?;
            spent = work.done();
            roots.push(root);
            accepting.push(work.sets.list[set as usize].iter().any(|q| self.accepting[*q as usize]));
            // Nodes that were seen before lead to sets that were numbered before.
            work.nodes.leaves(root, &mut seen, &mut |set| _ = states.number(set));
        }
        // Leaves are sets so far, and become states.
        let Subsets { nodes: before, sets, single, unions, mut held, .. } = work;
        drop((sets, single, unions));
        held.set(before.bytes() + Copied::bytes(&before) + states.bytes() + listed(5) * roots.len())?;
        let (mut nodes, mut memo) = (Nodes::new(self.numeration()), Copied::of(&before));
        let roots = roots
            .into_iter()
            .map(|root| nodes.copy(&before, root, &mut memo, &mut |set| Ref::leaf(states.number(set))))
            .collect();
        drop((before, memo, states));
        let mut new = Automaton::uncounted(nodes, roots, accepting);
        held.set(new.bytes())?;
        new.accept_before_zeros();
        minimal(&new, budget)
    }

    /// The tuples such that all numbers for some variables do.
    ///
    /// # Errors
    /// As [`Automaton::exists`].
    pub fn for_all(&self, vars: &BTreeSet<Var>, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        Ok(self.not().exists(vars, budget)?.not())
    }

    /// Lets a state accept if some zero letters lead from it to one that does.
    pub(crate) fn accept_before_zeros(&mut self) {
        let zero: Vec<usize> = self.roots.iter().map(|root| self.nodes.read(*root, |_| 0) as usize).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (state, next) in zero.iter().enumerate() {
                if !self.accepting[state] && self.accepting[*next] {
                    (self.accepting[state], changed) = (true, true);
                }
            }
        }
    }
}

struct Subsets<'a> {
    of: &'a Automaton,
    dead: Option<u32>,
    full: Option<u32>,
    forgotten: &'a BTreeSet<Var>,
    sets: Numbered<Vec<u32>>,
    nodes: Nodes,
    /// Diagrams of the automaton with the variables forgotten.
    single: HashMap<Ref, Ref, FixedState>,
    unions: Pairs,
    /// How many states the sets had that were made by unions.
    merged: usize,
    held: Held,
}

impl Subsets<'_> {
    /// The work so far.
    fn done(&self) -> usize {
        self.nodes.len() + self.unions.len() + self.merged / MEMBERS
    }

    /// The diagram of a set: the union of those of its members.
    fn root(&mut self, set: u32) -> Result<Ref, Stop> {
        let members = self.sets.list[set as usize].clone();
        let roots =
            members.iter().map(|q| self.forget(self.of.roots[*q as usize])).collect::<Result<Vec<Ref>, Stop>>()?;
        let none = Ref::leaf(self.sets.number(vec![]));
        roots.into_iter().try_fold(none, |all, root| self.union(all, root))
    }

    /// Counts the memory of all that was made.
    fn count(&mut self) -> Result<(), Stop> {
        let pairs = PAIR * self.unions.len() + hashed(8) * self.single.len();
        // Sets, and what is made of those that become states.
        let sets = self.sets.bytes() + (listed(9) + hashed(4)) * self.sets.list.len();
        self.held.cover(pairs + sets + self.nodes.bytes())
    }

    /// A diagram without its questions for the forgotten variables.
    fn forget(&mut self, at: Ref) -> Result<Ref, Stop> {
        let Some((var, kids)) = self.of.nodes.get(at) else {
            let state = at.as_leaf().unwrap_or_default();
            let set = if Some(state) == self.dead { vec![] } else { vec![state] };
            return Ok(Ref::leaf(self.sets.number(set)));
        };
        if let Some(known) = self.single.get(&at) {
            return Ok(*known);
        }
        let kids = kids.iter().map(|kid| self.forget(*kid)).collect::<Result<Kids, Stop>>()?;
        let new = match self.forgotten.contains(&var) {
            true => kids[1..].iter().try_fold(kids[0], |all, kid| self.union(all, *kid))?,
            false => self.nodes.node(var, &kids),
        };
        self.single.insert(at, new);
        self.count()?;
        Ok(new)
    }

    fn union(&mut self, a: Ref, b: Ref) -> Result<Ref, Stop> {
        if a == b {
            return Ok(a);
        }
        if let (Some(x), Some(y)) = (a.as_leaf(), b.as_leaf()) {
            let set = self.merge(x, y);
            let union = Ref::leaf(self.sets.number(set));
            self.count()?;
            return Ok(union);
        }
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.unions.get(&key) {
            return Ok(*known);
        }
        let var = self.nodes.top(a).min(self.nodes.top(b));
        let kids = (0..self.nodes.digits())
            .map(|digit| {
                let (a, b) = (self.nodes.given(a, var, digit), self.nodes.given(b, var, digit));
                self.union(a, b)
            })
            .collect::<Result<Kids, Stop>>()?;
        let new = self.nodes.node(var, &kids);
        self.unions.insert(key, new);
        self.count()?;
        Ok(new)
    }

    /// The union of two sets. A state that accepts whatever follows stands for any set that it is in.
    fn merge(&mut self, a: u32, b: u32) -> Vec<u32> {
        let (a, b) = (&self.sets.list[a as usize], &self.sets.list[b as usize]);
        if let Some(full) = self.full.filter(|full| a.contains(full) || b.contains(full)) {
            return vec![full];
        }
        let mut all = [&a[..], &b[..]].concat();
        self.merged += all.len();
        all.sort_unstable();
        all.dedup();
        all
    }
}
