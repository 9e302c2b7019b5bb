//! The commands, one file each: from options to results.

pub(crate) mod book;
pub(crate) mod check;
mod checking;
pub(crate) mod classify;
pub(crate) mod completions;
pub(crate) mod converge;
pub(crate) mod discover;
pub(crate) mod eval;
pub(crate) mod fmt;
pub(crate) mod games;
pub(crate) mod help;
pub(crate) mod moves;
mod mutate;
pub(crate) mod period;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod positions;
pub(crate) mod sequence;
pub(crate) mod serve;
pub(crate) mod solutions;
pub(crate) mod sweep;
pub(crate) mod table;
pub(crate) mod value;
pub(crate) mod verify;

mod seen;
