//! Tables of values without visiting every option.
//!
//! There are four engines, each for families of one shape: [`rays`], [`steps`], [`boxes`], [`windows`]. None uses another.

pub mod boxes;
pub mod rays;
pub mod steps;
pub mod windows;
