//! Proofs about values: periods of lines and of heaps, levels of two coordinates, numbers of any length, automata, theorems on compounds.
//!
//! [`lines`], [`levels`], [`heaps`], [`divisions`], [`intervals`], [`automata`] and [`theorems`] are engines; none knows another.

pub mod automata;
pub mod divisions;
mod exact;
pub mod heaps;
pub mod intervals;
pub mod levels;
pub mod lines;
pub mod theorems;
mod window;
