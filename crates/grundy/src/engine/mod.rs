//! Engines: from rules to values.
//!
//! In: rulesets. Out: values of positions and tables. See [`Evaluator`], the one door; the plain engine behind it is the table
//! and the memoised search, both on the moves that `mover` enumerates.

mod boxes;
mod cells;
pub(crate) mod compile;
mod evaluator;
mod limits;
mod mover;
pub(crate) mod num;
mod positions;
mod rays;
mod search;
mod steps;
mod table;
mod tables;
mod theorems;

pub(crate) use evaluator::Existence;
pub(crate) use evaluator::located;
use evaluator::tuple_text;
pub use evaluator::{Answer, Choice, EngineName, Evaluator, Options, Play, Values, default_bound, next};
pub use limits::{Limits, bytes};
pub(crate) use positions::{Positions, in_box};
pub(crate) use table::NOWHERE;
pub use theorems::{Grounds, Theorem};
