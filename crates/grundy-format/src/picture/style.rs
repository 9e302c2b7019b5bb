//! How a picture is drawn: what the options say.

use std::cell::RefCell;

use grundy::Session;
use grundy::session::Game;
use grundy::theory::formula::Formula;
use grundy_picture::Palette;

use crate::{Axis, KnownPeriod};

/// How a picture is drawn.
#[derive(Debug, Default)]
pub struct Style {
    /// What the colours say.
    pub mode: Mode,
    /// The colours of values.
    pub palette: Palette,
    /// The side of a cell in pixels; `None`: what fits.
    pub scale: Option<u64>,
    /// Is a sheet of slices asked for? Three coordinates are drawn as a sheet in any case.
    pub sheet: bool,
    /// The slices of the first of three coordinates; `None`: all.
    pub slices: Option<Vec<u64>>,
    /// How many numbers of a single coordinate stand in a row, so that periods stand below each other; `None`: a sequence is drawn as points.
    pub rows: Option<u64>,
    /// A line on the game.
    pub about: Option<String>,
    /// A sentence that the checker has verified, about every position.
    pub proved: Option<String>,
}

impl Style {
    /// Takes in a sentence that is proved. Points show their period on their own: what a grid is told of it, if the picture is one.
    pub fn say(&mut self, period: Option<(u64, u64)>, sentence: String) -> Option<KnownPeriod> {
        match period {
            Some(known) if self.rows.is_none() && matches!(self.mode, Mode::Values) => {
                Some(KnownPeriod { period: Some(known), status: sentence })
            }
            _ => {
                self.proved = Some(sentence);
                None
            }
        }
    }

    /// The memory of a picture of a table in bytes: a class for each cell (a number, for a formula), and the pixels.
    pub fn memory(&self, axes: &[Axis]) -> u128 {
        let cells = axes.iter().fold(1u128, |n, axis| n.saturating_mul(axis.len()));
        let side = u128::from(self.scale.unwrap_or(1));
        let class = if matches!(self.mode, Mode::Formula(_)) { 9 } else { 1 };
        cells.saturating_mul(class + side * side)
    }
}

/// The line on a game: its rules, if a person wrote them, or what a built-in game is; none for a compound.
///
/// ```
/// use grundy::Session;
/// use grundy_format::picture::about;
///
/// let mut session = Session::new();
/// let game = session.game("wythoff", None)?;
/// assert_eq!(about(&session, &game).as_deref(), Some("Wythoff's game (Wythoff 1907)"));
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn about(session: &Session, game: &Game) -> Option<String> {
    let name = game.text.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    if game.text.contains(['+', '(']) {
        return None;
    }
    if let Some(rules) = session.definition(name) {
        return Some(rules);
    }
    let entry = session.built_in(name)?;
    Some(entry.about.split_once(": ").map_or(&entry.about[..], |(title, _)| title).to_string())
}

/// What the colours say.
#[derive(Debug, Default)]
pub enum Mode {
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
pub struct Drawn {
    /// As typed.
    pub text: String,
    /// The formula.
    pub formula: RefCell<Formula>,
    /// The values in misère play, if the formula speaks of them, by position.
    pub misere: Option<MisereValues>,
}

/// The value in misère play at a position.
pub type MisereValues = Box<dyn Fn(&[u64]) -> Option<u64>>;

impl std::fmt::Debug for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Drawn").field("text", &self.text).finish_non_exhaustive()
    }
}
