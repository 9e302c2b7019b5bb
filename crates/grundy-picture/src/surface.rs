//! What a picture is drawn with.
//!
//! In: rectangles, cells and texts, in pixels from the upper left corner. Out: nothing here; a surface keeps what is drawn in its own way. All
//! surfaces are given the same calls, so that a PNG, an SVG and a PDF show the same.

use crate::palette::Color;
use crate::shading::Shading;

/// The size of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// From left to right.
    pub width: u64,
    /// From top to bottom.
    pub height: u64,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    pub(crate) x: u64,
    pub(crate) y: u64,
    pub(crate) width: u64,
    pub(crate) height: u64,
}

/// Which point of a text its place is; the middle of its height in each case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// The height of a line of text.
pub(crate) const LINE: u64 = 20;

/// Squares of equal size, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a> {
    pub(crate) x: u64,
    pub(crate) y: u64,
    /// The side of a cell.
    pub(crate) scale: u64,
    pub(crate) columns: usize,
    pub(crate) classes: &'a [u8],
    pub(crate) shading: &'a Shading,
}

/// A picture in the making.
pub trait Surface {
    /// Fills a rectangle.
    fn rect(&mut self, rect: Rect, color: Color);
    /// Fills squares of one colour, each with the same side: the dots of a plot. Their upper left corners are given.
    fn dots(&mut self, at: &[(u64, u64)], side: u64, color: Color);
    /// Fills cells.
    fn cells(&mut self, cells: Cells);
    /// Writes a text.
    fn text(&mut self, x: u64, y: u64, anchor: Anchor, text: &str, color: Color);
}
