//! Proofs about values: periods of lines and of heaps, levels of two coordinates, numbers of any length.
//!
//! [`lines`], [`levels`], [`heaps`] and [`divisions`] are engines; none knows another.

pub mod divisions;
mod exact;
pub mod heaps;
pub mod levels;
pub mod lines;
mod window;
