//! The plain engine, which visits every option.

mod clearing;
pub mod compile;
mod counting;
pub mod engine;
mod env;
pub mod existence;
pub mod foresee;
pub mod in_box;
pub mod loopy;
pub mod mover;
#[cfg(test)]
mod plain;
pub mod positions;
pub mod search;
pub(crate) mod sieve;
pub mod table;
mod table_positions;
