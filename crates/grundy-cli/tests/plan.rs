//! `plan` and `tile`: a table that many processes make on one folder is that of one process.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use grundy_testing::Noise;
use serde_json::Value;

use crate::program::Folder;

const GAME: &str = "star_nim[2]";

fn done(folder: &Folder, args: &[&str]) -> String {
    let (output, said) = folder.run(args);
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8(output.stdout).expect("text")
}

fn refused(folder: &Folder, args: &[&str], code: i32) -> String {
    let (output, said) = folder.run(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    said
}

fn plan<'a>(kept: &'a str, tile: &'a str, to: &'a str) -> Vec<&'a str> {
    vec!["plan", GAME, "--to", to, "--tile", tile, "--checkpoint", kept]
}

/// The files of the table on the shelf of a folder: names and bytes.
fn shelf(folder: &Folder, kept: &str) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let folders = fs::read_dir(folder.0.join(kept)).expect("a folder").flatten();
    for shelf in folders.filter(|entry| entry.file_name().to_string_lossy().starts_with("rays-")) {
        for file in fs::read_dir(shelf.path()).expect("a shelf").flatten() {
            all.insert(file.file_name().to_string_lossy().into_owned(), fs::read(file.path()).expect("a tile"));
        }
    }
    all
}

/// Tiles in any order that their needs allow, by as many processes as there are tiles, are the table; and the bytes do not depend on the order.
#[test]
fn tiles_in_any_order_are_the_table() {
    let folder = Folder::new();
    for (kept, tile, to) in [("a", "32", "100,70"), ("b", "16,71", "100,70"), ("c", "112,10", "100,70")] {
        let plan: Value =
            serde_json::from_str(&done(&folder, &[&plan(kept, tile, to)[..], &["--json"]].concat())).expect("a plan");
        let mut left: Vec<Value> = plan["tiles"].as_array().expect("tiles").clone();
        let (mut made, mut noise) = (vec![], Noise(5));
        while !left.is_empty() {
            let ready =
                |tile: &Value| tile["needs"].as_array().expect("needs").iter().all(|needed| made.contains(needed));
            let ready: Vec<usize> = (0..left.len()).filter(|k| ready(&left[*k])).collect();
            let tile = left.remove(ready[noise.below(ready.len())]);
            let (i, j) = (tile["i"].to_string(), tile["j"].to_string());
            done(&folder, &["tile", kept, &i, &j]);
            made.push(serde_json::json!([tile["i"], tile["j"]]));
        }
        done(&folder, &["table", GAME, "--to", to, "--checkpoint", kept, "-o", "found.csv"]);
        done(&folder, &["table", GAME, "--to", to, "--plain", "-o", "expected.csv"]);
        assert!(folder.read("found.csv") == folder.read("expected.csv"), "{tile}");
        let names: Vec<String> = fs::read_dir(folder.0.join(kept).join("pieces"))
            .expect("a folder")
            .flatten()
            .map(|e| e.file_name().to_string_lossy().into_owned())
            .collect();
        assert!(names.iter().all(|name| name.ends_with(".made")), "{names:?}");
    }
    done(&folder, &plan("d", "32", "100,70"));
    done(&folder, &["tile", "d"]);
    assert!(shelf(&folder, "a") == shelf(&folder, "d"), "one process makes the same files");
    let before = shelf(&folder, "a");
    done(&folder, &["positions", GAME, "--to", "100,70", "--checkpoint", "a", "--count"]);
    assert!(shelf(&folder, "a") == before, "a run that reads the folder changes nothing");
}

/// Two processes work through the same plan and are killed again and again.
#[test]
fn killed_tiles_are_made_again() {
    let (mut size, mut killed) = (400, 0);
    let (folder, to) = loop {
        let (folder, to) = (Folder::new(), size.to_string());
        done(&folder, &plan("kept", "64", &to));
        while killed < 6 {
            let before = marks(&folder);
            let mut runs = [folder.start(&["tile", "kept"]), folder.start(&["tile", "kept"])];
            while marks(&folder) <= before && !runs[0].has_ended() && !runs[1].has_ended() {
                std::thread::yield_now();
            }
            let ended = runs[0].has_ended() || runs[1].has_ended();
            runs.into_iter().for_each(|run| run.kill());
            if ended {
                break;
            }
            killed += 1;
        }
        // A machine on which no run lives long enough gets more work.
        if killed >= 6 {
            break (folder, to);
        }
        size *= 2;
    };
    done(&folder, &["tile", "kept"]);
    done(&folder, &["table", GAME, "--to", &to, "--checkpoint", "kept", "-o", "found.npy"]);
    done(&folder, &["table", GAME, "--to", &to, "-o", "expected.npy"]);
    assert!(
        fs::read(folder.0.join("found.npy")).expect("values")
            == fs::read(folder.0.join("expected.npy")).expect("values")
    );
}

fn marks(folder: &Folder) -> usize {
    fs::read_dir(folder.0.join("kept/pieces")).into_iter().flatten().count()
}

/// What a neighbour left is verified; where it is damaged, that tile is made again.
#[test]
fn damage_is_seen() {
    let folder = Folder::new();
    done(&folder, &plan("kept", "32", "90"));
    for (i, j) in [("0", "0"), ("0", "1"), ("1", "0")] {
        done(&folder, &["tile", "kept", i, j]);
    }
    let damage = |name: &str| {
        let path = folder.0.join("kept/pieces").join(name);
        let mut bytes = fs::read(&path).expect("a file");
        let last = bytes.len() - 40;
        bytes[last] ^= 1;
        fs::write(path, bytes).expect("written");
    };
    damage("1-0.right");
    done(&folder, &["tile", "kept", "1", "1"]);
    damage("1-0.cells");
    fs::remove_file(folder.0.join("kept/pieces/1-1.right")).expect("a file");
    done(&folder, &["tile", "kept"]);
    done(&folder, &["table", GAME, "--to", "90", "--checkpoint", "kept", "-o", "found.csv"]);
    done(&folder, &["table", GAME, "--to", "90", "-o", "expected.csv"]);
    assert!(folder.read("found.csv") == folder.read("expected.csv"));
}

/// A table whose sets no longer fit the memory is read where it is.
#[test]
fn a_finished_table_is_read_in_little_memory() {
    let folder = Folder::new();
    done(&folder, &plan("kept", "256", "1500"));
    done(&folder, &["tile", "kept", "--memory", "8M"]);
    let count = ["positions", GAME, "--to", "1500", "--count"];
    let kept = done(&folder, &[&count[..], &["--checkpoint", "kept", "--memory", "1M"]].concat());
    assert_eq!(kept, done(&folder, &count));
}

#[test]
fn what_cannot_be_planned_is_refused() {
    let folder = Folder::new();
    fs::write(folder.0.join("r.game"), "game mine(a, b) { move (a - i, b) for i in 1..a; move (a, b - i) for i in 1..b; move (a - i, b - i) for i in 1..a }").expect("written");
    for (args, sentence) in [
        (vec!["plan", "nim[2]", "--to", "90", "--checkpoint", "x"], "no move joins the components"),
        (vec!["plan", "star_nim[3]", "--to", "90", "--checkpoint", "x"], "along two coordinates"),
        (vec!["plan", "kayles", "--to", "90", "--checkpoint", "x"], "along two coordinates"),
        (vec!["plan", "euclid", "--to", "90", "--checkpoint", "x"], "a ray takes one amount"),
        (vec!["plan", "slow_exact[2, 1]", "--to", "90", "--checkpoint", "x"], "no move joins"),
        (vec!["plan", GAME, "--to", "90", "--tile", "10", "--checkpoint", "x"], "a multiple of 16"),
        (vec!["plan", GAME, "--to", "90", "--tile", "0", "--checkpoint", "x"], "a multiple of 16"),
        (vec!["plan", GAME, "--to", "90", "--tile", "1,2,3", "--checkpoint", "x"], "the side of a tile"),
        (vec!["plan", GAME, "--to", "90", "--tile", "-16", "--checkpoint", "x"], "natural number"),
        (vec!["plan", GAME, "--to", "90", "--misere", "--checkpoint", "x"], "normal play"),
        (vec!["tile", "nowhere", "0", "0"], "there is no such file"),
    ] {
        let (output, said) = folder.run(&args);
        assert!(matches!(output.status.code(), Some(2 | 3)), "{args:?}: {said}");
        assert!(said.contains(sentence), "{args:?}: {said}");
    }
    assert!(!Path::exists(&folder.0.join("x")), "nothing is left behind");
    done(&folder, &["plan", "r.game:mine", "--to", "90", "--tile", "32", "--checkpoint", "kept"]);
    fs::remove_file(folder.0.join("r.game")).expect("removed");
    done(&folder, &["tile", "kept", "0", "0"]);
    assert!(refused(&folder, &["tile", "kept", "1", "1"], 3).contains("needs the tile 0 1"));
    assert!(refused(&folder, &["tile", "kept", "3", "0"], 2).contains("there is no tile 3 0"));
    assert!(refused(&folder, &["tile", "kept", "1"], 2).contains("a row and a column"));
    assert!(refused(&folder, &["tile", "kept", "-1", "0"], 2).contains("natural number"));
    let other = refused(&folder, &["plan", "star_nim[2]", "--to", "90", "--checkpoint", "kept"], 2);
    assert!(other.contains("keeps other rules"), "{other}");
}
