//! Theory: answers about games as a whole, and whether claims about them are true.
//!
//! In: rulesets, formulas, bounds. Out: statements that hold for all positions up to a bound or for all positions, or the first
//! counterexample. Theory asks the evaluator for positions and values, and does not depend on which engine gives them.

pub mod automata;
pub mod convergence;
pub mod discover;
pub mod everywhere;
pub mod formula;
pub mod genus;
pub mod loopy;
pub mod machine;
pub mod opponent;
pub mod periods;
pub mod quotient;
pub mod reached;
pub mod solutions;
pub mod structure;

pub use crate::{checked, envelope};
