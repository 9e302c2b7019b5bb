//! How large automata may grow, and when work ends.
//!
//! In: limits, and a question that a caller answers. Out: an error as soon as a limit is met. A proof that would take more is left open; it is never
//! guessed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::memory::Memory;

/// Limits of the work on automata. Clones share what is spent.
#[derive(Clone)]
pub struct Budget<'e> {
    /// The most states of one automaton.
    pub states: usize,
    /// The most nodes of the diagrams of one automaton.
    pub nodes: usize,
    /// The most work in all, in nodes that are looked at; so a limit does not depend on how fast a machine is.
    pub work: usize,
    /// The work so far.
    pub spent: Arc<AtomicUsize>,
    /// The memory of one proof.
    pub memory: Memory,
    /// Is the work to end? It is asked again and again.
    pub ended: &'e (dyn Fn() -> bool + Sync),
}

/// Why there is no automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// An automaton has more states or nodes than are allowed.
    TooLarge,
    /// All automata together took more work than is allowed.
    TooMuch,
    /// Automata or formulas take more memory than is allowed.
    Memory,
    /// The caller ended the work.
    Ended,
    /// A constant or a coefficient does not fit 64 bits.
    Overflow,
    /// A formula speaks of binary digits, and numbers are written in another way.
    NotBinary,
    /// A formula speaks of a square root, and numbers are written in digits that do not say its multiples.
    NoRoot,
    /// A formula speaks of powers of a constant, and numbers are written in digits that do not say them.
    NoPowers,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stop::TooLarge => "an automaton grew larger than is allowed",
            Stop::TooMuch => "the automata take more work than is allowed",
            Stop::Memory => "the automata take more memory than is allowed",
            Stop::Ended => "the work was ended",
            Stop::Overflow => "a number of the formula does not fit 64 bits",
            Stop::NotBinary => "the formula speaks of binary digits, where numbers are written in another way",
            Stop::NoRoot => {
                "the formula speaks of a square root whose multiples are not said by the digits of the numbers"
            }
            Stop::NoPowers => "the formula speaks of powers that are not said by the digits of the numbers",
        })
    }
}

impl std::error::Error for Stop {}

/// The work on one state, as much as on so many nodes.
pub(crate) const STATE: usize = 16;

/// The states of an automaton that is not limited otherwise: proofs of the papers' claims have at most some thousand.
const STATES: usize = 200_000;
/// The nodes of an automaton that is not limited otherwise.
const NODES: usize = 2_000_000;
/// The work that is not limited otherwise: some minutes.
const WORK: usize = 1 << 30;

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget {
            states: STATES,
            nodes: NODES,
            work: WORK,
            spent: Arc::default(),
            memory: Memory::default(),
            ended: &|| false,
        }
    }
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget").field("states", &self.states).field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl Budget<'_> {
    /// May an automaton have so many states and nodes, and does the work go on?
    pub(crate) fn allows(&self, states: usize, nodes: usize) -> Result<(), Stop> {
        if (self.ended)() {
            return Err(Stop::Ended);
        }
        if states > self.states || nodes > self.nodes { Err(Stop::TooLarge) } else { Ok(()) }
    }

    /// Counts work that was done.
    pub(crate) fn spend(&self, work: usize) -> Result<(), Stop> {
        let before = self.spent.fetch_add(work, Ordering::Relaxed);
        if before.saturating_add(work) > self.work { Err(Stop::TooMuch) } else { Ok(()) }
    }
}
