//! Tables made tile by tile, by processes that share a folder.
//!
//! In: rules with two coordinates, bounds, the size of a tile, a folder. Out: one tile at a time, from what the tiles above it and to its left have left there;
//! when all are made, the folder is that of a checkpoint, which tables are read from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::piece::{Entering, Piece, Place};
use grundy_core::contract::reason::{Reason, Tried};
use grundy_core::contract::stop::{Result, Stop, diagnostic};
use grundy_core::store::tiles::{Cut, Folder, Layout, Pieces, ROWS, Shelf};
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::components;

use super::row;

/// A table of two coordinates, cut into tiles that are made in a folder.
///
/// ```
/// use grundy::{Evaluator, Options, Session, Tiling};
///
/// let game = Session::new().game("star_nim[2]", None)?;
/// let folder = std::env::temp_dir().join(format!("grundy-tiling-{}", std::process::id()));
/// let tiling = Tiling::new(&game.rules, &[60, 60], [32, 32], &folder)?;
/// assert_eq!((tiling.counts(), tiling.needs(1, 1)), ([2, 2], vec![(0, 1), (1, 0)]));
/// for (i, j) in tiling.all() {
///     tiling.make(i, j, &Options::default().limits)?;
/// }
/// let kept = Options { checkpoint: Some(folder.clone()), ..Options::default() };
/// assert_eq!(Evaluator::new(&game.rules, kept).table(&[60, 60])?.get(&[10, 15]), Some(20));
/// # std::fs::remove_dir_all(folder).ok();
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
pub struct Tiling {
    rules: Arc<Ruleset>,
    cut: Cut,
    root: PathBuf,
    engine: EngineName,
}

/// What became of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// It was made.
    Now,
    /// It had been made before.
    Before,
}

impl Tiling {
    /// The cut of a table; a tile has at least one position along each coordinate.
    ///
    /// # Errors
    /// Rules whose table no engine makes tile by tile; a wrong number of bounds; tiles of no size, or whose rows are no multiple of 16.
    pub fn new(
        rules: &Arc<Ruleset>,
        hi: &[u64],
        tile: [usize; 2],
        root: &Path,
    ) -> std::result::Result<Tiling, Diagnostic> {
        let refused = |message: String| Diagnostic::new("plan", message);
        let &[a, b] = hi else {
            let message = format!("a table is cut into tiles along two coordinates, and these rules have {}", hi.len());
            return Err(refused(message).help("tables of more coordinates are kept by `grundy table --checkpoint DIR`"));
        };
        if components(rules).len() != 1 {
            let message = "no move joins the components of this game, so its table is one of nim-sums of small tables";
            return Err(refused(message.into()).help("`grundy table` needs no plan for it"));
        }
        if tile.contains(&0) || !tile[0].is_multiple_of(ROWS) {
            let message = format!(
                "the rows of a tile are a multiple of {ROWS}, and it has columns; found {} by {}",
                tile[0], tile[1]
            );
            return Err(refused(message));
        }
        let tile = [tile[0], tile[1].min(usize::try_from(b).map_or(usize::MAX, |b| b.saturating_add(1)))];
        let cut = Cut { hi: [a, b], tile };
        let mut left: Option<(EngineName, Reason)> = None;
        for (engine, read) in row::tables(EngineName::Table) {
            let first = Place { hi: cut.hi, rows: 0..1, columns: 0..1 };
            match piece(rules, read, &first, &Entering::default(), &Limits::default()).map_err(diagnostic)? {
                Tried::Done(_) => return Ok(Tiling { rules: rules.clone(), cut, root: root.to_path_buf(), engine }),
                Tried::Declined(reason) if reason.is_verb() => {}
                Tried::Declined(reason) => _ = left.get_or_insert((engine, reason)),
            }
        }
        Err(match left {
            Some((engine, reason)) => {
                let why = reason.refused(engine, None).why;
                refused(format!("no table of these rules is made tile by tile: {why}"))
                    .help("`grundy table --checkpoint DIR` makes it on one machine, and goes on after a kill")
            }
            None => refused("no engine makes a table of these rules tile by tile".into()),
        })
    }

    /// The engine that makes the tiles.
    #[must_use]
    pub fn engine(&self) -> EngineName {
        self.engine
    }

    /// The number of tiles along each coordinate.
    #[must_use]
    pub fn counts(&self) -> [usize; 2] {
        self.cut.counts()
    }

    /// The number of cells of a tile.
    #[must_use]
    pub fn cells(&self, i: usize, j: usize) -> u64 {
        let place = self.cut.place(i, j);
        (place.rows.len() as u64).saturating_mul(place.columns.len() as u64)
    }

    /// The tiles that must be made before a tile: the one above it, and the one to its left.
    #[must_use]
    pub fn needs(&self, i: usize, j: usize) -> Vec<(usize, usize)> {
        let (up, left) = (i.checked_sub(1), j.checked_sub(1));
        [up.map(|up| (up, j)), left.map(|left| (i, left))].into_iter().flatten().collect()
    }

    /// All tiles, in an order in which each comes after those it needs.
    pub fn all(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let [rows, columns] = self.counts();
        (0..rows + columns - 1)
            .flat_map(move |sum| ((sum + 1).saturating_sub(columns)..rows.min(sum + 1)).map(move |i| (i, sum - i)))
    }

    /// Is a tile made?
    #[must_use]
    pub fn is_made(&self, i: usize, j: usize) -> bool {
        self.pieces().is_made(i, j)
    }

    /// Makes the folder, which is then that of this table.
    ///
    /// # Errors
    /// A folder of something else; one that cannot be made.
    pub fn begin(&self) -> std::result::Result<(), Diagnostic> {
        Folder::of_many(&self.root, &self.rules, &self.cut.hi, false).map(|_| ()).map_err(diagnostic)
    }

    /// Makes a tile, and puts its row of tiles on the shelf if it was the last of them. What was made before is not made again, unless a file of it
    /// that is still needed is gone or damaged.
    ///
    /// # Errors
    /// A tile that lies beyond the table, or needs one that is not made; too little memory; an interruption; a folder that cannot be used.
    pub fn make(&self, i: usize, j: usize, limits: &Limits) -> std::result::Result<Made, Diagnostic> {
        self.made(i, j, limits).map_err(diagnostic)
    }

    fn made(&self, i: usize, j: usize, limits: &Limits) -> Result<Made> {
        let [rows, columns] = self.counts();
        if i >= rows || j >= columns {
            let message = format!("there is no tile {i} {j}: the plan has {rows} by {columns}, counted from 0");
            return Err(Stop::from(Diagnostic::new("tile", message)));
        }
        let folder = Folder::of_many(&self.root, &self.rules, &self.cut.hi, false)?;
        let pieces = self.pieces();
        if !pieces.is_made(i, j)
            && let Some((a, b)) = pieces.lacks(i, j)
        {
            let message = format!("the tile {i} {j} needs the tile {a} {b}, which is not made");
            return Err(Stop::from(Diagnostic::limit("tile", message)));
        }
        let mut made = Made::Before;
        // Each tile before the last of these wants the next one again, since a file of it is gone or damaged.
        let mut open = vec![(i, j)];
        while let Some(&(i, j)) = open.last() {
            limits.interrupted()?;
            if !pieces.is_made(i, j) {
                match pieces.entering(i, j) {
                    // Another process may have made it meanwhile, and removed what nobody else needs.
                    Err(_) if pieces.is_made(i, j) => {}
                    Err(again) => {
                        open.push(again);
                        continue;
                    }
                    Ok(entering) => {
                        pieces.keep((i, j), &self.piece(&self.cut.place(i, j), &entering, limits)?)?;
                        made = Made::Now;
                    }
                }
            }
            if (0..columns).all(|j| pieces.is_made(i, j))
                && let Some(again) = pieces.join(i, &folder, |folder| self.shelf(folder), limits)?
            {
                open.push(again);
                continue;
            }
            pieces.clear(i, j);
            open.pop();
        }
        Ok(made)
    }

    fn piece(&self, place: &Place, entering: &Entering, limits: &Limits) -> Result<Piece> {
        let Some((engine, read)) = row::tables(self.engine).next() else {
            return Err(Stop::from(Diagnostic::limit("plan", "no engine makes this tile")));
        };
        match piece(&self.rules, read, place, entering, limits)? {
            Tried::Done(piece) => Ok(piece),
            Tried::Declined(reason) => Err(reason.refused(engine, None).error()),
        }
    }

    fn pieces(&self) -> Pieces {
        let Cut { hi, tile } = self.cut;
        let key = format!("{} {hi:?} {tile:?}", self.rules.canonical_json());
        Pieces::in_folder(&self.root, self.cut, &key)
    }

    /// The shelf that one process fills when it makes this table.
    fn shelf(&self, folder: &Folder) -> Result<Shelf> {
        let sizes = self.cut.hi.map(|hi| hi as usize + 1);
        let axes = [(0, sizes[0]), (1, sizes[1])];
        let layout = Layout { cells: sizes[0] * sizes[1], width: 1, axes: &axes };
        folder.shelf(&self.rules, false, self.engine, &layout)
    }
}

fn piece(
    rules: &Arc<Ruleset>,
    read: row::Read,
    place: &Place,
    entering: &Entering,
    limits: &Limits,
) -> grundy_core::contract::reason::Made<Piece> {
    match read(rules, &Options { play: Play::Normal, ..Options::default() }) {
        Ok(mut engine) => engine.piece(place, entering, limits),
        Err(reason) => Ok(Tried::Declined(reason)),
    }
}
