//! Claims and tables of rule files, and the verdicts on them.
//!
//! Each row is a file and what becomes of its statements, a line each: the status, how many positions were looked at, the bound, the
//! counterexample with both sides, the reason, the error. Random formulas are compared with a naive evaluation.

#[path = "claims/counterexamples.rs"]
mod counterexamples;
#[path = "claims/positions.rs"]
mod positions;
#[path = "claims/properties.rs"]
mod properties;
#[path = "claims/ranges.rs"]
mod ranges;
#[path = "claims/tables.rs"]
mod tables;
#[path = "claims/told.rs"]
mod told;
