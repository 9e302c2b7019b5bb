//! `cargo xtask test`: everything that must hold before a commit.
//!
//! In: the folder of the workspace. Out: the name, output and time of each step;
//! the first step that fails ends the run. The quick steps come first; the book
//! and the papers, which depend on all the others, come last.

use std::path::Path;
use std::time::Instant;

use crate::book;
use crate::browser;
use crate::cargo::{cargo, cargo_with};
use crate::cross;
use crate::edition;
use crate::papers;
use crate::python;
use crate::rooms;
use crate::step::{say, seconds, step};
use crate::tools::{CLIPPY, RUSTFMT, need};
use crate::words::Extent;

/// Runs the steps; the fast run ends with the unit tests of the libraries.
pub(crate) fn run(root: &Path, extent: Extent) -> Result<(), String> {
    let start = Instant::now();
    step("layout", || layout(root))?;
    step("rooms", || rooms::check(root))?;
    step("lints", || lints(root))?;
    if extent == Extent::Fast {
        step("library tests", || cargo(root, &["test", "--workspace", "--lib", "--locked"]))?;
    } else {
        step("documentation", || documentation(root))?;
        step("tests", || tests(root, extent))?;
        step("book", || book::check(root))?;
        step("papers", || papers::check(root))?;
        step("browser", || browser::run_if_there(root, extent))?;
        step("python", || python::run_if_there(root, extent))?;
        if extent == Extent::Long {
            step("cross", || cross::run_if_there(root))?;
            step("tests without parquet", || without_parquet(root))?;
            step("static edition", || edition::test(root))?;
        }
    }
    say(&format!("== all steps passed in {}", seconds(start.elapsed())));
    Ok(())
}

fn layout(root: &Path) -> Result<(), String> {
    need(root, &RUSTFMT)?;
    cargo(root, &["fmt", "--all", "--check"])
        .map_err(|reason| format!("{reason}; `cargo fmt --all` puts the layout right"))?;
    // Workspaces of their own.
    ["fuzz/Cargo.toml", "benches/Cargo.toml"].iter().try_for_each(|manifest| {
        cargo(root, &["fmt", "--manifest-path", manifest, "--check"])
            .map_err(|reason| format!("{reason}; `cargo fmt --manifest-path {manifest}` puts the layout right"))
    })
}

fn lints(root: &Path) -> Result<(), String> {
    need(root, &CLIPPY)?;
    cargo(root, &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])
}

/// All tests, with the feature `parquet` of the program. The lints compile the program without it, and `--long` tests what it says then.
fn tests(root: &Path, extent: Extent) -> Result<(), String> {
    let words = ["test", "--workspace", "--features", "grundy-cli/parquet", "--locked"];
    if extent == Extent::Long { cargo_with(root, "GRUNDY_LONG", "1", &words) } else { cargo(root, &words) }
}

/// Builds the program once more, with the default features, for the few commands that say what it lacks.
fn without_parquet(root: &Path) -> Result<(), String> {
    cargo(root, &["test", "--package", "grundy-cli", "--test", "all", "--locked", "without_parquet"])
}

fn documentation(root: &Path) -> Result<(), String> {
    let words = ["doc", "--workspace", "--no-deps", "--locked"];
    cargo_with(root, "RUSTDOCFLAGS", "-D warnings", &words)
}
