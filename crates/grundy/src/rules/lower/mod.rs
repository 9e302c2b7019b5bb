//! From the tree of the language to the internal form.
//!
//! In: game expressions and the files whose names they use. Out: rulesets. See [`eval`] for expressions, [`term`] for game
//! expressions and the lengths left out, [`family`] for clauses, [`compound`] for games of games.

mod builtin;
mod compound;
mod eval;
mod family;
mod module;
mod ops;
mod quant;
mod sets;
mod term;
mod value;

pub(crate) use compound::lower;
pub(crate) use eval::Eval;
pub(crate) use family::coordinates;
pub(crate) use module::{Global, Module};
pub(crate) use term::Game;
pub use term::{Entry, Slot};
pub(crate) use value::Value;
