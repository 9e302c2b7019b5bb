//! The program that answers the questions of the static edition, compiled to WebAssembly.
//!
//! In: the folder of the workspace, a kind of WebAssembly. Out: the bytes of the program: smaller by wasm-opt and packed by gzip where these are installed,
//! which costs no answer. The page unpacks what is packed, so that no host need know how.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::{cargo, is_installed, program};
use crate::step::say;

/// WebAssembly with a clock and streams, and without threads.
pub(super) const ALONE: &str = "wasm32-wasip1";
/// The same with threads.
pub(super) const THREADS: &str = "wasm32-wasip1-threads";

/// What rustc takes for granted, and wasm-opt has to be told.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-threads",
];

/// What keeps a kind from being compiled.
pub(super) fn missing(root: &Path, target: &str) -> Option<String> {
    let is_there = is_installed("rustup") && program(root, "rustup", &["target", "add", target]).is_ok();
    (!is_there).then(|| format!("the target {target} is not installed; `rustup target add {target}` adds it"))
}

/// The program.
pub(super) fn made(root: &Path, target: &str) -> Result<Vec<u8>, String> {
    cargo(root, &["build", "--locked", "--profile", "static", "--package", "grundy-static", "--target", target])?;
    let folder = root.join("target").join(target).join("static");
    let compiled = folder.join("grundy-static.wasm");
    let small = smaller(root, &compiled, &folder.join("grundy-small.wasm")).unwrap_or(compiled);
    let packed = packed(root, &small).unwrap_or(small);
    let bytes = fs::read(&packed).map_err(|error| format!("cannot read {}: {error}", packed.display()))?;
    say(&format!("   the program for {target} has {:.2} MB", bytes.len() as f64 / 1e6));
    Ok(bytes)
}

/// The same program in fewer bytes, if wasm-opt makes it.
fn smaller(root: &Path, from: &Path, to: &Path) -> Option<PathBuf> {
    if !is_installed("wasm-opt") {
        say("   the program is larger than it could be: wasm-opt is not installed (Debian: `apt install binaryen`)");
        return None;
    }
    let (from, to_text) = (from.to_string_lossy(), to.to_string_lossy());
    let words = [&["-O3"], &FEATURES[..], &[&from, "-o", &to_text]].concat();
    match program(root, "wasm-opt", &words) {
        Ok(()) => Some(to.to_path_buf()),
        Err(why) => {
            say(&format!("   the program stays as large as it is: {why}"));
            None
        }
    }
}

/// A file packed by gzip, if that is installed.
fn packed(root: &Path, file: &Path) -> Option<PathBuf> {
    if !is_installed("gzip") {
        say("   the program is not packed: gzip is not installed; the host may do it");
        return None;
    }
    program(root, "gzip", &["--best", "--no-name", "--keep", "--force", &file.to_string_lossy()]).ok()?;
    Some(file.with_extension("wasm.gz"))
}
