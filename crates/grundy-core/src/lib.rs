//! What the engines share.
//!
//! Rooms from the ground up; each asks only those above it in this list:
//!
//! - [`contract`]: what is asked of engines and what they answer; limits, progress, reasons, positions, proofs.
//! - [`read`]: what several engines see in rules.
//! - [`store`]: finished values: cells of any width, in memory or as tiles on disk.
//! - [`engine`]: the contract of engines: their verbs, and what they may ask in return.
//! - [`enumerate`]: the plain engine: every option is visited. It is the yardstick of all others.

pub mod contract;
pub mod engine;
pub mod enumerate;
pub mod read;
pub mod store;
