//! From the tree of the language to the internal form.
//!
//! In: game expressions and the files whose names they use. Out: rulesets. `eval` evaluates expressions, `term` game
//! expressions and the lengths left out, `family` lowers clauses, `compound` lowers compounds of games.

mod breaking;
mod builtin;
mod carried;
mod claim;
mod closure;
mod compound;
mod comprehension;
mod cousin;
mod each_pile;
mod ending;
mod eval;
mod family;
mod fixed;
mod game;
mod line;
mod members;
mod module;
mod notation;
mod ns;
mod ops;
mod parts;
mod piles;
mod problem;
mod product;
mod quant;
mod real;
mod seen;
mod sets;
mod settle;
mod supports;
mod tallies;
mod term;
mod turning;
mod value;

pub use crate::rules::normal::{number_folds, rename};
pub use claim::{
    INFINITY_MOST, PeriodNumber, Question, Scope, What, Written, asks, constants_of, entry_of, list_of, range_of,
};
pub use compound::{lower, of_heaps};
pub use ending::Ending;
pub use eval::Eval;
pub use game::Game;
pub use members::written;
pub use module::{Global, Module};
pub use ops::compare;
pub use piles::OnPiles;
pub use sets::elements as elements_of;
pub use term::{Entry, Slot};
pub use term::{Game as Settled, Term};
pub use value::{CODE, GenusOf, LENGTH, Value};
