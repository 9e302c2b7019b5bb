//! The program that answers the questions of the static edition, compiled to WebAssembly.
//!
//! In: the folder of the workspace, a kind of WebAssembly. Out: the bytes of the program, packed by xz where that is installed: a third fewer than gzip, which
//! hosts and browsers have, makes of them. The page unpacks what is packed, so that no host need know how. What wasm-opt saves is gone once a program is packed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::{cargo, is_installed, program};
use crate::step::say;

/// WebAssembly with a clock and streams, and without threads.
pub(super) const ALONE: &str = "wasm32-wasip1";
/// The same with threads.
pub(super) const THREADS: &str = "wasm32-wasip1-threads";

/// What keeps a kind from being compiled.
pub(super) fn missing(root: &Path, target: &str) -> Option<String> {
    let is_there = is_installed("rustup") && program(root, "rustup", &["target", "add", target]).is_ok();
    (!is_there).then(|| format!("the target {target} is not installed; `rustup target add {target}` adds it"))
}

/// Compiles the program for some kinds, side by side: each has a long last part that one core does.
pub(super) fn compile(root: &Path, targets: &[&str]) -> Result<(), String> {
    let targets = targets.iter().flat_map(|target| ["--target", target]);
    let words = ["build", "--locked", "--profile", "static", "--package", "grundy-static"];
    cargo(root, &words.into_iter().chain(targets).collect::<Vec<_>>())
}

/// The compiled program.
pub(super) fn made(root: &Path, target: &str) -> Result<Vec<u8>, String> {
    let compiled = root.join("target").join(target).join("static/grundy-static.wasm");
    let packed = packed(root, &compiled).unwrap_or(compiled);
    let bytes = fs::read(&packed).map_err(|error| format!("cannot read {}: {error}", packed.display()))?;
    say(&format!("   the program for {target} has {:.2} MB", bytes.len() as f64 / 1e6));
    Ok(bytes)
}

/// A file packed by xz, if that is installed.
fn packed(root: &Path, file: &Path) -> Option<PathBuf> {
    if !is_installed("xz") {
        say("   the program is larger than it could be: xz is not installed (Debian: `apt install xz-utils`)");
        return None;
    }
    let packed = file.with_extension("wasm.lzma");
    let words = ["--format=lzma", "-9", "--extreme", "--keep", "--force", &file.to_string_lossy()];
    program(root, "xz", &words).ok().map(|()| packed)
}
