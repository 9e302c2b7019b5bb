//! Rules as data: the internal form, its analysis, and the lowering from the language to it.
//!
//! In: trees of the language. Out: [`Ruleset`]s, their canonical form and hash, their shapes. Nothing here computes an SG value.

pub mod bounds;
pub mod build;
mod canonical;
pub mod components;
pub mod drawing;
pub mod evaluate;
pub mod expr;
mod game;
mod line;
/// The lowering from the language to the internal form, for the crates of this workspace.
#[doc(hidden)]
pub mod lower;
pub mod normal;
mod property;
mod reached;
mod ruleset;
pub mod shape;
pub mod show;
pub mod symmetry;

pub use game::Game;
pub use line::{Line, LineEntry};
pub use lower::{Entry, Slot};
pub use property::Property;
pub use ruleset::{Coordinate, Family, Joining, Leaf, Origin, Part, Picture, Repeat, Role, Ruleset, Target};
pub use show::show;
