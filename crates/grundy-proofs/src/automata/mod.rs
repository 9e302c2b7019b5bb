//! Values of every position by automata: read off small tables, and proved by an induction along the moves.
//!
//! In: rules and the play. Out: an engine for positions far out ([`ByAutomata`]), and what automata say of a whole game ([`learn`]). Which tables are looked at
//! depends on the rules alone; other engines make them ([`Ask`](grundy_core::engine::Ask)).

mod engine;
mod learn;
mod lines;
mod memory;
mod numerations;
mod periodic;

pub use self::engine::ByAutomata;
pub use self::learn::{Apart, Learned, Look, STATES, WIDEST, learn, times, within};
pub use self::lines::period;
pub use self::memory::{memory, proofs_at_a_time};
pub use self::periodic::{claimed as periodic, if_else};
