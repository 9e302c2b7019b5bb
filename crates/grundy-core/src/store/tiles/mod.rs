//! Tables piece by piece: finished cells go to a folder, and a table larger than the memory stands there alone.
//!
//! In: an engine that fills cells in a table's own order ([`Fill`]), and perhaps a [`Folder`]. Out: the cells, in memory or on disk.
//!
//! What is finished of a table is a prefix of its cells. Cut into tiles it is written as the work goes on (`shelf`); when the same work
//! begins again, cells that stand in a whole tile are taken from there, and the engine only notes them in its sets
//! ([`Fill::replay`]). A tile that is missing or damaged is computed again, whatever follows it. Which cells a
//! tile has follows from the time that passed, so no value and no file that is made of the values depends on it.

mod disk;
mod folder;
mod pace;
mod place;
mod shelf;

use crate::contract::limits::{Held, Limits, bytes};
use crate::contract::reason::{Reason, Seen};
use crate::contract::stop::Result;
use crate::store::cells::{Cell, Cells, Kept, each_width};

pub use self::disk::{DiskCells, DiskTiles, KEPT, Run};
pub use self::folder::Folder;
pub use self::pace::Pace;
pub use self::place::{Ask, Passing, Place};
pub use self::shelf::{Shelf, Tile};

/// What became of the work on a piece.
pub enum Filled {
    /// All cells asked for.
    All,
    /// The next value does not fit the cells.
    To,
    /// The engine cannot decide these rules.
    GivesUp,
}

/// An engine at work on one table, whose cells it fills in the table's own order.
///
/// Cells come as a window: the first one is number `base` of the table. A cell that has not been filled holds 0.
pub trait Fill {
    /// Pieces are so many cells, or a multiple; the last one may be shorter.
    fn grain(&self) -> usize;
    /// How far before a piece the engine reads cells; `None` where it may be any distance.
    fn reach(&self) -> Option<usize>;
    /// Fills the cells from where it stopped to number `to`; goes on with wider cells after [`Filled::To`].
    ///
    /// # Errors
    /// Those of the engine.
    fn fill<T: Cell>(&mut self, cells: &mut Vec<T>, base: usize, to: usize) -> Result<Filled>;
    /// Passes over cells, from where it stopped to number `to`, that have their values.
    ///
    /// # Errors
    /// An interruption.
    fn replay<T: Cell>(&mut self, cells: &[T], base: usize, to: usize) -> Result<Filled>;
}

/// The size of a table, how wide its cells are at first, and in which order it has them.
pub struct Layout<'a> {
    /// How many cells the table has.
    pub cells: usize,
    /// Bytes a cell, at first.
    pub width: u32,
    /// The coordinate of each axis, the outermost first, with the number of its values.
    pub axes: &'a [(usize, usize)],
}

/// Cells of a table at hand: all of them, or the last ones.
struct Window {
    cells: Cells,
    base: usize,
    held: Held,
}

impl Window {
    /// So many cells, from the first one of the table on.
    fn new(width: u32, cells: usize, limits: &Limits) -> Window {
        let cells = Cells::zeros(width, cells);
        Window { base: 0, held: limits.held(cells.memory()), cells }
    }

    fn fill<F: Fill>(&mut self, engine: &mut F, to: usize, limits: &Limits) -> Result<bool> {
        loop {
            match each_width!(&mut self.cells, cells => engine.fill(cells, self.base, to)?) {
                Filled::All => return Ok(true),
                Filled::GivesUp => return Ok(false),
                Filled::To => self.widen(limits)?,
            }
        }
    }

    fn widen(&mut self, limits: &Limits) -> Result<()> {
        self.cells = std::mem::replace(&mut self.cells, Cells::One(vec![])).wider(&mut self.held, limits)?;
        Ok(())
    }

    /// Puts the values of a tile in their places.
    fn load(&mut self, tile: &Tile, limits: &Limits) -> Result<()> {
        while self.cells.width() < tile.unit {
            self.widen(limits)?;
        }
        self.cells.put_bytes(tile.from - self.base, tile.unit, &tile.bytes);
        Ok(())
    }

    fn replay<F: Fill>(&self, engine: &mut F, to: usize) -> Result<bool> {
        let passed = each_width!(&self.cells, cells => engine.replay(cells, self.base, to)?);
        Ok(matches!(passed, Filled::All))
    }

    fn save(&self, shelf: &mut Shelf, from: usize, to: usize) -> Result<()> {
        if from == to {
            return Ok(());
        }
        shelf.write(from, to, self.cells.width(), &self.cells.bytes(from - self.base, to - self.base))
    }
}

/// Fills a table in memory; `None` if the engine gives up.
///
/// # Errors
/// Those of the engine; a tile that cannot be written.
fn in_memory<F: Fill>(engine: &mut F, layout: &Layout, shelf: Option<Shelf>, limits: &Limits) -> Result<Option<Cells>> {
    let total = layout.cells;
    let mut window = Window::new(layout.width, total, limits);
    let filled = match shelf {
        Some(mut shelf) => kept(engine, total, &mut window, &mut shelf, limits, |_, _| {})?,
        None => window.fill(engine, total, limits)?,
    };
    Ok(filled.then_some(window.cells))
}

/// Fills a table in memory, or on disk alone; `None` if the engine gives up.
///
/// # Errors
/// Those of the engine; a tile that cannot be written.
pub fn fill<F: Fill>(
    engine: &mut F,
    layout: &Layout,
    shelf: Option<Shelf>,
    disk: bool,
    limits: &Limits,
) -> Result<Option<Kept>> {
    Ok(match shelf {
        Some(shelf) if disk => on_disk(engine, layout, shelf, limits)?.map(Kept::from),
        shelf => in_memory(engine, layout, shelf, limits)?.map(Kept::from),
    })
}

/// Fills a table on disk, with no more cells in memory than the engine reads back and a piece; `None` if the engine gives up.
///
/// # Errors
/// Those of the engine; a tile that cannot be written.
fn on_disk<F: Fill>(engine: &mut F, layout: &Layout, mut shelf: Shelf, limits: &Limits) -> Result<Option<DiskCells>> {
    // Tiles that are there may be longer than those of this run.
    let piece = engine.grain().max(limits.tile).max(shelf.longest());
    let back = engine.reach().unwrap_or(layout.cells);
    let room = layout.cells.min(back + 2 * piece);
    let mut window = Window::new(layout.width, room, limits);
    let slide = |window: &mut Window, at: usize| {
        let base = at.saturating_sub(back);
        if at + piece > window.base + room && base > window.base {
            window.cells.slide(base - window.base, at - window.base);
            window.base = base;
        }
    };
    let filled = kept(engine, layout.cells, &mut window, &mut shelf, limits, slide)?;
    Ok(filled.then(|| DiskCells::new(shelf, layout.cells)))
}

/// The bytes of cells that `on_disk` holds, for an engine with such a grain that reaches so far back.
pub fn window_bytes(layout: &Layout, grain: usize, reach: usize, limits: &Limits) -> Option<u64> {
    let piece = grain.max(limits.tile);
    let room = layout.cells.min(reach.checked_add(2 * piece)?);
    // Afterwards the tiles looked at last, and the one that is read.
    Some((room.max((KEPT + 2) * piece) as u64).saturating_mul(layout.width.into()))
}

/// Why a table cannot stand on disk alone.
const AT_HAND: &str = "; its moves look back any distance, so all cells must be at hand";

/// The bytes that a table takes.
#[derive(Clone, Copy)]
pub struct Need {
    /// Bytes of the cells.
    pub cells: u64,
    /// Sets of used values.
    pub sets: u64,
    /// Cells at hand where the others stand on disk, unless moves may look back any distance.
    pub window: Option<u64>,
}

impl Need {
    /// Does it fit the memory?
    pub fn fits(&self, limits: &Limits) -> bool {
        self.sets.saturating_add(self.cells) <= limits.free()
    }

    /// Does it fit with the cells on disk?
    pub fn fits_on_disk(&self, limits: &Limits) -> bool {
        self.window.is_some_and(|window| self.sets.saturating_add(window) <= limits.free())
    }

    /// Is it to stand on disk? The reason where it fits neither there nor in memory; `folder`: is there one?
    pub fn on_disk(&self, limits: &Limits, folder: bool) -> Seen<bool> {
        match self.fits(limits) {
            true => Ok(false),
            false if folder && self.fits_on_disk(limits) => Ok(true),
            false => Err(self.refusal(limits, folder)),
        }
    }

    /// What it would need, and what to do.
    fn refusal(&self, limits: &Limits, folder: bool) -> Reason {
        let allowed = bytes(limits.memory);
        let on_disk = self.window.map(|window| self.sets.saturating_add(window));
        let parts = match self.sets {
            0 => String::new(),
            sets => format!(", {} for cells and {} for sets of used values", bytes(self.cells), bytes(sets)),
        };
        let text = match on_disk.filter(|_| folder) {
            Some(need) => format!("it needs {} of memory, even on disk; {allowed} are allowed", bytes(need)),
            None => {
                let need = bytes(self.cells.saturating_add(self.sets));
                format!("it needs {need}{parts}; {allowed} are allowed{}", self.at_hand(folder))
            }
        };
        Reason::too_large(text, Some(self.help(limits, folder)))
    }

    /// Where there is a folder: why it does not help.
    pub fn at_hand(&self, folder: bool) -> &'static str {
        if folder && self.window.is_none() { AT_HAND } else { "" }
    }

    /// What to do where it does not fit.
    pub fn help(&self, limits: &Limits, folder: bool) -> String {
        match self.window.filter(|_| !folder && self.fits_on_disk(limits)) {
            Some(window) => format!(
                "with `--checkpoint DIR` the cells stand on disk, and it needs {}; or allow more with `--memory`",
                bytes(self.sets.saturating_add(window))
            ),
            None => "allow more with `--memory`, or lower the bounds".to_string(),
        }
    }
}

/// Fills all cells, taking what stands on the shelf and putting there what is new. `slide` makes room for the piece that begins at a
/// cell; everything before is on the shelf then.
fn kept<F: Fill>(
    engine: &mut F,
    total: usize,
    window: &mut Window,
    shelf: &mut Shelf,
    limits: &Limits,
    slide: impl Fn(&mut Window, usize),
) -> Result<bool> {
    let mut pace = Pace::new(engine.grain(), limits.tile);
    let (mut at, mut saved) = (0, 0);
    while at < total {
        if saved == at {
            slide(window, at);
        }
        if let Some(tile) = shelf.tile(at)? {
            window.save(shelf, saved, at)?;
            slide(window, at);
            window.load(&tile, limits)?;
            if !window.replay(engine, tile.to)? {
                return Ok(false);
            }
            limits.progress.keep(tile.to - at);
            (at, saved) = (tile.to, tile.to);
            limits.interrupted()?;
            continue;
        }
        if pace.is_due(at - saved) {
            window.save(shelf, saved, at)?;
            saved = at;
            slide(window, at);
            pace.saved();
        }
        let to = shelf.next(at).unwrap_or(total).min(at + pace.next(at - saved));
        match window.fill(engine, to, limits) {
            Ok(true) => at = to,
            Ok(false) => return Ok(false),
            Err(stop) => {
                window.save(shelf, saved, at)?;
                return Err(stop);
            }
        }
    }
    window.save(shelf, saved, at)?;
    Ok(true)
}
