//! Claims and tables of rule files, and the verdicts on them.
//!
//! Each row is a file and what becomes of its statements, a line each: the status, how many positions were looked at, the bound, the
//! counterexample with both sides, the reason, the error. Random formulas are compared with a naive evaluation.

mod counterexamples;
mod positions;
mod properties;
mod ranges;
mod tables;
mod told;
