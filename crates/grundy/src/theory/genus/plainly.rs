//! Genera by their definition from the genera of the options.
//!
//! In: rules, and a position. Out: its genus, from the graph of all its followers. Every position is one whole, however many parts it has: no theorem on sums
//! is used but that of one nim heap of 1 or 2 (`grundy_proofs::misere`).

use std::sync::Arc;

use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::stop::diagnostic;
use grundy_core::enumerate::positions::Positions;
use grundy_core::enumerate::search::Followers;
use grundy_proofs::misere::Genus;
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::Ruleset;

/// The graph, and the genera found.
pub(super) struct Plainly {
    graph: Followers<i64>,
    known: Vec<Option<Genus>>,
    /// The numbers in the genera.
    numbers: usize,
    limits: Limits,
    held: Held,
}

impl Plainly {
    pub(super) fn new(rules: &Arc<Ruleset>, limits: &Limits) -> Plainly {
        let graph = Followers::new(rules, limits);
        Plainly { graph, known: vec![], numbers: 0, limits: limits.clone(), held: limits.held(0) }
    }

    /// The genus of a position that exists; `None` if a number does not fit.
    pub(super) fn genus(&mut self, position: &[u64]) -> Result<Option<Genus>, Diagnostic> {
        let Some(root) = self.graph.number(position)? else { return Ok(None) };
        self.known.resize(self.graph.size(), None);
        let mut stack = vec![root];
        while let Some(id) = stack.last().copied() {
            if self.known[id].is_some() {
                stack.pop();
                continue;
            }
            let mut options = vec![];
            self.graph.each_option(id, &mut |option| {
                options.push(option);
                false
            })?;
            let open = stack.len();
            stack.extend(options.iter().copied().filter(|option| self.known[*option].is_none()));
            if stack.len() == open {
                let genera: Vec<&Genus> = options.iter().filter_map(|option| self.known[*option].as_ref()).collect();
                let genus = Genus::of_options(&genera);
                self.note(id, genus, stack.capacity())?;
            }
        }
        Ok(self.known[root].clone())
    }

    fn note(&mut self, id: usize, genus: Genus, open: usize) -> Result<(), Diagnostic> {
        self.numbers += genus.numbers().len();
        self.known[id] = Some(genus);
        let bytes = self.known.capacity() * size_of::<Option<Genus>>() + 4 * self.numbers + 8 * open;
        let what = "the genera of all followers";
        self.held.grow(bytes as u64, &self.limits, what).map_err(diagnostic)
    }
}
