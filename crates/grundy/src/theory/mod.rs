//! What is true of games: claims of papers, checked.
//!
//! In: rulesets and formulas. Out: verdicts, with the positions they rest on. Values are asked for through the one door,
//! [`crate::engine::Evaluator`]; nothing here cares which engine gave them.

pub mod claims;
