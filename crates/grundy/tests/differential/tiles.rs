//! Tables in tiles of any size, by any number of threads, in checkpoints that are then damaged: the values are always the same.
//!
//! The games are those of the other comparisons. Each table is made again with random tiles and threads, in memory and in a folder. Then a
//! tile in the folder is damaged, and the same table is asked for again.

use grundy::lang::Code;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use grundy::{Evaluator, Limits, Options, Play, Session, Values};

use super::rays::agree;
use grundy_testing::Boxed;
use grundy_testing::Tape;

/// A temporary folder for one case, removed at the end.
pub(crate) struct Room(pub(crate) PathBuf);

impl Room {
    pub(crate) fn new() -> Room {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("grundy-tiles-of-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        // Each tile is synced to the disk before it counts, which takes long for thousands of tiles, except in a file system in memory.
        let memory = std::path::Path::new("/dev/shm");
        let root = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
        Room(root.join(name))
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A random game for any of the engines that make tables.
pub(crate) fn case(t: &mut Tape) -> Boxed {
    match t.below(4) {
        0 | 1 => grundy_testing::rays::rays(t),
        2 => grundy_testing::boxes::steps(t),
        _ => grundy_testing::boxes::boxes(t),
    }
}

pub(crate) fn compare(case: &Boxed, t: &mut Tape) -> Result<(), String> {
    let mut session = Session::new();
    let said = |session: &Session, e: &grundy::Diagnostic| format!("{case:?}: {}", e.one_line(session.sources()));
    session.load("random.game", &case.text).map_err(|e| said(&session, &e))?;
    let game = session.game(&case.asked, None).map_err(|e| said(&session, &e))?;
    let play = if t.once_in(3) { Play::Misere } else { Play::Normal };
    let table_to = |hi: &[u64], options: Options| Evaluator::new(&game.rules, Options { play, ..options }).table(hi);
    let table = |options: Options| table_to(&case.hi, options);
    let Ok(plain) = table(Options { plain: true, ..Options::default() }) else { return Ok(()) };
    let room = Room::new();
    let mut found = |folder: bool| -> Result<Values, String> {
        let limits = Limits { threads: 1 + t.below(3), tile: 1 << t.below(12), ..Limits::default() };
        let checkpoint = folder.then(|| room.0.clone());
        let how = format!("{:?}, {} threads, tiles of {}", play, limits.threads, limits.tile);
        table(Options { limits, checkpoint, ..Options::default() }).map_err(|e| format!("{case:?}, {how}: {e:?}"))
    };
    agree(case, play, &found(false)?, &plain)?;
    // A search has no checkpoint.
    if !plain.explain().contains("table") {
        return Ok(());
    }
    agree(case, play, &found(true)?, &plain)?;
    damage(&room.0);
    agree(case, play, &found(true)?, &plain)?;
    let part: Vec<u64> = case.hi.iter().map(|h| h * 2 / 3).collect();
    let kept = Options { checkpoint: Some(room.0.clone()), ..Options::default() };
    part_agrees(case, &table_to(&part, kept).map_err(|e| format!("{case:?}, to {part:?}: {e:?}"))?, &plain)?;
    let short = Room::new();
    // Too little memory for the whole table, and perhaps too little for the earlier cells that options need.
    let cells = case.hi.iter().fold(1, |n, h| n * (*h as usize + 1));
    let memory = (t.below(2 * cells + 1) + 500) as u64;
    for _ in 0..2 {
        let limits =
            Limits { threads: 1 + t.below(3), tile: 1 + cells / (6 + t.below(20)), memory, ..Limits::default() };
        let how = format!("{:?}, {} threads, tiles of {}, {memory} bytes", play, limits.threads, limits.tile);
        let options = Options { limits, checkpoint: Some(short.0.clone()), ..Options::default() };
        match table(options) {
            Ok(values) => agree(case, play, &values, &plain)?,
            Err(error) if error.code == Code::Memory => return Ok(()),
            Err(error) => return Err(format!("{case:?}, {how}: {error:?}")),
        }
        damage(&short.0);
    }
    Ok(())
}

/// A part of a table has the values of the whole.
fn part_agrees(case: &Boxed, found: &Values, plain: &Values) -> Result<(), String> {
    let mut at = vec![0; found.hi().len()];
    loop {
        if found.get(&at) != plain.get(&at) {
            return Err(format!("{case:?}, at {at:?}: {:?} in the folder, not {:?}", found.get(&at), plain.get(&at)));
        }
        if !grundy::table::next(&mut at, found.hi()) {
            return found.failure().map_or(Ok(()), |lost| Err(format!("{case:?}: {lost:?}")));
        }
    }
}

/// Damages a tile.
fn damage(folder: &Path) {
    let shelves = fs::read_dir(folder).into_iter().flatten().flatten().filter(|e| e.path().is_dir());
    let tiles = shelves.flat_map(|shelf| fs::read_dir(shelf.path()).into_iter().flatten().flatten());
    let mut tiles: Vec<PathBuf> = tiles.map(|e| e.path()).collect();
    tiles.sort();
    if let Some(tile) = tiles.get(tiles.len() / 2) {
        let mut bytes = fs::read(tile).expect("a tile");
        let place = bytes.len() / 2;
        bytes[place] ^= 1;
        fs::write(tile, bytes).expect("a tile");
    }
}
