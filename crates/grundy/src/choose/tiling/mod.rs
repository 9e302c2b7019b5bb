//! Tables made tile by tile, by processes that share a folder.
//!
//! In: rules with two coordinates, bounds, the size of a tile, a folder. Out: one tile at a time, from the files of the tiles above it and to its left; then
//! one row of tiles at a time. When all rows are joined, the folder is that of a checkpoint, from which tables are read.

mod rest;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::piece::{Entering, Piece, Place};
use grundy_core::contract::reason::{Attempt, Reason};
use grundy_core::contract::stop::{Result, Stop, diagnostic};
use grundy_core::read::mirror::Mirror;
use grundy_core::store::tiles::{Claim, Cut, Folder, Layout, Pieces, ROWS, Shelf};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::components;

use super::row;
pub use rest::{Claimed, Rest};

/// A table of two coordinates, cut into tiles that are made in a folder.
///
/// ```
/// use grundy::{Evaluator, Options, Play, Session, plan::Tiling};
///
/// let game = Session::new().game("star_nim[2]", None)?;
/// let folder = std::env::temp_dir().join(format!("grundy-tiling-{}", std::process::id()));
/// let tiling = Tiling::new(&game.rules, Play::Normal, &[60, 60], [32, 32], &folder)?;
/// assert_eq!((tiling.counts(), tiling.needs(1, 1)), ([2, 2], vec![(0, 1)]));
/// let (mut rest, limits) = (tiling.rest()?, Options::default().limits);
/// while let Some(claimed) = rest.next(&limits)? {
///     tiling.do_claimed(&claimed, &limits)?;
///     rest.did(claimed.step);
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
    /// The rows on the shelf that this process has read: no other one needs to, as long as it lives.
    reading: Mutex<BTreeMap<usize, Claim>>,
}

/// So many rows are kept from being read by other processes.
const MOST: usize = 128;

/// Was a tile, or a row of tiles, made now or before?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// It was made.
    Now(Moved),
    /// It had been made before.
    Before,
}

/// One step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// The tile in this row and column is made.
    Tile(usize, usize),
    /// This row of tiles is put on the shelf of the table.
    Row(usize),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Step::Tile(i, j) => write!(f, "{i}-{j}"),
            Step::Row(i) => write!(f, "{i}"),
        }
    }
}

/// The bytes that a tile or a row moved between the machine and the folder: sets of used values, and cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The bytes read.
    pub read: u64,
    /// The bytes written.
    pub written: u64,
}

impl Tiling {
    /// The cut of a table; a tile has at least one position along each coordinate.
    ///
    /// # Errors
    /// Rules whose table no engine makes tile by tile; a wrong number of bounds; tiles of no size, or whose rows are no multiple of 16.
    pub fn new(
        rules: &Arc<Ruleset>,
        play: Play,
        hi: &[u64],
        tile: [usize; 2],
        root: &Path,
    ) -> std::result::Result<Tiling, Diagnostic> {
        let refused = |message: String| Diagnostic::new(Code::Plan, message);
        let &[a, b] = hi else {
            let message = format!("a table is cut into tiles along two coordinates, and these rules have {}", hi.len());
            let help = if hi.len() < 2 {
                "`grundy table --checkpoint DIR` keeps a table of one coordinate, and goes on after a kill"
            } else {
                "where three coordinates are cut, the sets that cross the faces of a tile take more than its cells; `grundy table --checkpoint DIR` keeps such a table"
            };
            return Err(refused(message).help(help));
        };
        if play == Play::Normal && components(rules).len() != 1 {
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
        let square = a == b && tile[0] == tile[1];
        let cut = Cut { hi: [a, b], tile, mirrored: square && are_exchanged(rules, hi), play };
        let mut left: Option<(EngineName, Reason)> = None;
        for (engine, read) in row::tables(EngineName::Table) {
            let first = Place { hi: cut.hi, rows: 0..1, columns: 0..1, mirrored: false, play: cut.play };
            match piece(rules, read, &first, &Entering::default(), &Limits::default()).map_err(diagnostic)? {
                Attempt::Done(_) => {
                    let (rules, root) = (rules.clone(), root.to_path_buf());
                    return Ok(Tiling { rules, cut, root, engine, reading: Mutex::default() });
                }
                Attempt::Declined(reason) if reason.is_verb() => {}
                Attempt::Declined(reason) => _ = left.get_or_insert((engine, reason)),
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

    /// How many tiles may be made at the same time at most.
    #[must_use]
    pub fn most_at_once(&self) -> usize {
        let [rows, columns] = self.counts();
        if self.is_mirrored() { rows.div_ceil(2) } else { rows.min(columns) }
    }

    /// Is the table symmetric, so that only tiles on and above its diagonal are made? A tile `(i, j)` is then that of `(j, i)`, too.
    #[must_use]
    pub fn is_mirrored(&self) -> bool {
        self.cut.mirrored
    }

    /// The number of cells that are computed for a tile.
    #[must_use]
    pub fn cells(&self, i: usize, j: usize) -> u64 {
        let place = self.cut.place((i, j));
        (place.rows.len() as u64).saturating_mul(place.columns.len() as u64)
    }

    /// The tiles that must be made before a tile: the one above it, and the one to its left.
    #[must_use]
    pub fn needs(&self, i: usize, j: usize) -> Vec<(usize, usize)> {
        self.cut.needs((i, j))
    }

    /// All tiles that are made, in an order in which each comes after those it needs.
    pub fn all(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        self.cut.all()
    }

    /// Is a tile made?
    #[must_use]
    pub fn is_made(&self, i: usize, j: usize) -> bool {
        self.pieces().is_made((i, j))
    }

    /// Makes the folder of this table.
    ///
    /// # Errors
    /// A folder of something else; one that cannot be made.
    pub fn begin(&self) -> std::result::Result<(), Diagnostic> {
        Folder::of_many(&self.root, &self.rules, &self.cut.hi, self.cut.play).map(|_| ()).map_err(diagnostic)
    }

    /// Makes a tile. A tile that was made before is not made again, unless one of its files is still needed, and is missing or damaged.
    ///
    /// # Errors
    /// A tile that lies beyond the table, or needs one that is not made; too little memory; an interruption; a folder that cannot be used.
    pub fn make(&self, i: usize, j: usize, limits: &Limits) -> std::result::Result<Made, Diagnostic> {
        let [rows, columns] = self.counts();
        if i >= rows || j >= columns {
            let message = format!("there is no tile {i} {j}: the plan has {rows} by {columns}, counted from 0");
            return Err(Diagnostic::new(Code::Tile, message));
        }
        if self.cut.made_for((i, j)) != (i, j) {
            let message = format!("the table is symmetric, and the tile {i} {j} is the mirror image of {j} {i}");
            return Err(Diagnostic::new(Code::Tile, message).help(format!("`grundy tile DIR {j} {i}` makes both")));
        }
        let pieces = self.pieces();
        let lacks = || if pieces.is_made((i, j)) { None } else { pieces.lacks((i, j)) };
        if let Some((a, b)) = still(lacks, &pieces, limits).map_err(diagnostic)? {
            let message = format!("the tile {i} {j} needs the tile {a} {b}, which is not made");
            return Err(Diagnostic::limit(Code::Tile, message));
        }
        self.done(Step::Tile(i, j), &pieces, limits).map_err(diagnostic)
    }

    /// Puts a row of tiles on the shelf of the table, from where it is read, and removes the files of their cells. Its last tile must be made. A row that stands
    /// there is read, unless another process has done that and lives; what is damaged is made again.
    ///
    /// # Errors
    /// As [`Tiling::make`].
    pub fn join(&self, i: usize, limits: &Limits) -> std::result::Result<Made, Diagnostic> {
        let [rows, columns] = self.counts();
        if i >= rows {
            let message = format!("there is no row {i}: the plan has {rows}, counted from 0");
            return Err(Diagnostic::new(Code::Tile, message));
        }
        let pieces = self.pieces();
        // The last tile of a row needs all the others, each by way of its neighbour.
        let lacks = || (!pieces.is_made((i, columns - 1))).then_some(());
        if still(lacks, &pieces, limits).map_err(diagnostic)?.is_some() {
            let message = format!("the row {i} needs the tile {i} {}, which is not made", columns - 1);
            return Err(Diagnostic::limit(Code::Tile, message));
        }
        self.done(Step::Row(i), &pieces, limits).map_err(diagnostic)
    }

    /// All steps that are left, for this process and others that do the same.
    ///
    /// # Errors
    /// Those of [`Tiling::begin`].
    pub fn rest(&self) -> std::result::Result<Rest<'_>, Diagnostic> {
        self.begin()?;
        Ok(Rest::of(self))
    }

    /// Does a step: [`Tiling::make`] or [`Tiling::join`].
    ///
    /// # Errors
    /// Those of the two.
    pub fn step(&self, step: Step, limits: &Limits) -> std::result::Result<Made, Diagnostic> {
        match step {
            Step::Tile(i, j) => self.make(i, j, limits),
            Step::Row(i) => self.join(i, limits),
        }
    }

    /// Does a step that is claimed. What it needs was made; where other processes make that again, this waits for them.
    ///
    /// # Errors
    /// As [`Tiling::make`].
    pub fn do_claimed(&self, claimed: &Claimed, limits: &Limits) -> std::result::Result<Made, Diagnostic> {
        self.done(claimed.step, &self.pieces(), limits).map_err(diagnostic)
    }

    fn done(&self, task: Step, pieces: &Pieces, limits: &Limits) -> Result<Made> {
        let folder = Folder::of_many(&self.root, &self.rules, &self.cut.hi, self.cut.play)?;
        // Each task before the last of these wants a tile again, since a file of it is gone or damaged.
        let (mut open, mut made, mut alone) = (vec![task], BTreeSet::new(), None);
        while let Some(&task) = open.last() {
            limits.interrupted()?;
            let again = match task {
                Step::Tile(i, j) => self.tile((i, j), pieces, limits)?,
                Step::Row(i) => pieces.join((i, self.reads(i, pieces)?), || self.shelf(&folder), limits)?,
            };
            match again {
                // Another process may be making it again: then it is there afterwards.
                Some(_) if alone.is_none() => alone = Some(pieces.again(limits)?),
                Some((i, j)) if !made.insert((i, j)) => {
                    let message = format!("a file of the tile {i} {j} is damaged as soon as it is written");
                    let help = "is the disk full, or is there a quota? what is finished is kept, and the same command goes on from there";
                    return Err(Stop::from(Diagnostic::limit(Code::Disk, message).help(help)));
                }
                Some((i, j)) => {
                    pieces.unmake((i, j));
                    open.push(Step::Tile(i, j));
                }
                None => _ = open.pop(),
            }
        }
        let [read, written] = pieces.moved();
        Ok(if written > 0 { Made::Now(Moved { read, written }) } else { Made::Before })
    }

    /// Is it for this process to read a row that stands on the shelf? Once.
    fn reads(&self, i: usize, pieces: &Pieces) -> Result<bool> {
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let claim = if reading.contains_key(&i) { None } else { pieces.reading(i)? };
        // Each is an open file.
        if reading.len() >= MOST {
            reading.pop_first();
        }
        Ok(claim.is_some_and(|claim| reading.insert(i, claim).is_none()))
    }

    /// Makes a tile, if it is not made; or says which tile must be made again before.
    fn tile(&self, tile: (usize, usize), pieces: &Pieces, limits: &Limits) -> Result<Option<(usize, usize)>> {
        if !pieces.is_made(tile) {
            match pieces.entering(tile) {
                // Another process may have made it meanwhile, and removed what nobody else needs.
                Err(_) if pieces.is_made(tile) => {}
                Err(again) => return Ok(Some(again)),
                Ok(entering) => pieces.keep(tile, self.piece(&self.cut.place(tile), &entering, limits)?)?,
            }
        }
        pieces.clear(tile);
        Ok(None)
    }

    fn piece(&self, place: &Place, entering: &Entering, limits: &Limits) -> Result<Piece> {
        let Some((engine, read)) = row::tables(self.engine).next() else {
            return Err(Stop::from(Diagnostic::limit(Code::Plan, "no engine makes this tile")));
        };
        match piece(&self.rules, read, place, entering, limits)? {
            Attempt::Done(piece) => Ok(piece),
            Attempt::Declined(reason) => Err(reason.refused(engine, None).error()),
        }
    }

    fn pieces(&self) -> Pieces {
        let Cut { hi, tile, play, .. } = self.cut;
        let key = format!("{} {} {hi:?} {tile:?}", self.rules.canonical_json(), play.name());
        Pieces::in_folder(&self.root, self.cut, &key)
    }

    /// The shelf that one process fills when it makes this table.
    fn shelf(&self, folder: &Folder) -> Result<Shelf> {
        let sizes = self.cut.hi.map(|hi| hi as usize + 1);
        let axes = [(0, sizes[0]), (1, sizes[1])];
        let layout = Layout { cells: sizes[0] * sizes[1], width: 1, axes: &axes };
        folder.shelf(&self.rules, self.cut.play, self.engine, &layout)
    }
}

/// What is lacking, also when no other process makes again what was there.
fn still<T>(lacks: impl Fn() -> Option<T>, pieces: &Pieces, limits: &Limits) -> Result<Option<T>> {
    if lacks().is_none() {
        return Ok(None);
    }
    let _alone = pieces.again(limits)?;
    Ok(lacks())
}

/// May the coordinates be exchanged?
fn are_exchanged(rules: &Ruleset, hi: &[u64]) -> bool {
    let row = usize::try_from(hi[1]).map_or(usize::MAX, |b| b.saturating_add(1));
    usize::try_from(hi[0]).is_ok_and(|a| a < usize::MAX / row) && Mirror::of(rules, hi, &[row, 1]).exchanges(0, 1)
}

fn piece(
    rules: &Arc<Ruleset>,
    reader: row::Reader,
    place: &Place,
    entering: &Entering,
    limits: &Limits,
) -> grundy_core::contract::reason::Attempted<Piece> {
    match reader.read(rules, &Options::default()) {
        Ok(mut engine) => engine.piece(place, entering, limits),
        Err(reason) => Ok(Attempt::Declined(reason)),
    }
}
