//! `cargo xtask release`: what people download.
//!
//! In: the folder of the workspace, a choice, perhaps the tag of the release. Out: the folder `target/dist` with the program and what belongs to it packed for
//! its system, the Debian package, the wheel, the sources for Python, the book, the static page, and `SHA256SUMS`. Two runs on one commit, in any two folders,
//! give the same bytes: `--twice` shows it. A tool that is missing is installed under `target/tools`; where that fails, a sentence says what was left out, and
//! with `--all` the run ends there. Nothing is published.

mod agree;
pub(crate) mod archive;
mod book;
mod check;
mod deb;
mod licences;
mod place;
mod program;
mod sums;
mod tar;
pub(crate) mod tools;
mod twice;
mod wheel;

use std::path::Path;
use std::time::Instant;

use crate::edition;
use crate::step::{say, seconds, step};
use place::Place;

/// What of it is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    /// What is left out is an error.
    pub(crate) all: bool,
    /// Only what depends on the kind of machine.
    pub(crate) machine: bool,
    /// Only the checks of what stands in `target/dist`.
    pub(crate) check: bool,
    /// Two builds in two folders, whose bytes are compared.
    pub(crate) twice: bool,
    /// The tag, which the versions must match.
    pub(crate) tag: Option<String>,
}

/// Makes the files, or checks them.
pub(crate) fn run(root: &Path, choice: &Choice) -> Result<(), String> {
    let tag = choice.tag.clone().or_else(tag_of_the_run);
    step("versions", || agree::check(root, tag.as_deref()))?;
    let place = Place::new(root)?;
    if choice.check {
        return check::all(&place);
    }
    if choice.twice {
        return twice::run(&place);
    }
    let (start, mut parts) = (Instant::now(), Parts { all: choice.all, left_out: vec![] });
    place.clean()?;
    made(&place, choice, &mut parts)?;
    step("sums", || sums::write(&place))?;
    check::sizes(&place)?;
    for reason in &parts.left_out {
        say(&format!("left out: {reason}"));
    }
    say(&format!("== {} is ready after {}", place.dist.display(), seconds(start.elapsed())));
    Ok(())
}

fn made(place: &Place, choice: &Choice, parts: &mut Parts) -> Result<(), String> {
    // Both are linked against an old C library where zig can be had; the crates that they share are compiled once.
    parts.part("wheel", || wheel::wheel(place))?;
    step("program", || program::build(place))?;
    parts.part("licences", || licences::write(place))?;
    parts.part("archive", || archive::program(place))?;
    if cfg!(target_os = "linux") {
        parts.part("debian package", || deb::write(place))?;
    }
    if choice.machine {
        return Ok(());
    }
    parts.part("sources for Python", || wheel::sources(place))?;
    parts.part("book", || book::write(place))?;
    parts.part("static page", || {
        let mdbook = tools::found(&place.root, &tools::MDBOOK);
        edition::write_with(&place.root, &place.work.join("page"), mdbook.as_deref().ok())?;
        archive::folder(place, &place.work.join("page"), &format!("grundy-{}-page", place.version))
    })
}

/// What could not be made.
struct Parts {
    all: bool,
    left_out: Vec<String>,
}

impl Parts {
    /// One part; its failure ends the run only where all are wanted.
    fn part(&mut self, name: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        match step(name, work) {
            Err(reason) if !self.all => {
                say(&format!("   left out: {reason}"));
                self.left_out.push(reason);
                Ok(())
            }
            outcome => outcome,
        }
    }
}

/// The tag for which GitHub runs this.
fn tag_of_the_run() -> Option<String> {
    let is_tag = std::env::var("GITHUB_REF_TYPE").is_ok_and(|kind| kind == "tag");
    is_tag.then(|| std::env::var("GITHUB_REF_NAME").ok()).flatten()
}
