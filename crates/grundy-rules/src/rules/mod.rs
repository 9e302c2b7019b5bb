//! Rules as data: the internal form, what can be seen of it, and how the language becomes it.
//!
//! In: trees of the language. Out: [`Ruleset`]s, their canonical form and hash, their shapes. Nothing here computes a value.

pub mod bounds;
pub mod build;
mod canonical;
pub mod components;
pub mod evaluate;
pub mod expr;
mod game;
mod line;
/// For the crates of this workspace: how the language becomes the internal form.
#[doc(hidden)]
pub mod lower;
pub mod normal;
mod ruleset;
pub mod shape;
pub mod show;
pub mod symmetry;

pub use game::Game;
pub use line::{Line, LineEntry};
pub use lower::{Entry, Slot, UNSETTLED};
pub use ruleset::{Coordinate, Family, Joining, Leaf, Origin, Part, Role, Ruleset, Target};
pub use show::show;
