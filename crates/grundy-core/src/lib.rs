//! What the engines share.
//!
//! Modules from the ground up; each uses only those above it in this list:
//!
//! - [`contract`]: the questions put to engines and the answers; limits, progress, reasons, positions, proofs.
//! - [`read`]: what several engines see in rules.
//! - [`store`]: finished values: cells of any width, in memory or as tiles on disk.
//! - [`engine`]: the trait that engines implement, and what an engine may ask in return.
//! - [`enumerate`]: the plain engine, which visits every option. All other engines are tested against it.

#![warn(missing_docs)]

pub mod contract;
pub mod engine;
pub mod enumerate;
pub mod read;
pub mod store;
