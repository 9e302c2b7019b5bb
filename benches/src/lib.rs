//! Measurements of grundy's engines, run by `cargo xtask bench`.
//!
//! In: rulesets and ranges worth measuring. Out: times for people and counts
//! of instructions for machines. They stand in a package of their own so that
//! what they need never enters the library's build.
