//! Plans of tables that several processes make together, tile by tile.

pub use crate::choose::{Claimed, Made, Moved, Rest, Step, Tiling};
