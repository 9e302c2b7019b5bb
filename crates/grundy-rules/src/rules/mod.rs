//! Rules as data: the internal form and its analysis.
//!
//! In: what `lower` builds. Out: [`Ruleset`]s, their canonical form and hash, their shapes. Nothing here computes an SG value.

pub mod bounds;
pub mod build;
mod canonical;
pub mod change;
pub mod components;
pub mod drawing;
pub mod evaluate;
pub mod expr;
mod line;
mod links;
mod measure;
mod nim_field;
pub mod normal;
pub mod piles;
mod play;
mod property;
mod reached;
mod root_bounds;
mod ruleset;
pub mod shape;
pub mod show;
mod spread;
pub mod symmetry;

pub use line::{Line, LineEntry};
pub use links::Links;
pub use nim_field::NimOp;
pub use play::Play;
pub use property::Property;
pub use ruleset::{Coordinate, Family, Joining, Leaf, Origin, Part, Picture, Repeat, Role, Ruleset, Target};
pub use show::show;
