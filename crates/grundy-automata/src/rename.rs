//! An automaton over other variables.
//!
//! In: an automaton, and the new name of each of its variables; two may get the same name. Out: the automaton of the tuples that the old one accepts
//! with the digits of the new variables. The order of the questions changes with the names.

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::FixedState;

use crate::automaton::Automaton;
use crate::budget::{Budget, Stop};
use crate::diagram::{Kids, Nodes, Ref, Var};
use crate::memory::{Held, boxed, hashed};
use crate::minimise::minimal;

impl Automaton {
    /// The automaton with other variables; one that is not named stays as it is.
    ///
    /// # Errors
    /// More nodes or memory than the budget allows.
    pub fn rename(&self, names: &BTreeMap<Var, Var>, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        let mut work = Renaming {
            from: &self.nodes,
            names,
            nodes: Nodes::new(self.numeration()),
            known: HashMap::default(),
            cases: HashMap::default(),
            held: budget.memory.none(),
        };
        let mut roots = vec![];
        for root in &self.roots {
            budget.allows(self.states(), work.nodes.len())?;
            roots.push(work.diagram(*root)?);
        }
        let Renaming { nodes, known, cases, mut held, .. } = work;
        drop((known, cases));
        let new = Automaton::uncounted(nodes, roots, self.accepting.clone());
        held.set(new.bytes())?;
        minimal(&new, budget)
    }
}

struct Renaming<'a> {
    from: &'a Nodes,
    names: &'a BTreeMap<Var, Var>,
    nodes: Nodes,
    known: HashMap<Ref, Ref, FixedState>,
    cases: HashMap<(Var, Kids), Ref, FixedState>,
    held: Held,
}

impl Renaming<'_> {
    fn diagram(&mut self, at: Ref) -> Result<Ref, Stop> {
        let Some((var, kids)) = self.from.get(at) else { return Ok(at) };
        if let Some(known) = self.known.get(&at) {
            return Ok(*known);
        }
        let kids = kids.iter().map(|kid| self.diagram(*kid)).collect::<Result<Kids, Stop>>()?;
        let new = self.case(self.names.get(&var).copied().unwrap_or(var), kids)?;
        self.known.insert(at, new);
        self.count()?;
        Ok(new)
    }

    /// Counts the memory of all that was made.
    fn count(&mut self) -> Result<(), Stop> {
        let case = hashed(36) + boxed(4 * self.nodes.digits());
        self.held.cover(self.nodes.bytes() + hashed(8) * self.known.len() + case * self.cases.len())
    }

    /// The diagram that goes on with one of several, chosen by the digit of a variable, which they may ask for themselves, and anywhere.
    fn case(&mut self, var: Var, kids: Kids) -> Result<Ref, Stop> {
        let top = kids.iter().map(|kid| self.nodes.top(*kid)).min().unwrap_or(Var::MAX);
        if var < top {
            return Ok(self.nodes.node(var, &kids));
        }
        if let Some(known) = self.cases.get(&(var, kids.clone())) {
            return Ok(*known);
        }
        let new: Kids = if top == var {
            kids.iter().enumerate().map(|(digit, kid)| self.nodes.given(*kid, var, digit)).collect()
        } else {
            let digits = 0..self.nodes.digits();
            digits
                .map(|digit| {
                    let given = kids.iter().map(|kid| self.nodes.given(*kid, top, digit)).collect();
                    self.case(var, given)
                })
                .collect::<Result<Kids, Stop>>()?
        };
        let new = self.nodes.node(top, &new);
        self.cases.insert((var, kids), new);
        self.count()?;
        Ok(new)
    }
}
