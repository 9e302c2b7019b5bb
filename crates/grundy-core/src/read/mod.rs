//! What several engines see in rules.

pub mod arithmetic;
pub mod constants;
pub mod endless;
pub mod ends;
pub mod mirror;
pub mod rays;
pub mod simplify;
pub mod table_bounds;
pub mod windows;
