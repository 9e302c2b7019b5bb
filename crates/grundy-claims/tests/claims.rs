//! Claims and tables of rule files, and the verdicts on them.
//!
//! Each row is a file and one line for each of its statements: the status, the number of positions checked, the bound, the
//! counterexample with both sides, the reason, the error. Random formulas are compared with a naive evaluation.

mod changes;
mod counterexamples;
mod positions;
mod properties;
mod ranges;
mod tables;
pub(crate) mod told;
