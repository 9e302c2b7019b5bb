//! Proofs about values: periods of lines and of heaps, levels of two coordinates, numbers of any length, automata, theorems on compounds and on sums.
//!
//! [`lines`], [`levels`], [`heaps`], [`divisions`], [`intervals`], [`automata`], [`theorems`] and [`misere`] are engines; none knows another. [`quotient`] speaks
//! of all sums of the heaps that [`heaps`] reads.

pub mod automata;
pub mod divisions;
mod exact;
pub mod heaps;
pub mod intervals;
pub mod levels;
pub mod lines;
pub mod misere;
pub mod quotient;
mod recurring;
pub mod theorems;
mod window;
