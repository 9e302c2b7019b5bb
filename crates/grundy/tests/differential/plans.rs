//! Tables that are made tile by tile, in any order, with files lost on the way: the values are those of the plain table, the files those of one process.
//!
//! The games are of two coordinates, with rows, columns, perhaps diagonals, and random conditions on where positions exist, some of them symmetric.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use grundy::{Evaluator, Limits, Options, Play, Session, plan::Tiling};
use grundy_testing::{Boxed, Tape};

use super::rays::agree;
use super::tiles::Room;

/// A random game of a plane.
fn game(t: &mut Tape) -> Boxed {
    let (m, r) = (t.int(2, 7), t.int(0, 6));
    let (p, q, k) = (t.int(1, 3), t.int(1, 3), t.int(0, 20));
    let exists = match t.below(8) {
        0 => format!("({p}*a + {q}*b) mod {m} != {r}"),
        1 => format!("(a + b) mod {m} != {r}"),
        2 => format!("a*b mod {m} != {r}"),
        3 => format!("max(a, b) > {k} or a + b < {m}"),
        4 => format!("a < b + {k} or b mod {m} = 0"),
        _ => "true".to_string(),
    };
    // Without diagonals and conditions it would be a sum of heaps, which has no plan.
    let diagonal =
        if exists == "true" || t.once_in(2) { "    move (a - i, b - i) for i in 1..min(a, b)\n" } else { "" };
    let text = format!(
        "game g(a, b) {{\n    require {exists}\n    move (a - i, b) for i in 1..a\n    move (a, b - i) for i in 1..b\n{diagonal}}}"
    );
    let a = t.below(80) as u64;
    let hi = vec![a, if t.once_in(2) { a } else { t.below(80) as u64 }];
    Boxed { text, asked: "g".into(), hi }
}

/// Compares a plan with the plain table; `false` if the rules have no plan.
pub(crate) fn compare(t: &mut Tape) -> Result<bool, String> {
    let case = &game(t);
    let mut session = Session::new();
    session.load("random.game", &case.text).map_err(|e| format!("{case:?}: {}", e.one_line(session.sources())))?;
    let game = session.game(&case.asked, None).map_err(|e| format!("{case:?}: {}", e.one_line(session.sources())))?;
    let rows = 16 * (1 + t.below(3));
    let tile = [rows, if t.once_in(3) { 1 + t.below(60) } else { rows }];
    let (shared, alone) = (Room::new(), Room::new());
    let play = if t.once_in(3) { Play::Misere } else { Play::Normal };
    let Ok(tiling) = Tiling::new(&game.rules, play, &case.hi, tile, &shared.0) else { return Ok(false) };
    let limits = Limits { tile: 1 << t.below(13), ..Limits::default() };
    all(&tiling, &shared.0, &limits, t).map_err(|e| format!("{case:?} in tiles of {tile:?}: {e:?}"))?;
    let plain = Options { play, plain: true, ..Options::default() };
    let plain = Evaluator::new(&game.rules, plain).table(&case.hi).map_err(|e| format!("{case:?}: {e:?}"))?;
    let kept = |folder: &Path, threads: usize| {
        let limits = Limits { tile: limits.tile, threads, ..Limits::default() };
        let options = Options { play, limits, checkpoint: Some(folder.to_path_buf()), ..Options::default() };
        Evaluator::new(&game.rules, options).table(&case.hi).map_err(|e| format!("{case:?}: {e:?}"))
    };
    let before = shelves(&shared.0);
    agree(case, play, &kept(&alone.0, 1 + t.below(3))?, &plain)?;
    agree(case, play, &kept(&shared.0, 1)?, &plain)?;
    match before == shelves(&alone.0) && before == shelves(&shared.0) {
        true => Ok(true),
        false => Err(format!("{case:?} in tiles of {tile:?}: the files are not those of one process")),
    }
}

/// All tiles, in a random order that their needs allow; then the rows. Now and then a file is lost.
fn all(tiling: &Tiling, folder: &Path, limits: &Limits, t: &mut Tape) -> Result<(), grundy::Diagnostic> {
    tiling.begin()?;
    let mut left: Vec<(usize, usize)> = tiling.all().collect();
    while !left.is_empty() {
        let ready = |(i, j): &(usize, usize)| tiling.needs(*i, *j).iter().all(|(a, b)| tiling.is_made(*a, *b));
        let ready: Vec<usize> = (0..left.len()).filter(|k| ready(&left[*k])).collect();
        // A lost mark may leave no tile ready: its own tile is then made again.
        let (i, j) = match ready.is_empty() {
            false => left.remove(ready[t.below(ready.len())]),
            true => return all_again(tiling, limits),
        };
        tiling.make(i, j, limits)?;
        if t.once_in(8) {
            lose(folder, t);
        }
    }
    all_again(tiling, limits)
}

/// What is left, as one process does it.
fn all_again(tiling: &Tiling, limits: &Limits) -> Result<(), grundy::Diagnostic> {
    let mut rest = tiling.rest()?;
    while let Some(claimed) = rest.next(limits)? {
        tiling.do_claimed(&claimed, limits)?;
        rest.did(claimed.step);
    }
    Ok(())
}

fn lose(folder: &Path, t: &mut Tape) {
    let files = fs::read_dir(folder.join("pieces")).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|ending| ending != "lock")).collect();
    files.sort();
    if !files.is_empty() {
        fs::remove_file(&files[t.below(files.len())]).expect("a file");
    }
}

/// The files of the table: names and bytes.
fn shelves(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let folders = fs::read_dir(folder).into_iter().flatten().flatten();
    for shelf in folders.filter(|entry| entry.path().is_dir() && entry.file_name() != "pieces") {
        for file in fs::read_dir(shelf.path()).expect("a shelf").flatten() {
            let name = format!("{}/{}", shelf.file_name().display(), file.file_name().display());
            all.insert(name, fs::read(file.path()).expect("a tile"));
        }
    }
    all
}
