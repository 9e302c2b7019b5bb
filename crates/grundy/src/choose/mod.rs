//! The chooser: decides which engine answers a question.
//!
//! In: rules, a question, options. Out: the answer of the first engine of the [row](row) that does not decline. Sums of components and theorems on
//! compounds are engines of the row like any other.

mod ask;
mod automata;
mod cells;
mod evaluator;
mod foreseen;
mod kept;
mod learned;
mod numerations;
mod periodic;
mod positions;
mod readers;
mod room;
mod row;
mod short;
mod sum;
mod table;
mod tables;
mod theorems;
mod tiling;

pub use ask::chooser;
pub use evaluator::{Choice, Evaluator, default_bound};
pub(crate) use foreseen::WORK;
pub use foreseen::foreseen;
pub use kept::KeptTable;
pub(crate) use learned::{Look, learn, within};
pub(crate) use periodic::{claimed as periodic, if_else};
pub(crate) use positions::in_box;
pub use readers::{Reader, readers};
pub(crate) use room::{memory, proofs_at_a_time};
pub use tiling::{Claimed, Made, Moved, Rest, Step, Tiling};
