//! Certificates: what was found, as texts that the checker reads.
//!
//! In: a claim, and what was proved of its games. Out: its certificate, as JSON. Each way to state a claim has a file; the blocks of values that claims rest on are in `blocks`.

pub(crate) mod archive;
pub(crate) mod blocks;
pub(crate) mod by_values;
pub(crate) mod finite;
pub(crate) mod known_values;
pub(crate) mod parts_reached;
pub(crate) mod property;
pub(crate) mod swaps;
pub(crate) mod theorems;
