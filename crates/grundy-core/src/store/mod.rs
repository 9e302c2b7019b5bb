//! Finished values: cells of any width, in memory or as tiles on disk.

pub mod cells;
pub mod convolution;
pub mod dense;
pub mod reading;
pub mod size;
pub mod slots;
pub mod stored;
pub mod sum;
pub mod table;
pub mod tiles;
pub mod values;
