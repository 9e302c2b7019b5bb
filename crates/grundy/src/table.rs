//! Tables and sequences: their values, block by block.

pub use crate::choose::KeptTable;
pub use grundy_core::contract::position::{box_cells, next};
pub use grundy_core::store::cells::Cells;
pub use grundy_core::store::dense::Dense;
pub use grundy_core::store::reading::{Blocks, CellBlock, Survey};
pub use grundy_proofs::divisions::{Block, Terms};
