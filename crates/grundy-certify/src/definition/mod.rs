//! The definition: positions, moves and values, computed one by one.
//!
//! In: rules and a position. Out: its options, and its value by the definition alone. What other rooms prove of all positions is compared with it at small ones.

pub(crate) mod concrete;
pub(crate) mod endless;
pub(crate) mod evaluate;
pub(crate) mod lists;
pub(crate) mod nim;
pub(crate) mod plain;
pub(crate) mod table;
