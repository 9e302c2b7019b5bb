//! How a value was found, which engines read a game, and what their work costs.

pub use crate::choose::{
    Choice, Lengths, Reader, TimedChoice, Timer, WORK, Wins, chooser, default_bound, foreseen, foreseen_reached,
    readers,
};
pub use grundy_core::contract::quantity::{Numbering, Quantity};
pub use grundy_core::contract::reason::{Account, Refused};
pub use grundy_core::engine::{Grounds, How, Theorem};
