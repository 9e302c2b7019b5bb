//! The chooser: which engine answers.
//!
//! In: rules, a question, options. Out: what the first engine of the [row](row) says that does not decline; sums and components, and theorems on
//! compounds, are engines of the row like others.

mod ask;
mod cells;
mod evaluator;
mod positions;
mod readers;
mod row;
mod short;
mod sum;
mod table;
mod tables;
mod theorems;

pub use ask::chooser;
pub use evaluator::{Choice, Evaluator, default_bound};
pub(crate) use positions::in_box;
pub use readers::{Reader, readers};
