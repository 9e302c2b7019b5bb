//! An automaton over other variables.
//!
//! In: an automaton, and the new name of each of its variables; two may get the same name. Out: the automaton of the tuples that the old one accepts
//! with the digits of the new variables. The order of the questions changes with the names.

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::FixedState;

use crate::automaton::Automaton;
use crate::budget::{Budget, Stop};
use crate::diagram::{Nodes, Ref, Var};
use crate::minimise::minimal;

impl Automaton {
    /// The automaton with other variables; one that is not named stays as it is.
    ///
    /// # Errors
    /// More nodes than the budget allows.
    pub fn rename(&self, names: &BTreeMap<Var, Var>, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        let mut work = Renaming {
            from: &self.nodes,
            names,
            nodes: Nodes::new(self.numeration()),
            known: HashMap::default(),
            cases: HashMap::default(),
        };
        let mut roots = vec![];
        for root in &self.roots {
            budget.allows(self.states(), work.nodes.len())?;
            roots.push(work.diagram(*root));
        }
        minimal(&Automaton { nodes: work.nodes, roots, accepting: self.accepting.clone() }, budget)
    }
}

struct Renaming<'a> {
    from: &'a Nodes,
    names: &'a BTreeMap<Var, Var>,
    nodes: Nodes,
    known: HashMap<Ref, Ref, FixedState>,
    cases: HashMap<(Var, Vec<Ref>), Ref, FixedState>,
}

impl Renaming<'_> {
    fn diagram(&mut self, at: Ref) -> Ref {
        let Some((var, kids)) = self.from.get(at) else { return at };
        if let Some(known) = self.known.get(&at) {
            return *known;
        }
        let kids: Vec<Ref> = kids.iter().map(|kid| self.diagram(*kid)).collect();
        let new = self.case(self.names.get(&var).copied().unwrap_or(var), kids);
        self.known.insert(at, new);
        new
    }

    /// The diagram that goes on with one of several, chosen by the digit of a variable, which they may ask for themselves, and anywhere.
    fn case(&mut self, var: Var, kids: Vec<Ref>) -> Ref {
        let top = kids.iter().map(|kid| self.nodes.top(*kid)).min().unwrap_or(Var::MAX);
        if var < top {
            return self.nodes.node(var, &kids);
        }
        if let Some(known) = self.cases.get(&(var, kids.clone())) {
            return *known;
        }
        let new: Vec<Ref> = if top == var {
            kids.iter().enumerate().map(|(digit, kid)| self.nodes.given(*kid, var, digit)).collect()
        } else {
            let digits = 0..self.nodes.digits();
            digits
                .map(|digit| {
                    let given = kids.iter().map(|kid| self.nodes.given(*kid, top, digit)).collect();
                    self.case(var, given)
                })
                .collect()
        };
        let new = self.nodes.node(top, &new);
        self.cases.insert((var, kids), new);
        new
    }
}
