//! How a picture is drawn: what the options say.

use std::cell::RefCell;

use grundy::theory::formula::Formula;
use grundy_picture::Palette;

use crate::format::Axis;

/// How a picture is drawn.
#[derive(Debug, Default)]
pub(crate) struct Style {
    /// What the colours say.
    pub(crate) mode: Mode,
    /// The colours of values.
    pub(crate) palette: Palette,
    /// The side of a cell in pixels; `None`: what fits.
    pub(crate) scale: Option<u64>,
    /// Is a sheet of slices asked for? Three coordinates are drawn as a sheet in any case.
    pub(crate) sheet: bool,
    /// The slices of the first of three coordinates; `None`: all.
    pub(crate) slices: Option<Vec<u64>>,
    /// A line on the game.
    pub(crate) about: Option<String>,
}

impl Style {
    /// The memory of a picture of a table in bytes: a class for each cell (a number, for a formula), and the pixels.
    pub(crate) fn memory(&self, axes: &[Axis]) -> u128 {
        let cells = axes.iter().fold(1u128, |n, axis| n.saturating_mul(axis.len()));
        let side = u128::from(self.scale.unwrap_or(1));
        let class = if matches!(self.mode, Mode::Formula(_)) { 9 } else { 1 };
        cells.saturating_mul(class + side * side)
    }
}

/// What the colours say.
#[derive(Debug, Default)]
pub(crate) enum Mode {
    /// The values.
    #[default]
    Values,
    /// The P-positions.
    Wanted,
    /// The values modulo a number.
    Residues(u64),
    /// The numbers of a formula, around 0, or where a condition holds.
    Formula(Box<Drawn>),
}

/// A formula with what it needs.
pub(crate) struct Drawn {
    /// As typed.
    pub(crate) text: String,
    /// The formula.
    pub(crate) formula: RefCell<Formula>,
    /// The values in misère play, if the formula speaks of them, by position.
    pub(crate) misere: Option<MisereValues>,
}

/// The value in misère play at a position.
pub(crate) type MisereValues = Box<dyn Fn(&[u64]) -> Option<u64>>;

impl std::fmt::Debug for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Drawn").field("text", &self.text).finish_non_exhaustive()
    }
}
