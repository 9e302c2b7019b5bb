//! Theory: answers about games as a whole, and whether claims about them are true.
//!
//! In: rulesets, formulas, bounds. Out: what holds of all positions up to there, or the first that breaks it. Theory asks the
//! engines for positions and values through one door and does not care which engine gave them.

pub mod automata;
pub mod claims;
pub mod convergence;
mod envelope;
pub mod periods;
pub mod solutions;
pub mod structure;
