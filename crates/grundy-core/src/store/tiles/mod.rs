//! Tables piece by piece: finished cells are written to a folder, and a table larger than the memory is stored there alone.
//!
//! In: an engine that fills cells in a table's own order ([`Fill`]), and perhaps a [`Folder`]. Out: the cells, in memory or on disk.
//!
//! The finished part of a table is a prefix of its cells. It is cut into tiles and written as the work goes on (`shelf`). When the same work
//! starts again, the cells of undamaged tiles are read back, and the engine only notes them in its sets
//! ([`Fill::replay`]). A tile that is missing or damaged is computed again, even if later tiles are there. The size of a
//! tile depends on the time that passed, so no value, and no file made from the values, depends on the cut into tiles. When all cells are there, the tiles are
//! cut to one size (`settle`).

mod cell_storage;
mod claim;
mod cut;
mod disk;
mod folder;
mod layout;
mod pace;
mod pieces;
mod place;
mod settle;
mod shelf;

use crate::contract::limits::{Held, Limits, bytes};
use crate::contract::reason::Reason;
use crate::contract::stop::Result;
use crate::store::cells::{Cell, Cells, each_width};

pub use self::cell_storage::CellStorage;
pub use self::claim::Claim;
pub use self::cut::Cut;
pub use self::disk::{DiskCells, DiskTiles, KEPT, Run};
pub use self::folder::{Folder, Label};
pub use self::layout::Layout;
pub use self::pace::Pace;
pub use self::pieces::{Pieces, ROWS};
pub use self::place::{Ask, Passing, Place};
pub use self::shelf::{Shelf, Tile};

use self::settle::{block_of, settle};

/// The outcome of the work on a piece.
pub enum Filled {
    /// All requested cells are filled.
    All,
    /// The next value does not fit the cells.
    To,
    /// The engine cannot decide these rules.
    GivesUp,
}

/// An engine at work on one table, whose cells it fills in the table's own order.
///
/// The engine sees a window of the cells, which begins with cell number `base` of the table. A cell that has not been filled holds 0.
pub trait Fill {
    /// The number of cells of which every piece is a multiple; the last piece may be shorter.
    fn grain(&self) -> usize;
    /// How far before a piece the engine reads cells; `None` if at any distance.
    fn reach(&self) -> Option<usize>;
    /// Fills the cells from where it stopped up to number `to`; after [`Filled::To`] it goes on with wider cells.
    ///
    /// # Errors
    /// Those of the engine.
    fn fill<T: Cell>(&mut self, cells: &mut Vec<T>, base: usize, to: usize) -> Result<Filled>;
    /// Passes over cells that have their values already, from where it stopped up to number `to`.
    ///
    /// # Errors
    /// An interruption.
    fn replay<T: Cell>(&mut self, cells: &[T], base: usize, to: usize) -> Result<Filled>;
}

/// The cells of a table in memory: all of them, or the last ones.
struct Window {
    cells: Cells,
    base: usize,
    held: Held,
}

impl Window {
    /// A window of `cells` cells, from the first cell of the table on.
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

    /// Copies the values of a tile to their cells.
    fn load(&mut self, tile: &Tile, limits: &Limits) -> Result<()> {
        while self.cells.width() < tile.unit {
            self.widen(limits)?;
        }
        self.cells.put_bytes(tile.from - self.base, tile.unit, &tile.bytes);
        Ok(())
    }

    /// Copies all values of a table that is finished: no engine need note them. `false` if a tile is missing or damaged.
    fn load_all(&mut self, shelf: &mut Shelf, total: usize, limits: &Limits) -> Result<bool> {
        shelf.read_all(total, limits, |tile| {
            limits.progress.keep(tile.to - tile.from);
            self.load(tile, limits)
        })
    }

    fn replay<F: Fill>(&self, engine: &mut F, to: usize) -> Result<bool> {
        let passed = each_width!(&self.cells, cells => engine.replay(cells, self.base, to)?);
        Ok(matches!(passed, Filled::All))
    }

    fn save(&self, shelf: &mut Shelf, from: usize, to: usize) -> Result<()> {
        if from == to {
            return Ok(());
        }
        let (unit, bytes) = self.cells.narrow(from - self.base, to - self.base);
        shelf.write(from, to, unit, &bytes)
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
        Some(mut shelf) => {
            let filled = window.load_all(&mut shelf, total, limits)?
                || fill_with_shelf(engine, total, &mut window, &mut shelf, limits, |_, _| {})?;
            if filled {
                settle(&mut shelf, total, block_of(engine.grain(), limits), limits)?;
            }
            filled
        }
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
) -> Result<Option<CellStorage>> {
    Ok(match shelf {
        Some(shelf) if disk => on_disk(engine, layout, shelf, limits)?.map(CellStorage::from),
        shelf => in_memory(engine, layout, shelf, limits)?.map(CellStorage::from),
    })
}

/// Fills a table on disk. The cells in memory are those that the engine reads back, and two pieces. `None` if the engine gives up.
///
/// # Errors
/// Those of the engine; a tile that cannot be written.
fn on_disk<F: Fill>(engine: &mut F, layout: &Layout, mut shelf: Shelf, limits: &Limits) -> Result<Option<DiskCells>> {
    // Tiles of an earlier run may be longer than those of this run.
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
    let filled = fill_with_shelf(engine, layout.cells, &mut window, &mut shelf, limits, slide)?;
    drop(window);
    if filled {
        settle(&mut shelf, layout.cells, block_of(engine.grain(), limits), limits)?;
    }
    Ok(filled.then(|| DiskCells::new(shelf, layout.cells)))
}

/// The bytes of cells that `on_disk` holds in memory, for an engine with this grain and reach.
pub fn window_bytes(layout: &Layout, grain: usize, reach: usize, limits: &Limits) -> Option<u64> {
    let piece = grain.max(limits.tile);
    let room = layout.cells.min(reach.checked_add(2 * piece)?);
    // When the finished table is read, the most recent tiles and the one being read.
    Some((room.max((KEPT + 2) * piece) as u64).saturating_mul(layout.width.into()))
}

/// Why a table cannot be stored on disk alone.
const AT_HAND: &str = "; its moves look back any distance, so all cells must be at hand";

/// The memory that a table needs, in bytes.
#[derive(Clone, Copy)]
pub struct Need {
    /// All cells.
    pub cells: u64,
    /// Sets of used values.
    pub sets: u64,
    /// The cells in memory if the others are on disk; `None` if moves may look back any distance.
    pub window: Option<u64>,
}

impl Need {
    /// Does the table fit the memory?
    pub fn fits(&self, limits: &Limits) -> bool {
        self.sets.saturating_add(self.cells) <= limits.free()
    }

    /// Does the table fit the memory with its cells on disk?
    pub fn fits_on_disk(&self, limits: &Limits) -> bool {
        self.window.is_some_and(|window| self.sets.saturating_add(window) <= limits.free())
    }

    /// Must the table be stored on disk? `folder` says whether there is a folder for it. A reason if it does not fit either way.
    pub fn on_disk(&self, limits: &Limits, folder: bool) -> Result<bool, Reason> {
        match self.fits(limits) {
            true => Ok(false),
            false if folder && self.fits_on_disk(limits) => Ok(true),
            false => Err(self.refusal(limits, folder)),
        }
    }

    /// The reason for declining: what the table would need, and what to do.
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

    /// Why a folder does not help, if there is one.
    pub fn at_hand(&self, folder: bool) -> &'static str {
        if folder && self.window.is_none() { AT_HAND } else { "" }
    }

    /// What to do if the table does not fit.
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

/// Fills all cells: reads the tiles that are on the shelf, and writes new tiles to it. `slide` makes room in the window for the piece that
/// begins at a cell; all cells before it are on the shelf by then.
fn fill_with_shelf<F: Fill>(
    engine: &mut F,
    total: usize,
    window: &mut Window,
    shelf: &mut Shelf,
    limits: &Limits,
    slide: impl Fn(&mut Window, usize),
) -> Result<bool> {
    let (mut pace, block) = (Pace::new(engine.grain(), limits.tile), block_of(engine.grain(), limits));
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
        if pace.is_due(at - saved) || at > saved && at.is_multiple_of(block) {
            window.save(shelf, saved, at)?;
            saved = at;
            slide(window, at);
            pace.saved();
        }
        // No tile reaches beyond its block.
        let end = (at + 1).next_multiple_of(block).min(total);
        let to = shelf.next(at).unwrap_or(end).min(end).min(at + pace.next(at - saved));
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
