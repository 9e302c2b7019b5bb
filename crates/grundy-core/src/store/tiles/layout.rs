//! The layout of a table.

/// The size of a table, the initial width of its cells, and the order of its axes.
pub struct Layout<'a> {
    /// The number of cells.
    pub cells: usize,
    /// The initial bytes of a cell.
    pub width: u32,
    /// The coordinate of each axis, the outermost first, and the number of its values.
    pub axes: &'a [(usize, usize)],
}
