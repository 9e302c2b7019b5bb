//! What the table of a component gives.

use super::dense::Dense;
use super::reading::View;
use grundy_rules::lang::Diagnostic;

/// The finished values of a component.
pub trait Stored: std::fmt::Debug + Send + Sync {
    /// The value at a position inside the box; `None` where no position exists.
    fn get(&self, position: &[u64]) -> Option<u32>;
    /// The memory of the table in bytes.
    fn bytes(&self) -> u64;
    /// Nim-adds the values of consecutive cells along one coordinate to `line`; `u32::MAX` stands for no position.
    fn add_line(&self, position: &[u64], coord: usize, line: &mut [u32]);
    /// Gives its cells away, with the stride of each coordinate; itself, if it has none in memory.
    fn into_cells(self: Box<Self>) -> Result<Dense, Box<dyn Stored>>;
    /// The table as readers see it; `coords` are the numbers of its coordinates in the whole game.
    fn view(&self, coords: &[usize]) -> View<'_>;
    /// The error, if the table can no longer be read.
    fn failure(&self) -> Option<&Diagnostic>;
    /// The engine that computed it, and its size in words.
    fn explain(&self) -> (&'static str, String);
}
