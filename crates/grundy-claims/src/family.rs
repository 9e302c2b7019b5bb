//! A claim about a family of games, as data.
//!
//! In: what was read of a claim with `for k in 1..`. Out: the claims of which it consists; nothing here knows how they are checked.

use grundy_rules::lang::Diagnostic;

use super::every::Given;
use super::read::Statement;

/// So many tuples are looked at one after the other; of more, a proof for all at once is tried first.
pub(super) const FEW: usize = 8;

/// A claim about a family of games.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// The claim in which the positions carry the parameters; or why there is none, where one was tried.
    pub(super) carried: Option<Result<Box<Statement>, Diagnostic>>,
    /// The claims for tuples of parameters, the nearest first.
    pub(super) members: Vec<(Given, Statement)>,
    /// Are these all?
    pub(super) are_all: bool,
}

impl Family {
    /// The claims of which it consists.
    pub(super) fn statements(&mut self) -> impl Iterator<Item = &mut [Statement]> {
        let carried = self.carried.iter_mut().flatten().map(|carried| std::slice::from_mut(&mut **carried));
        carried.chain(self.members.iter_mut().map(|(_, statement)| std::slice::from_mut(statement)))
    }

    /// The numbers of these claims in their file.
    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        let carried = self.carried.iter().flatten().filter_map(|carried| carried.number);
        carried.chain(self.members.iter().filter_map(|(_, statement)| statement.number))
    }

    /// The same without proofs.
    pub(super) fn unproved(self) -> Family {
        let members = self.members.into_iter().map(|(given, statement)| (given, statement.unproved())).collect();
        Family { carried: None, members, ..self }
    }
}
