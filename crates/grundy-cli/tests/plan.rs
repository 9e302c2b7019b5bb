//! `plan` and `tile`: a table that many processes make on one folder is that of one process.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

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
            let name = [shelf.file_name(), file.file_name()].map(|name| name.to_string_lossy().into_owned()).join("/");
            all.insert(name, fs::read(file.path()).expect("a tile"));
        }
    }
    all
}

/// Tiles in any order that their needs allow, by as many processes as there are tiles, are the table; and the bytes do not depend on the order.
#[test]
fn tiles_in_any_order_are_the_table() {
    let folder = Folder::new();
    let cuts = [("a", "32", "100,70"), ("b", "16,71", "100,70"), ("c", "112,10", "100,70"), ("e", "32", "100")];
    for (kept, tile, to) in cuts {
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
            done(&folder, &["tile", kept, &i, &j, "--alone"]);
            made.push(serde_json::json!([tile["i"], tile["j"]]));
        }
        let mut joins = plan["joins"].as_array().expect("joins").clone();
        while !joins.is_empty() {
            let join = joins.remove(noise.below(joins.len()));
            done(&folder, &["tile", kept, &join["i"].to_string()]);
        }
        done(&folder, &["table", GAME, "--to", to, "--checkpoint", kept, "-o", "found.csv"]);
        done(&folder, &["table", GAME, "--to", to, "--plain", "-o", "expected.csv"]);
        assert!(folder.read("found.csv") == folder.read("expected.csv"), "{tile}");
        assert!(only_marks(&folder, kept));
    }
    for (kept, to, more) in [
        ("a", "100,70", ["--threads", "1"]),
        ("b", "100,70", ["--threads", "2"]),
        ("c", "100,70", ["--memory", "1M"]),
        ("e", "100", ["--threads", "2"]),
    ] {
        let one = format!("one-{kept}");
        done(&folder, &[&["table", GAME, "--to", to, "--checkpoint", &one, "-o", "found.csv"], &more[..]].concat());
        assert!(shelf(&folder, kept) == shelf(&folder, &one), "--checkpoint {more:?} makes the same files");
    }
    done(&folder, &[&plan("m", "32", "100")[..], &["--misere"]].concat());
    done(&folder, &["tile", "m"]);
    done(&folder, &["table", GAME, "--to", "100", "--misere", "--checkpoint", "one-m", "-o", "found.csv"]);
    assert!(shelf(&folder, "m") == shelf(&folder, "one-m"), "misère play");
    done(&folder, &plan("d", "32", "100,70"));
    for (i, j) in (0..4).flat_map(|i| (0..3).map(move |j| (i.to_string(), j.to_string()))) {
        done(&folder, &["tile", "d", &i, &j]);
    }
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
    is_the_table(&folder, &to);
    assert!(only_marks(&folder, "kept"), "what killed processes had half-written is gone");
}

/// Processes that do all that is left share the tiles: none is made twice.
#[test]
fn processes_share_what_is_left() {
    let folder = Folder::new();
    done(&folder, &plan("kept", "32", "300"));
    let runs = [(); 3].map(|()| folder.start(&["tile", "kept", "--json"]));
    let mut steps: Vec<Value> = vec![];
    for run in runs {
        let (output, said) = run.end();
        assert!(output.status.success(), "{said}");
        let lines = String::from_utf8(output.stdout).expect("text");
        steps.extend(lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a step")));
    }
    let made = |row: bool| steps.iter().filter(|step| step["made"] == "now" && step["j"].is_null() == row).count();
    assert_eq!((made(false), made(true)), (55, 10));
    let again = done(&folder, &["tile", "kept", "--json"]);
    assert!(!again.contains("now"), "a finished plan has nothing left: {again}");
    is_the_table(&folder, "300");
    assert!(only_marks(&folder, "kept"));
}

/// Fails unless the values in the folder `kept` are those of a run without it.
fn is_the_table(folder: &Folder, to: &str) {
    done(folder, &["table", GAME, "--to", to, "--checkpoint", "kept", "-o", "found.npy"]);
    done(folder, &["table", GAME, "--to", to, "-o", "expected.npy"]);
    let values = |name: &str| fs::read(folder.0.join(name)).expect("values");
    assert!(values("found.npy") == values("expected.npy"));
}

/// Is nothing left of the tiles but their marks?
fn only_marks(folder: &Folder, kept: &str) -> bool {
    let files = fs::read_dir(folder.0.join(kept).join("pieces")).expect("a folder").flatten();
    files.map(|file| file.path()).all(|path| path.extension().is_some_and(|ending| ending == "made"))
}

fn marks(folder: &Folder) -> usize {
    fs::read_dir(folder.0.join("kept/pieces")).into_iter().flatten().count()
}

/// What a neighbour left is verified; where it is damaged, that tile is made again.
#[test]
fn damage_is_seen() {
    let folder = Folder::new();
    done(&folder, &plan("kept", "32", "90"));
    for (i, j) in [("0", "0"), ("0", "1")] {
        done(&folder, &["tile", "kept", i, j]);
    }
    let damage = |name: &str| {
        let path = folder.0.join("kept/pieces").join(name);
        let mut bytes = fs::read(&path).expect("a file");
        let last = bytes.len() - 40;
        bytes[last] ^= 1;
        fs::write(path, bytes).expect("written");
    };
    damage("0-1.below");
    done(&folder, &["tile", "kept", "1", "1"]);
    damage("1-0.cells");
    fs::remove_file(folder.0.join("kept/pieces/1-1.right")).expect("a file");
    done(&folder, &["tile", "kept"]);
    is_the_table(&folder, "90");
}

/// A damaged file of a finished table is made again by `tile`, also where two processes find it at the same time.
#[test]
fn damage_of_a_finished_table_is_mended() {
    let folder = Folder::new();
    done(&folder, &plan("kept", "32", "200"));
    done(&folder, &["tile", "kept"]);
    let whole = shelf(&folder, "kept");
    for round in 0..4 {
        let (name, bytes) = whole.iter().nth(round % whole.len()).expect("a file");
        let mut bytes = bytes.clone();
        match round {
            0 => bytes.truncate(1000),
            _ => bytes[500 * (round + 1)] ^= 1,
        }
        fs::write(folder.0.join("kept").join(name), bytes).expect("written");
        let runs = [(); 2].map(|()| folder.start(&["tile", "kept"]));
        for run in runs {
            let (output, said) = run.end();
            assert!(output.status.success(), "{said}");
        }
        assert!(shelf(&folder, "kept") == whole && only_marks(&folder, "kept"), "round {round}");
    }
    let (name, bytes) = whole.first_key_value().expect("a file");
    fs::write(folder.0.join("kept").join(name), &bytes[..100]).expect("written");
    let told = done(&folder, &["tile", "kept", "0", "--json"]);
    assert!(told.contains(r#""made":"now""#), "{told}");
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

/// Of a finished table any part is read: smaller bounds, patterns, pictures, claims. Nothing in the folder is changed.
#[test]
fn parts_of_a_finished_table_are_read() {
    let folder = Folder::new();
    fs::write(
        folder.0.join("c.game"),
        "claim \"rows\" on star_nim[2] at (a, b) to 60: G = G(star_nim[2](b, a))\n\
         claim \"slope\" on star_nim[2] at (n, 2*n + 1) to 40: G >= n\n\
         claim \"false\" on star_nim[2] at (n, 2*n + 1) to 40: G < 40\n\
         table \"corner\" on star_nim[2] at (a, b) for a in 2..3, b in 2..4:\n  0 4 5\n  4 0 1\n",
    )
    .expect("written");
    done(&folder, &plan("kept", "32", "90"));
    let all: [&[&str]; 5] = [
        &["table", GAME, "--to", "12,30"],
        &["table", GAME, "--at", "(n, 2*n)", "--to", "45"],
        &["positions", GAME, "--to", "70", "--count"],
        &["positions", GAME, "--at", "(n, 88)", "--to", "60", "--value", "7"],
        &["table", GAME, "--to", "40", "--format", "svg"],
    ];
    let part = refused(&folder, &["table", GAME, "--to", "12,30", "--checkpoint", "kept"], 2);
    assert!(part.contains("other bounds"), "it is not finished: {part}");
    let (open, _) = folder.run(&["check", "c.game", "--checkpoint", "kept"]);
    assert!(String::from_utf8_lossy(&open.stdout).contains("the table in the folder `kept` is not finished"));
    done(&folder, &["tile", "kept"]);
    let before = shelf(&folder, "kept");
    for args in all {
        let kept = done(&folder, &[args, &["--checkpoint", "kept"]].concat());
        assert_eq!(kept, done(&folder, args), "{args:?}");
    }
    let checked = |more: &[&str]| {
        let (output, said) = folder.run(&[&["check", "c.game", "--json"], more].concat());
        assert_eq!(output.status.code(), Some(1), "{said}");
        let rows = String::from_utf8(output.stdout).expect("text");
        let rows = rows.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
        rows.map(|mut row| {
            row.as_object_mut().map(|row| row.remove("seconds"));
            row
        })
        .collect::<Vec<_>>()
    };
    assert_eq!(checked(&["--checkpoint", "kept"]), checked(&[]));
    let (output, _) = folder.run(&["check", "c.game", "--checkpoint", "kept", "--explain"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("8281 cells on disk"));
    assert!(refused(&folder, &["check", "c.game", "--checkpoint", "nowhere"], 2).contains("has no table"));
    assert!(shelf(&folder, "kept") == before && !Path::exists(&folder.0.join("nowhere")));
    let damaged = folder.0.join("kept").join(before.keys().next_back().expect("a tile"));
    let mut bytes = fs::read(&damaged).expect("a tile");
    bytes[100] ^= 1;
    fs::write(&damaged, bytes).expect("written");
    let lost = refused(&folder, &["positions", GAME, "--to", "70", "--count", "--checkpoint", "kept"], 3);
    assert!(lost.contains("can no longer be read"), "{lost}");
    let (open, _) = folder.run(&["check", "c.game", "--checkpoint", "kept"]);
    assert!(String::from_utf8_lossy(&open.stdout).contains("can no longer be read"));
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
        (vec!["tile", "nowhere", "0", "0"], "there is no such file"),
        (vec!["plan", GAME, "--to", "100000", "--tile", "16", "--checkpoint", "many"], "at most 1000000 tiles"),
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
    assert!(refused(&folder, &["tile", "kept", "1"], 3).contains("the row 1 needs the tile 1 2"));
    assert!(refused(&folder, &["tile", "kept", "3"], 2).contains("there is no row 3"));
    assert!(refused(&folder, &["tile", "kept", "-1", "0"], 2).contains("natural number"));
    let other = refused(&folder, &["plan", "star_nim[2]", "--to", "90", "--checkpoint", "kept"], 2);
    assert!(other.contains("keeps other rules"), "{other}");
}

/// The threads of a process share the tiles as processes do.
#[test]
fn threads_share_what_is_left() {
    let folder = Folder::new();
    done(&folder, &plan("kept", "32", "300"));
    let told = done(&folder, &["tile", "kept", "--threads", "3", "--json"]);
    let made: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let tiles = made.iter().filter(|step| step["j"].is_u64() && step["made"] == "now").count();
    assert_eq!(tiles, 55, "each of the tiles on and above the diagonal, once: {told}");
    is_the_table(&folder, "300");
    assert!(only_marks(&folder, "kept"));
}

/// The scripts for Slurm, with a scheduler that does at once what is submitted.
#[test]
fn scripts_for_slurm_make_the_table() {
    for script in ["submit.sh", "diagonals.sh"] {
        let folder = Folder::new();
        done(&folder, &[&plan("kept", "32", "90")[..], &["--slurm", "jobs"]].concat());
        // It runs each task of the array after the other, with the words after the script.
        let sbatch = r#"#!/bin/sh
array=1-1
while [ $# -gt 0 ]; do
    case $1 in
    --array=*) array=${1#--array=} ;;
    --*) ;;
    *) break ;;
    esac
    shift
done
task=${array%-*}
while [ "$task" -le "${array#*-}" ]; do
    SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=2 sh "$@" || exit 1
    task=$((task + 1))
done
echo 17
"#;
        let bin = folder.0.join("bin");
        fs::create_dir(&bin).expect("a folder");
        fs::write(bin.join("sbatch"), sbatch).expect("written");
        fs::set_permissions(bin.join("sbatch"), fs::Permissions::from_mode(0o755)).expect("executable");
        symlink(env!("CARGO_BIN_EXE_grundy"), bin.join("grundy")).expect("a link");
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
        let run = Command::new("sh").arg(format!("jobs/{script}")).env("PATH", path).current_dir(&folder.0).output();
        let run = run.expect("a shell");
        assert!(run.status.success(), "{script}: {}", String::from_utf8_lossy(&run.stderr));
        is_the_table(&folder, "90");
        assert!(only_marks(&folder, "kept"), "{script}");
    }
}
