//! Tables in checkpoints that are damaged and then continued, for every way of making a table.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use grundy::lang::Code;
use grundy::{
    Diagnostic, Evaluator, Kind, Limits, Options, Play, Ruleset, Session, Values,
    table::{Cells, KeptTable, next},
};
use grundy_core::store::tiles::Folder;
use grundy_testing::Noise;

/// A temporary folder, removed at the end.
pub(crate) struct Room(pub(crate) PathBuf);

impl Room {
    pub(crate) fn new() -> Room {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("grundy-tiles-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Room(std::env::temp_dir().join(name))
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn rules(text: &str) -> Arc<Ruleset> {
    let mut session = Session::new();
    let game = match text.contains("game") {
        true => {
            session.load("g.game", text).expect("the rules are of the language");
            session.game("g", None)
        }
        false => session.game(text, None),
    };
    game.expect("a game").rules
}

fn table(rules: &Arc<Ruleset>, hi: &[u64], options: Options) -> Result<Values, Diagnostic> {
    Evaluator::new(rules, options).table(hi)
}

fn kept(folder: &Path, play: Play, threads: usize) -> Options {
    let limits = Limits { threads, tile: 256, ..Limits::default() };
    Options { play, limits, checkpoint: Some(folder.to_path_buf()), ..Options::default() }
}

fn all(values: &Values) -> Vec<Option<u32>> {
    let mut at = vec![0; values.hi().len()];
    let mut found = vec![];
    loop {
        found.push(values.get(&at));
        if !next(&mut at, values.hi()) {
            return found;
        }
    }
}

fn tiles(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for shelf in fs::read_dir(folder).expect("a folder").flatten().filter(|e| e.path().is_dir()) {
        found.extend(fs::read_dir(shelf.path()).expect("a folder").flatten().map(|e| e.path()));
    }
    found.sort();
    found
}

/// Removes, cuts, flips or swaps some of the tiles.
fn damage(folder: &Path, dice: &mut Noise) {
    let all = tiles(folder);
    if all.is_empty() {
        return;
    }
    for _ in 0..=dice.below(3) {
        let tile = &all[dice.below(all.len())];
        let Ok(mut bytes) = fs::read(tile) else { continue };
        match dice.below(4) {
            0 => fs::remove_file(tile).expect("a file"),
            1 => fs::write(tile, &bytes[..dice.below(bytes.len())]).expect("a file"),
            2 => {
                let place = dice.below(bytes.len());
                bytes[place] ^= 1 << dice.below(8);
                fs::write(tile, bytes).expect("a file");
            }
            _ => _ = fs::rename(tile, &all[dice.below(all.len())]),
        }
    }
}

/// Games whose tables are made in every way: planes with and without diagonals, spaces with steps, passes and shadows, boxes, enumeration, sums.
const GAMES: [(&str, &[u64]); 16] = [
    ("star_nim[2]", &[60, 60]),
    ("star_nim[3]", &[12, 12, 12]),
    ("pass(nim[3])", &[9, 9, 9, 1]),
    ("star_nim[2]", &[70, 40]),
    ("wythoff", &[50, 60]),
    ("star_nim[3]", &[12, 9, 14]),
    ("pass(nim[3])", &[9, 8, 12, 1]),
    ("pass(wythoff)", &[20, 30, 1]),
    ("chocolate[(x, z) -> (x + z) div 2]", &[9, 14, 8]),
    (
        "game g(a, b) { require a != b\n move (a - i, b) for i in 1..a if b mod 2 = 0\n move (a - s, b - 1) for s in 0..3 }",
        &[40, 50],
    ),
    ("moore_nim[3, 2]", &[9, 12, 10]),
    ("exact_nim[3, 2]", &[9, 12, 10]),
    ("euclid", &[45, 61]),
    ("nim[2] + subtraction[{1, 3}]", &[100, 4, 500]),
    ("kayles", &[1500]),
    ("slow_exact[3, 2]", &[10, 9, 140]),
];

#[test]
fn damaged_tiles_are_computed_again_and_no_value_changes() {
    let mut dice = Noise(7);
    for (text, hi) in GAMES {
        let rules = rules(text);
        for play in Play::BOTH.into_iter().filter(|p| *p == Play::Normal || !rules.splits()) {
            let expected = all(&table(&rules, hi, Options { play, ..Options::default() }).expect("a table"));
            let room = Room::new();
            for round in 0..grundy_testing::cases(3) as usize {
                let values = table(&rules, hi, kept(&room.0, play, 1 + round % 3)).expect("a table");
                assert_eq!(all(&values), expected, "{text}, {play:?}, round {round}");
                assert!(tiles(&room.0).iter().all(|t| t.extension().is_some_and(|e| e == "tile")));
                damage(&room.0, &mut dice);
            }
        }
    }
}

/// Lines along every coordinate, in order and in reverse, against single cells.
fn lines_agree(values: &Values, text: &str) {
    for coord in 0..values.hi().len() {
        let mut hi = values.hi().to_vec();
        let len = std::mem::take(&mut hi[coord]) + 1;
        let mut starts = vec![vec![0; hi.len()]];
        let mut at = starts[0].clone();
        while next(&mut at, &hi) {
            starts.push(at.clone());
        }
        let (mut line, back) = (vec![], starts.clone().into_iter().rev().step_by(7));
        for start in starts.clone().into_iter().chain(back) {
            values.line(&start, coord, len as usize, &mut line);
            for (x, found) in (0..len).zip(&line) {
                let mut cell = start.clone();
                cell[coord] = x;
                assert_eq!(*found, values.get(&cell).unwrap_or(Values::NOWHERE), "{text} at {cell:?}, along {coord}");
            }
        }
    }
}

#[test]
fn a_table_larger_than_the_memory_stands_on_disk() {
    for (text, hi, memory) in [
        ("star_nim[2]", &[300u64, 40] as &[u64], 20_000),
        ("wythoff", &[400, 60], 45_000),
        ("star_nim[3]", &[60, 12, 14], 9_000),
        ("moore_nim[3, 2]", &[400, 12, 10], 55_000),
        // Steps: rows of all kinds, sorted positions, and long steps.
        ("slow_exact[3, 2]", &[40, 20, 100], 12_000),
        ("slow_moore[4, 4]", &[16, 16, 16, 16], 20_000),
        (
            "game g(a, b, c) { move (a - 1, b, c)\n move (a - 5, b - 3, c - 2)\n move (a, b - 7, c - 1) }",
            &[30, 30, 70],
            30_000,
        ),
        // Enumeration: constants, and rays along inner axes alone.
        ("subtraction[{1, 3, 8}]", &[5000], 2_500),
        (
            "game g(a, b) { require a != 2*b\n move (a, b - 2*i) for i in 1..b if a mod 3 != 1\n move (a - 2, max(0, b - 3)) if b < a }",
            &[600, 9],
            2_500,
        ),
        ("game g(a, b) { move (a - i, b - 2*j) for i in 1..min(3, a), j in 0..b }", &[700, 9], 2_500),
    ] {
        let rules = rules(text);
        let expected = all(&table(&rules, hi, Options::default()).expect("a table"));
        let room = Room::new();
        let limits = Limits { memory, threads: 1, tile: 256, ..Limits::default() };
        let options = Options { limits, checkpoint: Some(room.0.clone()), ..Options::default() };
        let short = Options { checkpoint: None, ..options.clone() };
        let refusal = table(&rules, hi, short).expect_err("too little memory");
        assert!(refusal.help[0].starts_with("with `--checkpoint DIR` the cells stand on disk"), "{refusal:?}");
        let values = table(&rules, hi, options.clone()).expect("a table");
        assert!(values.explain().contains("cells on disk"), "{}", values.explain());
        assert_eq!(all(&values), expected, "{text}");
        lines_agree(&values, text);
        crate::reading::agree(&values, text);
        assert_eq!(values.failure(), None);
        damage(&room.0, &mut Noise(3));
        drop(values);
        assert_eq!(all(&table(&rules, hi, options.clone()).expect("a table")), expected, "{text}, gone on with");
        // With smaller tiles than those in the folder.
        damage(&room.0, &mut Noise(5));
        let limits = Limits { tile: 64, ..options.limits.clone() };
        let values = table(&rules, hi, Options { limits, ..options.clone() }).expect("a table");
        assert_eq!(all(&values), expected, "{text}, in smaller tiles");
        drop(values);
        // By several threads.
        damage(&room.0, &mut Noise(7));
        let limits = Limits { threads: 3, ..options.limits.clone() };
        let values = table(&rules, hi, Options { limits, ..options }).expect("a table");
        assert_eq!(lines(&values), expected, "{text}, by three threads and line by line");
    }
}

/// The same as [`all`], read along the first coordinate.
fn lines(values: &Values) -> Vec<Option<u32>> {
    let hi = values.hi().to_vec();
    let stride: usize = hi[1..].iter().map(|h| *h as usize + 1).product();
    let mut found = vec![None; stride * (hi[0] as usize + 1)];
    let (mut at, mut line) = (vec![0; hi.len()], vec![]);
    let others: Vec<u64> = std::iter::once(0).chain(hi[1..].iter().copied()).collect();
    for start in 0..stride {
        values.line(&at, 0, hi[0] as usize + 1, &mut line);
        line.iter().enumerate().for_each(|(k, v)| found[start + k * stride] = (*v != Values::NOWHERE).then_some(*v));
        next(&mut at, &others);
    }
    found
}

#[test]
fn moves_that_look_back_any_distance_want_all_cells_at_hand() {
    for (text, hi) in [
        ("euclid", &[300u64, 40] as &[u64]),
        ("kayles", &[9000]),
        ("chocolate[(x, z) -> (x + z) div 2]", &[90, 20, 30]),
        ("game g(a, b) { move (a - i, b - 2*j) for i in 1..a, j in 0..b }", &[300, 40]),
    ] {
        let room = Room::new();
        let limits = Limits { memory: 8_000, tile: 16, ..Limits::default() };
        let options = Options { limits, checkpoint: Some(room.0.clone()), ..Options::default() };
        let refusal = table(&rules(text), hi, options).expect_err("too little memory");
        let why = "7.8 KiB are allowed; its moves look back any distance, so all cells must be at hand";
        assert!(refusal.code == Code::Memory && refusal.message.ends_with(why), "{text}: {refusal:?}");
    }
}

#[test]
fn a_folder_is_asked_for_where_the_memory_does_not_do() {
    let limits = |memory| Limits { memory, threads: 1, tile: 256, ..Limits::default() };
    for (text, hi, memory, asked) in [
        ("star_nim[2]", &[300u64, 40] as &[u64], 20_000, vec![2 * 301 * 41]),
        ("star_nim[2]", &[300, 40], 2_000_000, vec![]),
        ("moore_nim[3, 2]", &[400, 12, 10], 55_000, vec![2 * 401 * 13 * 11]),
        // Only the first component is too large; where both are, the second is stored in the same folder.
        ("star_nim[2] + wythoff", &[300, 40, 3, 2], 20_000, vec![2 * 301 * 41]),
        ("star_nim[2] + star_nim[2]", &[300, 40, 300, 40], 20_000, vec![2 * 301 * 41]),
    ] {
        let rules = rules(text);
        let options = |memory| Options { limits: limits(memory), ..Options::default() };
        let expected = table(&rules, hi, options(2 << 30)).expect("a table");
        let (room, mut told) = (Room::new(), vec![]);
        let mut folder = |bytes| {
            told.push(bytes);
            fs::create_dir(&room.0).expect("a folder is asked for once");
            Ok(room.0.clone())
        };
        let values = Evaluator::new(&rules, options(memory)).table_with_disk(hi, &mut folder).expect("a table");
        assert_eq!(told, asked, "{text}");
        let mut dice = Noise(9);
        for _ in 0..500 {
            let at: Vec<u64> = hi.iter().map(|h| dice.below(*h as usize + 1) as u64).collect();
            assert_eq!(values.get(&at), expected.get(&at), "{text} at {at:?}");
        }
        assert_eq!(values.failure(), None);
    }
    let refusal = &mut |_| Err(Diagnostic::new(Code::Output, "nowhere"));
    let options = Options { limits: limits(20_000), ..Options::default() };
    let refused = Evaluator::new(&rules("star_nim[2]"), options).table_with_disk(&[300, 40], refusal);
    assert_eq!(refused.expect_err("no folder").message, "nowhere");
    // A process that ends removes the folder while the table is still made: it must not come back.
    let room = Room::new();
    let options = Options { limits: limits(20_000), ..Options::default() };
    let gone = Evaluator::new(&rules("star_nim[2]"), options).table_with_disk(&[300, 40], &mut |_| Ok(room.0.clone()));
    let message = gone.expect_err("the folder is gone").message;
    assert!(message.starts_with("cannot make the folder") && !room.0.exists(), "{message}");
}

#[test]
fn kept_cells_are_told_as_such() {
    for (text, hi) in [
        ("wythoff", &[40u64, 30] as &[u64]),
        ("pass(nim[2])", &[30, 20, 1]),
        ("slow_exact[3, 2]", &[20, 20, 20]),
        ("moore_nim[3, 2]", &[20, 12, 10]),
        ("euclid", &[40, 40]),
    ] {
        let (rules, room) = (rules(text), Room::new());
        for again in [false, true] {
            let options = kept(&room.0, Play::Normal, 1);
            let progress = options.limits.progress.clone();
            drop(table(&rules, hi, options).expect("a table"));
            let found = progress.read();
            assert!(found.total > 0 && found.done == found.total, "{text}: {found:?}");
            assert_eq!(found.kept > found.total / 2, again, "{text}: {found:?}");
        }
    }
}

#[test]
fn a_tile_lost_after_it_was_written_is_told() {
    for (text, hi, memory) in
        [("star_nim[2]", &[300u64, 40] as &[u64], 20_000), ("slow_exact[3, 2]", &[40, 20, 100], 12_000)]
    {
        let (rules, room) = (rules(text), Room::new());
        let limits = Limits { memory, tile: 256, ..Limits::default() };
        let options = Options { limits, checkpoint: Some(room.0.clone()), ..Options::default() };
        let values = table(&rules, hi, options).expect("a table");
        tiles(&room.0).iter().for_each(|tile| fs::remove_file(tile).expect("a file"));
        assert_eq!(values.get(&vec![7; hi.len()]), None);
        let mut line = vec![];
        values.line(&vec![0; hi.len()], hi.len() - 1, 5, &mut line);
        assert_eq!(line, [Values::NOWHERE; 5]);
        assert_eq!(values.failure().map(|f| (f.code, f.kind)), Some((Code::Disk, Kind::Limit)));
    }
}

#[test]
fn an_interruption_keeps_what_is_finished() {
    let (rules, room) = (rules("euclid"), Room::new());
    let options = kept(&room.0, Play::Normal, 1);
    let interrupt = options.limits.interrupt.clone();
    let work = std::thread::spawn({
        let rules = rules.clone();
        move || table(&rules, &[900, 900], options).map(|_| ())
    });
    while !room.0.exists() || tiles(&room.0).len() < 5 {
        std::thread::yield_now();
    }
    interrupt.store(true, Ordering::Relaxed);
    let ended = work.join().expect("no panic");
    assert_eq!(ended.map_err(|e| e.kind), Err(Kind::Interrupted));
    let before = tiles(&room.0);
    assert!(before.len() >= 5);
    let values = table(&rules, &[900, 900], kept(&room.0, Play::Normal, 2)).expect("a table");
    assert!(before.iter().all(|tile| tile.exists()), "finished tiles are not computed again");
    assert_eq!(all(&values), all(&table(&rules, &[900, 900], Options::default()).expect("a table")));
}

#[test]
fn a_folder_that_serves_something_else_is_refused() {
    let room = Room::new();
    let small: &[u64] = &[20, 20];
    drop(table(&rules("wythoff"), small, kept(&room.0, Play::Normal, 1)).expect("a table"));
    let refusal = |text: &str, hi: &[u64], play| {
        let error = table(&rules(text), hi, kept(&room.0, play, 1)).expect_err("another table");
        assert_eq!((error.code, error.kind), (Code::Checkpoint, Kind::Input));
        error.message.replace(&room.0.display().to_string(), "DIR")
    };
    assert!(
        refusal("star_nim[2]", small, Play::Normal).starts_with("the folder `DIR` keeps other rules: their hash is")
    );
    let other = refusal("wythoff", &[21, 20], Play::Normal);
    assert_eq!(other, "the folder `DIR` keeps a table with other bounds: 20,20, not 21,20");
    let other = refusal("wythoff", small, Play::Misere);
    assert_eq!(other, "the folder `DIR` keeps a table with the other play: normal, not misere");
    // Under another name the rules are the same.
    let copy = rules(
        "game g(x, y) { move (x - i, y) for i in 1..x\n move (x, y - i) for i in 1..y\n move (x - i, y - i) for i in 1..min(x, y) }",
    );
    assert!(table(&copy, small, kept(&room.0, Play::Normal, 1)).is_ok());

    let manifest = room.0.join("manifest.json");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    fs::write(&manifest, text.replace(env!("CARGO_PKG_VERSION"), "0.0.7")).expect("a file");
    assert!(refusal("wythoff", small, Play::Normal).contains("was made by grundy 0.0.7; this is"));
    fs::write(&manifest, &text[..text.len() / 2]).expect("a file");
    assert!(refusal("wythoff", small, Play::Normal).contains("is damaged"));
    fs::remove_file(&manifest).expect("a file");
    assert!(refusal("wythoff", small, Play::Normal).contains("holds other things, and no manifest.json"));
}

#[test]
fn a_second_run_in_the_same_folder_is_kept_away() {
    let (rules, room) = (rules("wythoff"), Room::new());
    let first = Folder::open(&room.0, &rules, &[9, 9], Play::Normal).expect("a folder");
    let error = table(&rules, &[9, 9], kept(&room.0, Play::Normal, 1)).expect_err("locked");
    assert!(error.message.starts_with("another run is working in the folder"), "{}", error.message);
    drop(first);
    assert!(table(&rules, &[9, 9], kept(&room.0, Play::Normal, 1)).is_ok());
}

#[test]
fn a_tile_that_cannot_be_written_ends_the_run_and_leaves_nothing_of_it() {
    let (rules, room) = (rules("wythoff"), Room::new());
    drop(table(&rules, &[60, 60], kept(&room.0, Play::Normal, 1)).expect("a table"));
    let first = tiles(&room.0)[0].clone();
    // A folder has the name of the partial file.
    fs::remove_file(&first).expect("a file");
    let partial = first.with_extension(format!("{}.partial", std::process::id()));
    fs::create_dir(&partial).expect("a folder");
    let error = table(&rules, &[60, 60], kept(&room.0, Play::Normal, 1)).expect_err("a folder in the way");
    assert!(error.message.starts_with("cannot write the tile"), "{}", error.message);
    assert!(!first.exists());
    fs::remove_dir(&partial).expect("a folder");
    assert!(table(&rules, &[60, 60], kept(&room.0, Play::Normal, 1)).is_ok());
}

/// The names and the bytes of all files.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let top = fs::read_dir(folder).expect("a folder").flatten().map(|e| e.path()).filter(|path| path.is_file());
    top.chain(tiles(folder)).map(|path| (path.clone(), fs::read(path).expect("a file"))).collect()
}

#[test]
fn a_part_of_a_finished_table_is_read_from_its_folder() {
    let steps: (&str, &[u64]) = ("game g(a, b) { move (a - 1, b)\n move (a - 5, b - 3)\n move (a, b - 7) }", &[60, 70]);
    for (text, hi) in GAMES.into_iter().chain([steps]) {
        let rules = rules(text);
        for play in Play::BOTH.into_iter().filter(|p| *p == Play::Normal || !rules.splits()) {
            let room = Room::new();
            table(&rules, hi, kept(&room.0, play, 1)).expect("a table");
            let before = files(&room.0);
            // Another run may be at work in the folder.
            let _lock = Folder::open(&room.0, &rules, hi, play).expect("a folder");
            for part in [hi.iter().map(|h| h / 2).collect::<Vec<u64>>(), vec![0; hi.len()], hi.to_vec()] {
                let expected = table(&rules, &part, Options { play, ..Options::default() }).expect("a table");
                // Some games have all values at once, without a table.
                let Ok(found) = table(&rules, &part, kept(&room.0, play, 1)) else { panic!("{text}, {play:?}") };
                assert_eq!((found.hi(), all(&found)), (&part[..], all(&expected)), "{text}, {play:?}");
                let outside: Vec<u64> = part.iter().map(|h| h + 1).collect();
                assert_eq!(found.get(&outside), None);
                lines_agree(&found, text);
                crate::reading::agree(&found, text);
                let lo = vec![0; part.len()];
                assert_eq!(found.count(&lo, &part, 1), expected.count(&lo, &part, 1), "{text}, {play:?}");
                assert_eq!(found.survey(&lo, &part), expected.survey(&lo, &part), "{text}, {play:?}");
                assert_eq!(found.failure(), None);
                let limits = Limits::default();
                let dense = [found, expected].map(|values| values.into_dense(&limits).expect("it fits"));
                let cells = |dense: &grundy::table::Dense| {
                    let (mut at, mut cells) = (vec![0; part.len()], vec![]);
                    loop {
                        let index: usize = at.iter().zip(&dense.strides).map(|(x, stride)| *x as usize * stride).sum();
                        cells.push(match &dense.cells {
                            Cells::One(cells) => Some(cells[index]).filter(|v| *v != u8::MAX).map(u32::from),
                            Cells::Two(cells) => Some(cells[index]).filter(|v| *v != u16::MAX).map(u32::from),
                            Cells::Four(cells) => Some(cells[index]).filter(|v| *v != u32::MAX),
                        });
                        if !next(&mut at, &part) {
                            return cells;
                        }
                    }
                };
                assert_eq!(cells(&dense[0]), cells(&dense[1]), "{text}, {play:?}");
            }
            assert!(files(&room.0) == before, "{text}, {play:?}: nothing is changed");
        }
    }
}

#[test]
fn a_finished_table_is_read_where_nothing_can_be_written() {
    let (rules, hi): (_, &[u64]) = (rules("wythoff"), &[60, 60]);
    let room = Room::new();
    let options = || kept(&room.0, Play::Normal, 1);
    let expected = all(&table(&rules, hi, options()).expect("a table"));
    // A folder with the name of the lock: nobody can write that, whatever the permissions.
    let lock = room.0.join("lock");
    fs::remove_file(&lock).expect("a file");
    fs::create_dir(&lock).expect("a folder");
    let before = files(&room.0);
    assert_eq!(all(&table(&rules, hi, options()).expect("it is finished")), expected);
    assert!(files(&room.0) == before, "nothing is changed");
    let misere = table(&rules, hi, kept(&room.0, Play::Misere, 1)).expect_err("another table");
    assert!(misere.message.starts_with("cannot write"), "{misere:?}");
    let refused = |message: &str| {
        let error = table(&rules, hi, options()).expect_err("it is not finished");
        assert!(error.message.starts_with(message), "{error:?}");
    };
    fs::remove_file(tiles(&room.0).pop().expect("a tile")).expect("a file");
    refused("cannot write");
    fs::remove_dir(&lock).expect("a folder");
    let other = Folder::open(&room.0, &rules, hi, Play::Normal).expect("a folder");
    refused("another run is working in the folder");
    drop(other);
    assert_eq!(all(&table(&rules, hi, options()).expect("a table")), expected);
    assert!(
        tiles(&room.0).len() == before.iter().filter(|(path, _)| path.extension().is_some_and(|e| e == "tile")).count()
    );
}

#[test]
fn a_table_that_is_not_finished_or_damaged_is_not_taken_for_one() {
    let rules = rules("star_nim[2]");
    let room = Room::new();
    let options = || kept(&room.0, Play::Normal, 1);
    table(&rules, &[60, 60], options()).expect("a table");
    let whole = KeptTable::open(&room.0).expect("a table");
    assert!(whole.reaches(&[60, 60]) && !whole.reaches(&[61, 0]) && !whole.reaches(&[5]));
    assert!(whole.values(&rules, &Options { play: Play::Misere, ..Options::default() }).expect("read").is_none());
    let last = tiles(&room.0).pop().expect("a tile");
    let mut bytes = fs::read(&last).expect("a tile");
    let place = bytes.len() - 40;
    bytes[place] ^= 1;
    fs::write(&last, bytes).expect("written");
    let values = whole.values(&rules, &Options::default()).expect("read").expect("finished");
    assert_eq!((values.get(&[10, 15]), values.failure()), (Some(20), None));
    assert_eq!(values.get(&[60, 60]), None);
    assert!(values.failure().expect("it is damaged").message.contains("can no longer be read"));
    fs::remove_file(&last).expect("a tile");
    assert!(whole.values(&rules, &Options::default()).expect("read").is_none());
    let refused = table(&rules, &[50, 50], options()).expect_err("not finished");
    assert!(refused.message.contains("other bounds: 60,60, not 50,50"), "{refused:?}");
    table(&rules, &[60, 60], options()).expect("a table");
    assert_eq!(table(&rules, &[50, 50], options()).expect("a part").get(&[10, 15]), Some(20));
    let manifest = room.0.join("manifest.json");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    for bound in ["18446744073709551615,5", "4294967295,4294967295", "\"60\",60", "60", ""] {
        fs::write(&manifest, text.replace("[60,60]", &format!("[{bound}]"))).expect("written");
        assert!(table(&rules, &[50, 50], options()).is_err(), "{bound}");
    }
    let none = KeptTable::open(&room.0.join("none")).expect_err("no folder");
    assert!(none.message.contains("has no table"), "{none:?}");
}
