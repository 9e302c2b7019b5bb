//! `cargo xtask coq`: what stands in the folder `coq` is proved.
//!
//! In: the library `coq/theories`, and theorems in `coq/examples`. Out: nothing; or what Coq says of the first file that it refuses. No file may have an axiom, or a proof that is left out:
//! the sources are searched for the words, and each `Print Assumptions` must say that there is none. A part of `cargo xtask test` where Coq is installed; elsewhere a sentence says that
//! it was left out. Then the theorems that the program writes go to Coq, and forged ones; in a long run the claims of all papers, too. The compiled files stay in `target/coq`, and a file that did
//! not change, like those on which it rests, is not compiled again.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use crate::cargo::{answers_to, cargo_with, output_of};
use crate::folders;
use crate::paper_theorems;
use crate::step::say;
use crate::words::Extent;

const FOLDER: &str = "target/coq";
/// The library and the examples, with their names in Coq.
const LIBRARY: [&str; 6] = ["-Q", "theories", "Grundy", "-Q", "examples", "Examples"];
/// What no source may have.
const LEFT_OUT: [&str; 6] = ["Admitted", "admit.", "Axiom", "Parameter ", "Conjecture ", "bypass_check"];
/// What `Print Assumptions` says where there is no axiom.
const CLOSED: &str = "Closed under the global context";

/// Compiles everything; Coq must be there.
pub(crate) fn run(root: &Path, extent: Extent) -> Result<(), String> {
    if is_there() { compile(root, extent) } else { Err(MISSING.into()) }
}

/// Compiles the library and the examples where Coq is installed, in a long run the claims of papers, too.
pub(crate) fn run_if_there(root: &Path, extent: Extent) -> Result<(), String> {
    if is_there() {
        return compile(root, extent);
    }
    say(&format!("   left out: {MISSING}"));
    Ok(())
}

const MISSING: &str = "Coq is not installed (Debian: `apt install coq`)";

pub(crate) fn is_there() -> bool {
    answers_to("coqc", &["--version"]) && answers_to("coqdep", &["--version"])
}

fn compile(root: &Path, extent: Extent) -> Result<(), String> {
    library(root)?;
    // The program writes theorems, which Coq must take, and forged ones, which it must refuse.
    let words =
        ["test", "--workspace", "--features", "grundy-cli/parquet", "--locked", "--lib", "--test", "all", "coq_takes"];
    cargo_with(root, "GRUNDY_COQ", &root.join(FOLDER).join("theories").to_string_lossy(), &words)?;
    if extent == Extent::Long { paper_theorems::check(root) } else { Ok(()) }
}

/// Compiles what stands in the folder `coq`, as far as it is not compiled, or what it rests on was compiled since.
pub(crate) fn library(root: &Path) -> Result<(), String> {
    let folder = root.join(FOLDER);
    let io = |error: std::io::Error| format!("{FOLDER}: {error}");
    let mut names = vec![];
    for part in ["theories", "examples"] {
        for source in folders::files_below(&root.join("coq").join(part), "v").map_err(io)? {
            let name = source.strip_prefix(root.join("coq")).map_err(|error| error.to_string())?.to_owned();
            renew(&source, &folder.join(&name)).map_err(io)?;
            names.push(name);
        }
    }
    // What `coqdep` makes of them depends on their order, which is that of the disk otherwise.
    names.sort();
    let words: Vec<String> = names.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    let words: Vec<&str> = LIBRARY.iter().copied().chain(words.iter().map(String::as_str)).collect();
    let sorted = output_of(&folder, "coqdep", &[&["-sort"], &words[..]].concat())?;
    let rules = output_of(&folder, "coqdep", &words)?;
    let (mut compiled, mut shown) = (0, 0);
    for name in sorted.split_whitespace() {
        let source = folder.join(name);
        if compiled_at(&source) <= newest(&folder, needs(&rules, name)) {
            shown += one(&folder, name)?;
            compiled += 1;
        }
    }
    say(&format!("   {compiled} of {} files compiled; no axiom in {shown} theorems", names.len()));
    Ok(())
}

/// The files on which a file rests, by the rules for `make` that `coqdep` writes.
fn needs<'a>(rules: &'a str, name: &'a str) -> impl Iterator<Item = String> + use<'a> {
    let of_it = move |line: &&str| line.split(' ').next().and_then(|target| target.strip_suffix('o')) == Some(name);
    let needed = rules.lines().find(of_it).and_then(|line| line.split_once(": ")).map_or("", |(_, needed)| needed);
    needed
        .split_whitespace()
        .filter_map(|file| file.strip_suffix('o'))
        .filter(|file| file.ends_with(".v"))
        .map(String::from)
}

/// When the newest of some files was compiled.
pub(crate) fn newest(folder: &Path, names: impl Iterator<Item = String>) -> Option<SystemTime> {
    names.filter_map(|name| compiled_at(&folder.join(name))).max()
}

/// Compiles a file. How many theorems it shows of which no axiom is asked.
fn one(folder: &Path, name: &str) -> Result<usize, String> {
    let source = folder.join(name);
    let text = fs::read_to_string(&source).map_err(|error| format!("{name}: {error}"))?;
    if let Some(word) = LEFT_OUT.iter().find(|word| text.contains(**word)) {
        return Err(format!("coq/{name} has the word `{}`: nothing may be left out", word.trim()));
    }
    let told = output_of(folder, "coqc", &[&["-q"], &LIBRARY[..], &[name]].concat());
    told.and_then(|told| closed(&source, &told)).map_err(|error| format!("coq/{name}: {error}"))
}

/// How many theorems a compiled file shows, if none rests on an axiom, by what Coq told. Else it counts as not compiled.
pub(crate) fn closed(source: &Path, told: &str) -> Result<usize, String> {
    let text = fs::read_to_string(source).map_err(|error| error.to_string())?;
    let asked = text.matches("Print Assumptions").count();
    if asked == told.matches(CLOSED).count() {
        return Ok(asked);
    }
    fs::remove_file(source.with_extension("vo")).map_err(|error| error.to_string())?;
    Err(format!("it rests on an axiom:\n{told}"))
}

/// Copies a file, unless the copy is the same.
pub(crate) fn renew(from: &Path, to: &Path) -> std::io::Result<()> {
    let text = fs::read(from)?;
    if fs::read(to).is_ok_and(|own| own == text) {
        return Ok(());
    }
    to.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(to, text)
}

/// When a file was compiled, if that was after it was written.
pub(crate) fn compiled_at(source: &Path) -> Option<SystemTime> {
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let (written, compiled) = (time(source)?, time(&source.with_extension("vo"))?);
    (written < compiled).then_some(compiled)
}
