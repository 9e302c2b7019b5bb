//! The chooser: decides which engine answers a question.
//!
//! In: rules, a question, options. Out: the answer of the first engine of the [row](row) that does not decline. Sums of components and theorems on
//! compounds are engines of the row like any other.

mod ask;
mod cost;
mod evaluator;
mod lengths;
mod quotient;
mod readers;
mod row;
mod sum;
mod table;
mod table_folder;
mod tables;
mod tiling;
mod wins;

pub use ask::chooser;
pub use cost::{WORK, foreseen, foreseen_reached};
pub use evaluator::{Choice, Evaluator, default_bound};
pub use lengths::{Lengths, TimedChoice, Timer};
pub(crate) use quotient::{certificate as quotient_certificate, gate as quotient_gate};
pub use readers::{Reader, readers};
pub use table_folder::KeptTable;
pub use tiling::{Claimed, Made, Moved, Rest, Step, Tiling};
pub use wins::Wins;
