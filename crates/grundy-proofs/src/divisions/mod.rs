//! Subtraction-division games: from n to n - s, and to n / d where d divides n. Values at numbers of thousands of digits.
//!
//! In: rules of that shape (`read`), and a number. Out: its value, by the convergence technique of Nivasch and Rubinstein (arXiv:2503.23196).
//! Values depend on the values just below and on those at quotients. Usually the values just below are soon forgotten: whatever is guessed for a
//! few numbers, after some steps all guesses agree with one another and with the true values (`sets`). So the values just below n follow from
//! those just below floor(n / d) for each divisor d, and these in the same way. The quotients floor(n / (d1^i d2^j …)) form a lattice of some
//! log(n)^k numbers (`lattice`, `axes`). Where the guesses do not agree nothing is claimed: the answer is an error with two guesses that differ.
//! If all divisors are powers of one base, an automaton that reads digits is tried first ([`automaton`]).

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

pub mod automaton;
mod axes;
mod bound;
mod engine;
mod follow;
mod guesses;
mod invariants;
mod lattice;
pub mod measure;
mod naive;
mod nearby;
#[cfg(test)]
mod paper;
mod planes;
mod read;
mod sets;
mod spread;
mod stream;
#[cfg(test)]
mod tests;
mod values;

pub use self::bound::bounds;
pub use self::engine::ByDivisions;
pub use self::follow::{Followed, follow};
pub use self::invariants::{Invariants, PROVED_FROM, REFINEMENTS, wanted};
pub use self::naive::first;
pub use self::nearby::{Known, Nearby, Says, Statement, nearby};
pub use self::read::Shape;
pub use self::stream::{Block, Terms};
pub use self::values::Divisions;
