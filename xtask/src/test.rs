//! `cargo xtask test`: what must hold before a commit.
//!
//! In: the workspace's folder. Out: each step's name, output and time; the
//! first step that fails ends it. The quick steps come first; the book and the
//! papers, which rest on all the others, come last.

use std::path::Path;
use std::time::Instant;

use crate::book;
use crate::cargo::{cargo, cargo_with};
use crate::papers;
use crate::rooms;
use crate::step::{say, seconds, step};
use crate::tools::{CLIPPY, RUSTFMT, need};
use crate::words::Extent;

/// Runs the steps; the fast ones end with the libraries' unit tests.
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
        if extent == Extent::Long {
            step("tests without parquet", || without_parquet(root))?;
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

/// All tests, of the program with its feature; that it compiles without is seen by the lints, and `--long` tests what it says then.
fn tests(root: &Path, extent: Extent) -> Result<(), String> {
    let words = ["test", "--workspace", "--features", "grundy-cli/parquet", "--locked"];
    if extent == Extent::Long { cargo_with(root, "GRUNDY_LONG", "1", &words) } else { cargo(root, &words) }
}

/// Builds the program once more, as it is by default, for the few commands that say what it lacks.
fn without_parquet(root: &Path) -> Result<(), String> {
    cargo(root, &["test", "--package", "grundy-cli", "--test", "all", "--locked", "without_parquet"])
}

fn documentation(root: &Path) -> Result<(), String> {
    let words = ["doc", "--workspace", "--no-deps", "--locked"];
    cargo_with(root, "RUSTDOCFLAGS", "-D warnings", &words)
}
