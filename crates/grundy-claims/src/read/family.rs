//! A claim about a family of games, as data.
//!
//! In: what was read of a claim with `for k in 1..`. Out: the claims of which it consists; nothing here knows how they are checked.

use grundy_rules::lang::Diagnostic;

use crate::check::every::Given;
use crate::prove::piles::Piled;
use crate::read::Statement;

/// So many tuples are looked at one after the other; of more, a proof for all at once is tried first.
pub(crate) const FEW: usize = 8;

/// A claim about a family of games.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    /// The claims in which the positions carry parameters, one for each tuple of those that are listed; together they speak of all games. Or why there are none, where they were
    /// tried.
    pub(crate) carried: Option<Result<Vec<(Given, Statement)>, Diagnostic>>,
    /// Where the positions cannot carry them, since the number of piles is one: the claims about any number of piles; or why there are none, in words.
    pub(crate) piles: Option<Result<Vec<(Given, Piled)>, String>>,
    /// The claims for tuples of parameters, the nearest first.
    pub(crate) members: Vec<(Given, Statement)>,
    /// Are these all?
    pub(crate) are_all: bool,
}

impl Family {
    /// The claims of which it consists.
    pub(crate) fn statements(&mut self) -> impl Iterator<Item = &mut Statement> {
        let carried = self.carried.iter_mut().flatten().flatten();
        carried.chain(&mut self.members).map(|(_, statement)| statement)
    }

    /// The numbers of these claims in their file.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        let carried = self.carried.iter().flatten().flatten();
        carried.chain(&self.members).filter_map(|(_, statement)| statement.number)
    }

    /// The same without proofs.
    pub(crate) fn unproved(self) -> Family {
        let members = self.members.into_iter().map(|(given, statement)| (given, statement.unproved())).collect();
        Family { carried: None, piles: None, members, ..self }
    }
}
