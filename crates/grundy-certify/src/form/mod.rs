//! The form of a certificate: its keys, its rules and expressions, and the table of all kinds.
//!
//! In: the text of a certificate. Out: rules and expressions as data, each variable bound, each key read once; and what the kind states, which the other rooms verify. All
//! certificates rest on this room.

pub(crate) mod all_kinds;
pub(crate) mod bound;
pub(crate) mod certificate;
pub(crate) mod choice;
pub(crate) mod expr;
pub(crate) mod grounds;
pub(crate) mod keys;
pub(crate) mod numbers;
pub(crate) mod spent;
pub(crate) mod stated;
pub(crate) mod symmetry;
pub(crate) mod total;
