//! Tables of values without visiting every option.
//!
//! Three ways, each for families of one shape: [`rays`], [`steps`], [`boxes`]. None knows another.

pub mod boxes;
pub mod rays;
pub mod steps;
