//! Folders of a plan that killed processes left in the middle of the final cut: the next process does the rest, and the files are those of one process.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use grundy::{
    Evaluator, Limits, Options, Play, Ruleset,
    plan::{Made, Tiling},
};

use grundy_testing::Noise;

use crate::tiles::{Room, rules};

/// Bounds, and the side of a tile. A row of tiles has 32 rows of cells, a tile of the final cut 48: so some rows of tiles are in two final tiles.
const HI: [u64; 2] = [150, 100];
const SIDE: usize = 32;

type Files = BTreeMap<String, Vec<u8>>;

fn limits() -> Limits {
    Limits { tile: 5000, threads: 1, ..Limits::default() }
}

fn tiling(rules: &Arc<Ruleset>, folder: &Path) -> Tiling {
    Tiling::new(rules, Play::Normal, &HI, [SIDE, SIDE], folder).expect("a plan")
}

fn table(rules: &Arc<Ruleset>, folder: &Path) {
    let options = Options { limits: limits(), checkpoint: Some(folder.to_path_buf()), ..Options::default() };
    Evaluator::new(rules, options).table(&HI).expect("a table");
}

/// Does all that is left; `true` if a step was done that had not been done before.
fn finish(rules: &Arc<Ruleset>, folder: &Path) -> bool {
    let (tiling, limits, mut is_new) = (tiling(rules, folder), limits(), false);
    let mut rest = tiling.rest().expect("a folder");
    while let Some(claimed) = rest.next(&limits).expect("a step") {
        is_new |= tiling.do_claimed(&claimed, &limits).expect("done") != Made::Before;
        rest.did(claimed.step);
    }
    is_new
}

/// The folder of the shelf.
fn shelf(folder: &Path) -> PathBuf {
    let folders = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let mut shelves = folders.filter(|path| path.is_dir() && !path.ends_with("pieces"));
    shelves.next().expect("a shelf")
}

fn files(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    entries.map(|entry| (name(&entry.path()), fs::read(entry.path()).expect("a file"))).collect()
}

fn put(folder: &Path, files: &Files) {
    fs::remove_dir_all(folder).expect("a folder");
    fs::create_dir(folder).expect("a folder");
    files.iter().for_each(|(name, bytes)| fs::write(folder.join(name), bytes).expect("written"));
}

/// The first cell of a tile, and the one after its last.
fn range(name: &str) -> (usize, usize) {
    let (from, to) = name.trim_end_matches(".tile").split_once('-').expect("a range");
    (from.parse().expect("a number"), to.parse().expect("a number"))
}

/// The rows of tiles as they are put on the shelf before the final cut: it comes as soon as all are there, so each is taken from a folder that lacks another.
fn uncut(rules: &Arc<Ruleset>) -> Files {
    let mut all = Files::new();
    for left_out in [0, 1] {
        let room = Room::new();
        let tiling = tiling(rules, &room.0);
        tiling.begin().expect("a folder");
        tiling.all().for_each(|(i, j)| _ = tiling.make(i, j, &limits()).expect("made"));
        for i in (0..tiling.counts()[0]).filter(|i| *i != left_out) {
            tiling.join(i, &limits()).expect("joined");
        }
        all.extend(files(&shelf(&room.0)));
    }
    all
}

/// The shelf after each step of the final cut: a stretch of rows is written as final tiles, and then removed.
fn moments(rows: &Files, cut: &Files) -> Vec<Files> {
    let mut now = rows.clone();
    let mut all = vec![now.clone()];
    let ends = |files: &Files| files.keys().map(|name| range(name).1).collect::<BTreeSet<usize>>();
    let mut start = 0;
    for end in ends(rows).intersection(&ends(cut)) {
        let is_here = |name: &&String| start <= range(name).0 && range(name).1 <= *end;
        for name in cut.keys().filter(is_here) {
            now.insert(name.clone(), cut[name].clone());
            all.push(now.clone());
        }
        for name in rows.keys().filter(is_here).filter(|name| !cut.contains_key(*name)) {
            now.remove(name);
            all.push(now.clone());
        }
        start = *end;
    }
    assert!(now == *cut);
    all
}

/// A folder whose steps are all done, the files of its shelf before the final cut and after it, and its other files.
struct Case {
    rules: Arc<Ruleset>,
    room: Room,
    shelf: PathBuf,
    cut: Files,
    moments: Vec<Files>,
    pieces: Files,
}

impl Case {
    fn new() -> Case {
        let (rules, room, alone) = (rules("star_nim[2]"), Room::new(), Room::new());
        table(&rules, &alone.0);
        assert!(finish(&rules, &room.0));
        let (cut, rows) = (files(&shelf(&alone.0)), uncut(&rules));
        assert_eq!((rows.len(), cut.len()), (5, 4));
        let moments = moments(&rows, &cut);
        assert_eq!(moments.len(), 1 + 5 + 4);
        let (shelf, pieces) = (shelf(&room.0), files(&room.0.join("pieces")));
        Case { rules, room, shelf, cut, moments, pieces }
    }

    /// A kill at this moment, while a file was being written, a step claimed and a row put on the shelf.
    fn killed_at(&self, moment: &Files) {
        put(&self.shelf, moment);
        let left = [
            self.shelf.join("000000000000000-000000000004848.4711.partial"),
            self.room.0.join("pieces/1-2.cells.4711-3.partial"),
            self.room.0.join("pieces/2-1.cells"),
            self.room.0.join("manifest.4711.partial"),
            self.room.0.join("pieces/3.claim"),
            self.room.0.join("pieces/3.lock"),
            self.room.0.join("pieces/finish.lock"),
        ];
        left.iter().for_each(|path| fs::write(path, "half").expect("written"));
    }

    fn is_finished(&self) -> bool {
        let is_left = self.room.0.join("manifest.4711.partial").exists();
        files(&self.shelf) == self.cut && files(&self.room.0.join("pieces")) == self.pieces && !is_left
    }

    /// The finished folder with one file of its shelf damaged: a byte is another one, or the end is gone.
    fn damaged(&self, name: &str, is_cut_off: bool) {
        let mut files = self.cut.clone();
        files.entry(name.to_string()).and_modify(|bytes| match is_cut_off {
            true => bytes.truncate(bytes.len() / 2),
            false => bytes[100] ^= 1,
        });
        put(&self.shelf, &files);
    }
}

#[test]
fn a_final_cut_that_was_killed_at_any_moment_is_finished() {
    let case = Case::new();
    assert!(case.pieces.keys().all(|name| name.ends_with(".made")));
    for (k, moment) in case.moments.iter().enumerate() {
        case.killed_at(moment);
        assert!(!finish(&case.rules, &case.room.0), "moment {k}: nothing is made again");
        assert!(case.is_finished(), "moment {k}");
        // The last row alone, as a scheduler asks for it again.
        put(&case.shelf, moment);
        tiling(&case.rules, &case.room.0).join(4, &limits()).expect("joined");
        assert!(case.is_finished(), "moment {k}, one row");
        // A table of one process.
        put(&case.shelf, moment);
        table(&case.rules, &case.room.0);
        assert!(files(&case.shelf) == case.cut, "moment {k}, one process");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the threads are joined, and a panic goes on")]
fn processes_finish_the_cut_together() {
    let case = Case::new();
    for (k, moment) in case.moments.iter().enumerate() {
        case.killed_at(moment);
        let is_new = std::thread::scope(|scope| {
            let runs = [(); 4].map(|()| scope.spawn(|| finish(&case.rules, &case.room.0)));
            runs.map(|run| run.join().expect("no panic"))
        });
        assert_eq!((is_new, case.is_finished()), ([false; 4], true), "moment {k}");
    }
}

#[test]
fn what_a_living_process_writes_stays() {
    let case = Case::new();
    case.killed_at(&case.moments[1]);
    let partial = case.shelf.join("000000000000000-000000000004848.4712.partial");
    let writer = File::create(&partial).expect("a file");
    writer.lock().expect("a lock");
    finish(&case.rules, &case.room.0);
    assert!(partial.exists() && files(&case.shelf).len() == case.cut.len() + 1, "only that of the living one is left");
    drop(writer);
    finish(&case.rules, &case.room.0);
    assert!(case.is_finished());
}

/// A tile is removed only when those that replace it are whole.
#[test]
fn damage_in_the_middle_of_the_cut_costs_no_value() {
    let case = Case::new();
    for moment in &case.moments {
        for name in moment.keys() {
            let mut damaged = moment.clone();
            damaged.entry(name.clone()).and_modify(|bytes| bytes[100] ^= 1);
            put(&case.shelf, &damaged);
            finish(&case.rules, &case.room.0);
            assert!(case.is_finished(), "{name}");
        }
    }
}

/// A finished row is read: what is damaged is made again, whichever step is asked for.
#[test]
fn damage_of_a_finished_table_is_found() {
    let case = Case::new();
    for (name, is_cut_off) in case.cut.keys().flat_map(|name| [(name, false), (name, true)]) {
        case.damaged(name, is_cut_off);
        assert!(finish(&case.rules, &case.room.0), "{name}: something is made again");
        assert!(case.is_finished(), "{name}");
        case.damaged(name, is_cut_off);
        for i in 0..tiling(&case.rules, &case.room.0).counts()[0] {
            tiling(&case.rules, &case.room.0).join(i, &limits()).expect("joined");
        }
        assert!(case.is_finished(), "{name}, row by row");
    }
    // As long as a process lives that has read the rows, no other one reads them.
    let first = tiling(&case.rules, &case.room.0);
    first.join(0, &limits()).expect("joined");
    let name = case.cut.keys().next().expect("a tile");
    case.damaged(name, false);
    assert_eq!(tiling(&case.rules, &case.room.0).join(0, &limits()).expect("joined"), Made::Before);
    drop(first);
    assert_ne!(tiling(&case.rules, &case.room.0).join(0, &limits()).expect("joined"), Made::Before);
}

/// Processes that find the same damage at the same time, in a finished table or in the middle of the work.
#[test]
#[expect(clippy::disallowed_methods, reason = "the threads are joined, and a panic goes on")]
fn processes_mend_damage_together() {
    let (case, mut noise) = (Case::new(), Noise(3));
    let names: Vec<&String> = case.cut.keys().collect();
    for round in 0..grundy_testing::cases(12) {
        if round % 2 == 0 {
            case.damaged(names[noise.below(names.len())], noise.below(2) == 0);
        } else {
            in_the_middle(&case, &mut noise);
        }
        std::thread::scope(|scope| {
            let runs = [(); 2].map(|()| scope.spawn(|| finish(&case.rules, &case.room.0)));
            runs.map(|run| run.join().expect("no panic"))
        });
        assert!(case.is_finished(), "round {round}");
    }
}

/// Some tiles are made, and some of their files are gone.
fn in_the_middle(case: &Case, noise: &mut Noise) {
    put(&case.shelf, &Files::new());
    put(&case.room.0.join("pieces"), &Files::new());
    let tiling = tiling(&case.rules, &case.room.0);
    let made = 3 + noise.below(tiling.all().count() - 3);
    tiling.all().take(made).for_each(|(i, j)| _ = tiling.make(i, j, &limits()).expect("made"));
    let pieces = case.room.0.join("pieces");
    for name in files(&pieces).keys().filter(|_| noise.below(4) == 0) {
        fs::remove_file(pieces.join(name)).expect("a file");
    }
}
