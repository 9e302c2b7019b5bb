//! Engines: from rules to values.
//!
//! In: rulesets. Out: values of positions and tables. See [`Evaluator`], the one door; the plain engine behind it is the table
//! and the memoised search, both on the moves that `mover` enumerates.

mod apart;
mod boxes;
mod cells;
pub(crate) mod compile;
pub(crate) mod divisions;
mod evaluator;
mod existence;
mod far;
mod fixed;
mod foresee;
pub(crate) mod heaps;
pub(crate) mod levels;
mod limits;
pub(crate) mod lines;
mod mirror;
mod mover;
mod named;
pub(crate) mod num;
mod options;
mod positions;
mod progress;
mod rays;
mod reason;
mod search;
mod steps;
mod table;
mod tables;
pub(crate) mod tail;
mod theorems;
pub(crate) mod tiles;
mod values;
mod waiting;

pub use divisions::{Block, Terms};
use evaluator::tuple_text;
pub use evaluator::{Answer, Choice, Evaluator, default_bound};
pub(crate) use evaluator::{diagnostic, located};
pub(crate) use existence::Existence;
pub use limits::{Limits, bytes};
pub use options::{EngineName, Options, Play};
pub(crate) use positions::{Positions, in_box};
pub use progress::{Progress, Reading};
pub use reason::{Account, Refused};
pub(crate) use reason::{Reason, Seen};
pub(crate) use table::NOWHERE;
pub use theorems::{Grounds, Theorem};
pub use values::{Values, box_cells, next};
