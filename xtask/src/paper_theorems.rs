//! The claims of papers as theorems of Coq: `cargo xtask coq --papers`.
//!
//! In: the papers, and the library, which is compiled. Out: `grundy check --coq` writes a theorem for each claim that is proved and has one, and says why the others have none; Coq takes every
//! theorem. They stay in `target/coq/papers`, and one that did not change, like what it needs of the library, is not compiled again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::cargo::{grundy, output_of};
use crate::coq::{closed, compiled_at, newest, renew};
use crate::folders::{empty, files_below};
use crate::papers;
use crate::spent::ends_within;
use crate::step::{beside, say};

const PAPERS: [&str; 2] = ["papers", "papers/field"];
/// What grundy writes, and what is compiled of it.
const WRITTEN: &str = "target/coq/written";
const COMPILED: &str = "target/coq/papers";
/// So many claims have theorems at least.
const LEAST: usize = 1150;
/// The time for one theorem. One that takes longer is told, and is no error.
const TIME: Duration = Duration::from_secs(120);

/// Writes the theorems, and compiles those that are new, or older than what they need.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let sources = write(root)?;
    if sources.len() < LEAST {
        return Err(format!(
            "{} claims of papers have a theorem of Coq, and there were {LEAST} or more",
            sources.len()
        ));
    }
    let theories = root.join(COMPILED).with_file_name("theories");
    let is_old = |source: &&PathBuf| compiled_at(source) <= newest(&theories, required(source).into_iter());
    let old: Vec<&PathBuf> = sources.iter().filter(is_old).collect();
    let (next, too_long, refused) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(vec![]));
    let compile = || {
        while let Some(source) = old.get(next.fetch_add(1, Ordering::Relaxed)) {
            match one(source) {
                Ok(true) => {}
                Ok(false) => _ = too_long.fetch_add(1, Ordering::Relaxed),
                Err(why) => refused.lock().expect("no panic").push(format!("{}: {why}", source.display())),
            }
        }
        Ok(())
    };
    beside(compile, compile)?;
    let (refused, too_long) = (refused.into_inner().expect("no panic"), too_long.into_inner());
    let taken = old.len() - refused.len() - too_long;
    say(&format!("   {taken} theorems of papers compiled; {too_long} had no answer in {} s", TIME.as_secs()));
    if refused.is_empty() { Ok(()) } else { Err(format!("Coq refuses {}:\n{}", refused.len(), refused.join("\n"))) }
}

/// The theorems, each in its file, small files first: few take as long as all others together.
fn write(root: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: io::Error| format!("{WRITTEN}: {error}");
    empty(&root.join(WRITTEN)).map_err(failed)?;
    let games = papers::files(root, &PAPERS)?;
    let program = grundy(root)?;
    let words: Vec<&str> = ["check", "--coq", WRITTEN].into_iter().chain(games.iter().map(String::as_str)).collect();
    output_of(root, &program.to_string_lossy(), &words)?;
    let compiled = root.join(COMPILED);
    fs::create_dir_all(&compiled).map_err(failed)?;
    let mut sources = vec![];
    for written in files_below(&root.join(WRITTEN), "v").map_err(failed)? {
        let source = compiled.join(written.file_name().unwrap_or_default());
        renew(&written, &source).map_err(failed)?;
        sources.push(source);
    }
    sources.sort_by_cached_key(|source| (fs::metadata(source).map_or(0, |data| data.len()), source.clone()));
    Ok(sources)
}

/// The files of the library that a theorem needs.
fn required(source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source).unwrap_or_default();
    let sentences = text.split("From Grundy Require ").skip(1).filter_map(|sentence| sentence.split('.').next());
    let words = sentences.flat_map(str::split_whitespace).filter(|word| *word != "Import");
    words.map(|word| format!("{word}.v")).collect()
}

/// Compiles a theorem: is there an answer in time? Why Coq does not take it, or what it rests on.
fn one(source: &Path) -> Result<bool, String> {
    let failed = |error: io::Error| error.to_string();
    let (answer, library) = (source.with_extension("txt"), source.with_file_name("../theories"));
    let out = fs::File::create(&answer).map_err(failed)?;
    let err = out.try_clone().map_err(failed)?;
    let mut command = Command::new("coqc");
    command.args(["-q", "-Q"]).arg(library).arg("Grundy").arg(source).stdin(Stdio::null()).stdout(out).stderr(err);
    let Some(status) = ends_within(&mut command.spawn().map_err(failed)?, TIME).map_err(failed)? else {
        return Ok(false);
    };
    let told = fs::read_to_string(&answer).map_err(failed)?;
    if status.success() { closed(source, &told).map(|_| true) } else { Err(told) }
}
