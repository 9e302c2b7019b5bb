//! The questions put to engines, and their answers.

pub mod bits;
pub mod blocked;
mod engine_name;
pub mod join;
pub mod limits;
pub mod multiset;
pub mod num;
pub mod numbered;
pub mod options;
pub mod piece;
pub mod position;
pub mod progress;
pub mod proof;
pub mod quantity;
pub mod reason;
pub mod stop;
pub mod tail;
pub mod waiting;
