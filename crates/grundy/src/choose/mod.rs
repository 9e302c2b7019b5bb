//! The chooser: decides which engine answers a question.
//!
//! In: rules, a question, options. Out: the answer of the first engine of the [row](row) that does not decline. Sums of components and theorems on
//! compounds are engines of the row like any other.

mod ask;
mod evaluator;
mod foreseen;
mod kept;
mod readers;
mod row;
mod sum;
mod table;
mod tables;
mod tiling;

pub use ask::chooser;
pub use evaluator::{Choice, Evaluator, default_bound};
pub(crate) use foreseen::WORK;
pub use foreseen::foreseen;
pub use kept::KeptTable;
pub use readers::{Reader, readers};
pub use tiling::{Claimed, Made, Moved, Rest, Step, Tiling};
