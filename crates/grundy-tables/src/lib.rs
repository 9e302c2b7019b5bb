//! Tables of values without visiting every option.
//!
//! There are three engines, each for families of one shape: [`rays`], [`steps`], [`boxes`]. None uses another.

pub mod boxes;
pub mod rays;
pub mod steps;
