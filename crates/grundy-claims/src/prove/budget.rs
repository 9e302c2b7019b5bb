//! The work that proofs of claims may take.

use grundy_automata::Budget;

use crate::CheckOptions;
use grundy_proofs::automata::{memory, times};

/// The most states of an automaton of a proof.
const STATES: usize = 100_000;
/// The most nodes.
const NODES: usize = 2_000_000;
/// The most work on one proof: about a second.
const WORK: usize = 4_000_000;

/// Makes automata, for proofs or for certificates, within the limits.
pub(crate) fn with_budget<T>(options: &CheckOptions, make: impl FnOnce(&Budget<'_>) -> T) -> T {
    let (ended, memory) = (|| options.limits.ended().is_some(), memory(&options.limits));
    let usual = Budget { states: STATES, nodes: NODES, work: WORK, memory, ended: &ended, ..Budget::default() };
    make(&times(&usual, options.effort.above()))
}
